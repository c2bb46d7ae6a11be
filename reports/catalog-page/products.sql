-- Products with a price above zero: the others are not for sale.
SELECT q.product_code, q.title, q.description, q.category_name, q.regular_price, q.price,
  CASE WHEN q.price < q.regular_price THEN 1 ELSE 0 END AS is_reduced, q.any_left,
  (SELECT m.event_title FROM report_mark_offs m WHERE m.product_id = q.product_id AND m.starts_at <= :generated_at
    AND (m.ends_at IS NULL OR m.ends_at >= :generated_at) AND q.price < q.regular_price
    ORDER BY m.mark_off_micro DESC, m.event LIMIT 1) AS event,
  (SELECT MIN(x.section) FROM report_section_products x WHERE x.product_id = q.product_id
    AND (CAST(:location AS TEXT) IS NULL OR x.location = :location)) AS section
FROM (
  SELECT p.product_id, p.product_code, COALESCE(p.title, p.product_code) AS title, p.description, p.category_name,
    MIN(w.regular_price_minor) AS regular_price, MIN(w.price_minor) AS price,
    MAX(CASE WHEN w.quantity > 0 THEN 1 ELSE 0 END) AS any_left
  FROM left_over w JOIN report_products p ON p.product_id = w.product_id
  GROUP BY p.product_id, p.product_code, p.title, p.description, p.category_name
) q
WHERE q.price > 0
ORDER BY q.category_name, q.title, q.product_code
