-- By location, the largest net loss first. Units are left out where they are of different kinds.
SELECT g.location, g.location_name, g.lines, g.net_units, g.stock_unit, g.unknown_cost, g.known_cost, g.net_cost,
  g.loss_cost, g.gain_cost, g.net_retail, g.loss_retail, g.gain_retail,
  CASE WHEN :denominator IN ('net-sales', 'net-sales-excluding-tax') THEN n.amount END AS net_sales,
  /* include percent-retail.sql */ AS percent_retail,
  n.amount AS denominator,
  /* include percent.sql */ AS percent,
  g.unvalued_lines
FROM (
  SELECT c.location, MIN(c.location_name) AS location_name, COUNT(*) AS lines,
    CASE WHEN MIN(c.stock_unit) = MAX(c.stock_unit) THEN SUM(c.loss_milli) END AS net_units,
    CASE WHEN MIN(c.stock_unit) = MAX(c.stock_unit) THEN MIN(c.stock_unit) ELSE 'mixed units' END AS stock_unit,
    /* include parts.sql */,
    /* include loss-sums.sql */,
    /* include percent-loss.sql */,
    SUM(CASE WHEN c.loss_cost_minor IS NULL THEN 1 ELSE 0 END) AS unvalued_lines
  FROM chosen c GROUP BY c.location
) g LEFT JOIN (
  SELECT b.location, SUM(b.amount_minor) AS amount FROM base b GROUP BY b.location
) n ON n.location = g.location
ORDER BY CASE WHEN g.net_cost IS NULL THEN 1 ELSE 0 END, g.net_cost DESC, g.location
