extension Schema {
  /// Version 8 makes it possible to load the catalog's tables without their indexes, and a change set records in one
  /// row which records an import created.
  ///
  /// A key that is part of a table cannot be dropped while many records are loaded. An index can be dropped, and
  /// creating it again takes a fraction of the time of updating it. See ``LoadedTable``.
  static let version8 = """
    CREATE TABLE new_products (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL, title TEXT, description TEXT,
      category_id INTEGER REFERENCES categories(id), brand_id INTEGER REFERENCES brands(id),
      stock_unit TEXT, tax_rate INTEGER, status TEXT, attributes TEXT
    ) STRICT;
    INSERT INTO new_products SELECT * FROM products;
    DROP TABLE products;
    ALTER TABLE new_products RENAME TO products;
    CREATE UNIQUE INDEX products_by_code ON products(code);
    CREATE INDEX products_by_category ON products(category_id);

    CREATE TABLE new_variants (
      id INTEGER PRIMARY KEY, sku TEXT NOT NULL, product_id INTEGER NOT NULL REFERENCES products(id),
      title TEXT, colour_id INTEGER REFERENCES colours(id), size TEXT, standard_cost INTEGER, attributes TEXT
    ) STRICT;
    INSERT INTO new_variants SELECT * FROM variants;
    DROP TABLE variants;
    ALTER TABLE new_variants RENAME TO variants;
    CREATE UNIQUE INDEX variants_by_sku ON variants(sku);
    CREATE INDEX variants_by_product ON variants(product_id);

    CREATE TABLE new_barcodes (
      id INTEGER PRIMARY KEY, canonical TEXT NOT NULL, code TEXT NOT NULL, symbology TEXT NOT NULL,
      variant_id INTEGER NOT NULL REFERENCES variants(id), pack_quantity INTEGER CHECK (pack_quantity > 0)
    ) STRICT;
    INSERT INTO new_barcodes SELECT * FROM barcodes;
    DROP TABLE barcodes;
    ALTER TABLE new_barcodes RENAME TO barcodes;
    CREATE UNIQUE INDEX barcodes_by_canonical ON barcodes(canonical);
    CREATE INDEX barcodes_by_variant ON barcodes(variant_id);

    CREATE TABLE new_supplier_items (
      id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers(id),
      variant_id INTEGER NOT NULL REFERENCES variants(id), supplier_code TEXT, unit_cost INTEGER, currency TEXT,
      pack_size INTEGER CHECK (pack_size > 0), order_unit TEXT, minimum_order INTEGER, lead_time_days INTEGER
    ) STRICT;
    INSERT INTO new_supplier_items SELECT * FROM supplier_items;
    DROP TABLE supplier_items;
    ALTER TABLE new_supplier_items RENAME TO supplier_items;
    CREATE UNIQUE INDEX supplier_items_by_item ON supplier_items(supplier_id, variant_id);
    CREATE INDEX supplier_items_by_code ON supplier_items(supplier_id, supplier_code);
    CREATE INDEX supplier_items_by_variant ON supplier_items(variant_id);

    -- valid_from is \(always) for a price that is valid since ever.
    CREATE TABLE new_prices (
      id INTEGER PRIMARY KEY, variant_id INTEGER NOT NULL REFERENCES variants(id), price_type TEXT NOT NULL,
      currency TEXT NOT NULL, valid_from INTEGER NOT NULL, price INTEGER NOT NULL, valid_to INTEGER,
      tax_included INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    INSERT INTO new_prices SELECT * FROM prices;
    DROP TABLE prices;
    ALTER TABLE new_prices RENAME TO prices;
    CREATE UNIQUE INDEX prices_by_item ON prices(variant_id, price_type, currency, valid_from);

    CREATE TABLE new_lots (
      id INTEGER PRIMARY KEY, variant_id INTEGER NOT NULL REFERENCES variants(id), lot TEXT NOT NULL, expires_on TEXT
    ) STRICT;
    INSERT INTO new_lots SELECT * FROM lots;
    DROP TABLE lots;
    ALTER TABLE new_lots RENAME TO lots;
    CREATE UNIQUE INDEX lots_by_item ON lots(variant_id, lot);

    CREATE TABLE new_orders (
      id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers(id), order_number TEXT NOT NULL,
      ordered_on TEXT, expected_on TEXT, location_id INTEGER REFERENCES locations(id), currency TEXT
    ) STRICT;
    INSERT INTO new_orders SELECT * FROM orders;
    DROP TABLE orders;
    ALTER TABLE new_orders RENAME TO orders;
    CREATE UNIQUE INDEX orders_by_number ON orders(supplier_id, order_number);

    CREATE TABLE new_order_lines (
      id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id), line TEXT NOT NULL,
      variant_id INTEGER NOT NULL REFERENCES variants(id), supplier_code TEXT, order_quantity INTEGER NOT NULL,
      order_unit TEXT, pack_size INTEGER CHECK (pack_size > 0), unit_cost INTEGER
    ) STRICT;
    INSERT INTO new_order_lines SELECT * FROM order_lines;
    DROP TABLE order_lines;
    ALTER TABLE new_order_lines RENAME TO order_lines;
    CREATE UNIQUE INDEX order_lines_by_line ON order_lines(order_id, line);

    -- The records of a kind that an import made: those among the ids from first_id to last_id that are there or were
    -- removed since. No other import has ids between them, for none is ever given twice. What is made on the way, such as
    -- the lots of a delivery, and what earlier versions imported stands in changes, a row for each record.
    CREATE TABLE created_records (
      import_id INTEGER NOT NULL REFERENCES imports(id), kind TEXT NOT NULL, first_id INTEGER NOT NULL,
      last_id INTEGER NOT NULL, records INTEGER NOT NULL,
      PRIMARY KEY (import_id, kind)
    ) STRICT, WITHOUT ROWID;
    """
}
