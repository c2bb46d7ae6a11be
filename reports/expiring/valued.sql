-- The lots that the report is about, with their goods and what they are worth at cost by the shop's method.
SELECT l.expires_on, l.days_left, v.sku, v.title, v.category_name, l.lot, p.location, l.remaining_milli, v.stock_unit,
  s.unit_cost_micro,
  /* include product.sql (quantity: l.remaining_milli; price: s.unit_cost_micro; divisor: h.cost_divisor) */ AS value_cost_minor
FROM left_lots l JOIN report_variants v ON v.variant_id = l.variant_id
  JOIN report_locations p ON p.location_id = l.location_id
  LEFT JOIN report_stock_on_hand s ON s.variant_id = l.variant_id AND s.location_id = l.location_id
  CROSS JOIN report_shop h
WHERE l.days_left >= 0 AND l.days_left <= :days
