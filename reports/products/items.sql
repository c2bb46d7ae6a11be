-- A row for each place of each variant; what no place has stands once, without a place.
SELECT t.product_code, t.title, t.description, t.status, t.colours, p.regular_price, p.sale_price, p.sku, l.location_name AS location,
  h.quantity_milli AS quantity,
  CASE WHEN ROW_NUMBER() OVER (PARTITION BY t.product_id ORDER BY p.variant_id, l.location) = 1 THEN 1 ELSE 0 END AS is_first,
  CASE WHEN t.status = 'discontinued' THEN 1 ELSE 0 END AS is_last_sold
FROM report_product_texts t JOIN (/* include priced.sql */) p ON p.product_id = t.product_id
  LEFT JOIN (
    SELECT s.variant_id, s.location_id, s.quantity_milli FROM report_stock_on_hand s
      JOIN report_locations w ON w.location_id = s.location_id
    WHERE (CAST(:location AS TEXT) IS NULL OR w.location = CAST(:location AS TEXT))
      -- Where an item was only by what was undone, it never was.
      AND (s.quantity_milli <> 0 OR EXISTS (SELECT 1 FROM report_movements m
        WHERE m.variant_id = s.variant_id AND m.location_id = s.location_id AND m.is_cancelled = 0))
  ) h ON h.variant_id = p.variant_id
  LEFT JOIN report_locations l ON l.location_id = h.location_id
ORDER BY title_order(t.title), t.title, t.product_code, p.variant_id, l.location
