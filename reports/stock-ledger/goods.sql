-- The items that the ledger is of.
SELECT v.variant_id, v.sku, v.title, v.stock_unit FROM report_variants v
WHERE (CAST(:category AS TEXT) IS NULL
    OR v.category_id IN (SELECT t.category_id FROM report_category_tree t WHERE t.ancestor = :category))
  AND (CAST(:item AS TEXT) IS NULL OR v.sku = :item
    OR v.variant_id IN (SELECT b.variant_id FROM report_barcodes b WHERE b.barcode = :item OR b.canonical = :item))
