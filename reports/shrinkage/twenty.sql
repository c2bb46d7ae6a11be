-- The twenty variances of the largest value.
SELECT c.line_id FROM chosen c WHERE c.origin = 'count'
ORDER BY CASE WHEN c.loss_cost_minor IS NULL THEN 1 ELSE 0 END, ABS(c.loss_cost_minor) DESC, ABS(c.loss_milli) DESC,
  c.line_id LIMIT 20
