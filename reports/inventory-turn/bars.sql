SELECT q.category_name, q.average_stock
FROM (
  SELECT g.category, g.category_name,
    /* include average.sql */ AS average_stock
  FROM (
    SELECT b.category, COALESCE(NULLIF(MIN(b.category_name), ''), 'No category') AS category_name, SUM(b.total) AS total
    FROM by_item b GROUP BY b.category HAVING COUNT(b.total) > 0
    ORDER BY ABS(SUM(b.total)) DESC, b.category LIMIT 12
  ) g CROSS JOIN (SELECT COUNT(*) AS points FROM points p) n
) q
ORDER BY q.average_stock DESC, q.category
