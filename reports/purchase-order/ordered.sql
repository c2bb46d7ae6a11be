-- What the supplier is to deliver of each line. A line that was taken back is not among them. Of a line that was given up, or
-- that the supplier refused, only what came is left to pay for.
SELECT q.*, q.ordered_milli - q.cancelled_milli AS agreed_milli,
  CASE WHEN q.ordered_milli = q.cancelled_milli THEN 0
    ELSE /* include product.sql (quantity: q.ordered_milli - q.cancelled_milli; price: q.unit_cost_micro; divisor: q.cost_divisor) */
    END AS amount_minor
FROM (
  SELECT l.order_line_id, l.order_id, l.supplier, l.order_number, l.line, l.variant_id, l.supplier_code, l.order_unit,
    l.pack_milli, l.order_quantity_milli, l.ordered_milli, l.unit_cost_micro, l.cost_divisor, l.currency, l.state,
    CASE WHEN l.state IN ('closed', 'refused') AND l.ordered_milli > COALESCE(l.received_milli, 0)
      THEN l.ordered_milli - CASE WHEN l.received_milli > 0 THEN l.received_milli ELSE 0 END ELSE 0 END AS cancelled_milli
  FROM report_order_lines l
  WHERE l.order_id IN (SELECT c.order_id FROM chosen c) AND l.order_quantity_milli <> 0
) q
