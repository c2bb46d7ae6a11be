SELECT l.* FROM report_listings l
WHERE (CAST(:user AS TEXT) IS NULL OR l.user = :user) AND (:mine = 'no' OR l.is_own = 1)
  AND (CAST(:kind AS TEXT) IS NULL OR l.listing_kind = :kind)
