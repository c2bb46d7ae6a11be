-- Every movement of the place and time asked for, summed up by kind, month in the shop's time zone, and location. Units are
-- control totals over all stock units; what leaves stock is negative. What an undo took back is not counted, nor are the
-- corrections of counts that it made undone. Limited to keep SQLite from working prices and values out as often as the sums
-- name them.
SELECT q.month, q.location, q.kind, q.movements, q.units, q.cost, q.retail, q.unvalued
FROM (
  SELECT n.month, n.location, n.kind,
    SUM(CASE WHEN /* include is-undone-correction.sql (movement: n.movement_id; kind: n.kind) */ THEN 0 ELSE 1 END) AS movements,
    SUM(n.quantity_milli) AS units, SUM(n.value_cost_minor) AS cost,
    SUM(/* include product.sql (quantity: n.quantity_milli; price: n.retail_price_minor; divisor: 1000) */) AS retail,
    SUM(CASE WHEN n.value_cost_minor IS NULL AND NOT /* include is-undone-correction.sql (movement: n.movement_id; kind: n.kind) */ THEN 1 ELSE 0 END)
      AS unvalued
  FROM (
    SELECT x.month, p.location, m.kind, m.movement_id, m.quantity_milli, m.value_cost_minor, m.retail_price_minor
    FROM report_movements m
      JOIN report_locations p ON p.location_id = m.location_id
      JOIN report_variants v ON v.variant_id = m.variant_id
      JOIN months x ON m.effective_at >= x.starts_at AND m.effective_at <= x.ends_at
    WHERE m.is_cancelled = 0 AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
      AND /* include in-period.sql (moment: m.effective_at) */
      AND (CAST(:category AS TEXT) IS NULL
        OR v.category IN (SELECT t.category FROM report_category_tree t WHERE t.ancestor = :category))
    LIMIT 9223372036854775807
  ) n
  GROUP BY n.month, n.location, n.kind
) q
WHERE q.movements > 0 OR q.cost <> 0
ORDER BY q.month, q.location, q.kind
