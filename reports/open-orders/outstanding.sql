-- The lines of which something is still to come, with the day on which it is: the promised one, else that of the order.
SELECT q.*, CASE WHEN q.days_late > 0 THEN 1 ELSE 0 END AS is_overdue,
  CASE WHEN q.day IS NULL THEN 'no date' WHEN q.days_late <= 0 THEN 'not due yet' WHEN q.days_late <= 7 THEN '1 to 7 days late'
    WHEN q.days_late <= 30 THEN '8 to 30 days late' ELSE 'over 30 days late' END AS age,
  CASE WHEN q.day IS NULL THEN 5 WHEN q.days_late <= 0 THEN 1 WHEN q.days_late <= 7 THEN 2 WHEN q.days_late <= 30 THEN 3
    ELSE 4 END AS age_place
FROM (
  SELECT x.*, (SELECT t.number FROM today t) - (/* include day-number.sql */) AS days_late
  FROM (
    SELECT l.order_line_id, l.order_id, l.supplier, l.supplier_name, l.order_number, l.ordered_on, l.line, l.variant_id,
      l.location_id, l.supplier_code, l.order_unit, l.pack_milli, l.ordered_milli, l.confirmed_milli, l.despatched_milli,
      l.received_milli, l.open_milli,
      /* include product.sql (quantity: l.open_milli; price: 1000; divisor: l.pack_milli) */ AS open_order_milli,
      l.unit_cost_micro, l.currency, l.open_cost_minor, l.state, l.response_note,
      CASE WHEN l.line_response = 'backordered' THEN 1 ELSE 0 END AS is_backordered, l.substitute, l.promised_on,
      COALESCE(l.promised_on, l.expected_on) AS day
    FROM report_order_lines l
    WHERE l.open_milli > 0 AND (CAST(:supplier AS TEXT) IS NULL OR l.supplier = :supplier)
      AND (CAST(:location AS TEXT) IS NULL
        OR l.location_id = (SELECT p.location_id FROM report_locations p WHERE p.location = :location))
      AND (CAST(:due AS TEXT) IS NULL OR COALESCE(l.promised_on, l.expected_on) <= :due)
  ) x
) q
