-- The items that the report is of.
SELECT v.variant_id, v.sku, v.title, v.category, v.category_name, v.stock_unit FROM report_variants v
WHERE (CAST(:category AS TEXT) IS NULL
    OR v.category_id IN (SELECT t.category_id FROM report_category_tree t WHERE t.ancestor = :category))
  AND /* include own-category.sql (category: v.category) */
  AND (CAST(:supplier AS TEXT) IS NULL
    OR v.variant_id IN (SELECT s.variant_id FROM item_suppliers s WHERE s.supplier = :supplier))
