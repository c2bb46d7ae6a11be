SELECT p.location, p.location_name, g.sale_lines, g.return_lines, g.gross_sales, g.returns, g.net_sales, g.tax, g.net_units,
  g.stock_unit,
  /* include share.sql */ AS share,
  g.unpriced_lines, CASE WHEN g.unpriced_lines > 0 THEN 1 ELSE 0 END AS has_unpriced
FROM (
  SELECT d.location_id,
    /* include sums.sql */,
    /* include units-of-group.sql */
  FROM placed d GROUP BY d.location_id
) g JOIN report_locations p ON p.location_id = g.location_id
  CROSS JOIN (SELECT SUM(d.amount_minor) AS net_sales FROM placed d) n
ORDER BY CASE WHEN g.net_sales IS NULL THEN 1 ELSE 0 END, g.net_sales DESC, p.location
