-- The stock of each item and location at a moment: the last balance that is kept from before it, and the movements since; nothing
-- where the moment is NULL. Balances are kept of every four weeks, counted from 1970; the remainder of a moment before 1970 is
-- negative.
SELECT u.variant_id, u.location_id, SUM(u.quantity_milli) AS quantity_milli
FROM (
  SELECT b.variant_id, b.location_id, b.quantity_milli
  FROM report_stocked_items i CROSS JOIN report_past_balances b
  WHERE CAST({moment} AS BIGINT) IS NOT NULL AND b.variant_id = i.variant_id AND b.location_id = i.location_id AND b.ends_at = (
    SELECT MAX(n.ends_at) FROM report_past_balances n
    WHERE n.variant_id = i.variant_id AND n.location_id = i.location_id AND n.ends_at <= {moment})
  UNION ALL
  SELECT m.variant_id, m.location_id, m.quantity_milli FROM report_stock_changes m
  WHERE m.effective_at > {moment} - (({moment} + 1) % 2419200000 + 2419200000) % 2419200000 AND m.effective_at <= {moment}
) u
GROUP BY u.variant_id, u.location_id
