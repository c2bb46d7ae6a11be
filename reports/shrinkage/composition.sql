-- The steps from nothing to the total at cost; steps that do not occur are left out.
WITH steps AS (
  SELECT CASE WHEN c.part = 'unknown' THEN CASE WHEN c.loss_cost_minor > 0 THEN 1 ELSE 2 END
      WHEN c.loss_cost_minor > 0 THEN 3 ELSE 4 END AS position, c.loss_cost_minor
  FROM chosen c WHERE c.loss_cost_minor <> 0
)
SELECT q.label, q.is_total, q.cost
FROM (
  SELECT s.position, CASE s.position WHEN 1 THEN 'Unknown loss' WHEN 2 THEN 'Unknown gain' WHEN 3 THEN 'Known loss'
      ELSE 'Known gain' END AS label, 0 AS is_total, SUM(s.loss_cost_minor) AS cost
  FROM steps s GROUP BY s.position
  UNION ALL
  SELECT 5 AS position, 'Total' AS label, 1 AS is_total, SUM(s.loss_cost_minor) AS cost
  FROM steps s HAVING COUNT(*) > 0
) q
ORDER BY q.position
