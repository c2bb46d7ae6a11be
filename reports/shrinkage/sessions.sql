-- The posted count sessions with lines in the place and time asked for, those without a variance included: the trend from
-- count to count. Losses positive; a variance with a reason that is not a loss is in no amount.
SELECT s.session, p.location, s.kind, s.cut_off_at, q.first_as_of, q.last_as_of,
  (SELECT COUNT(*) FROM report_count_recounts r WHERE r.session_id = s.session_id) AS recounts, s.approved_by,
  s.posted_at, s.posted_by,
  s.valuation_method, q.lines, q.variances, q.counted_lines, q.right_lines,
  /* include ratio.sql (part: q.right_lines; whole: q.counted_lines) */
    AS percent_lines,
  CASE WHEN q.losses = 0 THEN 0 ELSE q.net_cost END AS net_cost,
  CASE WHEN q.net_cost IS NULL AND q.losses > 0 THEN NULL ELSE COALESCE(q.loss_cost, 0) END AS loss_cost,
  CASE WHEN q.net_cost IS NULL AND q.losses > 0 THEN NULL ELSE COALESCE(q.gain_cost, 0) END AS gain_cost,
  CASE WHEN q.losses = 0 THEN 0 ELSE q.net_retail END AS net_retail
FROM (
  SELECT c.session_id, MIN(c.as_of) AS first_as_of, MAX(c.as_of) AS last_as_of, COUNT(*) AS lines,
    SUM(CASE WHEN c.variance_restated_milli <> 0 THEN 1 ELSE 0 END) AS variances,
    SUM(CASE WHEN c.state IN ('counted', 'unexpected') THEN 1 ELSE 0 END) AS counted_lines,
    SUM(CASE WHEN c.state IN ('counted', 'unexpected') AND c.variance_restated_milli = 0 THEN 1 ELSE 0 END) AS right_lines,
    SUM(CASE WHEN c.variance_restated_milli <> 0 AND c.loss_class <> 'none' THEN 1 ELSE 0 END) AS losses,
    -SUM(CASE WHEN c.variance_restated_milli <> 0 AND c.loss_class <> 'none' THEN c.variance_restated_cost_minor END)
      AS net_cost,
    -SUM(CASE WHEN c.variance_restated_cost_minor < 0 AND c.loss_class <> 'none' THEN c.variance_restated_cost_minor END)
      AS loss_cost,
    SUM(CASE WHEN c.variance_restated_cost_minor > 0 AND c.loss_class <> 'none' THEN c.variance_restated_cost_minor END)
      AS gain_cost,
    -SUM(CASE WHEN c.variance_restated_milli <> 0 AND c.loss_class <> 'none' THEN c.variance_restated_retail_minor END)
      AS net_retail
  FROM counted c
  GROUP BY c.session_id
) q
  JOIN report_count_sessions s ON s.session_id = q.session_id
  JOIN report_locations p ON p.location_id = s.location_id
ORDER BY q.last_as_of, s.session
