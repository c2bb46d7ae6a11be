-- From the opening to the closing stock. Units are control totals over all stock units. The last line before the closing stock
-- is what the values of the movements do not explain.
WITH kinds AS (
  SELECT m.kind, COUNT(*) AS movements, SUM(m.quantity_milli) AS units, COALESCE(SUM(m.value_cost_minor), 0) AS cost,
    SUM(CASE WHEN m.value_cost_minor IS NULL THEN m.is_counted ELSE 0 END) AS unvalued
  FROM moves m GROUP BY m.kind
), totals AS (
  SELECT COALESCE(SUM(l.opening_milli), 0) AS opening_units, COALESCE(SUM(l.opening_cost), 0) AS opening_cost,
    COALESCE(SUM(CASE WHEN l.opening_cost IS NULL THEN 1 ELSE 0 END), 0) AS opening_unvalued,
    COALESCE(SUM(l.closing_milli), 0) AS closing_units, COALESCE(SUM(l.closing_cost), 0) AS closing_cost,
    COALESCE(SUM(CASE WHEN l.closing_cost IS NULL THEN 1 ELSE 0 END), 0) AS closing_unvalued,
    (SELECT COALESCE(SUM(k.cost), 0) FROM kinds k) AS moved_cost
  FROM lines l
)
SELECT q.line, q.is_total, q.movements, q.units, q.cost, q.unvalued
FROM (
  SELECT 1 AS position, 'Opening stock' AS line, 1 AS is_total, NULL AS movements, t.opening_units AS units,
    t.opening_cost AS cost, t.opening_unvalued AS unvalued FROM totals t
  UNION ALL
  SELECT CASE k.kind WHEN 'opening' THEN 2 WHEN 'receipt' THEN 3 WHEN 'supplier-return' THEN 4 WHEN 'sale' THEN 5
      WHEN 'customer-return' THEN 6 WHEN 'transfer' THEN 7 WHEN 'write-off' THEN 8 WHEN 'adjustment' THEN 9
      ELSE 10 END AS position,
    /* include kind-names.sql */ AS line, 0 AS is_total, k.movements, k.units, k.cost, k.unvalued
  FROM kinds k
  UNION ALL
  SELECT 98 AS position, 'Rounding and revaluation' AS line, 0 AS is_total, NULL AS movements, NULL AS units,
    t.closing_cost - t.opening_cost - t.moved_cost AS cost, NULL AS unvalued FROM totals t
  UNION ALL
  SELECT 99 AS position, 'Closing stock' AS line, 1 AS is_total, NULL AS movements, t.closing_units AS units,
    t.closing_cost AS cost, t.closing_unvalued AS unvalued FROM totals t
) q
ORDER BY q.position, q.line
