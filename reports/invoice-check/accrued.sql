-- Received on orders until the end of the period and not invoiced until then, at the order's cost, on average where its lines
-- have different ones; what came without having been ordered, at that of its receipt.
SELECT q.order_id, o.supplier, o.supplier_name, o.order_number, q.variant_id, q.received_milli, q.received_at,
  q.invoiced_milli, q.accrued_milli, COALESCE(q.currency, h.currency) AS currency, q.unit_cost_micro,
  CASE WHEN q.unit_cost_micro IS NOT NULL THEN
      /* include product.sql (quantity: q.accrued_milli; price: q.unit_cost_micro; divisor: COALESCE(q.cost_divisor, h.cost_divisor)) */
    WHEN q.ordered_milli > 0 THEN
      /* include product.sql (quantity: q.accrued_milli; price: q.cost_minor; divisor: q.ordered_milli) */ END
    AS accrued_minor
FROM (
  SELECT g.*, CASE WHEN g.invoiced_milli > 0 THEN g.received_milli - g.invoiced_milli ELSE g.received_milli END AS accrued_milli,
    CASE WHEN g.order_lines IS NULL THEN g.receipt_cost_micro
      WHEN g.priced_lines = g.order_lines AND g.least_cost_micro = g.most_cost_micro THEN g.least_cost_micro END
      AS unit_cost_micro,
    CASE WHEN g.priced_lines = g.order_lines THEN g.all_cost_minor END AS cost_minor
  FROM (
    SELECT a.order_id, a.variant_id, SUM(a.received_milli) AS received_milli, MAX(a.received_at) AS received_at,
      MAX(a.receipt_cost_micro) AS receipt_cost_micro, COALESCE(SUM(a.invoiced_milli), 0) AS invoiced_milli,
      SUM(a.order_lines) AS order_lines, SUM(a.priced_lines) AS priced_lines, MIN(a.unit_cost_micro) AS least_cost_micro,
      MAX(a.unit_cost_micro) AS most_cost_micro, SUM(a.ordered_milli) AS ordered_milli, SUM(a.cost_minor) AS all_cost_minor,
      MAX(a.currency) AS currency, MAX(a.cost_divisor) AS cost_divisor
    FROM (
      SELECT x.order_id, x.variant_id, x.received_milli, x.received_at, x.unit_cost_micro AS receipt_cost_micro,
        NULL AS invoiced_milli, NULL AS order_lines, NULL AS priced_lines, NULL AS unit_cost_micro, NULL AS ordered_milli,
        NULL AS cost_minor, NULL AS currency, NULL AS cost_divisor
      FROM report_receipt_lines x
      WHERE x.order_id IS NOT NULL AND x.is_cancelled = 0 AND (CAST(:to AS BIGINT) IS NULL OR x.received_at <= :to)
      UNION ALL
      SELECT b.order_id, b.variant_id, NULL, NULL, NULL, b.invoiced_milli, NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM bills b
      WHERE b.order_id IS NOT NULL AND b.variant_id IS NOT NULL
        AND (CAST(:to_day AS TEXT) IS NULL OR COALESCE(b.invoiced_on, '') <= :to_day)
      UNION ALL
      SELECT l.order_id, l.variant_id, NULL, NULL, NULL, NULL, 1, CASE WHEN l.ordered_cost_minor IS NULL THEN 0 ELSE 1 END,
        l.unit_cost_micro, l.ordered_milli, l.ordered_cost_minor, l.currency, l.cost_divisor
      FROM report_order_lines l
    ) a
    GROUP BY a.order_id, a.variant_id
  ) g
  WHERE g.received_milli > 0 AND g.received_milli > g.invoiced_milli
) q JOIN report_order_numbers o ON o.order_id = q.order_id CROSS JOIN report_shop h
WHERE (CAST(:supplier AS TEXT) IS NULL OR o.supplier = :supplier)
  AND (CAST(:order AS TEXT) IS NULL OR o.order_number = :order)
  AND (CAST(:invoice AS TEXT) IS NULL OR q.order_id IN (SELECT c.order_id FROM checked c WHERE c.order_id IS NOT NULL))
