-- The counted number comes from one or more entries; the first by name stands for them, with the number of others.
SELECT c.line_id, v.category, v.sku, v.title, v.barcode, c.state, c.as_of, c.counted_milli AS counted,
  c.expected_milli AS expected, c.variance_milli AS variance, c.restated_milli AS restated,
  c.expected_restated_milli AS expected_restated, c.variance_restated_milli AS variance_restated, v.stock_unit,
  c.unit_cost_micro AS unit_cost, c.cost_source, c.variance_restated_cost_minor AS value_cost,
  c.variance_restated_retail_minor AS value_retail, c.reason, c.reason_name,
  e.source, COALESCE(e.entries, 0) AS entries, CASE WHEN e.entries > 1 THEN e.entries - 1 END AS more_entries,
  e.import_id, e.source_line
FROM report_count_lines c
  JOIN report_variants v ON v.variant_id = c.variant_id
  LEFT JOIN (
    -- With MIN, SQLite takes the other columns from the row that has it.
    SELECT n.session_id, n.variant_id, COUNT(*) AS entries, n.import_id, n.source_line,
      MIN(n.import_source || COALESCE(':' || CAST(n.source_line AS TEXT), '')) AS source
    FROM report_count_entries n
    WHERE n.superseded_by IS NULL
      AND n.session_id = (SELECT s.session_id FROM report_count_sessions s WHERE s.session = :session)
    GROUP BY n.session_id, n.variant_id
  ) e ON e.session_id = c.session_id AND e.variant_id = c.variant_id
WHERE c.session = :session
ORDER BY v.category, v.sku
