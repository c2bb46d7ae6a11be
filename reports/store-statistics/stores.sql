SELECT s.store, s.store_name, s.status, s.followers, s.likes, s.active_products, s.inactive_products,
  COALESCE(s.on_hand_milli, 0) AS on_hand, COALESCE(s.sold_milli, 0) AS sold, s.item_reports
FROM report_store_summary s WHERE CAST(:store AS TEXT) IS NULL OR s.store = :store
ORDER BY s.store
