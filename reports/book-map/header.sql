SELECT COALESCE(SUM(CASE WHEN c.latitude IS NOT NULL AND c.longitude IS NOT NULL THEN 1 ELSE 0 END), 0) AS placed,
  COALESCE(SUM(CASE WHEN c.latitude IS NULL OR c.longitude IS NULL THEN 1 ELSE 0 END), 0) AS unplaced,
  (SELECT COUNT(*) FROM (SELECT DISTINCT d.latitude, d.longitude FROM chosen d
    WHERE d.latitude IS NOT NULL AND d.longitude IS NOT NULL) e) AS places,
  COALESCE(MAX(CASE WHEN c.latitude IS NULL OR c.longitude IS NULL THEN 1 ELSE 0 END), 0) AS has_unplaced
FROM chosen c
