SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name, t.items,
  t.value_cost, t.unvalued_items, CASE WHEN t.unvalued_items > 0 THEN 1 ELSE 0 END AS has_unvalued, t.negative_items,
  CASE WHEN t.negative_items > 0 THEN 1 ELSE 0 END AS has_negative, t.locations
FROM (
  SELECT COUNT(*) AS items, COALESCE(SUM(h.value_cost_minor), 0) AS value_cost,
    COALESCE(SUM(CASE WHEN h.value_cost_minor IS NULL THEN 1 ELSE 0 END), 0) AS unvalued_items,
    COALESCE(SUM(CASE WHEN h.quantity_milli < 0 THEN 1 ELSE 0 END), 0) AS negative_items,
    COUNT(DISTINCT h.location) AS locations
  FROM on_hand h
) t
