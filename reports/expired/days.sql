SELECT w.expires_on, MIN(w.days_left) AS days_left, COUNT(*) AS lots, SUM(w.value_cost_minor) AS value_cost
FROM valued w GROUP BY w.expires_on ORDER BY w.expires_on
