-- On which days in the shop's time zone each item of an order came first and last; what was sent back is not looked at.
SELECT q.order_id, q.variant_id, MIN(q.day) AS first_on, MAX(q.day) AS last_on
FROM (
  SELECT x.order_id, x.variant_id, MAX(x.day) OVER (ORDER BY x.at, x.is_receipt ROWS UNBOUNDED PRECEDING) AS day, x.is_receipt
  FROM (
    SELECT d.starts_at AS at, 0 AS is_receipt, d.day, NULL AS order_id, NULL AS variant_id FROM days d
    UNION ALL
    SELECT r.received_at AS at, 1 AS is_receipt, NULL AS day, r.order_id, r.variant_id
    FROM report_receipt_lines r WHERE r.order_id IS NOT NULL AND r.is_cancelled = 0 AND r.received_milli > 0
  ) x
) q
WHERE q.is_receipt = 1 GROUP BY q.order_id, q.variant_id
