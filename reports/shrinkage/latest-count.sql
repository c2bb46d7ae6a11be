-- The moment of the latest posted count; now, if there is no such count or the time asked for begins after it.
SELECT CASE WHEN MAX(c.as_of) >= COALESCE(:from, MAX(c.as_of)) THEN MAX(c.as_of) ELSE :generated_at END AS moment
FROM report_count_lines c JOIN report_locations p ON p.location_id = c.location_id
WHERE c.session_state = 'posted' AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
