-- What is left of each variant that customers are shown, in the location asked for or in all of them.
SELECT v.variant_id, v.product_id, v.product_code, COALESCE(v.colour, '') AS colour, COALESCE(v.size, '') AS size,
  n.regular_price_minor, n.price_minor,
  COALESCE(h.quantity, 0) AS quantity,
  CASE lower(v.size) WHEN 'xsmall' THEN 1 WHEN 'xs' THEN 1 WHEN 'small' THEN 2 WHEN 's' THEN 2 WHEN 'medium' THEN 3
    WHEN 'm' THEN 3 WHEN 'large' THEN 4 WHEN 'l' THEN 4 WHEN 'xlarge' THEN 5 WHEN 'xl' THEN 5 ELSE 6 END AS size_rank
FROM report_variants v LEFT JOIN report_prices_now n ON n.variant_id = v.variant_id
  LEFT JOIN (
    SELECT s.variant_id, SUM(s.quantity_milli) AS quantity FROM report_stock_on_hand s
      JOIN report_locations l ON l.location_id = s.location_id
    WHERE CAST(:location AS TEXT) IS NULL OR l.location = :location GROUP BY s.variant_id
  ) h ON h.variant_id = v.variant_id
WHERE COALESCE(v.status, 'active') = 'active'
  AND (CAST(:category AS TEXT) IS NULL OR v.category_id IN (
    SELECT t.category_id FROM report_category_tree t WHERE t.ancestor = :category))
