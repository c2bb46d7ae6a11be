-- The twelve categories that earn or lose most.
SELECT q.category_name, q.gross_profit
FROM (
  SELECT b.category, COALESCE(NULLIF(MIN(b.category_name), ''), 'No category') AS category_name, SUM(b.profit) AS gross_profit
  FROM by_item b GROUP BY b.category HAVING COUNT(b.profit) > 0
  ORDER BY ABS(SUM(b.profit)) DESC, b.category LIMIT 12
) q
ORDER BY q.gross_profit DESC, q.category
