-- By category, those in which slow items tie up the most ahead.
SELECT q.category, q.category_name, q.items, q.value_cost, q.slow_items, q.slow_cost,
  /* include ratio.sql (part: q.slow_cost; whole: q.value_cost) */ AS percent_cost
FROM (
  SELECT i.category, COALESCE(NULLIF(MIN(i.category_name), ''), 'No category') AS category_name, COUNT(*) AS items,
    SUM(i.value_cost_minor) AS value_cost, SUM(i.is_slow) AS slow_items,
    CASE WHEN SUM(i.is_slow) = 0 THEN 0 ELSE SUM(CASE WHEN i.is_slow = 1 THEN i.value_cost_minor END) END AS slow_cost
  FROM items i WHERE i.quantity_milli > 0 GROUP BY i.category
) q
ORDER BY CASE WHEN q.slow_cost IS NULL THEN 1 ELSE 0 END, q.slow_cost DESC, q.category
