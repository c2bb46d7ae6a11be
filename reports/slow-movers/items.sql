-- The items with stock: since when they have not sold, how far the stock reaches, and the class of their age. Days are spans of
-- 24 hours. An item that never sold has waited since it first came in.
SELECT d.*,
  CASE WHEN d.last_sold_at IS NULL THEN CASE WHEN d.idle_days < :days THEN 7 ELSE 8 END
    WHEN d.idle_days <= 30 THEN 1 WHEN d.idle_days <= 60 THEN 2 WHEN d.idle_days <= 90 THEN 3 WHEN d.idle_days <= 180 THEN 4
    WHEN d.idle_days <= 365 THEN 5 ELSE 6 END AS age,
  CASE WHEN d.quantity_milli > 0 AND d.idle_days >= :days THEN 1 ELSE 0 END AS is_slow
FROM (
  SELECT g.variant_id, g.sku, g.title, g.category, g.category_name, g.stock_unit, s.quantity_milli, s.value_cost_minor,
    t.last_sold_at, t.first_in_at, t.last_in_at, t.sold_milli,
    (:at - COALESCE(t.last_sold_at, t.first_in_at, :at)) / 86400000 AS idle_days,
    CASE WHEN t.sold_milli > 0 AND s.quantity_milli > 0
      THEN /* include product.sql (quantity: s.quantity_milli; price: :window; divisor: t.sold_milli) */ END AS cover_days
  FROM (
    SELECT k.variant_id, SUM(k.quantity_milli) AS quantity_milli,
      CASE WHEN COUNT(*) = COUNT(k.value_cost_minor) THEN SUM(k.value_cost_minor) END AS value_cost_minor
    FROM stock k GROUP BY k.variant_id
  ) s
    JOIN goods g ON g.variant_id = s.variant_id
    LEFT JOIN moved t ON t.variant_id = s.variant_id
  WHERE s.quantity_milli <> 0
) d
