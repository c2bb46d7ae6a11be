extension SchemaVersion {
  /// Version 1: the tables that every shop begins with.
  static let version1 = """
    CREATE TABLE settings (
      name TEXT PRIMARY KEY, value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE categories (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT,
      parent_id INTEGER REFERENCES categories(id)
    ) STRICT;
    CREATE INDEX categories_by_parent ON categories(parent_id);
    CREATE TABLE brands (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE colours (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, family TEXT,
      red INTEGER CHECK (red BETWEEN 0 AND 255), green INTEGER CHECK (green BETWEEN 0 AND 255),
      blue INTEGER CHECK (blue BETWEEN 0 AND 255)
    ) STRICT;
    CREATE TABLE locations (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT, kind TEXT, gln TEXT
    ) STRICT;
    CREATE TABLE suppliers (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT, gln TEXT, email TEXT
    ) STRICT;
    CREATE TABLE products (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, title TEXT, description TEXT,
      category_id INTEGER REFERENCES categories(id), brand_id INTEGER REFERENCES brands(id),
      stock_unit TEXT, tax_rate INTEGER, status TEXT, attributes TEXT
    ) STRICT;
    CREATE INDEX products_by_category ON products(category_id);
    CREATE TABLE variants (
      id INTEGER PRIMARY KEY, sku TEXT NOT NULL UNIQUE, product_id INTEGER NOT NULL REFERENCES products(id),
      title TEXT, colour_id INTEGER REFERENCES colours(id), size TEXT, standard_cost INTEGER, attributes TEXT
    ) STRICT;
    CREATE INDEX variants_by_product ON variants(product_id);
    CREATE TABLE barcodes (
      id INTEGER PRIMARY KEY, canonical TEXT NOT NULL UNIQUE, code TEXT NOT NULL, symbology TEXT NOT NULL,
      variant_id INTEGER NOT NULL REFERENCES variants(id), pack_quantity INTEGER CHECK (pack_quantity > 0)
    ) STRICT;
    CREATE INDEX barcodes_by_variant ON barcodes(variant_id);
    CREATE TABLE supplier_items (
      id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers(id),
      variant_id INTEGER NOT NULL REFERENCES variants(id), supplier_code TEXT, unit_cost INTEGER, currency TEXT,
      pack_size INTEGER CHECK (pack_size > 0), order_unit TEXT, minimum_order INTEGER, lead_time_days INTEGER,
      UNIQUE (supplier_id, variant_id)
    ) STRICT;
    CREATE INDEX supplier_items_by_code ON supplier_items(supplier_id, supplier_code);
    CREATE INDEX supplier_items_by_variant ON supplier_items(variant_id);
    -- valid_from is \(Schema.always) for a price that is valid since ever.
    CREATE TABLE prices (
      id INTEGER PRIMARY KEY, variant_id INTEGER NOT NULL REFERENCES variants(id), price_type TEXT NOT NULL,
      currency TEXT NOT NULL, valid_from INTEGER NOT NULL, price INTEGER NOT NULL, valid_to INTEGER,
      tax_included INTEGER NOT NULL DEFAULT 1,
      UNIQUE (variant_id, price_type, currency, valid_from)
    ) STRICT;
    CREATE TABLE lots (
      id INTEGER PRIMARY KEY, variant_id INTEGER NOT NULL REFERENCES variants(id), lot TEXT NOT NULL, expires_on TEXT,
      UNIQUE (variant_id, lot)
    ) STRICT;
    CREATE TABLE orders (
      id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers(id), order_number TEXT NOT NULL,
      ordered_on TEXT, expected_on TEXT, location_id INTEGER REFERENCES locations(id), currency TEXT,
      UNIQUE (supplier_id, order_number)
    ) STRICT;
    CREATE TABLE order_lines (
      id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id), line TEXT NOT NULL,
      variant_id INTEGER NOT NULL REFERENCES variants(id), supplier_code TEXT, order_quantity INTEGER NOT NULL,
      order_unit TEXT, pack_size INTEGER CHECK (pack_size > 0), unit_cost INTEGER,
      UNIQUE (order_id, line)
    ) STRICT;
    CREATE TABLE reasons (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, loss_class TEXT NOT NULL,
      account TEXT NOT NULL
    ) STRICT;

    -- An applied file. identity = SHA-256 over the file's own hash, the profile and the target.
    CREATE TABLE imports (
      id INTEGER PRIMARY KEY, identity TEXT NOT NULL, file_sha256 TEXT NOT NULL, source TEXT NOT NULL,
      byte_count INTEGER NOT NULL, format TEXT NOT NULL, profile TEXT, applied_at INTEGER NOT NULL, actor TEXT NOT NULL,
      created INTEGER NOT NULL, updated INTEGER NOT NULL, unchanged INTEGER NOT NULL, rejected INTEGER NOT NULL,
      conflicts INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'applied'
    ) STRICT;
    CREATE INDEX imports_by_identity ON imports(identity);
    -- The change set of an import: what was made, and for changed records the fields before and after, as JSON.
    CREATE TABLE changes (
      import_id INTEGER NOT NULL REFERENCES imports(id), sequence INTEGER NOT NULL, kind TEXT NOT NULL,
      record_id INTEGER NOT NULL, action TEXT NOT NULL, before TEXT, after TEXT,
      PRIMARY KEY (import_id, sequence)
    ) STRICT, WITHOUT ROWID;

    -- A document that moves stock: kind is sale, receipt, movement, stock-level or count; party is the supplier's code or ''.
    CREATE TABLE documents (
      id INTEGER PRIMARY KEY, kind TEXT NOT NULL, party TEXT NOT NULL, number TEXT NOT NULL,
      import_id INTEGER REFERENCES imports(id),
      UNIQUE (kind, party, number)
    ) STRICT;
    CREATE INDEX documents_by_number ON documents(number);
    CREATE TABLE movements (
      id INTEGER PRIMARY KEY, variant_id INTEGER NOT NULL REFERENCES variants(id),
      location_id INTEGER NOT NULL REFERENCES locations(id), lot_id INTEGER REFERENCES lots(id),
      quantity INTEGER NOT NULL, kind TEXT NOT NULL, effective_at INTEGER NOT NULL, recorded_at INTEGER NOT NULL,
      unit_cost INTEGER, unit_price INTEGER, reason_id INTEGER REFERENCES reasons(id),
      document_id INTEGER NOT NULL REFERENCES documents(id), document_line TEXT NOT NULL,
      order_number TEXT, import_id INTEGER REFERENCES imports(id), source_line INTEGER, note TEXT,
      UNIQUE (document_id, document_line)
    ) STRICT;
    -- In the order in which the ledger replays the movements of a variant: the rowid follows by itself.
    CREATE INDEX movements_by_variant ON movements(variant_id, effective_at);
    CREATE INDEX movements_by_time ON movements(effective_at);
    CREATE INDEX movements_by_reason ON movements(reason_id) WHERE reason_id IS NOT NULL;
    CREATE TRIGGER movements_are_not_changed BEFORE UPDATE ON movements
      BEGIN SELECT RAISE(ABORT, 'movements are only ever added'); END;
    CREATE TRIGGER movements_are_not_deleted BEFORE DELETE ON movements
      BEGIN SELECT RAISE(ABORT, 'movements are only ever added'); END;
    -- The sum of the movements, kept beside them; lot_id is 0 for stock without a lot.
    CREATE TABLE balances (
      variant_id INTEGER NOT NULL REFERENCES variants(id), location_id INTEGER NOT NULL REFERENCES locations(id),
      lot_id INTEGER NOT NULL DEFAULT 0, quantity INTEGER NOT NULL,
      PRIMARY KEY (variant_id, location_id, lot_id)
    ) STRICT, WITHOUT ROWID;
    -- The moving average cost of a variant and its stock over all locations, transfers left out, after each movement
    -- that sets the cost. Derived.
    CREATE TABLE cost_history (
      variant_id INTEGER NOT NULL REFERENCES variants(id), effective_at INTEGER NOT NULL, movement_id INTEGER NOT NULL,
      average_cost INTEGER NOT NULL, on_hand INTEGER NOT NULL,
      PRIMARY KEY (variant_id, effective_at, movement_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE count_sessions (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, location_id INTEGER NOT NULL REFERENCES locations(id),
      kind TEXT NOT NULL, state TEXT NOT NULL, is_blind INTEGER NOT NULL DEFAULT 0, opened_at INTEGER NOT NULL,
      cut_off_at INTEGER, valuation_method TEXT NOT NULL DEFAULT 'moving-average', uncounted_policy TEXT,
      posted_at INTEGER, posted_by TEXT, document_id INTEGER REFERENCES documents(id)
    ) STRICT;
    -- What is to be counted, fixed when the session is opened.
    CREATE TABLE count_sheet (
      session_id INTEGER NOT NULL REFERENCES count_sessions(id), variant_id INTEGER NOT NULL REFERENCES variants(id),
      section TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (session_id, variant_id, section)
    ) STRICT, WITHOUT ROWID;
    -- What was counted, as entered. variant_id is NULL for a code that the catalog does not know.
    CREATE TABLE count_entries (
      id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES count_sessions(id),
      variant_id INTEGER REFERENCES variants(id), code TEXT NOT NULL, section TEXT NOT NULL DEFAULT '',
      lot_id INTEGER REFERENCES lots(id), quantity INTEGER NOT NULL CHECK (quantity >= 0), counted_at INTEGER,
      counter TEXT NOT NULL DEFAULT '', entered_at INTEGER NOT NULL, import_id INTEGER REFERENCES imports(id),
      source_line INTEGER, superseded_by INTEGER REFERENCES count_entries(id), note TEXT
    ) STRICT;
    CREATE INDEX count_entries_by_session ON count_entries(session_id, variant_id);
    -- The evidence of a posted session: one line for each item of the sheet and each item found.
    CREATE TABLE count_lines (
      id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES count_sessions(id),
      variant_id INTEGER NOT NULL REFERENCES variants(id), state TEXT NOT NULL, as_of INTEGER NOT NULL,
      counted INTEGER, expected INTEGER NOT NULL, variance INTEGER, unit_cost INTEGER, cost_source TEXT NOT NULL,
      cost_value INTEGER, retail_price INTEGER, retail_value INTEGER, tax_included INTEGER,
      reason_id INTEGER REFERENCES reasons(id), movement_id INTEGER REFERENCES movements(id),
      UNIQUE (session_id, variant_id)
    ) STRICT;
    CREATE INDEX count_lines_by_variant ON count_lines(variant_id, as_of);
    CREATE INDEX count_lines_by_movement ON count_lines(movement_id) WHERE movement_id IS NOT NULL;
    -- The corrections of posted lines, made when movements from before the count arrive after it.
    CREATE TABLE count_restatements (
      movement_id INTEGER PRIMARY KEY REFERENCES movements(id), line_id INTEGER NOT NULL REFERENCES count_lines(id)
    ) STRICT;
    CREATE INDEX count_restatements_by_line ON count_restatements(line_id);

    -- Each entry carries the SHA-256 of the one before, so that none can be changed or taken out unseen.
    CREATE TABLE audit_log (
      id INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, role TEXT NOT NULL, command TEXT NOT NULL,
      details TEXT NOT NULL, previous_hash TEXT NOT NULL, hash TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
    CREATE TRIGGER audit_log_is_not_deleted BEFORE DELETE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
    """
}
