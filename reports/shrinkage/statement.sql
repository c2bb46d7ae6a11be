-- Unknown, known and total; losses positive; net = gross loss - gross gain. NULL where no line has a value.
WITH parts AS (
  SELECT 'unknown' AS part, 'Unknown' AS part_name, 1 AS position
  UNION ALL SELECT 'known' AS part, 'Known' AS part_name, 2 AS position
  UNION ALL SELECT 'total' AS part, 'Total' AS part_name, 3 AS position
)
SELECT g.part, g.part_name, CASE WHEN g.part = 'total' THEN 1 ELSE 0 END AS is_total, g.lines,
  g.net_cost, g.loss_cost, g.gain_cost, g.net_retail, g.loss_retail, g.gain_retail,
  CASE WHEN :denominator NOT IN ('net-sales', 'net-sales-excluding-tax') THEN /* include ratio.sql (part: g.net_cost; whole: n.amount) */ END AS percent_cost,
  /* include percent-retail.sql */ AS percent_retail,
  /* include percent.sql */ AS percent
FROM (
  SELECT t.part, t.part_name, t.position, COUNT(c.part) AS lines,
    /* include loss-sums.sql */,
    /* include percent-loss.sql */
  FROM parts t LEFT JOIN chosen c ON t.part = 'total' OR c.part = t.part
  GROUP BY t.part, t.part_name, t.position
) g CROSS JOIN (SELECT SUM(b.amount_minor) AS amount FROM base b) n
ORDER BY g.position
