extension SchemaVersion {
  /// Version 2 adds imports that can be undone and redone.
  ///
  /// A movement is still never deleted: an undo adds a movement of the opposite quantity that `reverses` it. A document
  /// whose lines were undone and imported again has a `revision` for each import. `removed_records` contains the ids of
  /// removed records, so that no id is used twice.
  static let version2 = """
    ALTER TABLE movements ADD COLUMN reverses INTEGER REFERENCES movements(id);
    CREATE UNIQUE INDEX movements_by_reversed ON movements(reverses) WHERE reverses IS NOT NULL;
    -- Every movement that a reversal has made to count for nothing, the reversals included. Derived from `reverses`.
    CREATE TABLE cancelled_movements (movement_id INTEGER PRIMARY KEY REFERENCES movements(id)) STRICT;

    CREATE TABLE documents_with_revision (
      id INTEGER PRIMARY KEY, kind TEXT NOT NULL, party TEXT NOT NULL, number TEXT NOT NULL,
      revision INTEGER NOT NULL DEFAULT 0, import_id INTEGER REFERENCES imports(id),
      UNIQUE (kind, party, number, revision)
    ) STRICT;
    INSERT INTO documents_with_revision (id, kind, party, number, import_id)
      SELECT id, kind, party, number, import_id FROM documents;
    DROP TABLE documents;
    ALTER TABLE documents_with_revision RENAME TO documents;
    CREATE INDEX documents_by_number ON documents(number);

    -- operation is import, undo or redo; reverts is the import that an undo or redo is about; state is applied or undone.
    ALTER TABLE imports ADD COLUMN operation TEXT NOT NULL DEFAULT 'import';
    ALTER TABLE imports ADD COLUMN reverts INTEGER REFERENCES imports(id);
    -- The first and the last of the movements that an import recorded; others may stand between them.
    ALTER TABLE imports ADD COLUMN first_movement INTEGER;
    ALTER TABLE imports ADD COLUMN last_movement INTEGER;
    -- Records of an undone import that had to stay: a later import changed them, or something depends on them.
    CREATE TABLE orphaned_records (
      kind TEXT NOT NULL, record_id INTEGER NOT NULL, import_id INTEGER NOT NULL REFERENCES imports(id),
      PRIMARY KEY (kind, record_id)
    ) STRICT, WITHOUT ROWID;
    -- Records that an undo removed: the import that made them, and where in the change sets the whole record stands.
    CREATE TABLE removed_records (
      kind TEXT NOT NULL, record_id INTEGER NOT NULL, import_id INTEGER NOT NULL REFERENCES imports(id),
      undo_id INTEGER NOT NULL REFERENCES imports(id), sequence INTEGER NOT NULL,
      PRIMARY KEY (kind, record_id)
    ) STRICT, WITHOUT ROWID;
    -- Records of reject files that came in without a number of their own, by their mark; a transfer has two movements.
    CREATE TABLE taken_marks (
      mark TEXT NOT NULL, is_arrival INTEGER NOT NULL, movement_id INTEGER NOT NULL REFERENCES movements(id),
      PRIMARY KEY (mark, is_arrival)
    ) STRICT, WITHOUT ROWID;
    """

  /// Version 3 adds closed periods of the books, with the content of the journal at the time of closing.
  ///
  /// Open periods have no table: they are computed from the movements each time. Rows are never changed or deleted,
  /// except for the marks of a reopening. The content of a reopened period no longer counts; closing the period again
  /// creates a new one.
  static let version3 = """
    -- Days are counted from 1970-01-01, in the shop's time zone. The first period has no first day.
    CREATE TABLE periods (
      id INTEGER PRIMARY KEY, first_day INTEGER, last_day INTEGER NOT NULL, closed_at INTEGER NOT NULL,
      closed_by TEXT NOT NULL, entries INTEGER NOT NULL, debits INTEGER NOT NULL, unvalued_lines INTEGER NOT NULL,
      digest TEXT NOT NULL, reopened_at INTEGER, reopened_by TEXT
    ) STRICT;
    CREATE TRIGGER periods_are_not_deleted BEFORE DELETE ON periods
      BEGIN SELECT RAISE(ABORT, 'periods are not deleted'); END;
    CREATE TRIGGER periods_are_only_reopened BEFORE UPDATE ON periods
      WHEN OLD.reopened_at IS NOT NULL OR NEW.reopened_at IS NULL OR NEW.id <> OLD.id OR NEW.first_day IS NOT OLD.first_day
        OR NEW.last_day <> OLD.last_day OR NEW.closed_at <> OLD.closed_at OR NEW.closed_by <> OLD.closed_by
        OR NEW.entries <> OLD.entries OR NEW.debits <> OLD.debits OR NEW.unvalued_lines <> OLD.unvalued_lines
        OR NEW.digest <> OLD.digest
      BEGIN SELECT RAISE(ABORT, 'a closed period is not changed'); END;
    -- The entries of a closed period, whole, as JSON.
    CREATE TABLE closed_entries (
      period_id INTEGER NOT NULL REFERENCES periods(id), position INTEGER NOT NULL, content TEXT NOT NULL,
      PRIMARY KEY (period_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER closed_entries_are_not_changed BEFORE UPDATE ON closed_entries
      BEGIN SELECT RAISE(ABORT, 'a closed period is not changed'); END;
    CREATE TRIGGER closed_entries_are_not_deleted BEFORE DELETE ON closed_entries
      BEGIN SELECT RAISE(ABORT, 'a closed period is not changed'); END;
    -- The movements that they sum up, with what each added: the loss in minor units, NULL without a cost.
    CREATE TABLE closed_movements (
      period_id INTEGER NOT NULL REFERENCES periods(id), movement_id INTEGER NOT NULL REFERENCES movements(id),
      entry TEXT NOT NULL, loss INTEGER, inventory_account TEXT NOT NULL, other_account TEXT NOT NULL,
      PRIMARY KEY (period_id, movement_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX closed_movements_by_movement ON closed_movements(movement_id);
    CREATE TRIGGER closed_movements_are_not_changed BEFORE UPDATE ON closed_movements
      BEGIN SELECT RAISE(ABORT, 'a closed period is not changed'); END;
    CREATE TRIGGER closed_movements_are_not_deleted BEFORE DELETE ON closed_movements
      BEGIN SELECT RAISE(ABORT, 'a closed period is not changed'); END;
    CREATE INDEX movements_of_openings ON movements(effective_at) WHERE kind = 'opening';
    """

  /// Version 4 adds counts with rules, recounts, sections with a time, decisions that are kept, and reversals.
  static let version4 = """
    -- Limits in the units of the tables: thousandths of the stock unit, millionths, minor units. rules_from is NULL for a
    -- session without rules.
    ALTER TABLE count_sessions ADD COLUMN rules_from TEXT;
    ALTER TABLE count_sessions ADD COLUMN tolerance_quantity INTEGER;
    ALTER TABLE count_sessions ADD COLUMN tolerance_share INTEGER;
    ALTER TABLE count_sessions ADD COLUMN tolerance_value INTEGER;
    ALTER TABLE count_sessions ADD COLUMN recount_over INTEGER;
    ALTER TABLE count_sessions ADD COLUMN approve_up_to INTEGER;
    -- How the items of a cycle count were chosen, as JSON.
    ALTER TABLE count_sessions ADD COLUMN selection TEXT;
    ALTER TABLE count_sessions ADD COLUMN approved_at INTEGER;
    ALTER TABLE count_sessions ADD COLUMN approved_by TEXT;
    ALTER TABLE count_sessions ADD COLUMN reversed_at INTEGER;
    ALTER TABLE count_sessions ADD COLUMN reversed_by TEXT;

    CREATE INDEX count_sessions_by_location ON count_sessions(location_id);

    -- 0 is the first count of an item, 1 and more are its recounts.
    ALTER TABLE count_entries ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX count_entries_by_code ON count_entries(session_id, code) WHERE variant_id IS NULL;
    -- The count that a posted line took its quantity from; NULL when a manager decided it.
    ALTER TABLE count_lines ADD COLUMN round INTEGER DEFAULT 0;

    -- When a section was counted, for its entries that have no time of their own.
    CREATE TABLE count_sections (
      session_id INTEGER NOT NULL REFERENCES count_sessions(id), section TEXT NOT NULL, counted_at INTEGER NOT NULL,
      PRIMARY KEY (session_id, section)
    ) STRICT, WITHOUT ROWID;
    -- The recounts that were asked for.
    CREATE TABLE count_recounts (
      session_id INTEGER NOT NULL REFERENCES count_sessions(id), variant_id INTEGER NOT NULL REFERENCES variants(id),
      round INTEGER NOT NULL, asked_at INTEGER NOT NULL, asked_by TEXT NOT NULL,
      PRIMARY KEY (session_id, variant_id, round)
    ) STRICT, WITHOUT ROWID;
    -- What managers decided about an item of a count: topic is exclusion, quantity or reason; the last of a topic holds.
    -- is_withdrawn takes the one before back. basis names the entries that a quantity was decided on.
    CREATE TABLE count_rulings (
      id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES count_sessions(id),
      variant_id INTEGER NOT NULL REFERENCES variants(id), topic TEXT NOT NULL, quantity INTEGER CHECK (quantity >= 0),
      reason_id INTEGER REFERENCES reasons(id), basis TEXT, is_withdrawn INTEGER NOT NULL DEFAULT 0,
      note TEXT NOT NULL, actor TEXT NOT NULL, ruled_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX count_rulings_by_session ON count_rulings(session_id, variant_id);
    -- The variances that a manager approved, so that others are not posted in their place.
    CREATE TABLE count_approvals (
      session_id INTEGER NOT NULL REFERENCES count_sessions(id), variant_id INTEGER NOT NULL REFERENCES variants(id),
      variance INTEGER NOT NULL, cost_value INTEGER, approved_at INTEGER NOT NULL, approved_by TEXT NOT NULL,
      PRIMARY KEY (session_id, variant_id)
    ) STRICT, WITHOUT ROWID;
    """

  /// Version 5 adds valuation by FIFO layers.
  static let version5 = """
    -- What each movement that counts, transfers excepted, takes from or brings to the layers: its value in minor units with
    -- the sign of its quantity, the cost of one of its units, and the average cost of one of the units that are left after
    -- it; NULL where a layer has no known cost. Kept in shops that value by FIFO. Derived.
    CREATE TABLE layer_costs (
      variant_id INTEGER NOT NULL REFERENCES variants(id), effective_at INTEGER NOT NULL, movement_id INTEGER NOT NULL,
      cost_value INTEGER, unit_cost INTEGER, stock_cost INTEGER,
      PRIMARY KEY (variant_id, effective_at, movement_id)
    ) STRICT, WITHOUT ROWID;
    """

  /// Version 6 adds the operating-system user in the audit log, the end of the log, the direction of reasons, and
  /// seals.
  ///
  /// A seal holds SHA-256 digests of everything that an act created; see ``Seal``. Sessions that were posted before
  /// there were seals, and their corrections, have a seal without a digest: they are known to be unsealed.
  static let version6 = """
    ALTER TABLE audit_log ADD COLUMN login TEXT;
    CREATE TABLE audit_head (
      id INTEGER PRIMARY KEY CHECK (id = 1), entry_id INTEGER NOT NULL, hash TEXT NOT NULL
    ) STRICT;
    INSERT INTO audit_head (id, entry_id, hash) SELECT 1, id, hash FROM audit_log ORDER BY id DESC LIMIT 1;

    -- Which variances a reason explains: loss, gain or both.
    ALTER TABLE reasons ADD COLUMN direction TEXT NOT NULL DEFAULT 'both';
    UPDATE reasons SET direction = 'loss' WHERE code IN
      ('short-delivery', 'damage', 'expiry', 'known-theft', 'internal-use', 'sample', 'supplier-return');

    -- kind is count, reversal or restatement; parts has a line for each table with its columns and the digest of its rows.
    CREATE TABLE seals (
      id INTEGER PRIMARY KEY, kind TEXT NOT NULL, session_id INTEGER REFERENCES count_sessions(id),
      first_movement INTEGER, last_movement INTEGER, audit_id INTEGER REFERENCES audit_log(id), parts TEXT, digest TEXT,
      CHECK ((audit_id IS NULL) = (digest IS NULL) AND (parts IS NULL) = (digest IS NULL))
    ) STRICT;
    CREATE INDEX seals_by_session ON seals(session_id) WHERE session_id IS NOT NULL;
    CREATE UNIQUE INDEX seals_by_audit_entry ON seals(audit_id) WHERE audit_id IS NOT NULL;
    INSERT INTO seals (kind, session_id)
      SELECT 'count', id FROM count_sessions WHERE state IN ('posted', 'reversed') ORDER BY id;
    INSERT INTO seals (kind, session_id) SELECT 'reversal', id FROM count_sessions WHERE state = 'reversed' ORDER BY id;
    INSERT INTO seals (kind, first_movement, last_movement)
      SELECT 'restatement', MIN(movement_id), MAX(movement_id) FROM count_restatements HAVING COUNT(*) > 0;
    CREATE TRIGGER seals_are_not_changed BEFORE UPDATE ON seals
      BEGIN SELECT RAISE(ABORT, 'seals are only ever added'); END;
    CREATE TRIGGER seals_are_not_deleted BEFORE DELETE ON seals
      BEGIN SELECT RAISE(ABORT, 'seals are only ever added'); END;
    """

  /// Version 7 adds valuation by the retail method.
  static let version7 = """
    -- Cost and retail in minor units of the goods of a category that were available in the year so far, and the first
    -- divided by the second in millionths; category_id is 0 for goods without one. Kept in shops that value by the retail
    -- method. Derived.
    CREATE TABLE retail_complements (
      category_id INTEGER NOT NULL, effective_at INTEGER NOT NULL, cost_value INTEGER, retail_value INTEGER,
      complement INTEGER NOT NULL,
      PRIMARY KEY (category_id, effective_at)
    ) STRICT, WITHOUT ROWID;
    -- The ratio that the unit cost of a line was made with, in millionths; NULL for lines valued otherwise.
    ALTER TABLE count_lines ADD COLUMN complement INTEGER;
    """

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

    -- valid_from is \(Schema.always) for a price that is valid since ever.
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
