-- The lines with what they sold for, without the tax they contain unless it is asked for. A line whose price, tax rate or cost
-- is not known is in no sum: is_complete is 0, and missing says why.
SELECT q.variant_id, q.category, q.category_name, q.stock_unit, q.effective_at, q.sold_milli, q.amount_minor, q.cost_minor,
  q.sales_minor,
  CASE WHEN q.sales_minor IS NULL OR q.cost_minor IS NULL THEN 0 ELSE 1 END AS is_complete,
  CASE WHEN q.amount_minor IS NULL THEN 'price' WHEN q.sales_minor IS NULL THEN 'tax' WHEN q.cost_minor IS NULL THEN 'cost' END
    AS missing
FROM (
  SELECT s.variant_id, s.category, s.category_name, s.stock_unit, s.effective_at, s.sold_milli, s.amount_minor, s.cost_minor,
    CASE :tax WHEN 'with' THEN s.amount_minor ELSE s.amount_minor - s.tax_minor END AS sales_minor
  FROM sales s
  WHERE (CAST(:supplier AS TEXT) IS NULL
      OR s.variant_id IN (SELECT x.variant_id FROM item_suppliers x WHERE x.supplier = :supplier))
    AND /* include own-category.sql (category: s.category) */
) q
