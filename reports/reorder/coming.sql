-- What is open on orders now. An order that names no location may be for any.
SELECT l.variant_id, SUM(l.open_milli) AS on_order_milli
FROM report_order_lines l LEFT JOIN report_locations p ON p.location_id = l.location_id
WHERE l.open_milli > 0 AND (CAST(:location AS TEXT) IS NULL OR p.location = :location OR l.location_id IS NULL)
GROUP BY l.variant_id
