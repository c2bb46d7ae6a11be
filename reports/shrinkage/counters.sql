-- The variances by the person whose count is valid, the largest net loss first: for a recounted item the one who made the
-- round that was posted. Items with several counters have a row of their own, and so have decisions of a manager.
WITH line_counters AS (
  SELECT c.line_id, CASE WHEN MAX(CASE WHEN c.round IS NULL THEN 1 ELSE 0 END) = 1 THEN 'decided by a manager'
    WHEN MIN(e.counter) = MAX(e.counter) THEN COALESCE(NULLIF(MIN(e.counter), ''), 'not named')
    WHEN MIN(e.counter) IS NULL THEN 'not named' ELSE 'several' END AS counter
  FROM counted c LEFT JOIN report_count_entries e ON e.session_id = c.session_id AND e.variant_id = c.variant_id
    AND e.superseded_by IS NULL AND e.round = c.round
  WHERE c.state IN ('counted', 'unexpected') GROUP BY c.line_id
), tallies AS (
  SELECT k.counter, COUNT(*) AS counted_lines,
    SUM(CASE WHEN c.variance_restated_milli = 0 THEN 1 ELSE 0 END) AS right_lines
  FROM line_counters k JOIN counted c ON c.line_id = k.line_id
  GROUP BY k.counter
)
SELECT t.counter, t.counted_lines, t.right_lines, /* include ratio.sql (part: t.right_lines; whole: t.counted_lines) */
    AS percent_lines, COALESCE(g.lines, 0) AS lines, g.net_cost, g.loss_cost, g.gain_cost, g.net_retail, g.loss_retail,
  g.gain_retail
FROM tallies t LEFT JOIN (
  SELECT k.counter, COUNT(*) AS lines,
    /* include parts.sql */,
    /* include loss-sums.sql */
  FROM chosen c JOIN line_counters k ON k.line_id = c.line_id GROUP BY k.counter
) g ON g.counter = t.counter
ORDER BY CASE WHEN g.net_cost IS NULL THEN 1 ELSE 0 END, g.net_cost DESC, t.counter
