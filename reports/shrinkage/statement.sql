-- Unknown, known and total; losses positive; net = gross loss - gross gain. NULL where no line has a value.
WITH parts AS (
  SELECT 'unknown' AS part, 'Unknown' AS part_name, 1 AS position
  UNION ALL SELECT 'known' AS part, 'Known' AS part_name, 2 AS position
  UNION ALL SELECT 'total' AS part, 'Total' AS part_name, 3 AS position
)
SELECT q.part, q.part_name, CASE WHEN q.part = 'total' THEN 1 ELSE 0 END AS is_total, q.lines,
  q.net_cost, q.loss_cost, q.gain_cost, q.net_retail, q.loss_retail, q.gain_retail,
  CASE WHEN n.amount > 0 AND ABS(q.net_cost) < 9000000000000 THEN
    CASE WHEN q.net_cost < 0 THEN -((-q.net_cost * 1000000 + n.amount / 2) / n.amount)
      ELSE (q.net_cost * 1000000 + n.amount / 2) / n.amount END END AS percent_cost,
  CASE WHEN :denominator = 'net-sales' THEN CASE WHEN n.amount > 0 AND ABS(q.net_retail) < 9000000000000 THEN
    CASE WHEN q.net_retail < 0 THEN -((-q.net_retail * 1000000 + n.amount / 2) / n.amount)
      ELSE (q.net_retail * 1000000 + n.amount / 2) / n.amount END END END AS percent_retail,
  CASE WHEN :denominator = 'net-sales' THEN CASE WHEN n.amount > 0 AND ABS(q.net_retail) < 9000000000000 THEN
    CASE WHEN q.net_retail < 0 THEN -((-q.net_retail * 1000000 + n.amount / 2) / n.amount)
      ELSE (q.net_retail * 1000000 + n.amount / 2) / n.amount END END
    ELSE CASE WHEN n.amount > 0 AND ABS(q.net_cost) < 9000000000000 THEN
    CASE WHEN q.net_cost < 0 THEN -((-q.net_cost * 1000000 + n.amount / 2) / n.amount)
      ELSE (q.net_cost * 1000000 + n.amount / 2) / n.amount END END END AS percent
FROM (
  SELECT t.part, t.part_name, t.position, COUNT(c.part) AS lines,
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
  FROM parts t LEFT JOIN chosen c ON t.part = 'total' OR c.part = t.part
  GROUP BY t.part, t.part_name, t.position
) q CROSS JOIN (SELECT SUM(b.amount_minor) AS amount FROM base b) n
ORDER BY q.position
