SELECT (SELECT l.location_name FROM report_locations l WHERE l.location = :location) AS location_name,
  (SELECT COUNT(*) FROM report_product_texts) AS products, COUNT(q.sale_price) AS on_sale,
  COALESCE(SUM(CASE WHEN q.regular_price IS NULL THEN 1 ELSE 0 END), 0) AS without_price
FROM (
  SELECT p.product_id, MIN(p.regular_price) AS regular_price, MIN(p.sale_price) AS sale_price FROM (/* include priced.sql */) p
  GROUP BY p.product_id
) q
