-- Everything in each currency; amounts of different currencies are never added up.
SELECT q.currency, SUM(q.amount) AS amount, SUM(q.too_much) AS too_much, SUM(q.too_little) AS too_little,
  SUM(q.accrued) AS accrued
FROM (
  SELECT c.currency, COALESCE(c.amount_minor, 0) AS amount, CASE WHEN c.query_minor > 0 THEN c.query_minor ELSE 0 END AS too_much,
    CASE WHEN c.query_minor < 0 THEN c.query_minor ELSE 0 END AS too_little, 0 AS accrued
  FROM checked c
  UNION ALL
  SELECT a.currency, 0 AS amount, 0 AS too_much, 0 AS too_little, a.accrued_minor AS accrued
  FROM accrued a WHERE a.accrued_minor IS NOT NULL
) q
GROUP BY q.currency ORDER BY q.currency
