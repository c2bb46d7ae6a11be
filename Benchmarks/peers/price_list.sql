-- The tables of a price list, as a shop has them, without what a shop knows beside them.
CREATE TABLE categories (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE brands (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE colours (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE suppliers (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE products (
  id INTEGER PRIMARY KEY, code TEXT NOT NULL, title TEXT, description TEXT, category_id INTEGER REFERENCES categories(id),
  brand_id INTEGER REFERENCES brands(id), tax_rate INTEGER) STRICT;
CREATE TABLE variants (
  id INTEGER PRIMARY KEY, sku TEXT NOT NULL, product_id INTEGER NOT NULL REFERENCES products(id),
  colour_id INTEGER REFERENCES colours(id), size TEXT, standard_cost INTEGER) STRICT;
CREATE TABLE barcodes (
  id INTEGER PRIMARY KEY, canonical TEXT NOT NULL, code TEXT NOT NULL, symbology TEXT NOT NULL,
  variant_id INTEGER NOT NULL REFERENCES variants(id)) STRICT;
CREATE TABLE prices (
  id INTEGER PRIMARY KEY, variant_id INTEGER NOT NULL REFERENCES variants(id), price_type TEXT NOT NULL,
  currency TEXT NOT NULL, valid_from INTEGER NOT NULL, price INTEGER NOT NULL) STRICT;
CREATE TABLE supplier_items (
  id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers(id),
  variant_id INTEGER NOT NULL REFERENCES variants(id), supplier_code TEXT, unit_cost INTEGER, currency TEXT,
  pack_size INTEGER) STRICT;
