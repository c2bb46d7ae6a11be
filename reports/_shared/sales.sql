-- Each sale and each return of the place and time, at the price paid, with the tax that it contains by the rate that its
-- product has now, rounded line by line, and with its cost by the shop's method. What an undo took back is left out.
SELECT q.variant_id, q.category, q.category_name, q.stock_unit, q.location_id, q.effective_at, q.sold_milli, q.amount_minor,
  CASE WHEN q.tax_rate >= 0 THEN
    /* include product.sql (quantity: q.amount_minor; price: q.tax_rate; divisor: 1000000 + q.tax_rate) */ END AS tax_minor,
  q.cost_minor
FROM (
  SELECT s.variant_id, v.category, v.category_name, v.stock_unit, s.location_id, s.effective_at, s.sold_milli,
    s.net_sales_minor AS amount_minor, v.tax_rate, -m.value_cost_minor AS cost_minor
  FROM report_sales s JOIN report_movements m ON m.movement_id = s.movement_id
    JOIN report_locations p ON p.location_id = s.location_id
    JOIN report_variants v ON v.variant_id = s.variant_id
  WHERE m.is_cancelled = 0 AND (CAST(:location AS TEXT) IS NULL OR p.location = :location)
    AND (CAST(:category AS TEXT) IS NULL
      OR v.category IN (SELECT t.category FROM report_category_tree t WHERE t.ancestor = :category))
    AND s.effective_at >= COALESCE(CAST(:from AS BIGINT), -9223372036854775807)
    AND s.effective_at <= COALESCE(CAST(:to AS BIGINT), CAST(:generated_at AS BIGINT))
) q
