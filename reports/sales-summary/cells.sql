-- By time, location, category and stock unit, so that a spreadsheet can sum it up in any way.
SELECT g.step, g.location, g.category, g.stock_unit, g.sale_lines, g.return_lines, g.gross_sales, g.returns, g.net_sales, g.tax,
  g.net_units, g.unpriced_lines
FROM (
  SELECT d.step, p.location, d.category, d.stock_unit,
    /* include sums.sql */,
    SUM(d.sold_milli) AS net_units
  FROM placed d JOIN report_locations p ON p.location_id = d.location_id
  GROUP BY d.step, p.location, d.category, d.stock_unit
) g
ORDER BY g.step, g.location, g.category, g.stock_unit
