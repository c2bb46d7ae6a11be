SELECT c.place, c.class, v.category, v.sku, v.title, v.barcode, c.amount, c.share, c.cumulated_share, c.units, v.stock_unit,
  COALESCE(h.quantity_milli, 0) AS on_hand, h.value_cost_minor AS on_hand_cost, c.left_out_lines,
  CASE WHEN c.left_out_lines > 0 THEN 1 ELSE 0 END AS has_left_out
FROM classed c JOIN report_variants v ON v.variant_id = c.variant_id LEFT JOIN on_hand h ON h.variant_id = c.variant_id
ORDER BY c.place
