-- The sales of the same place and time: the denominator of the percentages.
SELECT s.net_sales_minor, p.location, v.category
FROM report_sales s
  JOIN report_locations p ON p.location_id = s.location_id
  JOIN report_variants v ON v.variant_id = s.variant_id
WHERE (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND (CAST(:from AS BIGINT) IS NULL OR s.effective_at >= :from)
  AND (CAST(:to AS BIGINT) IS NULL OR s.effective_at <= :to)
