-- The movements that make up the expected number, by kind and file: those known when the count was posted, and separately
-- those that came after it, without its own adjustment and the corrections of its own line. What an undo took back is left
-- out with its reversal, unless one was known when the count was posted and the other came later.
SELECT c.line_id, m.kind, CASE WHEN m.recorded_at > s.posted_at THEN 1 ELSE 0 END AS is_late, m.import_source AS source,
  CASE WHEN MIN(m.document) = MAX(m.document) THEN MIN(m.document) END AS document, COUNT(*) AS movements,
  CASE WHEN COUNT(*) > 1 THEN 1 ELSE 0 END AS is_several, MIN(m.source_line) AS first_line,
  MAX(m.source_line) AS last_line, SUM(m.quantity_milli) AS quantity
FROM twenty t
  JOIN report_count_lines c ON c.line_id = t.line_id
  JOIN report_count_sessions s ON s.session_id = c.session_id
  JOIN report_movements m ON m.variant_id = c.variant_id AND m.location_id = c.location_id
    AND m.effective_at <= c.as_of AND m.movement_id <> COALESCE(c.movement_id, 0)
WHERE NOT EXISTS (
  SELECT 1 FROM report_count_restatements r WHERE r.line_id = c.line_id AND r.movement_id = m.movement_id)
  AND NOT EXISTS (
    SELECT 1 FROM undone u
    WHERE u.movement_id = m.movement_id AND (u.last_at <= s.posted_at OR u.first_at > s.posted_at))
  -- The adjustment of another count of the same moment disturbs later counts only.
  AND NOT (m.effective_at = c.as_of AND m.recorded_at > s.posted_at
    AND EXISTS (SELECT 1 FROM report_count_lines o WHERE o.movement_id = m.movement_id))
GROUP BY c.line_id, m.kind, CASE WHEN m.recorded_at > s.posted_at THEN 1 ELSE 0 END, m.import_source
ORDER BY c.line_id, is_late, MIN(m.effective_at), m.kind, m.import_source
