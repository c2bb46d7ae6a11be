-- By location and category, with a total after each location.
WITH grouped AS (
  SELECT h.location, MIN(h.location_name) AS location_name, h.category,
    COALESCE(NULLIF(MIN(h.category_name), ''), 'No category') AS category_name, COUNT(*) AS items,
    CASE WHEN MIN(h.stock_unit) = MAX(h.stock_unit) THEN SUM(h.quantity_milli) END AS quantity,
    CASE WHEN MIN(h.stock_unit) = MAX(h.stock_unit) THEN MIN(h.stock_unit) ELSE 'mixed units' END AS stock_unit,
    SUM(h.value_cost_minor) AS value_cost, SUM(h.value_retail_minor) AS value_retail,
    SUM(CASE WHEN h.quantity_milli < 0 THEN 1 ELSE 0 END) AS negative_items,
    SUM(CASE WHEN h.value_cost_minor IS NULL THEN 1 ELSE 0 END) AS unvalued_items
  FROM on_hand h GROUP BY h.location, h.category
)
SELECT q.location, q.location_name, q.category, q.category_name, q.items, q.quantity, q.stock_unit, q.value_cost, q.value_retail,
  q.negative_items, CASE WHEN q.negative_items > 0 THEN 1 ELSE 0 END AS has_negative, q.unvalued_items,
  CASE WHEN q.unvalued_items > 0 THEN 1 ELSE 0 END AS has_unvalued, q.is_total
FROM (
  SELECT g.location, g.location_name, g.category, g.category_name, g.items, g.quantity, g.stock_unit, g.value_cost, g.value_retail,
    g.negative_items, g.unvalued_items, 0 AS is_total
  FROM grouped g
  UNION ALL
  SELECT g.location, MIN(g.location_name) AS location_name, '' AS category, 'All' AS category_name,
    SUM(g.items) AS items,
    CASE WHEN MIN(g.stock_unit) = MAX(g.stock_unit) AND MIN(g.stock_unit) <> 'mixed units' THEN SUM(g.quantity) END
      AS quantity,
    CASE WHEN MIN(g.stock_unit) = MAX(g.stock_unit) THEN MIN(g.stock_unit) ELSE 'mixed units' END AS stock_unit,
    SUM(g.value_cost) AS value_cost, SUM(g.value_retail) AS value_retail, SUM(g.negative_items) AS negative_items,
    SUM(g.unvalued_items) AS unvalued_items, 1 AS is_total
  FROM grouped g GROUP BY g.location
) q
ORDER BY q.location, q.is_total, CASE WHEN q.value_cost IS NULL THEN 1 ELSE 0 END, q.value_cost DESC, q.category
