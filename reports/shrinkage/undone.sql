-- The movements of the twenty variances that add up to nothing in pairs: what an undo took back with its reversal and, of what was
-- brought back, the reversals with one another. first_at and last_at are when the two of a pair were recorded.
SELECT q.movement_id, q.first_at, q.last_at
FROM (
  WITH RECURSIVE chains (movement_id, recorded_at, pair, place) AS (
    SELECT o.movement_id, o.recorded_at, o.movement_id AS pair, o.is_cancelled AS place
    FROM twenty t JOIN report_count_lines c ON c.line_id = t.line_id
      JOIN report_movements o ON o.variant_id = c.variant_id AND o.location_id = c.location_id
    WHERE o.reverses_movement_id IS NULL AND o.effective_at <= c.as_of
      AND EXISTS (SELECT 1 FROM report_movements r WHERE r.reverses_movement_id = o.movement_id)
    UNION
    SELECT r.movement_id, r.recorded_at, CASE WHEN k.place % 2 = 1 THEN k.pair ELSE r.movement_id END AS pair,
      k.place + 1 AS place
    FROM chains k JOIN report_movements r ON r.reverses_movement_id = k.movement_id
  )
  SELECT k.movement_id, p.first_at, p.last_at
  FROM chains k JOIN (
    SELECT x.pair, MIN(x.recorded_at) AS first_at, MAX(x.recorded_at) AS last_at FROM chains x
    GROUP BY x.pair HAVING COUNT(*) = 2
  ) p ON p.pair = k.pair
) q
