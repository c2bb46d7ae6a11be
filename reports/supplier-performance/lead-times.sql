SELECT g.supplier, g.supplier_name, g.timed_lines,
  /* include lead.sql */ AS lead_days,
  g.shortest_days, g.longest_days,
  CASE WHEN g.listed_lines > 0 AND g.listed_sum >= 0
    THEN 100 * /* include product.sql (quantity: g.listed_sum; price: 10; divisor: g.listed_lines) */ END AS listed_days,
  g.late_lines, CASE WHEN g.late_lines > 0 THEN (g.late_sum * 10 + g.late_lines / 2) / g.late_lines * 100 END AS late_days
FROM (
  SELECT j.supplier, j.supplier_name, COUNT(j.lead_days) AS timed_lines, SUM(j.lead_days) AS lead_days_sum,
    MIN(j.lead_days) AS shortest_days, MAX(j.lead_days) AS longest_days,
    COUNT(CASE WHEN j.lead_days IS NOT NULL AND j.listed_days <= 36500 THEN j.listed_days END) AS listed_lines,
    SUM(CASE WHEN j.lead_days IS NOT NULL AND j.listed_days <= 36500 THEN j.listed_days END) AS listed_sum,
    COUNT(CASE WHEN j.is_done = 1 THEN j.days_late END) AS late_lines, SUM(CASE WHEN j.is_done = 1 THEN j.days_late END) AS late_sum
  FROM judged j GROUP BY j.supplier, j.supplier_name
) g
WHERE g.timed_lines > 0
ORDER BY g.supplier
