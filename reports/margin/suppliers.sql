-- By the supplier that the item had at the end of the period. The most profitable first.
SELECT g.supplier, g.supplier_name, g.items, g.net_sales, g.cost AS cost_of_goods_sold, g.profit AS gross_profit,
  /* include margin.sql */ AS gross_margin,
  /* include share.sql */ AS share,
  g.left_out_lines, CASE WHEN g.left_out_lines > 0 THEN 1 ELSE 0 END AS has_left_out
FROM (
  SELECT COALESCE(s.supplier, '') AS supplier, COALESCE(MIN(s.supplier_name), 'No supplier') AS supplier_name,
    /* include group.sql */
  FROM by_item b JOIN item_suppliers s ON s.variant_id = b.variant_id GROUP BY COALESCE(s.supplier, '')
) g CROSS JOIN (SELECT SUM(b.profit) AS profit FROM by_item b) n
ORDER BY CASE WHEN g.profit IS NULL THEN 1 ELSE 0 END, g.profit DESC, g.supplier
