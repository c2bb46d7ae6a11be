-- What is on hand by when it last sold, with a total. Units are added up where they are of one kind.
WITH grouped AS (
  SELECT i.age, /* include class-names.sql */ AS class, COUNT(*) AS items,
    CASE WHEN MIN(i.stock_unit) = MAX(i.stock_unit) THEN SUM(i.quantity_milli) END AS quantity,
    CASE WHEN MIN(i.stock_unit) = MAX(i.stock_unit) THEN MIN(i.stock_unit) ELSE 'mixed units' END AS stock_unit,
    SUM(i.value_cost_minor) AS value_cost, SUM(CASE WHEN i.value_cost_minor IS NULL THEN 1 ELSE 0 END) AS unvalued_items
  FROM items i WHERE i.quantity_milli > 0 GROUP BY i.age
), whole AS (SELECT SUM(g.value_cost) AS value_cost FROM grouped g)
SELECT q.class, q.is_total, q.items, q.quantity, q.stock_unit, q.value_cost,
  /* include ratio.sql (part: q.value_cost; whole: w.value_cost) */ AS percent_cost,
  q.unvalued_items, CASE WHEN q.unvalued_items > 0 THEN 1 ELSE 0 END AS has_unvalued
FROM (
  SELECT g.age, g.class, 0 AS is_total, g.items, g.quantity, g.stock_unit, g.value_cost, g.unvalued_items FROM grouped g
  UNION ALL
  SELECT 9 AS age, 'All' AS class, 1 AS is_total, SUM(g.items) AS items,
    CASE WHEN MIN(g.stock_unit) = MAX(g.stock_unit) AND MIN(g.stock_unit) <> 'mixed units' THEN SUM(g.quantity) END AS quantity,
    CASE WHEN MIN(g.stock_unit) = MAX(g.stock_unit) THEN MIN(g.stock_unit) ELSE 'mixed units' END AS stock_unit,
    SUM(g.value_cost) AS value_cost, SUM(g.unvalued_items) AS unvalued_items
  FROM grouped g HAVING COUNT(*) > 0
) q CROSS JOIN whole w
ORDER BY q.age
