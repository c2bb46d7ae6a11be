-- By supplier and currency; what was sent back is in the shop's.
SELECT q.supplier, q.supplier_name, q.currency, SUM(q.ordered_minor) AS ordered_cost, SUM(q.short_lines) AS short_lines,
  SUM(q.short_minor) AS short_cost, SUM(q.price_lines) AS price_lines, SUM(q.price_minor) AS price_cost,
  SUM(q.invoiced_lines) AS invoiced_lines, SUM(q.invoiced_minor) AS invoiced_cost, SUM(q.return_lines) AS return_lines,
  SUM(q.return_minor) AS return_cost, SUM(q.unpriced_lines) AS unpriced_lines,
  CASE WHEN SUM(q.unpriced_lines) > 0 THEN 1 ELSE 0 END AS has_unpriced
FROM (
  SELECT j.supplier, j.supplier_name, j.currency,
    /* include product.sql (quantity: j.ordered_milli; price: j.unit_cost_micro; divisor: j.cost_divisor) */ AS ordered_minor,
    CASE WHEN j.short_milli > 0 THEN 1 ELSE 0 END AS short_lines,
    CASE WHEN j.short_milli > 0 THEN j.short_minor END AS short_minor,
    j.has_price AS price_lines, j.price_minor, 0 AS invoiced_lines, NULL AS invoiced_minor, 0 AS return_lines,
    NULL AS return_minor, CASE WHEN j.unit_cost_micro IS NULL THEN 1 ELSE 0 END AS unpriced_lines
  FROM judged j
  UNION ALL
  SELECT s.supplier, s.supplier_name, i.currency, NULL AS ordered_minor, 0 AS short_lines, NULL AS short_minor,
    0 AS price_lines, NULL AS price_minor, 1 AS invoiced_lines, i.price_difference_minor AS invoiced_minor, 0 AS return_lines,
    NULL AS return_minor, 0 AS unpriced_lines
  FROM report_invoice_lines i JOIN scope s ON s.order_line_id = i.order_line_id
  WHERE i.price_difference_minor <> 0
  UNION ALL
  SELECT r.supplier, r.supplier_name, r.currency, NULL AS ordered_minor, 0 AS short_lines, NULL AS short_minor,
    0 AS price_lines, NULL AS price_minor, 0 AS invoiced_lines, NULL AS invoiced_minor, 1 AS return_lines, r.return_minor,
    CASE WHEN r.return_minor IS NULL THEN 1 ELSE 0 END AS unpriced_lines
  FROM returned r
) q
GROUP BY q.supplier, q.supplier_name, q.currency ORDER BY q.supplier, q.currency
