SELECT o.order_number, o.ordered_on, o.expected_on, o.currency, COALESCE(o.buyer, h.shop_name) AS buyer, o.contact, o.contract,
  o.supplier, o.supplier_name, s.gln AS supplier_gln, s.email AS supplier_email, p.location, p.location_name,
  a.address AS location_address, p.gln AS location_gln, t.lines, t.cancelled_lines,
  CASE WHEN t.cancelled_lines > 0 THEN 1 ELSE 0 END AS has_cancelled, t.unpriced_lines,
  CASE WHEN t.unpriced_lines > 0 THEN 1 ELSE 0 END AS has_unpriced, t.total, o.note,
  CASE WHEN CAST(:order AS TEXT) IS NOT NULL AND o.order_id IS NULL AND (
    SELECT COUNT(*) FROM report_order_numbers n
    WHERE n.order_number = :order AND (CAST(:supplier AS TEXT) IS NULL OR n.supplier = :supplier)) > 1
    THEN 1 ELSE 0 END AS is_ambiguous
FROM report_shop h CROSS JOIN (
  SELECT COUNT(*) AS lines, COALESCE(SUM(CASE WHEN r.cancelled_milli > 0 THEN 1 ELSE 0 END), 0) AS cancelled_lines,
    COALESCE(SUM(CASE WHEN r.amount_minor IS NULL THEN 1 ELSE 0 END), 0) AS unpriced_lines,
    COALESCE(SUM(r.amount_minor), 0) AS total
  FROM ordered r
) t LEFT JOIN report_order_numbers o ON o.order_id IN (SELECT c.order_id FROM chosen c)
  LEFT JOIN report_suppliers s ON s.supplier = o.supplier
  LEFT JOIN report_locations p ON p.location_id = o.location_id
  LEFT JOIN report_stores a ON a.location_id = o.location_id
