-- What the ledger has for each of those lines: the adjustment that the posting made, and the corrections since.
SELECT q.line_id, q.part, m.movement_id, m.quantity_milli, m.value_cost_minor
FROM (
  SELECT l.line_id, 'posted' AS part, l.movement_id FROM lines l WHERE l.movement_id IS NOT NULL
  UNION ALL
  SELECT l.line_id, 'restated' AS part, r.movement_id
  FROM lines l JOIN report_count_restatements r ON r.line_id = l.line_id
) q JOIN report_movements m ON m.movement_id = q.movement_id
