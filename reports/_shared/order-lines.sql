-- The lines that are looked at. With a period: of which something was despatched, received or closed in it, or, when nothing
-- ever was, those ordered in it.
SELECT l.order_line_id, l.order_id, l.supplier, l.supplier_name, l.order_number, l.ordered_on, l.line, l.variant_id,
  l.supplier_code, l.ordered_milli, l.confirmed_milli, l.despatched_milli, l.received_milli, l.unit_cost_micro, l.cost_divisor,
  l.currency, l.state, l.expected_on, l.promised_on, l.confirmed_cost_micro, l.open_milli, CASE WHEN l.state IN ('received', 'closed', 'refused') THEN 1 ELSE 0 END AS is_done,
  CASE WHEN l.received_milli >= l.ordered_milli THEN l.ordered_milli WHEN l.received_milli > 0 THEN l.received_milli ELSE 0 END
    AS filled_milli
FROM report_order_lines l
WHERE (CAST(:supplier AS TEXT) IS NULL OR l.supplier = :supplier)
  AND (CAST(:order AS TEXT) IS NULL OR l.order_number = :order)
  AND (CAST(:from AS BIGINT) IS NULL AND CAST(:to AS BIGINT) IS NULL
    OR l.order_line_id IN (SELECT a.order_line_id FROM sent a)
    OR (l.order_id, l.variant_id) IN (SELECT c.order_id, c.variant_id FROM came c)
    OR (CAST(:from_day AS TEXT) IS NULL OR l.closed_on >= :from_day) AND (CAST(:to_day AS TEXT) IS NULL OR l.closed_on <= :to_day)
      AND l.closed_on IS NOT NULL
    OR l.despatched_milli IS NULL AND l.received_milli IS NULL AND l.closed_on IS NULL
      AND (CAST(:from_day AS TEXT) IS NULL OR l.ordered_on >= :from_day)
      AND (CAST(:to_day AS TEXT) IS NULL OR l.ordered_on <= :to_day) AND l.ordered_on IS NOT NULL)
