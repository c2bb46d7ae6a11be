SELECT f.supplier, f.supplier_name, f.order_number, f.ordered_on,
  CASE WHEN ROW_NUMBER() OVER (PARTITION BY f.supplier, f.order_id
    ORDER BY CASE WHEN f.order_line_id IS NULL THEN 1 ELSE 0 END, f.order_line_id, v.sku, k.place) = 1 THEN 1 ELSE 0 END
    AS is_first,
  f.line, v.sku, v.title, f.supplier_code, f.state, f.ordered_milli AS ordered, f.confirmed_milli AS confirmed,
  f.despatched_milli AS despatched, f.received_milli AS received, v.stock_unit, f.difference, k.what, f.detail,
  f.expected_milli AS expected, f.found_milli AS found, f.difference_milli AS difference_units,
  f.expected_micro AS expected_cost, f.found_micro AS found_cost, f.unit_cost_micro AS unit_cost, f.currency,
  f.difference_minor AS cost_difference
FROM found f JOIN names k ON k.difference = f.difference JOIN report_variants v ON v.variant_id = f.variant_id
ORDER BY f.supplier, f.order_id, CASE WHEN f.order_line_id IS NULL THEN 1 ELSE 0 END, f.order_line_id, v.sku, k.place
