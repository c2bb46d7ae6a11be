-- What was sold in the days before the moment, less what customers brought back.
SELECT s.variant_id, SUM(s.sold_milli) AS sold_milli
FROM report_sales s JOIN report_locations p ON p.location_id = s.location_id
WHERE s.effective_at > COALESCE(:at, :generated_at) - :days * 86400000 AND s.effective_at <= COALESCE(:at, :generated_at)
  AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
GROUP BY s.variant_id
