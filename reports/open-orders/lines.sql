SELECT o.supplier, o.supplier_name, o.order_number,
  CASE WHEN ROW_NUMBER() OVER (PARTITION BY o.order_id ORDER BY o.order_line_id) = 1 THEN 1 ELSE 0 END AS is_first,
  o.ordered_on, p.location, o.line, v.sku, v.title, o.supplier_code, v.stock_unit, o.state, o.ordered_milli AS ordered,
  o.confirmed_milli AS confirmed, o.despatched_milli AS despatched, o.received_milli AS received, o.open_milli AS open,
  o.open_order_milli AS open_order_units, o.order_unit, o.pack_milli AS pack_size, o.day AS due_on,
  CASE WHEN o.promised_on IS NOT NULL THEN 'promised' WHEN o.day IS NOT NULL THEN 'expected' END AS due_by, o.age,
  CASE WHEN o.is_overdue = 1 THEN o.days_late END AS days_late,
  o.is_backordered, o.substitute, o.response_note, o.unit_cost_micro AS unit_cost, o.currency, o.open_cost_minor AS open_cost
FROM outstanding o JOIN report_variants v ON v.variant_id = o.variant_id
  LEFT JOIN report_locations p ON p.location_id = o.location_id
ORDER BY o.supplier, o.order_id, o.order_line_id
