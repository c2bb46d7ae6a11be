SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name, t.items,
  (SELECT h.valuation_method FROM report_shop h) AS valuation_method, t.value_cost, t.value_retail, t.tax, t.unpriced_items,
  t.unvalued_items, CASE WHEN t.unvalued_items > 0 THEN 1 ELSE 0 END AS has_unvalued, t.negative_items,
  CASE WHEN t.negative_items > 0 THEN 1 ELSE 0 END AS has_negative, t.locations
FROM (
  SELECT COUNT(*) AS items,
    CASE WHEN COUNT(*) = 0 OR COUNT(h.value_cost_minor) > 0 THEN COALESCE(SUM(h.value_cost_minor), 0) END AS value_cost,
    CASE WHEN COUNT(*) = 0 OR COUNT(h.value_retail_minor) > 0 THEN COALESCE(SUM(h.value_retail_minor), 0) END
      AS value_retail,
    COALESCE(SUM(CASE WHEN h.value_retail_minor IS NULL THEN 1 ELSE 0 END), 0) AS unpriced_items,
    CASE WHEN MIN(h.tax_included) IS NULL THEN 'unknown'
      WHEN MIN(h.tax_included) <> MAX(h.tax_included) THEN 'included in some prices and not in others'
      WHEN MIN(h.tax_included) = 1 THEN 'included' ELSE 'not included' END AS tax,
    COALESCE(SUM(CASE WHEN h.value_cost_minor IS NULL THEN 1 ELSE 0 END), 0) AS unvalued_items,
    COALESCE(SUM(CASE WHEN h.quantity_milli < 0 THEN 1 ELSE 0 END), 0) AS negative_items,
    COUNT(DISTINCT h.location) AS locations
  FROM on_hand h
) t
