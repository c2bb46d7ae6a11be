SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  (SELECT t.day FROM today t) AS as_of, c.lots, c.items, c.value_cost, c.unvalued_lots,
  CASE WHEN c.unvalued_lots > 0 THEN 1 ELSE 0 END AS has_unvalued, e.expired_lots,
  CASE WHEN e.expired_lots > 0 THEN 1 ELSE 0 END AS has_expired
FROM (
  SELECT COUNT(*) AS lots, COUNT(DISTINCT w.sku) AS items, COALESCE(SUM(w.value_cost_minor), 0) AS value_cost,
    COALESCE(SUM(CASE WHEN w.value_cost_minor IS NULL THEN 1 ELSE 0 END), 0) AS unvalued_lots
  FROM valued w
) c CROSS JOIN (SELECT COUNT(*) AS expired_lots FROM left_lots l WHERE l.days_left < 0) e
