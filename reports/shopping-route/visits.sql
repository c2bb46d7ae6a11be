-- Stores whose place nobody knows come last.
SELECT v.step, s.store, s.store_name, s.address, s.opening_hours, v.metres
FROM (
  SELECT r.step, r.location_id, r.metres FROM route r WHERE r.step > 0
  UNION ALL
  SELECT NULL, x.location_id, NULL FROM stops x WHERE x.location_id NOT IN (SELECT q.location_id FROM route q WHERE q.step > 0)
) v JOIN report_stores s ON s.location_id = v.location_id
ORDER BY CASE WHEN v.step IS NULL THEN 1 ELSE 0 END, v.step, s.store
