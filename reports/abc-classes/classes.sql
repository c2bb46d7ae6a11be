-- The classes, those that nothing is in too; then what is in none.
SELECT k.class, k.what, k.is_classed, COALESCE(g.items, 0) AS items,
  CASE WHEN k.is_classed = 1 THEN /* include ratio.sql (part: COALESCE(g.items, 0); whole: n.items) */ END AS item_share,
  COALESCE(g.amount, CASE WHEN k.is_classed = 1 THEN 0 END) AS amount,
  CASE WHEN k.is_classed = 1 THEN /* include ratio.sql (part: COALESCE(g.amount, 0); whole: n.total) */ END AS share,
  CASE WHEN COALESCE(g.holdings, 0) = 0 OR g.valued > 0 THEN COALESCE(g.on_hand_cost, 0) END AS on_hand_cost,
  CASE WHEN g.on_hand_cost >= 0 THEN /* include ratio.sql (part: g.on_hand_cost; whole: w.on_hand_cost) */ END AS on_hand_share,
  COALESCE(g.unvalued_items, 0) AS unvalued_items, CASE WHEN g.unvalued_items > 0 THEN 1 ELSE 0 END AS has_unvalued
FROM (
  SELECT 1 AS place, 'A' AS class, 'the few that make most' AS what, 1 AS is_classed
  UNION ALL SELECT 2, 'B', 'those in between', 1 UNION ALL SELECT 3, 'C', 'the many that make little', 1
  UNION ALL SELECT 4, 'not known', 'sold, and the amount is not known', 0
  UNION ALL SELECT 5, 'not sold', 'on hand now, and not sold in the period', 0
) k LEFT JOIN (
  SELECT q.class, COUNT(*) AS items, SUM(q.amount) AS amount, SUM(q.is_held) AS holdings, COUNT(q.on_hand_cost) AS valued,
    SUM(q.on_hand_cost) AS on_hand_cost, SUM(CASE WHEN q.unvalued > 0 THEN 1 ELSE 0 END) AS unvalued_items
  FROM (
    SELECT c.class, c.amount, CASE WHEN h.variant_id IS NULL THEN 0 ELSE 1 END AS is_held,
      h.value_cost_minor AS on_hand_cost, h.unvalued
    FROM classed c LEFT JOIN on_hand h ON h.variant_id = c.variant_id
    UNION ALL
    SELECT 'not sold' AS class, NULL AS amount, 1 AS is_held, h.value_cost_minor AS on_hand_cost, h.unvalued
    FROM on_hand h WHERE h.variant_id NOT IN (SELECT c.variant_id FROM classed c)
  ) q
  GROUP BY q.class
) g ON g.class = k.class
  CROSS JOIN (SELECT COALESCE(MAX(c.total), 0) AS total,
    COALESCE(SUM(CASE WHEN c.class <> 'not known' THEN 1 ELSE 0 END), 0) AS items FROM classed c) n
  CROSS JOIN (SELECT COALESCE(SUM(h.value_cost_minor), 0) AS on_hand_cost FROM on_hand h) w
WHERE k.is_classed = 1 OR g.items > 0
ORDER BY k.place
