SELECT r.store, r.product_code, r.title, r.report_reason, COUNT(*) AS times, MAX(r.reported_at) AS last_at
FROM report_item_reports r WHERE CAST(:store AS TEXT) IS NULL OR r.store = :store
GROUP BY r.store, r.product_code, r.title, r.report_reason
ORDER BY r.store, COUNT(*) DESC, r.product_code, r.report_reason
