-- The lines of orders of which something was despatched in the period; all when none is given.
SELECT DISTINCT d.order_line_id
FROM report_despatch_lines d
WHERE d.order_line_id IS NOT NULL AND (CAST(:from_day AS TEXT) IS NULL OR d.despatched_on >= :from_day)
  AND (CAST(:to_day AS TEXT) IS NULL OR d.despatched_on <= :to_day)
  AND (CAST(:from AS BIGINT) IS NOT NULL OR CAST(:to AS BIGINT) IS NOT NULL)
