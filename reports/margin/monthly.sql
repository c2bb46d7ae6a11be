-- Every month from the first to the last movement, in the shop's time zone, with what was sold in it.
SELECT m.month, CASE WHEN g.lines IS NULL THEN 0 ELSE g.net_sales END AS net_sales,
  CASE WHEN g.lines IS NULL THEN 0 ELSE g.cost END AS cost, CASE WHEN g.lines IS NULL THEN 0 ELSE g.profit END AS profit,
  COALESCE(g.left_out_lines, 0) AS left_out_lines
FROM months m LEFT JOIN (
  SELECT x.month, SUM(CASE WHEN l.is_complete = 1 THEN l.sales_minor END) AS net_sales,
    SUM(CASE WHEN l.is_complete = 1 THEN l.cost_minor END) AS cost,
    SUM(CASE WHEN l.is_complete = 1 THEN l.sales_minor - l.cost_minor END) AS profit,
    SUM(1 - l.is_complete) AS left_out_lines, COUNT(*) AS lines
  FROM lines l JOIN months x ON l.effective_at >= x.starts_at AND l.effective_at <= x.ends_at GROUP BY x.month
) g ON g.month = m.month
WHERE m.starts_at <= COALESCE(CAST(:to AS BIGINT), CAST(:generated_at AS BIGINT))
