-- The invoices and credit notes that are looked at, with what their lines are about. Amounts of credit notes are negative.
SELECT v.invoice_id, v.supplier, v.supplier_name, v.invoice_number, v.invoice_kind, v.invoiced_on, v.due_on, v.order_number,
  v.corrects, v.currency, v.duplicate_of, v.line_count, s.sign * v.lines_minor AS lines_minor,
  s.sign * v.allowance_minor AS allowance_minor, s.sign * v.charge_minor AS charge_minor, s.sign * v.net_minor AS net_minor,
  s.sign * v.net_difference_minor AS net_difference_minor, s.sign * v.tax_minor AS tax_minor,
  s.sign * v.total_minor AS total_minor, s.sign * v.total_difference_minor AS total_difference_minor,
  CASE WHEN v.net_difference_minor <> 0 OR v.total_difference_minor <> 0 THEN 1 ELSE 0 END AS has_wrong_sum,
  t.query_minor, t.amount_minor, COALESCE(t.findings, 0) AS findings
FROM report_invoices v
  JOIN (SELECT 'invoice' AS invoice_kind, 1 AS sign UNION ALL SELECT 'credit-note', -1) s ON s.invoice_kind = v.invoice_kind
  LEFT JOIN (
    SELECT c.invoice_id, SUM(c.query_minor) AS query_minor, SUM(c.amount_minor) AS amount_minor,
      SUM(CASE WHEN c.status IN ('matched', 'credited') THEN 0 ELSE 1 END) AS findings
    FROM checked c GROUP BY c.invoice_id
  ) t ON t.invoice_id = v.invoice_id
WHERE (CAST(:supplier AS TEXT) IS NULL OR v.supplier = :supplier)
  AND (CAST(:invoice AS TEXT) IS NULL OR v.invoice_number = :invoice)
  AND (CAST(:order AS TEXT) IS NULL OR v.order_number = :order OR t.invoice_id IS NOT NULL)
  AND (CAST(:from_day AS TEXT) IS NULL OR v.invoiced_on >= :from_day)
  AND (CAST(:to_day AS TEXT) IS NULL OR v.invoiced_on <= :to_day)
