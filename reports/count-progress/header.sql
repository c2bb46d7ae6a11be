SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name, t.sessions, t.sheet_items,
  t.counted_items, t.left_items,
  /* include ratio.sql (part: t.counted_items; whole: t.sheet_items) */ AS percent_counted,
  t.recounts_open, t.recounted_items, t.unknown_codes, CASE WHEN t.unknown_codes > 0 THEN 1 ELSE 0 END AS has_unknown,
  t.unexpected_items,
  CASE WHEN EXISTS (SELECT 1 FROM report_count_shares h WHERE h.session_id IN (SELECT c.session_id FROM chosen c)
    AND h.counted_shown_milli IS NULL) THEN 1 ELSE 0 END AS hides_figures
FROM (
  SELECT COUNT(*) AS sessions, COALESCE(SUM(c.sheet_items), 0) AS sheet_items, COALESCE(SUM(c.counted_items), 0) AS counted_items,
    COALESCE(SUM(c.left_items), 0) AS left_items, COALESCE(SUM(c.recounts_open), 0) AS recounts_open,
    COALESCE(SUM(c.recounted_items), 0) AS recounted_items, COALESCE(SUM(c.unknown_codes), 0) AS unknown_codes,
    COALESCE(SUM(c.unexpected_items), 0) AS unexpected_items
  FROM chosen c
) t
