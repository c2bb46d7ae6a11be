-- Every item that was sold or brought back, what sells most first.
SELECT v.category, v.sku, v.title, v.barcode, g.sale_lines, g.return_lines, g.sold_units, g.returned_units, g.net_units, v.stock_unit, g.gross_sales, g.returns,
  g.net_sales, g.tax,
  /* include share.sql */ AS share,
  g.unpriced_lines, CASE WHEN g.unpriced_lines > 0 THEN 1 ELSE 0 END AS has_unpriced
FROM (
  SELECT d.variant_id,
    /* include sums.sql */,
    COALESCE(SUM(CASE WHEN d.sold_milli > 0 THEN d.sold_milli END), 0) AS sold_units,
    COALESCE(-SUM(CASE WHEN d.sold_milli < 0 THEN d.sold_milli END), 0) AS returned_units, SUM(d.sold_milli) AS net_units
  FROM placed d GROUP BY d.variant_id
) g JOIN report_variants v ON v.variant_id = g.variant_id
  CROSS JOIN (SELECT SUM(d.amount_minor) AS net_sales FROM placed d) n
ORDER BY CASE WHEN g.net_sales IS NULL THEN 1 ELSE 0 END, g.net_sales DESC, v.sku
