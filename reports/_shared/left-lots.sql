-- The lots of which something is left, with the days that are left of them; below zero what expired that long ago.
SELECT x.variant_id, x.location_id, x.lot, x.day AS expires_on, x.remaining_milli,
  /* include day-number.sql */ - (SELECT t.number FROM today t) AS days_left
FROM (
  SELECT b.variant_id, b.location_id, b.lot, b.expires_on AS day, b.remaining_milli
  FROM report_lot_balances b
  WHERE b.expires_on IS NOT NULL AND b.remaining_milli > 0 AND (CAST(:location AS TEXT) IS NULL
    OR b.location_id = (SELECT p.location_id FROM report_locations p WHERE p.location = :location))
) x
