-- The twenty variances of the largest value, restated by the movements that came after the count; those without a value
-- stand last, by their units.
SELECT c.line_id, c.session, p.location, v.sku, v.title, v.stock_unit, c.as_of, c.counted_milli AS counted,
  c.expected_milli AS expected, c.variance_milli AS variance, c.restated_milli AS restated,
  c.expected_restated_milli AS expected_restated, c.variance_restated_milli AS variance_restated,
  c.unit_cost_micro AS unit_cost, c.cost_source, c.variance_restated_cost_minor AS value_cost,
  c.variance_restated_retail_minor AS value_retail, c.reason_name,
  CASE WHEN c.expected_restated_milli < 0 THEN 1 ELSE 0 END AS is_negative
FROM twenty t
  JOIN report_count_lines c ON c.line_id = t.line_id
  JOIN report_locations p ON p.location_id = c.location_id
  JOIN report_variants v ON v.variant_id = c.variant_id
ORDER BY CASE WHEN c.variance_restated_cost_minor IS NULL THEN 1 ELSE 0 END,
  ABS(c.variance_restated_cost_minor) DESC, ABS(c.variance_restated_milli) DESC, c.line_id
