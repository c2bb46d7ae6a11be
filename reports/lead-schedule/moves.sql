-- The movements of the place and period that count, each with what it adds to the value of the stock. is_counted is 0 for
-- corrections of counts that add up to nothing since an undo.
SELECT m.movement_id, m.kind, m.quantity_milli, m.value_cost_minor, m.effective_at, m.import_id, m.import_source, m.document,
  m.reason, m.reason_name,
  CASE WHEN /* include is-undone-correction.sql (movement: m.movement_id; kind: m.kind) */ THEN 0 ELSE 1 END AS is_counted
FROM report_movements m JOIN report_locations p ON p.location_id = m.location_id
WHERE m.is_cancelled = 0 AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND /* include in-period.sql (moment: m.effective_at) */
