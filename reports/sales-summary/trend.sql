-- The same as a line, where there is more than a point.
SELECT s.step, COALESCE(g.net_sales, CASE WHEN g.step IS NULL THEN 0 END) AS net_sales
FROM steps s LEFT JOIN (
  SELECT d.step, SUM(d.amount_minor) AS net_sales FROM placed d GROUP BY d.step
) g ON g.step = s.step
WHERE s.starts_at <= COALESCE(CAST(:to AS BIGINT), CAST(:generated_at AS BIGINT)) AND (SELECT COUNT(*) FROM steps x) > 1
ORDER BY s.step
