-- The movements of the place and period that count, each with what it adds to the value of the stock.
SELECT m.movement_id, m.kind, m.quantity_milli, m.value_cost_minor, m.effective_at, m.import_id, m.import_source, m.document,
  m.reason, m.reason_name
FROM report_movements m JOIN report_locations p ON p.location_id = m.location_id
WHERE m.is_cancelled = 0 AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND (CAST(:from AS BIGINT) IS NULL OR m.effective_at >= :from) AND m.effective_at <= :to
