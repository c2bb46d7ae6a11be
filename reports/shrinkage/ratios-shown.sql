SELECT r.session, r.category, COALESCE(NULLIF(r.category_name, ''), 'No category') AS category_name, r.effective_at,
  r.cost_minor AS cost, r.retail_minor AS retail, r.complement_micro AS ratio, r.lines
FROM ratios r ORDER BY r.place, r.session, r.category, r.effective_at
