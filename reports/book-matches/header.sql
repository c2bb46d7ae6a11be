SELECT COUNT(*) AS matches, COALESCE(SUM(CASE WHEN m.match_kind = 'isbn' THEN 1 ELSE 0 END), 0) AS by_isbn,
  COALESCE(SUM(CASE WHEN m.match_kind = 'title' THEN 1 ELSE 0 END), 0) AS by_title,
  COALESCE(SUM(CASE WHEN m.match_kind = 'edition' THEN 1 ELSE 0 END), 0) AS other_editions,
  COALESCE(SUM(CASE WHEN m.distance_m IS NULL THEN 1 ELSE 0 END), 0) AS without_distance,
  (SELECT COUNT(*) FROM (SELECT DISTINCT n.wish_user_id, n.wish FROM matches n) d) AS wishes
FROM matches m
