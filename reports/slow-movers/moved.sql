-- When each item came in and sold, and what was sold in the window, less what customers brought back. Movements that were
-- undone do not show when. Each moment is looked up, so that the years before it are not read.
SELECT i.variant_id,
  (SELECT m.effective_at FROM report_stock_changes m
    WHERE m.variant_id = i.variant_id AND m.kind = 'sale' AND m.quantity_milli < 0 AND /* include counts-here.sql */
    ORDER BY m.effective_at DESC LIMIT 1) AS last_sold_at,
  (SELECT m.effective_at FROM report_stock_changes m
    WHERE m.variant_id = i.variant_id AND m.quantity_milli > 0 AND /* include counts-here.sql */
    ORDER BY m.effective_at LIMIT 1) AS first_in_at,
  (SELECT MAX(a.effective_at) FROM (
    SELECT * FROM (
      SELECT m.effective_at FROM report_stock_changes m
      WHERE m.variant_id = i.variant_id AND m.kind = 'receipt' AND m.quantity_milli > 0 AND /* include counts-here.sql */
      ORDER BY m.effective_at DESC LIMIT 1) r
    UNION ALL
    SELECT * FROM (
      SELECT m.effective_at FROM report_stock_changes m
      WHERE m.variant_id = i.variant_id AND m.kind = 'opening' AND m.quantity_milli > 0 AND /* include counts-here.sql */
      ORDER BY m.effective_at DESC LIMIT 1) o
    UNION ALL
    SELECT * FROM (
      SELECT m.effective_at FROM report_stock_changes m
      WHERE m.variant_id = i.variant_id AND m.kind = 'transfer' AND m.quantity_milli > 0
        AND CAST(:location AS TEXT) IS NOT NULL AND /* include counts-here.sql */
      ORDER BY m.effective_at DESC LIMIT 1) t
  ) a) AS last_in_at,
  COALESCE(s.sold_milli, 0) AS sold_milli
FROM (SELECT DISTINCT k.variant_id FROM report_stocked_items k) i LEFT JOIN (
  SELECT m.variant_id, -SUM(m.quantity_milli) AS sold_milli
  FROM report_stock_changes m
  WHERE m.kind IN ('sale', 'customer-return') AND m.effective_at > :at - :window * 86400000 AND /* include counts-here.sql */
  GROUP BY m.variant_id
) s ON s.variant_id = i.variant_id
