SELECT o.supplier, o.supplier_name, o.order_number, o.ordered_on, p.location, MIN(o.day) AS next_on, COUNT(*) AS lines,
  SUM(o.is_overdue) AS overdue_lines, CASE WHEN SUM(o.is_overdue) > 0 THEN 1 ELSE 0 END AS has_overdue,
  SUM(o.is_backordered) AS backordered_lines, CASE WHEN SUM(o.is_backordered) > 0 THEN 1 ELSE 0 END AS has_backordered,
  o.currency, SUM(o.open_cost_minor) AS open_cost,
  SUM(CASE WHEN o.open_cost_minor IS NULL THEN 1 ELSE 0 END) AS unpriced_lines,
  CASE WHEN COUNT(*) > COUNT(o.open_cost_minor) THEN 1 ELSE 0 END AS has_unpriced
FROM outstanding o LEFT JOIN report_locations p ON p.location_id = o.location_id
GROUP BY o.supplier, o.supplier_name, o.order_id, o.order_number, o.ordered_on, p.location, o.currency
ORDER BY o.supplier, CASE WHEN MIN(o.day) IS NULL THEN 1 ELSE 0 END, MIN(o.day), o.order_number
