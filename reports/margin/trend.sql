-- The same as two lines, where there is more than a point; a month without sales is zero, one that is not known a gap.
SELECT q.month, q.series, q.amount
FROM (
  SELECT 1 AS place, 'Net sales' AS series, m.month, m.net_sales AS amount
  FROM monthly m
  UNION ALL
  SELECT 2 AS place, 'Gross profit' AS series, m.month, m.profit AS amount
  FROM monthly m
) q
WHERE (SELECT COUNT(*) FROM monthly x) > 1
ORDER BY q.place, q.month
