SELECT c.session, h.section, h.counter_shown AS counter, CASE WHEN h.counter_shown IS NULL THEN 1 ELSE 0 END AS is_hidden,
  h.entered_items, h.recounted_items, h.counted_shown_milli AS counted, h.last_entered_at
FROM chosen c JOIN report_count_shares h ON h.session_id = c.session_id
ORDER BY c.opened_at, c.session, h.counter_shown, h.section, h.last_entered_at
