-- Each line with where it is from, the largest amount first: a variance with its count and the first of the entries that made its
-- number, a known loss with its document; both with the line of the file.
SELECT q.effective_at, q.location, q.session, q.document, v.category, v.sku, v.title, q.stock_unit, q.part, q.reason,
  q.reason_name, q.supplier, q.net_units, q.net_cost, q.net_retail, q.source, q.source_line, q.more_entries, q.import_id
FROM (
  SELECT c.variant_id, c.effective_at, c.location, s.session, s.session AS document, c.stock_unit, c.part, c.reason,
    c.reason_name, c.supplier, c.loss_milli AS net_units, c.loss_cost_minor AS net_cost, c.loss_retail_minor AS net_retail,
    e.source, e.source_line, CASE WHEN e.entries > 1 THEN e.entries - 1 END AS more_entries, e.import_id, c.line_id
  FROM chosen c JOIN report_count_sessions s ON s.session_id = c.session_id
    LEFT JOIN (
      -- With MIN, SQLite takes the other columns from the row that has it.
      SELECT n.session_id, n.variant_id, COUNT(*) AS entries, n.import_id, n.source_line,
        MIN(n.import_source || COALESCE(':' || CAST(n.source_line AS TEXT), '')) AS source
      FROM report_count_entries n
      WHERE n.superseded_by IS NULL AND n.session_id IN (SELECT x.session_id FROM chosen x WHERE x.origin = 'count')
      GROUP BY n.session_id, n.variant_id
    ) e ON e.session_id = c.session_id AND e.variant_id = c.variant_id
  WHERE c.origin = 'count'
  UNION ALL
  SELECT c.variant_id, c.effective_at, c.location, NULL AS session, k.document, c.stock_unit, c.part, c.reason, c.reason_name,
    c.supplier, c.loss_milli AS net_units, c.loss_cost_minor AS net_cost, c.loss_retail_minor AS net_retail,
    k.import_source || COALESCE(':' || CAST(k.source_line AS TEXT), '') AS source, k.source_line, NULL AS more_entries,
    k.import_id, c.movement_id AS line_id
  FROM chosen c JOIN report_known_losses k ON k.movement_id = c.movement_id
  WHERE c.origin = 'movement'
) q JOIN report_variants v ON v.variant_id = q.variant_id
ORDER BY CASE WHEN q.net_cost IS NULL THEN 1 ELSE 0 END, ABS(q.net_cost) DESC, ABS(q.net_units) DESC, q.effective_at,
  q.part DESC, q.line_id
