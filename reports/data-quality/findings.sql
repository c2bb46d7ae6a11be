-- What each check finds, one row a finding, with no more of it than its list needs.
-- Numbers of the shop's own that differ in the zeros in front only: a spreadsheet or a till may have lost them.
SELECT 1 AS place, b.variant_id, b.barcode AS subject,
  NULL AS detail_count, 'also' AS detail, (SELECT o.sku FROM report_variants o
    WHERE o.variant_id = CASE WHEN b.variant_id = k.first_id THEN k.last_id ELSE k.first_id END) AS detail_of,
  NULL AS quantity, NULL AS price, NULL AS cost
FROM (
  SELECT LTRIM(x.canonical, '0') AS number, MIN(x.variant_id) AS first_id, MAX(x.variant_id) AS last_id
  FROM report_barcodes x WHERE LTRIM(x.canonical, '0123456789') = ''
  GROUP BY LTRIM(x.canonical, '0') HAVING MIN(x.variant_id) <> MAX(x.variant_id)
) k JOIN report_barcodes b ON LTRIM(b.canonical, '0') = k.number
UNION ALL
SELECT 2 AS place, g.variant_id, b.barcode AS subject,
  NULL AS detail_count, 'a barcode of' AS detail,
  (SELECT o.sku FROM report_variants o WHERE o.variant_id = b.variant_id) AS detail_of,
  NULL AS quantity, NULL AS price, NULL AS cost
FROM goods g JOIN report_barcodes b ON b.barcode = g.sku WHERE b.variant_id <> g.variant_id
UNION ALL
SELECT 3 AS place, i.variant_id, i.supplier || ' ' || i.supplier_code AS subject,
  NULL AS detail_count, 'also' AS detail, (SELECT o.sku FROM report_variants o
    WHERE o.variant_id = CASE WHEN i.variant_id = k.first_id THEN k.last_id ELSE k.first_id END) AS detail_of,
  NULL AS quantity, NULL AS price, NULL AS cost
FROM (
  SELECT x.supplier, x.supplier_code, MIN(x.variant_id) AS first_id, MAX(x.variant_id) AS last_id
  FROM report_supplier_items x WHERE x.supplier_code IS NOT NULL
  GROUP BY x.supplier, x.supplier_code HAVING MIN(x.variant_id) <> MAX(x.variant_id)
) k JOIN report_supplier_items i ON i.supplier = k.supplier AND i.supplier_code = k.supplier_code
UNION ALL
SELECT 4 AS place, d.variant_id, NULL AS subject,
  NULL AS detail_count, 'also' AS detail, (SELECT o.sku FROM report_variants o
    WHERE o.variant_id = CASE WHEN d.variant_id = d.first_id THEN d.last_id ELSE d.first_id END) AS detail_of,
  NULL AS quantity, NULL AS price, NULL AS cost
FROM (
  SELECT g.variant_id, MIN(g.variant_id) OVER alike AS first_id, MAX(g.variant_id) OVER alike AS last_id
  FROM goods g
  WINDOW alike AS (PARTITION BY LOWER(TRIM(g.title)), COALESCE(g.brand, ''), COALESCE(g.colour, ''), COALESCE(g.size, ''))
) d WHERE d.first_id <> d.last_id
UNION ALL
SELECT 5 AS place, c.variant_id, c.barcode AS subject, NULL AS detail_count, 'the last digit should be' AS detail,
  CAST(c.expected AS TEXT) AS detail_of, NULL AS quantity, NULL AS price, NULL AS cost
FROM (
  SELECT n.variant_id, n.barcode, CAST(SUBSTR(n.digits, 14, 1) AS INTEGER) AS given,
    (10 - (3 * (CAST(SUBSTR(n.digits, 1, 1) AS INTEGER) + CAST(SUBSTR(n.digits, 3, 1) AS INTEGER)
        + CAST(SUBSTR(n.digits, 5, 1) AS INTEGER) + CAST(SUBSTR(n.digits, 7, 1) AS INTEGER)
        + CAST(SUBSTR(n.digits, 9, 1) AS INTEGER) + CAST(SUBSTR(n.digits, 11, 1) AS INTEGER)
        + CAST(SUBSTR(n.digits, 13, 1) AS INTEGER))
      + CAST(SUBSTR(n.digits, 2, 1) AS INTEGER) + CAST(SUBSTR(n.digits, 4, 1) AS INTEGER)
      + CAST(SUBSTR(n.digits, 6, 1) AS INTEGER) + CAST(SUBSTR(n.digits, 8, 1) AS INTEGER)
      + CAST(SUBSTR(n.digits, 10, 1) AS INTEGER) + CAST(SUBSTR(n.digits, 12, 1) AS INTEGER)) % 10) % 10 AS expected
  FROM (SELECT b.variant_id, b.barcode, /* include digits.sql */ AS digits FROM report_barcodes b) n
  WHERE n.digits IS NOT NULL
) c WHERE c.given <> c.expected
UNION ALL
SELECT 6 AS place, g.variant_id, NULL AS subject,
  NULL AS detail_count, NULL AS detail, NULL AS detail_of, NULL AS quantity, NULL AS price, NULL AS cost
FROM goods g WHERE NOT EXISTS (SELECT 1 FROM report_barcodes b WHERE b.variant_id = g.variant_id)
UNION ALL
SELECT 7 AS place, g.variant_id, NULL AS subject,
  NULL AS detail_count, NULL AS detail, NULL AS detail_of, NULL AS quantity, NULL AS price, NULL AS cost
FROM goods g WHERE TRIM(g.title) = '' OR g.title = g.sku
UNION ALL
SELECT 8 AS place, g.variant_id, NULL AS subject,
  NULL AS detail_count, NULL AS detail, NULL AS detail_of, NULL AS quantity, NULL AS price, NULL AS cost
FROM goods g WHERE g.category = ''
UNION ALL
SELECT 9 AS place, g.variant_id, NULL AS subject, NULL AS detail_count,
  CASE WHEN p.price_minor IS NULL THEN 'none' ELSE 'zero or less' END AS detail, NULL AS detail_of,
  NULL AS quantity, p.price_minor AS price, NULL AS cost
FROM goods g LEFT JOIN valid_prices p ON p.variant_id = g.variant_id AND p.price_type = 'regular'
WHERE p.price_minor IS NULL OR p.price_minor <= 0
UNION ALL
SELECT 10 AS place, g.variant_id, NULL AS subject,
  NULL AS detail_count, NULL AS detail, NULL AS detail_of, NULL AS quantity, NULL AS price, NULL AS cost
FROM goods g
WHERE g.standard_cost_micro IS NULL
  AND NOT EXISTS (SELECT 1 FROM report_supplier_costs c WHERE c.variant_id = g.variant_id)
  AND NOT EXISTS (SELECT 1 FROM report_cost_history h WHERE h.variant_id = g.variant_id)
UNION ALL
SELECT 11 AS place, g.variant_id, NULL AS subject,
  NULL AS detail_count, NULL AS detail, NULL AS detail_of, NULL AS quantity, NULL AS price, NULL AS cost
FROM goods g JOIN report_variant_suppliers s ON s.variant_id = g.variant_id WHERE s.supplier IS NULL
UNION ALL
SELECT 12 AS place, q.variant_id, CASE q.price_type WHEN 'sale' THEN 'sale price' ELSE 'regular price' END AS subject,
  NULL AS detail_count, CASE WHEN q.tax_included = 0 THEN 'price without tax'
    WHEN q.tax_rate IS NULL THEN 'with tax, rate unknown' ELSE 'compared without tax' END AS detail,
  NULL AS detail_of, NULL AS quantity, q.price_minor AS price, q.cost_micro AS cost
FROM (
  SELECT g.variant_id, g.tax_rate, p.price_type, p.price_minor, p.tax_included, h.cost_divisor / 1000 AS micros,
    1000000 + CASE WHEN p.tax_included = 1 AND g.tax_rate > 0 THEN g.tax_rate ELSE 0 END AS taxed,
    COALESCE(NULLIF(g.standard_cost_micro, 0), NULLIF(c.unit_cost_micro, 0),
      (SELECT a.average_cost_micro FROM report_cost_history a WHERE a.variant_id = g.variant_id
        ORDER BY a.effective_at DESC, a.movement_id DESC LIMIT 1)) AS cost_micro
  FROM goods g JOIN valid_prices p ON p.variant_id = g.variant_id LEFT JOIN report_supplier_costs c ON c.variant_id = g.variant_id
    CROSS JOIN report_shop h
  WHERE p.price_minor > 0
) q
-- Beyond four millions a unit the products would leave the range of whole numbers; there the tax is neglected.
WHERE q.price_minor < 9000000000000 / q.micros AND CASE WHEN q.cost_micro < 4000000000000 AND q.taxed <= 2000000
  THEN q.price_minor * q.micros * 1000000 < q.cost_micro * q.taxed ELSE q.price_minor * q.micros < q.cost_micro END
UNION ALL
SELECT 13 AS place, s.variant_id, (SELECT l.location FROM report_locations l WHERE l.location_id = s.location_id) AS subject,
  NULL AS detail_count, NULL AS detail, NULL AS detail_of, s.quantity_milli AS quantity, NULL AS price, NULL AS cost
FROM report_stock_on_hand s WHERE s.quantity_milli < 0
UNION ALL
SELECT 14 AS place, s.variant_id, (SELECT l.location FROM report_locations l WHERE l.location_id = s.location_id) AS subject,
  NULL AS detail_count, NULL AS detail, NULL AS detail_of, s.quantity_milli AS quantity, NULL AS price, NULL AS cost
FROM report_stock_on_hand s WHERE s.quantity_milli <> 0 AND s.unit_cost_micro IS NULL
UNION ALL
SELECT 15 AS place, m.variant_id, NULL AS subject, COUNT(*) AS detail_count, 'lines, the first' AS detail,
  MIN(m.document) AS detail_of,
  -SUM(m.quantity_milli) AS quantity, NULL AS price, NULL AS cost
FROM report_movements m WHERE m.kind = 'sale' AND m.unit_price_minor IS NULL AND m.is_cancelled = 0
GROUP BY m.variant_id
UNION ALL
SELECT 16 AS place, NULL AS variant_id, o.supplier || ' ' || o.order_number AS subject,
  NULL AS detail_count, NULL AS detail, NULL AS detail_of, NULL AS quantity,
  NULL AS price, NULL AS cost
FROM report_orders o WHERE o.line_count = 0
UNION ALL
SELECT 17 AS place, NULL AS variant_id, o.supplier || ' ' || o.order_number AS subject,
  COUNT(*) AS detail_count, 'open lines' AS detail, NULL AS detail_of, NULL AS quantity, NULL AS price, NULL AS cost
FROM open_lines o WHERE o.promised_on IS NULL AND o.expected_on IS NULL
GROUP BY o.supplier, o.order_number
UNION ALL
SELECT 18 AS place, o.variant_id, o.supplier || ' ' || o.order_number AS subject, NULL AS detail_count, 'line' AS detail,
  o.line AS detail_of, NULL AS quantity, NULL AS price, NULL AS cost
FROM open_lines o WHERE o.unit_cost_micro IS NULL
UNION ALL
SELECT 19 AS place, NULL AS variant_id, p.product_code AS subject, NULL AS detail_count, NULL AS detail,
  p.title AS detail_of, NULL AS quantity, NULL AS price, NULL AS cost
FROM report_product_texts p
WHERE NOT EXISTS (SELECT 1 FROM report_variants v WHERE v.product_id = p.product_id)
  AND COALESCE(p.status, 'active') <> 'discontinued'
