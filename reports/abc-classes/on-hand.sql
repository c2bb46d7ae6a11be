-- What is on hand now of each item, at the place.
SELECT s.variant_id, SUM(s.quantity_milli) AS quantity_milli, SUM(s.value_cost_minor) AS value_cost_minor,
  COUNT(*) - COUNT(s.value_cost_minor) AS unvalued
FROM report_stock_on_hand s JOIN report_locations p ON p.location_id = s.location_id
  JOIN report_variants v ON v.variant_id = s.variant_id
WHERE s.quantity_milli <> 0 AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND (CAST(:category AS TEXT) IS NULL
    OR v.category IN (SELECT t.category FROM report_category_tree t WHERE t.ancestor = :category))
GROUP BY s.variant_id
