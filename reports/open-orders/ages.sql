-- How late what is open is, in each currency, with a total after each.
SELECT q.currency, q.age, q.lines, q.open_cost, q.unpriced_lines, q.is_total
FROM (
  SELECT o.currency, o.age, o.age_place, COUNT(*) AS lines, SUM(o.open_cost_minor) AS open_cost,
    SUM(CASE WHEN o.open_cost_minor IS NULL THEN 1 ELSE 0 END) AS unpriced_lines, 0 AS is_total
  FROM outstanding o GROUP BY o.currency, o.age, o.age_place
  UNION ALL
  SELECT o.currency, 'All' AS age, 9 AS age_place, COUNT(*) AS lines, SUM(o.open_cost_minor) AS open_cost,
    SUM(CASE WHEN o.open_cost_minor IS NULL THEN 1 ELSE 0 END) AS unpriced_lines, 1 AS is_total
  FROM outstanding o GROUP BY o.currency
) q
ORDER BY q.currency, q.age_place
