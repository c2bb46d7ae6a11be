-- Products with a price above zero: the others are not for sale.
SELECT q.product_id, q.product_code, q.title, q.description, q.category_name, q.regular_price, q.price, q.any_left
FROM (
  SELECT p.product_id, p.product_code, COALESCE(p.title, p.product_code) AS title, p.description, p.category_name,
    MIN(w.regular_price_minor) AS regular_price, MIN(w.price_minor) AS price,
    MAX(CASE WHEN w.quantity > 0 THEN 1 ELSE 0 END) AS any_left
  FROM left_over w JOIN report_products p ON p.product_id = w.product_id
  GROUP BY p.product_id, p.product_code, p.title, p.description, p.category_name
) q
WHERE q.price > 0
