-- An order to each supplier in each currency. Items without a price have a line of their own, without an amount.
SELECT n.supplier, s.supplier_name, n.currency, COUNT(*) AS lines, SUM(n.cost_minor) AS cost,
  SUM(CASE WHEN n.cost_minor IS NULL THEN 1 ELSE 0 END) AS unpriced_lines,
  CASE WHEN COUNT(*) > COUNT(n.cost_minor) THEN 1 ELSE 0 END AS has_unpriced
FROM needs n JOIN report_suppliers s ON s.supplier = n.supplier
GROUP BY n.supplier, s.supplier_name, n.currency
ORDER BY n.supplier, CASE WHEN n.currency IS NULL THEN 1 ELSE 0 END, n.currency
