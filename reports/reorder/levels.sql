-- Reorder levels, added up over all locations unless one is given.
SELECT r.variant_id, SUM(r.reorder_point_milli) AS reorder_point_milli, SUM(r.order_up_to_milli) AS order_up_to_milli
FROM report_reorder_levels r JOIN report_locations p ON p.location_id = r.location_id
WHERE CAST(:location AS TEXT) IS NULL OR p.location = :location
GROUP BY r.variant_id
