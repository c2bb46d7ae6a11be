SELECT m.* FROM report_book_matches m
WHERE (CAST(:user AS TEXT) IS NULL OR m.offer_user = :user OR m.wish_user = :user) AND (:mine = 'no' OR m.is_own = 1)
  AND (CAST(:within AS INTEGER) IS NULL OR m.distance_m <= :within * 1000)
  AND (CAST(:by AS TEXT) IS NULL OR m.match_kind = :by)
