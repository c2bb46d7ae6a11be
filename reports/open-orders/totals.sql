SELECT o.currency, SUM(o.open_cost_minor) AS open_cost,
  COALESCE(SUM(CASE WHEN o.is_overdue = 1 THEN o.open_cost_minor END), 0) AS overdue_cost
FROM outstanding o WHERE o.open_cost_minor IS NOT NULL
GROUP BY o.currency ORDER BY o.currency
