-- The twelve categories with the largest net value, gains included.
SELECT q.category_name, q.net_cost
FROM (
  SELECT c.category, COALESCE(NULLIF(MIN(c.category_name), ''), 'No category') AS category_name,
    SUM(c.loss_cost_minor) AS net_cost
  FROM chosen c WHERE c.loss_cost_minor IS NOT NULL
  GROUP BY c.category
  ORDER BY ABS(SUM(c.loss_cost_minor)) DESC, c.category LIMIT 12
) q
ORDER BY q.net_cost DESC, q.category
