-- Every difference of delivery in those lines, and what came on an order that did not ask for it.
SELECT q.*,
  CASE WHEN q.difference LIKE 'pack-%' THEN NULL
    WHEN q.found_micro IS NOT NULL THEN
      /* include product.sql (quantity: q.priced_milli; price: q.found_micro - q.expected_micro; divisor: q.cost_divisor) */
    ELSE /* include product.sql (quantity: q.difference_milli; price: q.unit_cost_micro; divisor: q.cost_divisor) */
    END AS difference_minor
FROM (
  SELECT s.order_line_id, s.order_id, s.supplier, s.supplier_name, s.order_number, s.ordered_on, s.line, s.variant_id,
    s.supplier_code, s.ordered_milli, s.confirmed_milli, s.despatched_milli, s.received_milli, s.unit_cost_micro,
    s.cost_divisor, s.currency, s.state, d.difference, d.detail, d.expected_milli, d.found_milli, d.expected_micro,
    d.found_micro, COALESCE(s.confirmed_milli, s.ordered_milli) AS priced_milli,
    CASE WHEN d.difference NOT LIKE 'pack-%' THEN d.found_milli - d.expected_milli END AS difference_milli
  FROM report_delivery_differences d JOIN scope s ON s.order_line_id = d.order_line_id
  WHERE d.difference NOT IN ('over-invoiced', 'not-ordered')
  UNION ALL
  SELECT NULL AS order_line_id, r.order_id, r.supplier, r.supplier_name, r.order_number, NULL AS ordered_on, NULL AS line,
    r.variant_id, NULL AS supplier_code, 0 AS ordered_milli, NULL AS confirmed_milli, NULL AS despatched_milli,
    SUM(r.received_milli) AS received_milli, MAX(r.unit_cost_micro) AS unit_cost_micro, h.cost_divisor, h.currency,
    'not ordered' AS state, 'not-ordered' AS difference, MIN(r.receipt) AS detail, 0 AS expected_milli,
    SUM(r.received_milli) AS found_milli, NULL AS expected_micro, NULL AS found_micro, NULL AS priced_milli,
    SUM(r.received_milli) AS difference_milli
  FROM report_receipt_lines r CROSS JOIN report_shop h
  WHERE r.order_id IS NOT NULL AND r.is_ordered = 0 AND r.is_cancelled = 0
    AND (CAST(:supplier AS TEXT) IS NULL OR r.supplier = :supplier)
    AND (CAST(:order AS TEXT) IS NULL OR r.order_number = :order)
    AND (CAST(:from AS BIGINT) IS NULL OR r.received_at >= :from) AND (CAST(:to AS BIGINT) IS NULL OR r.received_at <= :to)
  GROUP BY r.order_id, r.supplier, r.supplier_name, r.order_number, r.variant_id, h.cost_divisor, h.currency
  HAVING SUM(r.received_milli) > 0
) q
