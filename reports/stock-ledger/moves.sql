-- The movements of the period, place and items, those included that an undo took back, each with what it adds to the value of
-- the stock and the cost that this is at: that of the document where it sets the cost. is_counted is 0 for what adds up to
-- nothing: what was taken back, and the corrections of counts that are undone by it.
SELECT m.movement_id, m.variant_id, m.location_id, m.kind, m.quantity_milli, m.effective_at, m.document_kind, m.document,
  m.document_line, m.import_source, m.source_line, m.reason_name, m.is_cancelled, m.value_cost_minor,
  CASE WHEN m.is_cancelled = 1 OR /* include is-undone-correction.sql (movement: m.movement_id; kind: m.kind) */ THEN 0 ELSE 1 END AS is_counted,
  CASE WHEN /* include sets-cost.sql */ THEN m.document_cost_micro ELSE m.unit_cost_micro END AS unit_cost_micro,
  CASE WHEN /* include sets-cost.sql */ THEN 'document' ELSE m.cost_source END AS cost_source
FROM report_movements m JOIN report_locations p ON p.location_id = m.location_id
WHERE /* include in-period.sql (moment: m.effective_at) */
  AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND (CAST(:category AS TEXT) IS NULL AND CAST(:item AS TEXT) IS NULL
    OR m.variant_id IN (SELECT g.variant_id FROM goods g))
