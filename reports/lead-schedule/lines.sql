-- The lines of posted counts of the place and period that moved stock or could have.
SELECT c.line_id, c.session_id, c.session, c.as_of, c.counted_milli, c.expected_milli, c.variance_milli, c.restated_milli,
  c.variance_cost_minor, c.variance_restated_cost_minor, c.reason, c.reason_name, c.movement_id, c.variant_id, c.cost_source
FROM report_count_lines c JOIN report_locations p ON p.location_id = c.location_id
WHERE c.session_state = 'posted' AND c.variance_milli IS NOT NULL
  AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND /* include in-period.sql (moment: c.as_of) */
