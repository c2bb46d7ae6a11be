-- By category, the largest net loss first. Units are left out where they are of different kinds.
SELECT g.category, g.category_name, g.lines, g.net_units, g.stock_unit, g.unknown_cost, g.known_cost, g.net_cost,
  g.loss_cost, g.gain_cost, g.net_retail, g.loss_retail, g.gain_retail,
  CASE WHEN :denominator = 'net-sales' THEN n.amount END AS net_sales,
  CASE WHEN :denominator = 'net-sales' THEN CASE WHEN n.amount > 0 AND ABS(g.net_retail) < 9000000000000 THEN
    CASE WHEN g.net_retail < 0 THEN -((-g.net_retail * 1000000 + n.amount / 2) / n.amount)
      ELSE (g.net_retail * 1000000 + n.amount / 2) / n.amount END END END AS percent_retail,
  n.amount AS denominator,
  CASE WHEN :denominator = 'net-sales' THEN CASE WHEN n.amount > 0 AND ABS(g.net_retail) < 9000000000000 THEN
    CASE WHEN g.net_retail < 0 THEN -((-g.net_retail * 1000000 + n.amount / 2) / n.amount)
      ELSE (g.net_retail * 1000000 + n.amount / 2) / n.amount END END
    ELSE CASE WHEN n.amount > 0 AND ABS(g.net_cost) < 9000000000000 THEN
    CASE WHEN g.net_cost < 0 THEN -((-g.net_cost * 1000000 + n.amount / 2) / n.amount)
      ELSE (g.net_cost * 1000000 + n.amount / 2) / n.amount END END END AS percent,
  g.unvalued_lines
FROM (
  SELECT c.category, COALESCE(NULLIF(MIN(c.category_name), ''), 'No category') AS category_name, COUNT(*) AS lines,
    CASE WHEN MIN(c.stock_unit) = MAX(c.stock_unit) THEN SUM(c.loss_milli) END AS net_units,
    CASE WHEN MIN(c.stock_unit) = MAX(c.stock_unit) THEN MIN(c.stock_unit) ELSE 'mixed units' END AS stock_unit,
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
      THEN COALESCE(-SUM(CASE WHEN c.loss_retail_minor < 0 THEN c.loss_retail_minor END), 0) END AS gain_retail,
    SUM(CASE WHEN c.loss_cost_minor IS NULL THEN 1 ELSE 0 END) AS unvalued_lines
  FROM chosen c GROUP BY c.category
) g LEFT JOIN (
  SELECT b.category, SUM(b.amount_minor) AS amount FROM base b GROUP BY b.category
) n ON n.category = g.category
ORDER BY CASE WHEN g.net_cost IS NULL THEN 1 ELSE 0 END, g.net_cost DESC, g.category
