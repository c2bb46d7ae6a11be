-- The largest stock first.
SELECT g.category, g.category_name, g.items,
  /* include average.sql */ AS average_stock,
  CASE WHEN g.total >= 0 THEN /* include ratio.sql (part: g.total; whole: w.total) */ END AS share,
  g.cost AS cost_of_goods_sold,
  /* include turnover.sql */ AS turnover,
  /* include days.sql */ AS days_of_stock,
  g.unsold_items, g.unvalued_items, CASE WHEN g.unsold_items > 0 THEN 1 ELSE 0 END AS has_unsold,
  CASE WHEN g.unvalued_items > 0 THEN 1 ELSE 0 END AS has_unvalued
FROM (
  SELECT b.category, COALESCE(NULLIF(MIN(b.category_name), ''), 'No category') AS category_name, COUNT(*) AS items,
    SUM(b.total) AS total, SUM(b.cost) AS cost, SUM(CASE WHEN b.lines = 0 THEN 1 ELSE 0 END) AS unsold_items,
    SUM(CASE WHEN b.unvalued > 0 THEN 1 ELSE 0 END) AS unvalued_items
  FROM by_item b GROUP BY b.category
) g CROSS JOIN (
  /* include measures.sql */
) n CROSS JOIN (SELECT SUM(b.total) AS total FROM by_item b) w
ORDER BY CASE WHEN g.total IS NULL THEN 1 ELSE 0 END, g.total DESC, g.category
