-- The variances by who counted, the largest net loss first. A line that several counted stands apart.
WITH counters AS (
  SELECT c.line_id, CASE WHEN MIN(e.counter) = MAX(e.counter) THEN COALESCE(NULLIF(MIN(e.counter), ''), 'not named')
    ELSE 'several' END AS counter
  FROM counted c JOIN report_count_entries e ON e.session_id = c.session_id AND e.variant_id = c.variant_id
  WHERE e.superseded_by IS NULL GROUP BY c.line_id
), tallies AS (
  SELECT k.counter, COUNT(*) AS counted_lines,
    SUM(CASE WHEN c.variance_restated_milli = 0 THEN 1 ELSE 0 END) AS right_lines
  FROM counters k JOIN counted c ON c.line_id = k.line_id
  WHERE c.state IN ('counted', 'unexpected') GROUP BY k.counter
)
SELECT t.counter, t.counted_lines, t.right_lines, (t.right_lines * 1000000 + t.counted_lines / 2) / t.counted_lines
    AS percent_lines, COALESCE(g.lines, 0) AS lines, g.net_cost, g.loss_cost, g.gain_cost, g.net_retail, g.loss_retail,
  g.gain_retail
FROM tallies t LEFT JOIN (
  SELECT k.counter, COUNT(*) AS lines,
    CASE WHEN COUNT(CASE WHEN c.part = 'unknown' THEN 1 END) = 0 THEN 0
      ELSE SUM(CASE WHEN c.part = 'unknown' THEN c.loss_cost_minor END) END AS unknown_cost,
    CASE WHEN COUNT(CASE WHEN c.part = 'known' THEN 1 END) = 0 THEN 0
      ELSE SUM(CASE WHEN c.part = 'known' THEN c.loss_cost_minor END) END AS known_cost,
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
  FROM chosen c JOIN counters k ON k.line_id = c.line_id GROUP BY k.counter
) g ON g.counter = t.counter
ORDER BY CASE WHEN g.net_cost IS NULL THEN 1 ELSE 0 END, g.net_cost DESC, t.counter
