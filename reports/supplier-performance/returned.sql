-- What was sent back to suppliers in the period, in the shop's currency.
SELECT r.supplier, r.supplier_name, r.variant_id, -r.received_milli AS returned_milli, h.currency,
  /* include product.sql (quantity: -r.received_milli; price: r.unit_cost_micro; divisor: h.cost_divisor) */ AS return_minor
FROM report_receipt_lines r CROSS JOIN report_shop h
WHERE r.received_milli < 0 AND r.is_cancelled = 0 AND (CAST(:supplier AS TEXT) IS NULL OR r.supplier = :supplier)
  AND (CAST(:order AS TEXT) IS NULL OR r.order_number = :order)
  AND (CAST(:from AS BIGINT) IS NULL OR r.received_at >= :from) AND (CAST(:to AS BIGINT) IS NULL OR r.received_at <= :to)
