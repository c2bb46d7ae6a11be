SELECT j.supplier, j.supplier_name, j.invoice_number, j.invoice_kind, j.invoiced_on, j.due_on, j.order_number, j.corrects,
  j.currency, j.line_count AS lines, j.lines_minor AS lines_sum, j.allowance_minor AS allowances, j.charge_minor AS charges,
  j.net_minor AS net, j.net_difference_minor AS net_difference, j.tax_minor AS tax, j.total_minor AS total,
  j.total_difference_minor AS total_difference, j.has_wrong_sum, j.duplicate_of, j.findings,
  CASE WHEN j.findings > 0 THEN 1 ELSE 0 END AS has_findings, j.query_minor AS query
FROM judged j ORDER BY j.supplier, j.invoiced_on, j.invoice_id
