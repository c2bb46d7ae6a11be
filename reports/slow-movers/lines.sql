-- Those that tie up the most ahead, then those without a cost.
SELECT i.sku, i.title, i.category_name, s.supplier, i.quantity_milli AS quantity, i.stock_unit, i.value_cost_minor AS value_cost,
  i.last_sold_at, CASE WHEN i.last_sold_at IS NULL THEN 1 ELSE 0 END AS never_sold, i.idle_days,
  /* include class-names.sql */ AS class, i.first_in_at, i.last_in_at, COALESCE(i.sold_milli, 0) AS sold, i.cover_days
FROM items i LEFT JOIN item_suppliers s ON s.variant_id = i.variant_id
WHERE i.is_slow = 1
ORDER BY CASE WHEN i.value_cost_minor IS NULL THEN 1 ELSE 0 END, i.value_cost_minor DESC, i.sku
