-- The same in units; units of different kinds are not added up.
WITH parts AS (
  SELECT 'unknown' AS part, 'Unknown' AS part_name, 1 AS position
  UNION ALL SELECT 'known' AS part, 'Known' AS part_name, 2 AS position
  UNION ALL SELECT 'total' AS part, 'Total' AS part_name, 3 AS position
)
SELECT t.part, t.part_name, CASE WHEN t.part = 'total' THEN 1 ELSE 0 END AS is_total, c.stock_unit,
  SUM(c.loss_milli) AS net_units,
  COALESCE(SUM(CASE WHEN c.loss_milli > 0 THEN c.loss_milli END), 0) AS loss_units,
  COALESCE(-SUM(CASE WHEN c.loss_milli < 0 THEN c.loss_milli END), 0) AS gain_units
FROM parts t JOIN chosen c ON t.part = 'total' OR c.part = t.part
GROUP BY t.part, t.part_name, t.position, c.stock_unit
ORDER BY c.stock_unit, t.position
