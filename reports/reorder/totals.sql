SELECT n.currency, SUM(n.cost_minor) AS cost, COUNT(*) AS lines
FROM needs n WHERE n.supplier IS NOT NULL AND n.cost_minor IS NOT NULL
GROUP BY n.currency ORDER BY n.currency
