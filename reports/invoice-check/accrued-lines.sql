SELECT a.supplier, a.supplier_name, a.order_number,
  CASE WHEN ROW_NUMBER() OVER (PARTITION BY a.order_id ORDER BY v.sku) = 1 THEN 1 ELSE 0 END AS is_first, v.sku, v.title,
  a.received_milli AS received, a.invoiced_milli AS invoiced, a.accrued_milli AS accrued_units, v.stock_unit, a.received_at,
  a.unit_cost_micro AS unit_cost, a.currency, a.accrued_minor AS accrued
FROM accrued a JOIN report_variants v ON v.variant_id = a.variant_id
ORDER BY a.supplier, a.order_id, v.sku
