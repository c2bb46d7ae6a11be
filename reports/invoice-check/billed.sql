-- What was invoiced of each item of each order until the end of the period, less what was credited.
SELECT l.order_id, l.variant_id, SUM(l.invoiced_milli) AS invoiced_milli
FROM report_invoice_lines l
WHERE l.order_id IS NOT NULL AND l.variant_id IS NOT NULL
  AND (CAST(:to_day AS TEXT) IS NULL OR COALESCE(l.invoiced_on, '') <= :to_day)
GROUP BY l.order_id, l.variant_id
