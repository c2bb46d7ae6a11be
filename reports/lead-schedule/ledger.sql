-- From the opening stock to the closing stock. Units are control totals over all stock units. The last line before the closing
-- stock is what the values of the movements do not explain: rounding of unit costs, and stock below zero revalued by what came.
WITH kinds AS (
  SELECT m.kind, SUM(m.is_counted) AS movements, SUM(m.quantity_milli) AS units, COALESCE(SUM(m.value_cost_minor), 0) AS cost,
    SUM(CASE WHEN m.value_cost_minor IS NULL THEN m.is_counted ELSE 0 END) AS unvalued
  FROM moves m GROUP BY m.kind HAVING SUM(m.is_counted) > 0 OR SUM(m.value_cost_minor) <> 0
), totals AS (
  SELECT (SELECT COALESCE(SUM(o.quantity_milli), 0) FROM opening o) AS opening_units,
    (SELECT COALESCE(SUM(o.value_cost_minor), 0) FROM opening o) AS opening_cost,
    (SELECT COUNT(*) FROM opening o WHERE o.value_cost_minor IS NULL) AS opening_unvalued,
    (SELECT COALESCE(SUM(c.quantity_milli), 0) FROM closing c) AS closing_units,
    (SELECT COALESCE(SUM(c.value_cost_minor), 0) FROM closing c) AS closing_cost,
    (SELECT COUNT(*) FROM closing c WHERE c.value_cost_minor IS NULL) AS closing_unvalued,
    (SELECT COALESCE(SUM(k.cost), 0) FROM kinds k) AS moved_cost
)
SELECT q.line, q.is_total, q.movements, q.units, q.cost, q.unvalued
FROM (
  SELECT 1 AS position, 'Opening stock' AS line, 1 AS is_total, NULL AS movements, t.opening_units AS units,
    t.opening_cost AS cost, t.opening_unvalued AS unvalued FROM totals t
  UNION ALL
  SELECT CASE k.kind WHEN 'opening' THEN 2 WHEN 'receipt' THEN 3 WHEN 'supplier-return' THEN 4 WHEN 'sale' THEN 5
      WHEN 'customer-return' THEN 6 WHEN 'transfer' THEN 7 WHEN 'write-off' THEN 8 WHEN 'adjustment' THEN 9
      ELSE 10 END AS position,
    /* include kind-names.sql */ AS line,
    0 AS is_total, k.movements, k.units, k.cost, k.unvalued
  FROM kinds k
  UNION ALL
  SELECT 98 AS position, 'Rounding and revaluation' AS line, 0 AS is_total, NULL AS movements, NULL AS units,
    t.closing_cost - t.opening_cost - t.moved_cost AS cost, NULL AS unvalued FROM totals t
  UNION ALL
  SELECT 99 AS position, 'Closing stock' AS line, 1 AS is_total, NULL AS movements, t.closing_units AS units,
    t.closing_cost AS cost, t.closing_unvalued AS unvalued FROM totals t
) q
ORDER BY q.position
