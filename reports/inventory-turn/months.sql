-- The values that are averaged; each is that of the report of stock on hand as of then.
SELECT p.at, CASE WHEN p.holdings = 0 OR p.valued > 0 THEN COALESCE(p.value_minor, 0) END AS value_cost, p.items, p.unvalued_items,
  CASE WHEN p.unvalued_items > 0 THEN 1 ELSE 0 END AS has_unvalued
FROM by_point p ORDER BY p.at
