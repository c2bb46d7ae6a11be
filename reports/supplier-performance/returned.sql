-- What was sent back to suppliers in the period, in the shop's currency.
SELECT r.supplier, r.supplier_name, r.variant_id, -r.received_milli AS returned_milli, h.currency,
  CASE WHEN -r.received_milli > 9000000000000000000 / (ABS(r.unit_cost_micro) + 1) THEN NULL
    ELSE (-r.received_milli * r.unit_cost_micro + h.cost_divisor / 2) / h.cost_divisor END AS return_minor
FROM report_receipt_lines r CROSS JOIN report_shop h
WHERE r.received_milli < 0 AND r.is_cancelled = 0 AND (CAST(:supplier AS TEXT) IS NULL OR r.supplier = :supplier)
  AND (CAST(:order AS TEXT) IS NULL OR r.order_number = :order)
  AND (CAST(:from AS BIGINT) IS NULL OR r.received_at >= :from) AND (CAST(:to AS BIGINT) IS NULL OR r.received_at <= :to)
