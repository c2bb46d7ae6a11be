-- The items that are looked at: not those of discontinued products.
SELECT v.variant_id, v.sku, v.title, v.brand, v.colour, v.size, v.category, v.standard_cost_micro, v.tax_rate
FROM report_variants v WHERE COALESCE(v.status, 'active') <> 'discontinued'
