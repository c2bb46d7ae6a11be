-- By the supplier of the goods, the largest net loss first.
SELECT g.supplier, g.supplier_name, g.lines, g.unknown_cost, g.known_cost, g.net_cost, g.loss_cost, g.gain_cost, g.net_retail,
  g.loss_retail, g.gain_retail
FROM (
  SELECT COALESCE(c.supplier, '') AS supplier, COALESCE(MIN(c.supplier_name), 'No supplier') AS supplier_name,
    COUNT(*) AS lines,
    CASE WHEN COUNT(CASE WHEN c.part = 'unknown' THEN 1 END) = 0 THEN 0
      ELSE SUM(CASE WHEN c.part = 'unknown' THEN c.loss_cost_minor END) END AS unknown_cost,
    CASE WHEN COUNT(CASE WHEN c.part = 'known' THEN 1 END) = 0 THEN 0
      ELSE SUM(CASE WHEN c.part = 'known' THEN c.loss_cost_minor END) END AS known_cost,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_cost_minor) > 0
      THEN COALESCE(SUM(c.loss_cost_minor), 0) END AS net_cost,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_cost_minor) > 0
      THEN COALESCE(SUM(CASE WHEN c.loss_cost_minor > 0 THEN c.loss_cost_minor END), 0) END AS loss_cost,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_cost_minor) > 0
      THEN COALESCE(-SUM(CASE WHEN c.loss_cost_minor < 0 THEN c.loss_cost_minor END), 0) END AS gain_cost,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_retail_minor) > 0
      THEN COALESCE(SUM(c.loss_retail_minor), 0) END AS net_retail,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_retail_minor) > 0
      THEN COALESCE(SUM(CASE WHEN c.loss_retail_minor > 0 THEN c.loss_retail_minor END), 0) END AS loss_retail,
    CASE WHEN COUNT(c.part) = 0 OR COUNT(c.loss_retail_minor) > 0
      THEN COALESCE(-SUM(CASE WHEN c.loss_retail_minor < 0 THEN c.loss_retail_minor END), 0) END AS gain_retail
  FROM chosen c GROUP BY COALESCE(c.supplier, '')
) g
ORDER BY CASE WHEN g.net_cost IS NULL THEN 1 ELSE 0 END, g.net_cost DESC, g.supplier
