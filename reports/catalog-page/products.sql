-- In the order of sizes.sql: the page reads both next to each other.
SELECT q.product_code, q.title, q.description, q.category_name, q.regular_price, q.price,
  CASE WHEN q.price < q.regular_price THEN 1 ELSE 0 END AS is_reduced, q.any_left,
  (SELECT m.event_title FROM report_mark_offs m WHERE m.product_id = q.product_id AND m.starts_at <= :generated_at
    AND (m.ends_at IS NULL OR m.ends_at >= :generated_at) AND q.price < q.regular_price
    ORDER BY m.mark_off_micro DESC, m.event LIMIT 1) AS event,
  (SELECT MIN(x.section) FROM report_section_products x WHERE x.product_id = q.product_id
    AND (CAST(:location AS TEXT) IS NULL OR x.location = :location)) AS section
FROM shown q
ORDER BY title_order(q.category_name), q.category_name, title_order(q.title), q.title, q.product_code
