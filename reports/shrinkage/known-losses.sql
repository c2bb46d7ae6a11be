-- The twenty known losses of the largest value, each with the document and the line of the file that it came from.
SELECT k.movement_id, k.effective_at, p.location, v.sku, v.title, v.stock_unit, k.reason_name,
  k.loss_milli AS loss_units, k.unit_cost_micro AS unit_cost, k.cost_source, k.loss_cost_minor AS loss_cost,
  k.loss_retail_minor AS loss_retail, k.document, k.document_line, k.import_source AS source, k.source_line, k.import_id
FROM (
  SELECT c.movement_id FROM chosen c WHERE c.origin = 'movement'
  ORDER BY CASE WHEN c.loss_cost_minor IS NULL THEN 1 ELSE 0 END, ABS(c.loss_cost_minor) DESC,
    ABS(c.loss_milli) DESC, c.movement_id LIMIT 20
) t
  JOIN report_known_losses k ON k.movement_id = t.movement_id
  JOIN report_locations p ON p.location_id = k.location_id
  JOIN report_variants v ON v.variant_id = k.variant_id
ORDER BY CASE WHEN k.loss_cost_minor IS NULL THEN 1 ELSE 0 END, ABS(k.loss_cost_minor) DESC, ABS(k.loss_milli) DESC,
  k.movement_id
