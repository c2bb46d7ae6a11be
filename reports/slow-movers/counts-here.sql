-- Whether a movement m is of the place and time, and was not undone.
m.is_cancelled = 0 AND m.effective_at <= :at AND (CAST(:location AS TEXT) IS NULL
  OR m.location_id = (SELECT p.location_id FROM report_locations p WHERE p.location = :location))
