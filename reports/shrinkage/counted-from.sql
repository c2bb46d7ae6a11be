-- Each entry that makes up the counted number, with its file and line.
SELECT c.line_id, NULLIF(e.section, '') AS section, NULLIF(e.counter, '') AS counter,
  e.counted_milli AS counted, e.counted_at, e.import_source AS source, e.source_line, e.import_id
FROM twenty t
  JOIN report_count_lines c ON c.line_id = t.line_id
  JOIN report_count_entries e ON e.session_id = c.session_id AND e.variant_id = c.variant_id
WHERE e.superseded_by IS NULL
ORDER BY c.line_id, e.entry_id
