-- The regular and the sale price of each variant that are valid at the moment: of several the latest.
SELECT q.price_id, q.variant_id, q.price_type, q.price_minor, q.tax_included
FROM (
  SELECT p.price_id, p.variant_id, p.price_type, p.price_minor, p.tax_included,
    ROW_NUMBER() OVER (PARTITION BY p.variant_id, p.price_type
      ORDER BY COALESCE(p.valid_from, -9000000000000000) DESC) AS place
  FROM report_prices p CROSS JOIN moment m
  WHERE p.price_type IN ('regular', 'sale') AND (p.valid_from IS NULL OR p.valid_from <= m.at)
    AND (p.valid_to IS NULL OR p.valid_to >= m.at)
) q WHERE q.place = 1
