SELECT COUNT(*) AS lines,
  /* include loss-sums.sql */,
  COALESCE(SUM(CASE WHEN c.loss_cost_minor IS NULL THEN 1 ELSE 0 END), 0) AS unvalued_lines,
  COALESCE(SUM(CASE WHEN c.loss_retail_minor IS NULL THEN 1 ELSE 0 END), 0) AS unpriced_lines
FROM chosen c
