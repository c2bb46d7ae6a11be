SELECT v.variant_id, v.product_id, v.sku,
  (SELECT x.price_minor FROM report_prices x WHERE x.variant_id = v.variant_id AND x.price_type = 'regular'
    AND (x.valid_from IS NULL OR x.valid_from <= :generated_at) AND (x.valid_to IS NULL OR x.valid_to >= :generated_at)
    ORDER BY COALESCE(x.valid_from, -62135596800000) DESC LIMIT 1) AS regular_price,
  (SELECT x.price_minor FROM report_prices x WHERE x.variant_id = v.variant_id AND x.price_type = 'sale'
    AND (x.valid_from IS NULL OR x.valid_from <= :generated_at) AND (x.valid_to IS NULL OR x.valid_to >= :generated_at)
    ORDER BY COALESCE(x.valid_from, -62135596800000) DESC LIMIT 1) AS sale_price
FROM report_variants v
