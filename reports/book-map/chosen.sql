SELECT l.* FROM report_listings l
WHERE (CAST(:user AS TEXT) IS NULL OR l.user = :user) AND (CAST(:kind AS TEXT) IS NULL OR l.listing_kind = :kind)
