SELECT q.supplier, s.supplier_name, q.currency, SUM(q.is_line) AS lines, SUM(q.is_finding) AS findings,
  SUM(q.amount) AS amount, SUM(q.too_much) AS too_much, SUM(q.too_little) AS too_little, SUM(q.query) AS query,
  SUM(q.accrued) AS accrued
FROM (
  SELECT c.supplier, c.currency, 1 AS is_line, CASE WHEN c.status IN ('matched', 'credited') THEN 0 ELSE 1 END AS is_finding,
    COALESCE(c.amount_minor, 0) AS amount, CASE WHEN c.query_minor > 0 THEN c.query_minor ELSE 0 END AS too_much,
    CASE WHEN c.query_minor < 0 THEN c.query_minor ELSE 0 END AS too_little, COALESCE(c.query_minor, 0) AS query, 0 AS accrued
  FROM checked c
  UNION ALL
  SELECT a.supplier, a.currency, 0 AS is_line, 0 AS is_finding, 0 AS amount, 0 AS too_much, 0 AS too_little, 0 AS query,
    COALESCE(a.accrued_minor, 0) AS accrued
  FROM accrued a WHERE a.currency IS NOT NULL
) q JOIN report_suppliers s ON s.supplier = q.supplier
GROUP BY q.supplier, s.supplier_name, q.currency
ORDER BY q.supplier, q.currency
