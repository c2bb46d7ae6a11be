-- Every step from the first to the last movement, those without sales too.
SELECT g.step, COALESCE(g.sale_lines, 0) AS sale_lines, COALESCE(g.return_lines, 0) AS return_lines, g.gross_sales, g.returns,
  g.net_sales, g.tax, g.net_units, g.stock_unit,
  /* include share.sql */ AS share,
  g.unpriced_lines, CASE WHEN g.unpriced_lines > 0 THEN 1 ELSE 0 END AS has_unpriced
FROM (
  SELECT s.step,
    /* include sums.sql */,
    /* include units-of-group.sql */
  FROM steps s LEFT JOIN placed d ON d.step = s.step
  WHERE s.starts_at <= COALESCE(CAST(:to AS BIGINT), CAST(:generated_at AS BIGINT)) GROUP BY s.step
) g CROSS JOIN (SELECT SUM(d.amount_minor) AS net_sales FROM placed d) n
ORDER BY g.step
