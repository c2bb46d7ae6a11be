SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  (SELECT MIN(t.ancestor_name) FROM report_category_tree t WHERE t.ancestor = :category) AS category_name,
  (SELECT h.valuation_method FROM report_shop h) AS valuation_method,
  CASE :measure WHEN 'net-sales' THEN 'net sales' WHEN 'cost-of-goods-sold' THEN 'cost of goods sold' ELSE 'gross profit' END
    AS measure,
  CASE :measure WHEN 'net-sales' THEN 1 ELSE 0 END AS is_net_sales,
  CASE :measure WHEN 'cost-of-goods-sold' THEN 1 ELSE 0 END AS is_cost,
  CASE :measure WHEN 'gross-profit' THEN 1 ELSE 0 END AS is_profit,
  CASE WHEN :tax = 'without' AND :measure <> 'cost-of-goods-sold' THEN 1 ELSE 0 END AS is_without_tax, t.total, t.items,
  t.a_items, /* include ratio.sql (part: t.a_items; whole: t.items) */ AS a_item_share,
  /* include ratio.sql (part: t.a_amount; whole: t.total) */ AS a_share,
  t.negative_items, CASE WHEN t.negative_items > 0 THEN 1 ELSE 0 END AS has_negative, t.unknown_items,
  CASE WHEN t.unknown_items > 0 THEN 1 ELSE 0 END AS has_unknown, t.left_out_lines, t.lines,
  CASE WHEN t.left_out_lines > 0 THEN 1 ELSE 0 END AS has_left_out,
  (SELECT COUNT(*) FROM on_hand h WHERE h.variant_id NOT IN (SELECT c.variant_id FROM classed c)) AS unsold_items,
  CASE WHEN CAST(:b AS BIGINT) < CAST(:a AS BIGINT) THEN 1 ELSE 0 END AS is_upside_down
FROM (
  SELECT COALESCE(MAX(c.total), 0) AS total, COALESCE(SUM(CASE WHEN c.class <> 'not known' THEN 1 ELSE 0 END), 0) AS items,
    COALESCE(SUM(CASE WHEN c.class = 'A' THEN 1 ELSE 0 END), 0) AS a_items,
    COALESCE(SUM(CASE WHEN c.class = 'A' THEN c.amount END), 0) AS a_amount,
    COALESCE(SUM(CASE WHEN c.amount <= 0 THEN 1 ELSE 0 END), 0) AS negative_items,
    COALESCE(SUM(CASE WHEN c.class = 'not known' THEN 1 ELSE 0 END), 0) AS unknown_items,
    COALESCE(SUM(c.left_out_lines), 0) AS left_out_lines, COALESCE(SUM(c.lines), 0) AS lines
  FROM classed c
) t
