SELECT m.title, m.author, m.offer_name AS offered_by, m.wish_name AS wanted_by, m.distance_m AS distance, m.match_kind,
  m.condition, m.offer_isbn, m.wish_isbn, m.offer_user, m.wish_user, m.offer, m.wish, m.wish_message
FROM matches m
ORDER BY COALESCE(m.distance_m, 99999999), CASE m.match_kind WHEN 'isbn' THEN 1 WHEN 'title' THEN 2 ELSE 3 END,
  title_order(m.title), m.title,
  m.offer_user, m.offer, m.wish_user, m.wish
