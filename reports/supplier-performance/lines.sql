SELECT j.supplier, j.supplier_name, j.order_number, j.ordered_on, j.line, v.sku, v.title, j.supplier_code, j.state,
  j.ordered_milli AS ordered, COALESCE(j.received_milli, 0) AS received, v.stock_unit, j.due_on, j.last_on AS last_received_on,
  j.lead_days, j.days_late,
  CASE WHEN j.is_overdue = 1 THEN 'overdue' WHEN j.is_done = 0 THEN 'still open'
    WHEN j.is_full = 1 AND j.is_on_time = 1 THEN 'on time and in full' WHEN j.is_full = 1 AND j.is_on_time = 0 THEN 'late'
    WHEN j.is_full = 1 THEN 'in full' WHEN j.last_on IS NULL THEN 'never came' WHEN j.is_on_time = 0 THEN 'late and short'
    ELSE 'short' END AS verdict,
  CASE WHEN j.is_full = 1 AND COALESCE(j.is_on_time, 1) = 1 THEN 1 ELSE 0 END AS is_good,
  CASE WHEN j.short_milli > 0 THEN j.short_milli END AS short_units, j.currency,
  CASE WHEN j.short_milli > 0 THEN j.short_minor END AS short_cost
FROM judged j JOIN report_variants v ON v.variant_id = j.variant_id
ORDER BY j.supplier, j.order_id, j.order_line_id
