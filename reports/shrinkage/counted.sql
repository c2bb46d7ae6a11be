-- The lines of the posted counts of the place and time asked for, with their stock since then.
SELECT c.line_id, c.session_id, c.session, c.variant_id, c.location_id, c.state, c.as_of, c.counted_milli,
  c.expected_milli, c.variance_milli, c.restated_milli, c.expected_restated_milli, c.variance_restated_milli,
  c.variance_restated_cost_minor, c.variance_restated_retail_minor, c.unit_cost_micro, c.retail_price_minor,
  c.round, c.loss_class, v.stock_unit
FROM report_count_lines c
  JOIN report_locations p ON p.location_id = c.location_id
  JOIN report_variants v ON v.variant_id = c.variant_id
WHERE c.session_state = 'posted' AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND /* include in-period.sql (moment: c.as_of) */
  AND (CAST(:category AS TEXT) IS NULL
    OR v.category IN (SELECT t.category FROM report_category_tree t WHERE t.ancestor = :category))
