-- Items with most stock first. An item whose cost was unknown at some time has no turnover.
SELECT g.category, v.sku, v.title, v.barcode,
  /* include average.sql */ AS average_stock,
  g.closing AS closing_stock, g.sold_milli AS sold_units, g.stock_unit, g.cost AS cost_of_goods_sold,
  CASE WHEN g.unvalued = 0 THEN
    /* include turnover.sql */ END AS turnover,
  CASE WHEN g.unvalued = 0 THEN
    /* include days.sql */ END AS days_of_stock,
  CASE WHEN g.lines = 0 THEN 1 ELSE 0 END AS is_unsold, CASE WHEN g.unvalued > 0 THEN 1 ELSE 0 END AS has_unvalued,
  CASE WHEN g.negative > 0 THEN 1 ELSE 0 END AS has_negative
FROM by_item g JOIN report_variants v ON v.variant_id = g.variant_id CROSS JOIN (
  /* include measures.sql */
) n
ORDER BY CASE WHEN g.total IS NULL THEN 1 ELSE 0 END, g.total DESC, v.sku
