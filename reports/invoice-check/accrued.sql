-- Received on orders until the end of the period and not invoiced until then, at the order's cost; what came without having
-- been ordered, at that of its receipt.
SELECT q.*,
  CASE WHEN q.unit_cost_micro IS NOT NULL THEN
      CASE WHEN q.accrued_milli > 9000000000000000000 / (q.unit_cost_micro + 1) THEN NULL
        ELSE (q.accrued_milli * q.unit_cost_micro + q.cost_divisor / 2) / q.cost_divisor END
    WHEN q.accrued_milli > 9000000000000000000 / (q.cost_minor + 1) THEN NULL
    WHEN q.ordered_milli > 0 THEN (q.accrued_milli * q.cost_minor + q.ordered_milli / 2) / q.ordered_milli END
    AS accrued_minor
FROM (
  SELECT r.order_id, r.supplier, r.supplier_name, r.order_number, r.variant_id, r.received_milli, r.received_at,
    COALESCE(b.invoiced_milli, 0) AS invoiced_milli,
    CASE WHEN b.invoiced_milli > 0 THEN r.received_milli - b.invoiced_milli ELSE r.received_milli END AS accrued_milli,
    CASE WHEN r.is_ordered = 1 THEN a.currency ELSE h.currency END AS currency,
    CASE WHEN r.is_ordered = 1 THEN a.cost_divisor ELSE h.cost_divisor END AS cost_divisor,
    CASE WHEN r.is_ordered = 1 THEN a.unit_cost_micro ELSE r.receipt_cost_micro END AS unit_cost_micro, a.cost_minor,
    a.ordered_milli
  FROM (
    SELECT x.order_id, x.supplier, x.supplier_name, x.order_number, x.variant_id, x.is_ordered,
      SUM(x.received_milli) AS received_milli, MAX(x.received_at) AS received_at, MAX(x.unit_cost_micro) AS receipt_cost_micro
    FROM report_receipt_lines x
    WHERE x.order_id IS NOT NULL AND x.is_cancelled = 0 AND (CAST(:to AS BIGINT) IS NULL OR x.received_at <= :to)
      AND (CAST(:supplier AS TEXT) IS NULL OR x.supplier = :supplier)
      AND (CAST(:order AS TEXT) IS NULL OR x.order_number = :order)
      AND (CAST(:invoice AS TEXT) IS NULL OR x.order_id IN (SELECT c.order_id FROM checked c WHERE c.order_id IS NOT NULL))
    GROUP BY x.order_id, x.supplier, x.supplier_name, x.order_number, x.variant_id, x.is_ordered
  ) r CROSS JOIN report_shop h
    LEFT JOIN billed b ON b.order_id = r.order_id AND b.variant_id = r.variant_id
    LEFT JOIN agreed a ON a.order_id = r.order_id AND a.variant_id = r.variant_id
  WHERE r.received_milli > COALESCE(b.invoiced_milli, 0) AND r.received_milli > 0
) q
