SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  (SELECT MIN(t.ancestor_name) FROM report_category_tree t WHERE t.ancestor = :category) AS category_name,
  (SELECT s.supplier_name FROM report_suppliers s WHERE s.supplier = :supplier) AS supplier_name,
  (SELECT h.valuation_method FROM report_shop h) AS valuation_method,
  CASE :tax WHEN 'with' THEN 0 ELSE 1 END AS is_without_tax, g.net_sales, g.cost AS cost_of_goods_sold,
  g.profit AS gross_profit,
  /* include margin.sql */ AS gross_margin,
  /* include ratio.sql (part: g.profit; whole: g.cost) */ AS markup,
  g.lines, g.counted_lines, g.lines - g.counted_lines AS left_out_lines,
  CASE WHEN g.lines > g.counted_lines THEN 1 ELSE 0 END AS has_left_out, g.uncosted_lines, g.uncosted_sales, g.untaxed_lines,
  g.untaxed_sales, g.unpriced_lines, CASE WHEN g.uncosted_lines > 0 THEN 1 ELSE 0 END AS has_uncosted,
  CASE WHEN g.untaxed_lines > 0 THEN 1 ELSE 0 END AS has_untaxed,
  CASE WHEN g.unpriced_lines > 0 THEN 1 ELSE 0 END AS has_unpriced, g.all_cost, g.losing_items,
  CASE WHEN g.losing_items > 0 THEN 1 ELSE 0 END AS has_losing
FROM (
  SELECT COALESCE(SUM(b.lines), 0) AS lines, COALESCE(SUM(b.counted_lines), 0) AS counted_lines,
    CASE WHEN COUNT(*) = 0 OR SUM(b.counted_lines) > 0 THEN COALESCE(SUM(b.net_sales), 0) END AS net_sales,
    CASE WHEN COUNT(*) = 0 OR SUM(b.counted_lines) > 0 THEN COALESCE(SUM(b.cost), 0) END AS cost,
    CASE WHEN COUNT(*) = 0 OR SUM(b.counted_lines) > 0 THEN COALESCE(SUM(b.profit), 0) END AS profit,
    COALESCE(SUM(b.uncosted_lines), 0) AS uncosted_lines, COALESCE(SUM(b.uncosted_sales), 0) AS uncosted_sales,
    COALESCE(SUM(b.untaxed_lines), 0) AS untaxed_lines, COALESCE(SUM(b.untaxed_sales), 0) AS untaxed_sales,
    COALESCE(SUM(b.unpriced_lines), 0) AS unpriced_lines,
    CASE WHEN COUNT(*) = 0 OR COUNT(b.all_cost) > 0 THEN COALESCE(SUM(b.all_cost), 0) END AS all_cost,
    COALESCE(SUM(CASE WHEN b.profit < 0 THEN 1 ELSE 0 END), 0) AS losing_items
  FROM by_item b
) g
