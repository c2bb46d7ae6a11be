-- By the supplier that the goods had at the end of the period, the largest net loss first.
SELECT g.supplier, g.supplier_name, g.lines, g.unknown_cost, g.known_cost, g.net_cost, g.loss_cost, g.gain_cost, g.net_retail,
  g.loss_retail, g.gain_retail
FROM (
  SELECT COALESCE(c.supplier, '') AS supplier, COALESCE(MIN(c.supplier_name), 'No supplier') AS supplier_name,
    COUNT(*) AS lines,
    /* include parts.sql */,
    /* include loss-sums.sql */
  FROM chosen c GROUP BY COALESCE(c.supplier, '')
) g
ORDER BY CASE WHEN g.net_cost IS NULL THEN 1 ELSE 0 END, g.net_cost DESC, g.supplier
