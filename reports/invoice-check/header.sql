SELECT (SELECT s.supplier_name FROM report_suppliers s WHERE s.supplier = :supplier) AS supplier_name, i.invoices,
  i.credit_notes, i.duplicates, CASE WHEN i.duplicates > 0 THEN 1 ELSE 0 END AS has_duplicates, i.wrong_sums,
  CASE WHEN i.wrong_sums > 0 THEN 1 ELSE 0 END AS has_wrong_sums, t.lines, t.matched_lines, t.unknown_lines, a.accrued_lines,
  a.unpriced_lines, CASE WHEN a.unpriced_lines > 0 THEN 1 ELSE 0 END AS has_unpriced
FROM (
  SELECT COALESCE(SUM(CASE WHEN j.invoice_kind = 'invoice' THEN 1 ELSE 0 END), 0) AS invoices,
    COALESCE(SUM(CASE WHEN j.invoice_kind = 'credit-note' THEN 1 ELSE 0 END), 0) AS credit_notes,
    COALESCE(SUM(CASE WHEN j.duplicate_of IS NOT NULL THEN 1 ELSE 0 END), 0) AS duplicates,
    COALESCE(SUM(j.has_wrong_sum), 0) AS wrong_sums
  FROM judged j
) i CROSS JOIN (
  SELECT COUNT(*) AS lines, COALESCE(SUM(CASE WHEN c.status IN ('matched', 'credited') THEN 1 ELSE 0 END), 0) AS matched_lines,
    COALESCE(SUM(CASE WHEN c.query_minor IS NULL THEN 1 ELSE 0 END), 0) AS unknown_lines
  FROM checked c
) t CROSS JOIN (
  SELECT COUNT(*) AS accrued_lines, COALESCE(SUM(CASE WHEN a.accrued_minor IS NULL THEN 1 ELSE 0 END), 0) AS unpriced_lines
  FROM accrued a
) a
