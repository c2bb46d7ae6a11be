-- How well each supplier delivers: over lines that are done, received of ordered, each line with no more than was ordered.
SELECT q.supplier, q.supplier_name, q.lines, q.different_lines, q.done_lines, q.full_lines, q.ordered, q.received,
  /* include ratio.sql (part: q.received; whole: q.ordered) */
    AS fill_rate
FROM (
  SELECT s.supplier, s.supplier_name, COUNT(*) AS lines,
    SUM(CASE WHEN s.order_line_id IN (SELECT f.order_line_id FROM found f WHERE f.order_line_id IS NOT NULL) THEN 1 ELSE 0 END)
      AS different_lines,
    SUM(s.is_done) AS done_lines,
    SUM(CASE WHEN s.is_done = 1 AND s.filled_milli = s.ordered_milli THEN 1 ELSE 0 END) AS full_lines,
    SUM(CASE WHEN s.is_done = 1 THEN s.ordered_milli ELSE 0 END) AS ordered,
    SUM(CASE WHEN s.is_done = 1 THEN s.filled_milli ELSE 0 END) AS received
  FROM scope s GROUP BY s.supplier, s.supplier_name
) q
ORDER BY q.supplier
