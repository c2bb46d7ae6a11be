-- When each item came in and sold, and what was sold in the window, less what customers brought back. Movements that were
-- undone do not show when.
SELECT m.variant_id,
  MAX(CASE WHEN m.kind = 'sale' AND m.quantity_milli < 0 AND m.is_cancelled = 0 THEN m.effective_at END) AS last_sold_at,
  MIN(CASE WHEN m.quantity_milli > 0 AND m.is_cancelled = 0 THEN m.effective_at END) AS first_in_at,
  MAX(CASE WHEN m.quantity_milli > 0 AND m.is_cancelled = 0 AND (m.kind IN ('receipt', 'opening')
    OR m.kind = 'transfer' AND CAST(:location AS TEXT) IS NOT NULL) THEN m.effective_at END) AS last_in_at,
  COALESCE(-SUM(CASE WHEN m.kind IN ('sale', 'customer-return') AND m.effective_at > :at - :window * 86400000
    THEN m.quantity_milli END), 0) AS sold_milli
FROM report_movements m JOIN report_locations p ON p.location_id = m.location_id
WHERE m.effective_at <= :at AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
GROUP BY m.variant_id
