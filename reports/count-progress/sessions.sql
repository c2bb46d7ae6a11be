SELECT c.session, c.location, c.location_name, c.kind, c.state, c.is_blind, c.opened_at, c.cut_off_at,
  CASE WHEN c.sheet_items > 0 THEN 1 ELSE 0 END AS has_sheet, c.sheet_items, c.counted_items, c.left_items, c.excluded_items,
  /* include ratio.sql (part: c.counted_items; whole: c.sheet_items) */ AS percent_counted,
  c.unexpected_items, c.unknown_codes, CASE WHEN c.unknown_codes > 0 THEN 1 ELSE 0 END AS has_unknown, c.entries,
  c.superseded_entries, c.recounted_items, c.recounts_open, c.last_entered_at
FROM chosen c ORDER BY c.opened_at, c.session
