-- Their indexes, made when the rows are there.
CREATE UNIQUE INDEX products_by_code ON products(code);
CREATE INDEX products_by_category ON products(category_id);
CREATE INDEX products_by_brand ON products(brand_id) WHERE brand_id IS NOT NULL;
CREATE UNIQUE INDEX variants_by_sku ON variants(sku);
CREATE INDEX variants_by_product ON variants(product_id);
CREATE INDEX variants_by_colour ON variants(colour_id) WHERE colour_id IS NOT NULL;
CREATE UNIQUE INDEX barcodes_by_canonical ON barcodes(canonical);
CREATE INDEX barcodes_by_variant ON barcodes(variant_id);
CREATE UNIQUE INDEX prices_by_item ON prices(variant_id, price_type, currency, valid_from);
CREATE UNIQUE INDEX supplier_items_by_item ON supplier_items(supplier_id, variant_id);
CREATE INDEX supplier_items_by_code ON supplier_items(supplier_id, supplier_code);
CREATE INDEX supplier_items_by_variant ON supplier_items(variant_id);
