SELECT f.difference, k.what, f.currency, COUNT(*) AS lines, SUM(f.difference_minor) AS cost_difference,
  SUM(CASE WHEN f.difference_minor IS NULL AND f.difference NOT LIKE 'pack-%' THEN 1 ELSE 0 END) AS unpriced_lines
FROM found f JOIN names k ON k.difference = f.difference
GROUP BY f.difference, k.what, k.place, f.currency ORDER BY k.place, f.currency
