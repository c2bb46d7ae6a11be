-- By location and item: the opening balance, each movement with the balances after it, what the values of the movements do not
-- explain, and the closing balance. From the first movement without a cost on the balance at cost is unknown; the closing
-- balance is valued again. The window is that of the order, so that there is one sort.
WITH listed AS (
  SELECT l.* FROM lines l WHERE l.movements > 0 OR :unmoved = 'yes'
)
SELECT e.location, e.sku, e.title, e.stock_unit, e.entry, CASE WHEN e.position = 0 THEN 1 ELSE 0 END AS is_opening,
  CASE WHEN e.position = 1 THEN 1 ELSE 0 END AS is_movement, CASE WHEN e.position = 3 THEN 1 ELSE 0 END AS is_closing,
  e.effective_at, e.document_kind, e.document, e.document_line, CASE WHEN e.position = 1 AND e.moved > 0 THEN e.moved END AS in_units,
  CASE WHEN e.position = 1 AND e.moved <= 0 THEN -e.moved END AS out_units, SUM(e.moved) OVER ledger_order AS balance, e.unit_cost,
  e.cost_source, e.value_cost,
  CASE WHEN e.position = 3 THEN e.value_cost
    WHEN SUM(CASE WHEN e.value_cost IS NULL THEN e.is_counted ELSE 0 END) OVER ledger_order = 0
      THEN SUM(e.value_cost) OVER ledger_order END AS balance_cost,
  e.reason_name, e.source, e.source_line, e.movement_id, e.is_cancelled
FROM (
  SELECT l.place, l.location, l.sku, l.title, l.stock_unit, 0 AS position, 'Opening balance' AS entry,
    CAST(:from AS BIGINT) AS effective_at, NULL AS document_kind, NULL AS document, NULL AS document_line,
    l.opening_milli AS moved, NULL AS unit_cost, NULL AS cost_source, l.opening_cost AS value_cost, NULL AS reason_name,
    NULL AS source, NULL AS source_line, NULL AS movement_id, NULL AS is_cancelled, 1 AS is_counted
  FROM listed l
  UNION ALL
  SELECT l.place, l.location, l.sku, l.title, l.stock_unit, 1 AS position, k.kind AS entry, k.effective_at,
    k.document_kind, k.document, k.document_line, k.quantity_milli AS moved, k.unit_cost_micro AS unit_cost, k.cost_source,
    k.value_cost_minor AS value_cost, k.reason_name, k.import_source AS source, k.source_line, k.movement_id, k.is_cancelled,
    k.is_counted
  FROM moves k JOIN listed l ON l.variant_id = k.variant_id AND l.location_id = k.location_id
  UNION ALL
  SELECT l.place, l.location, l.sku, l.title, l.stock_unit, 2 AS position, 'Rounding and revaluation' AS entry,
    CAST(:to AS BIGINT) AS effective_at, NULL AS document_kind, NULL AS document, NULL AS document_line, 0 AS moved,
    NULL AS unit_cost, NULL AS cost_source, l.closing_cost - l.opening_cost - l.moved_cost AS value_cost, NULL AS reason_name,
    NULL AS source, NULL AS source_line, NULL AS movement_id, NULL AS is_cancelled, 1 AS is_counted
  FROM listed l WHERE l.closing_cost - l.opening_cost - l.moved_cost <> 0
  UNION ALL
  SELECT l.place, l.location, l.sku, l.title, l.stock_unit, 3 AS position, 'Closing balance' AS entry,
    CAST(:to AS BIGINT) AS effective_at, NULL AS document_kind, NULL AS document, NULL AS document_line, 0 AS moved,
    NULL AS unit_cost, NULL AS cost_source, l.closing_cost AS value_cost, NULL AS reason_name, NULL AS source,
    NULL AS source_line, NULL AS movement_id, NULL AS is_cancelled, 1 AS is_counted
  FROM listed l
) e
WINDOW ledger_order AS (PARTITION BY e.place ORDER BY e.position, e.effective_at, e.movement_id
  ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
ORDER BY e.place, e.position, e.effective_at, e.movement_id
