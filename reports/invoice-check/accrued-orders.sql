SELECT a.supplier, a.supplier_name, a.order_number, a.currency, COUNT(*) AS lines, MAX(a.received_at) AS received_at,
  SUM(a.accrued_minor) AS accrued, SUM(CASE WHEN a.accrued_minor IS NULL THEN 1 ELSE 0 END) AS unpriced_lines,
  CASE WHEN COUNT(*) > COUNT(a.accrued_minor) THEN 1 ELSE 0 END AS has_unpriced
FROM accrued a GROUP BY a.supplier, a.supplier_name, a.order_id, a.order_number, a.currency
ORDER BY a.supplier, a.order_id, a.currency
