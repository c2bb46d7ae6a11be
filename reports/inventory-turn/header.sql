SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  (SELECT MIN(t.ancestor_name) FROM report_category_tree t WHERE t.ancestor = :category) AS category_name,
  (SELECT h.valuation_method FROM report_shop h) AS valuation_method, n.points,
  (SELECT MIN(p.at) FROM points p) AS first_point, (SELECT MAX(p.at) FROM points p) AS last_point, n.days,
  /* include average.sql */ AS average_stock,
  g.closing AS closing_stock, g.cost AS cost_of_goods_sold,
  /* include turnover.sql */ AS turnover,
  CASE WHEN g.total BETWEEN 1 AND 9000000000000000 AND g.cost >= 0 AND n.days > 0
    THEN 10 * /* include product.sql (quantity: g.cost; price: n.points * 36500; divisor: g.total * n.days) */
    END AS annual_turnover,
  /* include days.sql */ AS days_of_stock,
  g.items, g.unsold_items,
  CASE WHEN n.points > 0 THEN /* include product.sql (quantity: g.unsold_total; price: 1; divisor: n.points) */ ELSE 0 END
    AS unsold_stock,
  CASE WHEN g.unsold_items > 0 THEN 1 ELSE 0 END AS has_unsold, g.unvalued_items,
  CASE WHEN g.unvalued_items > 0 THEN 1 ELSE 0 END AS has_unvalued, g.negative_items,
  CASE WHEN g.negative_items > 0 THEN 1 ELSE 0 END AS has_negative
FROM (
  SELECT COUNT(*) AS items,
    CASE WHEN COUNT(*) = 0 OR COUNT(b.total) > 0 THEN COALESCE(SUM(b.total), 0) END AS total,
    CASE WHEN COUNT(*) = 0 OR COUNT(b.closing) > 0 THEN COALESCE(SUM(b.closing), 0) END AS closing,
    CASE WHEN COUNT(*) = 0 OR COUNT(b.cost) > 0 THEN COALESCE(SUM(b.cost), 0) END AS cost,
    COALESCE(SUM(CASE WHEN b.lines = 0 THEN 1 ELSE 0 END), 0) AS unsold_items,
    COALESCE(SUM(CASE WHEN b.lines = 0 AND b.total > 0 THEN b.total END), 0) AS unsold_total,
    COALESCE(SUM(CASE WHEN b.unvalued > 0 THEN 1 ELSE 0 END), 0) AS unvalued_items,
    COALESCE(SUM(CASE WHEN b.negative > 0 THEN 1 ELSE 0 END), 0) AS negative_items
  FROM by_item b
) g CROSS JOIN (
  /* include measures.sql */
) n
