-- By part and reason.
SELECT c.part, CASE c.part WHEN 'unknown' THEN 'Unknown' ELSE 'Known' END AS part_name,
  COALESCE(c.reason, '') AS reason, COALESCE(MIN(c.reason_name), 'No reason given') AS reason_name, COUNT(*) AS lines,
  CASE WHEN MIN(c.stock_unit) = MAX(c.stock_unit) THEN SUM(c.loss_milli) END AS net_units,
  CASE WHEN MIN(c.stock_unit) = MAX(c.stock_unit) THEN MIN(c.stock_unit) ELSE 'mixed units' END AS stock_unit,
  /* include loss-sums.sql */
FROM chosen c
GROUP BY c.part, c.reason
ORDER BY c.part DESC, CASE WHEN SUM(c.loss_cost_minor) IS NULL THEN 1 ELSE 0 END, SUM(c.loss_cost_minor) DESC, c.reason
