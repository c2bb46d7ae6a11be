SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  (SELECT MIN(c.ancestor_name) FROM report_category_tree c WHERE c.ancestor = :category) AS category_name,
  (SELECT s.supplier_name FROM report_suppliers s WHERE s.supplier = :supplier) AS supplier_name,
  (SELECT h.valuation_method FROM report_shop h) AS valuation_method, t.items, t.value_cost, t.slow_items, t.slow_cost,
  /* include ratio.sql (part: t.slow_cost; whole: t.value_cost) */ AS percent_cost,
  t.never_items, t.never_cost, t.unvalued_items, CASE WHEN t.unvalued_items > 0 THEN 1 ELSE 0 END AS has_unvalued,
  t.negative_items, CASE WHEN t.negative_items > 0 THEN 1 ELSE 0 END AS has_negative
FROM (
  SELECT COALESCE(SUM(CASE WHEN i.quantity_milli > 0 THEN 1 ELSE 0 END), 0) AS items,
    COALESCE(SUM(CASE WHEN i.quantity_milli > 0 THEN i.value_cost_minor END), 0) AS value_cost,
    COALESCE(SUM(i.is_slow), 0) AS slow_items,
    COALESCE(SUM(CASE WHEN i.is_slow = 1 THEN i.value_cost_minor END), 0) AS slow_cost,
    COALESCE(SUM(CASE WHEN i.is_slow = 1 AND i.age = 8 THEN 1 ELSE 0 END), 0) AS never_items,
    COALESCE(SUM(CASE WHEN i.is_slow = 1 AND i.age = 8 THEN i.value_cost_minor END), 0) AS never_cost,
    COALESCE(SUM(CASE WHEN i.quantity_milli > 0 AND i.value_cost_minor IS NULL THEN 1 ELSE 0 END), 0) AS unvalued_items,
    COALESCE(SUM(CASE WHEN i.quantity_milli < 0 THEN 1 ELSE 0 END), 0) AS negative_items
  FROM items i
) t
