-- Every line of every invoice: what one has too much depends on the others.
SELECT l.invoice_line_id, l.invoice_id, l.supplier, l.invoice_number, l.invoice_kind, l.invoiced_on, l.line, l.variant_id,
  l.supplier_code, l.item_code, l.title, l.order_number, l.order_id, l.order_line_id, l.currency, l.cost_divisor,
  l.invoiced_milli, l.unit_cost_micro, l.amount_minor, l.tax_rate, l.ordered_unit_cost_micro, l.ordered_cost_minor,
  l.price_difference_minor, l.ordered_pack_milli, l.pack_milli, l.ordered_milli, l.received_milli, l.all_invoiced_milli
FROM report_invoice_lines l
