-- The regular and the sale price of each item that is valid now: of several the one that began last.
SELECT p.variant_id, p.price_type, p.price_minor, p.tax_included FROM report_prices p
WHERE p.price_type IN ('regular', 'sale') AND (p.valid_from IS NULL OR p.valid_from <= :generated_at)
  AND (p.valid_to IS NULL OR p.valid_to >= :generated_at)
  AND NOT EXISTS (
    SELECT 1 FROM report_prices n WHERE n.variant_id = p.variant_id AND n.price_type = p.price_type
      AND n.valid_from <= :generated_at AND (n.valid_to IS NULL OR n.valid_to >= :generated_at)
      AND (p.valid_from IS NULL OR n.valid_from > p.valid_from))
