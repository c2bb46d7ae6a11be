-- What each item of each order costs by the order; where its lines differ, on average.
SELECT l.order_id, l.variant_id, l.currency, l.cost_divisor, SUM(l.ordered_milli) AS ordered_milli,
  CASE WHEN COUNT(l.ordered_cost_minor) = COUNT(*) THEN SUM(l.ordered_cost_minor) END AS cost_minor,
  CASE WHEN COUNT(l.unit_cost_micro) = COUNT(*) AND MIN(l.unit_cost_micro) = MAX(l.unit_cost_micro)
    THEN MIN(l.unit_cost_micro) END AS unit_cost_micro
FROM report_order_lines l
WHERE l.received_milli > 0 AND (CAST(:supplier AS TEXT) IS NULL OR l.supplier = :supplier)
  AND (CAST(:order AS TEXT) IS NULL OR l.order_number = :order)
GROUP BY l.order_id, l.variant_id, l.currency, l.cost_divisor
