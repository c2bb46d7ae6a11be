SELECT c.supplier, c.supplier_name, c.invoice_number, c.invoice_kind, c.invoiced_on, c.duplicate_of,
  CASE WHEN ROW_NUMBER() OVER (PARTITION BY c.invoice_id ORDER BY c.invoice_line_id) = 1 THEN 1 ELSE 0 END AS is_first,
  c.line, v.sku, COALESCE(v.title, c.title, c.item_code) AS title, c.supplier_code, c.order_number, c.status,
  c.ordered_milli AS ordered, c.received_milli AS received, c.all_invoiced_milli AS all_invoiced,
  c.invoiced_milli AS invoiced, c.excess_milli AS excess, CASE WHEN c.excess_milli > 0 THEN 1 ELSE 0 END AS has_excess,
  c.ordered_pack_milli AS ordered_pack, c.pack_milli AS invoiced_pack,
  c.has_other_pack,
  c.ordered_unit_cost_micro AS ordered_cost, c.unit_cost_micro AS invoiced_cost, c.tax_rate, c.currency,
  c.amount_minor AS amount, c.price_difference_minor AS price_difference, c.query_minor AS query,
  CASE WHEN c.query_minor <> 0 THEN 1 ELSE 0 END AS has_query
FROM checked c LEFT JOIN report_variants v ON v.variant_id = c.variant_id
ORDER BY c.supplier, c.invoiced_on, c.invoice_id, c.invoice_line_id
