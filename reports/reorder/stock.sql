-- What is on hand, now or at a time. A reorder point is compared with the stock of the places that have one for the item: what
-- another place has does not fill their shelves.
SELECT s.variant_id, SUM(s.quantity_milli) AS on_hand_milli
FROM report_stock_on_hand s JOIN report_locations p ON p.location_id = s.location_id
  LEFT JOIN levels l ON l.variant_id = s.variant_id
  LEFT JOIN report_reorder_levels r ON r.variant_id = s.variant_id AND r.location_id = s.location_id
WHERE CAST(:at AS BIGINT) IS NULL AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND (l.variant_id IS NULL OR r.variant_id IS NOT NULL)
GROUP BY s.variant_id
UNION ALL
SELECT m.variant_id, SUM(m.quantity_milli) AS on_hand_milli
FROM (/* include stock-at.sql (moment: :at) */) m JOIN report_locations p ON p.location_id = m.location_id
  LEFT JOIN levels l ON l.variant_id = m.variant_id
  LEFT JOIN report_reorder_levels r ON r.variant_id = m.variant_id AND r.location_id = m.location_id
WHERE CAST(:at AS BIGINT) IS NOT NULL AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
  AND (l.variant_id IS NULL OR r.variant_id IS NOT NULL)
GROUP BY m.variant_id
