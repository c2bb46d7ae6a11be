SELECT o.supplier, o.supplier_name, o.currency, COUNT(DISTINCT o.order_id) AS orders, COUNT(*) AS lines,
  SUM(CASE WHEN o.age_place IN (1, 5) THEN o.open_cost_minor END) AS not_late_cost,
  SUM(CASE WHEN o.age_place = 2 THEN o.open_cost_minor END) AS late_1_to_7_cost,
  SUM(CASE WHEN o.age_place = 3 THEN o.open_cost_minor END) AS late_8_to_30_cost,
  SUM(CASE WHEN o.age_place = 4 THEN o.open_cost_minor END) AS late_over_30_cost, SUM(o.open_cost_minor) AS open_cost,
  SUM(o.is_overdue) AS overdue_lines, SUM(CASE WHEN o.open_cost_minor IS NULL THEN 1 ELSE 0 END) AS unpriced_lines,
  CASE WHEN COUNT(*) > COUNT(o.open_cost_minor) THEN 1 ELSE 0 END AS has_unpriced
FROM outstanding o GROUP BY o.supplier, o.supplier_name, o.currency
ORDER BY o.supplier, o.currency
