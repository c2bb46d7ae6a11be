SELECT (SELECT s.supplier_name FROM report_suppliers s WHERE s.supplier = :supplier) AS supplier_name, t.orders, t.lines,
  t.done_lines, d.different_lines, d.not_ordered, d.differences, d.unpriced_lines,
  CASE WHEN d.unpriced_lines > 0 THEN 1 ELSE 0 END AS has_unpriced,
  /* include ratio.sql (part: t.received; whole: t.ordered) */
    AS fill_rate
FROM (
  SELECT COUNT(DISTINCT s.order_id) AS orders, COUNT(*) AS lines, COALESCE(SUM(s.is_done), 0) AS done_lines,
    COALESCE(SUM(CASE WHEN s.is_done = 1 THEN s.ordered_milli END), 0) AS ordered,
    COALESCE(SUM(CASE WHEN s.is_done = 1 THEN s.filled_milli END), 0) AS received
  FROM scope s
) t CROSS JOIN (
  SELECT COUNT(DISTINCT f.order_line_id) AS different_lines,
    COALESCE(SUM(CASE WHEN f.difference = 'not-ordered' THEN 1 ELSE 0 END), 0) AS not_ordered, COUNT(*) AS differences,
    COALESCE(SUM(CASE WHEN f.difference_minor IS NULL AND f.difference NOT LIKE 'pack-%' THEN 1 ELSE 0 END), 0)
      AS unpriced_lines
  FROM found f
) d
