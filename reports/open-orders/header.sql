SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  (SELECT s.supplier_name FROM report_suppliers s WHERE s.supplier = :supplier) AS supplier_name,
  (SELECT d.day FROM today d) AS as_of, t.orders, t.suppliers, t.lines, t.overdue_lines,
  CASE WHEN t.overdue_lines > 0 THEN 1 ELSE 0 END AS has_overdue, t.longest_late, t.backordered_lines, t.undated_lines,
  t.unpriced_lines, CASE WHEN t.unpriced_lines > 0 THEN 1 ELSE 0 END AS has_unpriced
FROM (
  SELECT COUNT(DISTINCT o.order_id) AS orders, COUNT(DISTINCT o.supplier) AS suppliers, COUNT(*) AS lines,
    COALESCE(SUM(o.is_overdue), 0) AS overdue_lines,
    MAX(CASE WHEN o.is_overdue = 1 THEN o.days_late END) AS longest_late,
    COALESCE(SUM(o.is_backordered), 0) AS backordered_lines,
    COALESCE(SUM(CASE WHEN o.day IS NULL THEN 1 ELSE 0 END), 0) AS undated_lines,
    COALESCE(SUM(CASE WHEN o.open_cost_minor IS NULL THEN 1 ELSE 0 END), 0) AS unpriced_lines
  FROM outstanding o
) t
