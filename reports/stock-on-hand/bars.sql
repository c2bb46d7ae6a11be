SELECT q.category_name, q.value_cost
FROM (
  SELECT h.category, COALESCE(NULLIF(MIN(h.category_name), ''), 'No category') AS category_name,
    SUM(h.value_cost_minor) AS value_cost
  FROM on_hand h WHERE h.value_cost_minor IS NOT NULL
  GROUP BY h.category
  ORDER BY ABS(SUM(h.value_cost_minor)) DESC, h.category LIMIT 12
) q
ORDER BY q.value_cost DESC, q.category
