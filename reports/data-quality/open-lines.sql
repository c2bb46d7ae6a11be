-- The lines of orders of which something is still to come.
SELECT l.order_line_id, l.order_id, l.supplier, l.order_number, l.line, l.variant_id, l.unit_cost_micro, l.promised_on, l.expected_on
FROM report_order_lines l WHERE l.open_milli > 0
