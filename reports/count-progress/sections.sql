-- Sections in which something was entered or that have a time of their own, and those of the store's map in which items of the
-- sheet stand. Items in several sections are listed in each.
WITH entered AS (
  SELECT k.session_id, k.section, k.counted_at, k.entered_items, k.recounted_items, k.last_entered_at
  FROM report_count_sections k WHERE k.session_id IN (SELECT c.session_id FROM chosen c)
), placed AS (
  SELECT c.session_id, x.section, MIN(x.section_title) AS section_title, COUNT(DISTINCT h.variant_id) AS placed_items,
    COUNT(DISTINCT CASE WHEN h.sheet_state <> 'uncounted' THEN h.variant_id END) AS placed_counted
  FROM chosen c JOIN report_count_sheet h ON h.session_id = c.session_id
    JOIN report_variants v ON v.variant_id = h.variant_id
    JOIN report_section_products x ON x.product_id = v.product_id AND x.location_id = c.location_id
  GROUP BY c.session_id, x.section
)
SELECT c.session, q.section, NULLIF(q.section_title, q.section) AS section_title, q.placed_items, q.placed_counted, q.entered_items,
  q.recounted_items, q.counted_at, q.last_entered_at,
  CASE WHEN q.placed_items > 0 AND q.placed_items = q.placed_counted THEN 'counted'
    WHEN q.entered_items = 0 AND COALESCE(q.placed_counted, 0) = 0 THEN 'not begun'
    WHEN q.placed_items IS NULL THEN 'entered' ELSE 'under way' END AS progress,
  CASE WHEN q.entered_items = 0 AND COALESCE(q.placed_counted, 0) = 0 THEN 1 ELSE 0 END AS is_untouched
FROM (
  SELECT u.session_id, u.section, MIN(u.section_title) AS section_title, MAX(u.placed_items) AS placed_items,
    MAX(u.placed_counted) AS placed_counted, MAX(u.entered_items) AS entered_items, MAX(u.recounted_items) AS recounted_items,
    MAX(u.counted_at) AS counted_at, MAX(u.last_entered_at) AS last_entered_at
  FROM (
    SELECT e.session_id, e.section, NULL AS section_title, NULL AS placed_items, NULL AS placed_counted, e.entered_items,
      e.recounted_items, e.counted_at, e.last_entered_at FROM entered e
    UNION ALL
    SELECT p.session_id, p.section, p.section_title, p.placed_items, p.placed_counted, 0 AS entered_items, 0 AS recounted_items,
      NULL AS counted_at, NULL AS last_entered_at FROM placed p
  ) u GROUP BY u.session_id, u.section
) q JOIN chosen c ON c.session_id = q.session_id
ORDER BY c.opened_at, c.session, q.section
