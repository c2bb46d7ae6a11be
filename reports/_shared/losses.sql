-- The lines of shrinkage of the place and time asked for, with the category and the supplier of their goods. The report has an
-- expression item_suppliers.
SELECT s.part, s.origin, s.variant_id, s.location_id, s.effective_at, s.session_id, s.line_id, s.movement_id, s.reason,
  s.reason_name, s.loss_milli, s.cost_source, s.loss_cost_minor, s.loss_retail_minor AS amount_minor, s.tax_included,
  p.location, p.location_name, v.category, v.category_name, v.stock_unit, v.tax_rate, u.supplier, u.supplier_name
FROM report_shrinkage_lines s
  JOIN report_locations p ON p.location_id = s.location_id
  JOIN report_variants v ON v.variant_id = s.variant_id
  LEFT JOIN item_suppliers u ON u.variant_id = s.variant_id
WHERE (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND /* include in-period.sql (moment: s.effective_at) */
  AND (CAST(:category AS TEXT) IS NULL
    OR v.category IN (SELECT c.category FROM report_category_tree c WHERE c.ancestor = :category))
