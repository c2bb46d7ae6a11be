-- The sessions that the report is of: one, or all that are under way.
SELECT s.session_id, s.session, s.location_id, p.location, p.location_name, s.kind, s.state, s.is_blind, s.opened_at, s.cut_off_at,
  g.sheet_items, g.counted_items, g.left_items, g.excluded_items, g.unexpected_items, g.unknown_codes, g.entries, g.superseded_entries,
  g.recounted_items, g.recounts_open, g.last_entered_at
FROM report_count_sessions s
  JOIN report_locations p ON p.location_id = s.location_id
  JOIN report_count_progress g ON g.session_id = s.session_id
WHERE CASE WHEN CAST(:session AS TEXT) IS NULL THEN s.state NOT IN ('posted', 'reversed') ELSE s.session = :session END
  AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
