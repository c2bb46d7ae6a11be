-- The proofs: both sides from different tables, and their difference, which must be nothing.
WITH units AS (
  SELECT (SELECT COALESCE(SUM(o.quantity_milli), 0) FROM opening o) AS opening,
    (SELECT COALESCE(SUM(m.quantity_milli), 0) FROM moves m) AS moved,
    (SELECT COALESCE(SUM(c.quantity_milli), 0) FROM closing c) AS closing,
    (SELECT COALESCE(SUM(h.quantity_milli), 0) FROM report_stock_on_hand h JOIN report_locations p
      ON p.location_id = h.location_id WHERE CAST(:location AS TEXT) IS NULL OR p.location = :location) AS on_hand,
    (SELECT COALESCE(SUM(m.quantity_milli), 0) FROM report_stock_changes m JOIN report_locations p
      ON p.location_id = m.location_id WHERE m.effective_at > :to
        AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)) AS later
), counts AS (
  SELECT COALESCE(SUM(l.expected_milli), 0) AS expected, COALESCE(SUM(l.counted_milli), 0) AS counted,
    COALESCE(SUM(l.variance_milli), 0) AS variance, COALESCE(SUM(l.restated_milli), 0) AS restated,
    COALESCE(SUM(l.variance_cost_minor), 0) AS cost
  FROM lines l
), ledger AS (
  SELECT COALESCE(SUM(CASE WHEN a.part = 'posted' THEN a.quantity_milli END), 0) AS posted,
    COALESCE(SUM(CASE WHEN a.part = 'restated' THEN a.quantity_milli END), 0) AS restated,
    COALESCE(SUM(a.quantity_milli), 0) AS adjusted,
    COALESCE(SUM(CASE WHEN a.part = 'posted' THEN a.value_cost_minor END), 0) AS cost
  FROM adjustments a
)
SELECT q.tie, q.left_name, q.left_units, q.left_cost, q.right_name, q.right_units, q.right_cost,
  q.left_units - q.right_units AS difference_units, q.left_cost - q.right_cost AS difference_cost,
  CASE WHEN COALESCE(q.left_units - q.right_units, 0) = 0 AND COALESCE(q.left_cost - q.right_cost, 0) = 0
    THEN 1 ELSE 0 END AS holds
FROM (
  SELECT 'A' AS tie, 'opening stock and movements' AS left_name, u.opening + u.moved AS left_units, NULL AS left_cost,
    'stock on hand now, less what moved since' AS right_name, u.on_hand - u.later AS right_units, NULL AS right_cost
  FROM units u
  UNION ALL
  -- Only shown where it does not hold.
  SELECT 'A' AS tie, 'closing stock' AS left_name, u.closing AS left_units, NULL AS left_cost,
    'opening stock and movements' AS right_name, u.opening + u.moved AS right_units, NULL AS right_cost
  FROM units u WHERE u.closing <> u.opening + u.moved
  UNION ALL
  SELECT 'B' AS tie, 'transfers, out and in' AS left_name,
    (SELECT COALESCE(SUM(m.quantity_milli), 0) FROM moves m WHERE m.kind = 'transfer') AS left_units, NULL AS left_cost,
    'nothing' AS right_name, 0 AS right_units, NULL AS right_cost
  FROM units u WHERE CAST(:location AS TEXT) IS NULL
  UNION ALL
  SELECT 'C' AS tie, 'counted less expected' AS left_name, c.counted - c.expected AS left_units, NULL AS left_cost,
    'variances' AS right_name, c.variance AS right_units, NULL AS right_cost FROM counts c
  UNION ALL
  SELECT 'D' AS tie, 'variances' AS left_name, c.variance AS left_units, NULL AS left_cost,
    'adjustments posted to the ledger' AS right_name, g.posted AS right_units, NULL AS right_cost
  FROM counts c CROSS JOIN ledger g
  UNION ALL
  SELECT 'E' AS tie, 'restatements of the lines' AS left_name, c.restated AS left_units, NULL AS left_cost,
    'corrections in the ledger' AS right_name, g.restated AS right_units, NULL AS right_cost
  FROM counts c CROSS JOIN ledger g
  UNION ALL
  SELECT 'F' AS tie, 'count adjustments of the ledger' AS left_name,
    (SELECT COALESCE(SUM(m.quantity_milli), 0) FROM moves m WHERE m.kind = 'count-adjustment') AS left_units,
    NULL AS left_cost, 'adjustments and corrections of the counts' AS right_name, g.adjusted AS right_units,
    NULL AS right_cost FROM ledger g
  UNION ALL
  SELECT 'G' AS tie, 'variances at cost, line by line' AS left_name, NULL AS left_units, -c.cost AS left_cost,
    'journal, debits less credits' AS right_name, NULL AS right_units,
    (SELECT COALESCE(SUM(j.debit - j.credit), 0) FROM journal j) AS right_cost FROM counts c
  UNION ALL
  SELECT 'H' AS tie, 'variances of counts in the statement, at cost' AS left_name, NULL AS left_units,
    (SELECT COALESCE(SUM(x.loss_cost_minor), 0) FROM (
        SELECT s.location_id, s.effective_at, s.loss_cost_minor FROM report_shrinkage_lines s WHERE s.origin = 'count'
        UNION ALL
        SELECT o.location_id, o.effective_at, o.loss_cost_minor FROM report_other_adjustments o
        WHERE o.kind = 'count-adjustment'
      ) x JOIN report_locations p ON p.location_id = x.location_id
      WHERE (CAST(:location AS TEXT) IS NULL OR p.location = :location)
        AND /* include in-period.sql (moment: x.effective_at) */) AS left_cost,
    'journal, with restatements' AS right_name, NULL AS right_units,
    (SELECT COALESCE(SUM(j.net + j.restated), 0) FROM journal j) AS right_cost FROM counts c
  UNION ALL
  SELECT 'I' AS tie, 'lines of counts that do not tie by themselves' AS left_name, 1000 * (
    SELECT COUNT(*) FROM lines l LEFT JOIN (
      SELECT a.line_id, SUM(CASE WHEN a.part = 'posted' THEN a.quantity_milli END) AS posted,
        SUM(CASE WHEN a.part = 'restated' THEN a.quantity_milli END) AS restated
      FROM adjustments a GROUP BY a.line_id
    ) d ON d.line_id = l.line_id
    WHERE COALESCE(l.counted_milli, 0) - l.expected_milli <> l.variance_milli
      OR COALESCE(d.posted, 0) <> l.variance_milli OR COALESCE(d.restated, 0) <> COALESCE(l.restated_milli, 0)
  ) AS left_units, NULL AS left_cost, 'nothing' AS right_name, 0 AS right_units, NULL AS right_cost FROM counts c
  UNION ALL
  SELECT 'J' AS tie, 'variances at cost, with revaluations' AS left_name, NULL AS left_units,
    (SELECT COALESCE(SUM(u.cost), 0) FROM unexplained u) - g.cost AS left_cost,
    'adjustments in the ledger, at cost' AS right_name, NULL AS right_units, -g.cost AS right_cost FROM ledger g
) q
ORDER BY q.tie
