-- The items with stock: since when they have not sold, how far the stock reaches, and the class of their age. Days are spans of
-- 24 hours. An item that never sold has waited since it first came in.
SELECT d.*,
  CASE WHEN d.last_sold_at IS NULL THEN CASE WHEN d.idle_days < :days THEN 7 ELSE 8 END
    WHEN d.idle_days <= 30 THEN 1 WHEN d.idle_days <= 60 THEN 2 WHEN d.idle_days <= 90 THEN 3 WHEN d.idle_days <= 180 THEN 4
    WHEN d.idle_days <= 365 THEN 5 ELSE 6 END AS age,
  CASE WHEN d.quantity_milli > 0 AND d.idle_days >= :days THEN 1 ELSE 0 END AS is_slow
FROM (
  SELECT g.variant_id, g.sku, g.title, g.category, g.category_name, g.stock_unit, s.quantity_milli, s.value_cost_minor,
    s.last_sold_at, s.first_in_at, s.last_in_at, s.sold_milli,
    (:at - COALESCE(s.last_sold_at, s.first_in_at, :at)) / 86400000 AS idle_days,
    CASE WHEN s.sold_milli > 0 AND s.quantity_milli > 0
      THEN /* include product.sql (quantity: s.quantity_milli; price: :window; divisor: s.sold_milli) */ END AS cover_days
  FROM (
    -- Grouped together instead of joined: a join of the two might read all of one for each row of the other.
    SELECT u.variant_id, SUM(u.quantity_milli) AS quantity_milli,
      CASE WHEN COUNT(u.quantity_milli) = COUNT(u.value_cost_minor) THEN SUM(u.value_cost_minor) END AS value_cost_minor,
      MAX(u.last_sold_at) AS last_sold_at, MAX(u.first_in_at) AS first_in_at, MAX(u.last_in_at) AS last_in_at,
      MAX(u.sold_milli) AS sold_milli
    FROM (
      SELECT k.variant_id, k.quantity_milli, k.value_cost_minor, CAST(NULL AS BIGINT) AS last_sold_at,
        CAST(NULL AS BIGINT) AS first_in_at, CAST(NULL AS BIGINT) AS last_in_at, CAST(NULL AS BIGINT) AS sold_milli
      FROM stock k
      UNION ALL
      SELECT t.variant_id, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), t.last_sold_at, t.first_in_at, t.last_in_at, t.sold_milli
      FROM moved t
    ) u GROUP BY u.variant_id
  ) s
    JOIN goods g ON g.variant_id = s.variant_id
  WHERE s.quantity_milli <> 0
) d
