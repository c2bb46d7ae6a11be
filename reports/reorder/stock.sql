-- What is on hand, now or at a time.
SELECT s.variant_id, SUM(s.quantity_milli) AS on_hand_milli
FROM report_stock_on_hand s JOIN report_locations p ON p.location_id = s.location_id
WHERE CAST(:at AS BIGINT) IS NULL AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
GROUP BY s.variant_id
UNION ALL
SELECT m.variant_id, SUM(m.quantity_milli) AS on_hand_milli
FROM (/* include stock-at.sql (moment: :at) */) m JOIN report_locations p ON p.location_id = m.location_id
WHERE CAST(:at AS BIGINT) IS NOT NULL AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
GROUP BY m.variant_id
