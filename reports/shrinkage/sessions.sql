-- The posted count sessions with lines in the place and time asked for, those without a variance included.
SELECT s.session, p.location, s.kind, s.cut_off_at, q.first_as_of, q.last_as_of, s.posted_at, s.posted_by,
  s.valuation_method, q.lines, q.variances
FROM (
  SELECT c.session_id, MIN(c.as_of) AS first_as_of, MAX(c.as_of) AS last_as_of, COUNT(*) AS lines,
    SUM(CASE WHEN c.variance_restated_milli <> 0 THEN 1 ELSE 0 END) AS variances
  FROM report_count_lines c
  WHERE c.session_state = 'posted'
    AND (CAST(:from AS BIGINT) IS NULL OR c.as_of >= :from) AND (CAST(:to AS BIGINT) IS NULL OR c.as_of <= :to)
  GROUP BY c.session_id
) q
  JOIN report_count_sessions s ON s.session_id = q.session_id
  JOIN report_locations p ON p.location_id = s.location_id
WHERE CAST(:location AS TEXT) IS NULL OR p.location = :location
ORDER BY q.last_as_of, s.session
