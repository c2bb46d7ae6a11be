SELECT g.supplier, g.supplier_name, g.lines, g.done_lines, g.full_lines, g.ordered, g.received,
  /* include rates.sql */
FROM (
  SELECT j.supplier, j.supplier_name,
    /* include sums.sql */
  FROM judged j GROUP BY j.supplier, j.supplier_name
) g
ORDER BY g.supplier
