-- The twenty that are liked most.
SELECT p.store, p.product_code, p.title, l.likes
FROM report_product_likes l JOIN report_products p ON p.product_id = l.product_id
  JOIN report_store_summary s ON s.location_id = p.location_id
WHERE CAST(:store AS TEXT) IS NULL OR s.store = :store
ORDER BY l.likes DESC, p.product_code LIMIT 20
