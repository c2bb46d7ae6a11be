-- What is open on orders now, for the places whose stock counts. An order that names no location may be for any.
SELECT o.variant_id, SUM(o.open_milli) AS on_order_milli
FROM report_order_lines o LEFT JOIN report_locations p ON p.location_id = o.location_id
  LEFT JOIN levels l ON l.variant_id = o.variant_id
  LEFT JOIN report_reorder_levels r ON r.variant_id = o.variant_id AND r.location_id = o.location_id
WHERE o.open_milli > 0 AND (CAST(:location AS TEXT) IS NULL OR p.location = :location OR o.location_id IS NULL)
  AND (l.variant_id IS NULL OR r.variant_id IS NOT NULL OR o.location_id IS NULL)
GROUP BY o.variant_id
