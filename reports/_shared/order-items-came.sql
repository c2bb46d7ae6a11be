-- What was received on orders in the period.
SELECT DISTINCT r.order_id, r.variant_id
FROM report_receipt_lines r
WHERE r.order_id IS NOT NULL AND r.is_cancelled = 0 AND (CAST(:from AS BIGINT) IS NULL OR r.received_at >= :from)
  AND (CAST(:to AS BIGINT) IS NULL OR r.received_at <= :to)
