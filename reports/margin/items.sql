-- Every item that was sold or brought back, what earns most first; what cannot be worked out is at the end.
SELECT v.category, s.supplier, v.sku, v.title, v.barcode, g.units, v.stock_unit, g.net_sales, g.cost AS cost_of_goods_sold,
  g.profit AS gross_profit,
  /* include margin.sql */ AS gross_margin,
  CASE WHEN g.profit < 0 THEN 1 ELSE 0 END AS is_losing, g.lines - g.counted_lines AS left_out_lines,
  CASE WHEN g.lines = g.counted_lines THEN NULL WHEN g.unpriced_lines = g.lines - g.counted_lines THEN 'no price'
    WHEN g.untaxed_lines = g.lines - g.counted_lines THEN 'no tax rate'
    WHEN g.uncosted_lines = g.lines - g.counted_lines THEN 'no cost' ELSE 'several reasons' END AS left_out
FROM by_item g JOIN report_variants v ON v.variant_id = g.variant_id
  JOIN item_suppliers s ON s.variant_id = g.variant_id
ORDER BY CASE WHEN g.profit IS NULL THEN 1 ELSE 0 END, g.profit DESC, v.sku
