-- The twelve categories that sell most.
SELECT COALESCE(NULLIF(MIN(d.category_name), ''), 'No category') AS category_name, SUM(d.amount_minor) AS net_sales
FROM placed d
GROUP BY d.category HAVING COUNT(d.amount_minor) > 0
ORDER BY SUM(d.amount_minor) DESC, d.category LIMIT 12
