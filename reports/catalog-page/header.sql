SELECT (SELECT l.location_name FROM report_locations l WHERE l.location = :location) AS location_name,
  (SELECT MIN(c.ancestor_name) FROM report_category_tree c WHERE c.ancestor = :category) AS category_name,
  COUNT(DISTINCT w.product_id) AS products,
  COUNT(DISTINCT CASE WHEN w.quantity > 0 THEN w.product_id END) AS products_left
FROM left_over w
