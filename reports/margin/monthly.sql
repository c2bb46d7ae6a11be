-- Every month from the first to the last movement, in the shop's time zone, with what was sold in it.
SELECT m.month, g.net_sales, g.cost, g.profit, COALESCE(g.left_out_lines, 0) AS left_out_lines, COALESCE(g.lines, 0) AS lines
FROM months m LEFT JOIN (
  SELECT x.month, SUM(CASE WHEN l.is_complete = 1 THEN l.sales_minor END) AS net_sales,
    SUM(CASE WHEN l.is_complete = 1 THEN l.cost_minor END) AS cost,
    SUM(CASE WHEN l.is_complete = 1 THEN l.sales_minor - l.cost_minor END) AS profit,
    SUM(1 - l.is_complete) AS left_out_lines, COUNT(*) AS lines
  FROM lines l JOIN months x ON l.effective_at >= x.starts_at AND l.effective_at <= x.ends_at GROUP BY x.month
) g ON g.month = m.month
WHERE m.starts_at <= COALESCE(CAST(:to AS BIGINT), CAST(:generated_at AS BIGINT))
