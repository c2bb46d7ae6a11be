SELECT COUNT(*) AS books, COALESCE(SUM(CASE WHEN c.listing_kind = 'owned' THEN 1 ELSE 0 END), 0) AS owned,
  COALESCE(SUM(CASE WHEN c.listing_kind = 'for-trade' THEN 1 ELSE 0 END), 0) AS for_trade,
  COALESCE(SUM(CASE WHEN c.listing_kind = 'asking-for' THEN 1 ELSE 0 END), 0) AS asking_for,
  COUNT(DISTINCT c.user_id) AS users,
  CASE WHEN CAST(:user AS TEXT) IS NULL AND :mine = 'no' THEN NULL ELSE MAX(c.display_name) END AS owner,
  COALESCE(SUM(CASE WHEN c.title IS NULL THEN 1 ELSE 0 END), 0) AS unknown_isbn,
  MAX(CASE WHEN c.title IS NULL THEN 1 ELSE 0 END) AS has_unknown_isbn
FROM chosen c
