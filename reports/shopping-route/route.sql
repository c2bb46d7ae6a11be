-- From each place to the nearest one that is left, of two that are as near the first by its code; a hundred stops at the most.
SELECT g.step, g.location_id, g.metres FROM (
  WITH RECURSIVE path (step, location_id, latitude, longitude, visited, metres) AS (
    SELECT 0, s.location_id, s.latitude, s.longitude, ',', 0 FROM report_stores s
    WHERE s.store = COALESCE(NULLIF(CAST(:start AS TEXT), ''), (SELECT MIN(f.store) FROM stops f WHERE f.latitude IS NOT NULL))
    UNION ALL
    SELECT r.step + 1, n.location_id, n.latitude, n.longitude, r.visited || n.location_id || ',',
      distance_m(r.latitude, r.longitude, n.latitude, n.longitude)
    FROM path r CROSS JOIN stops n
    WHERE r.step < 100 AND r.visited NOT LIKE '%,' || n.location_id || ',%'
      AND n.latitude IS NOT NULL AND n.longitude IS NOT NULL
      AND NOT EXISTS (
        SELECT 1 FROM stops x
        WHERE x.location_id <> n.location_id AND r.visited NOT LIKE '%,' || x.location_id || ',%'
          AND (distance_m(r.latitude, r.longitude, x.latitude, x.longitude)
              < distance_m(r.latitude, r.longitude, n.latitude, n.longitude)
            OR (distance_m(r.latitude, r.longitude, x.latitude, x.longitude)
                = distance_m(r.latitude, r.longitude, n.latitude, n.longitude) AND x.store < n.store)))
  )
  SELECT step, location_id, metres FROM path
) g
