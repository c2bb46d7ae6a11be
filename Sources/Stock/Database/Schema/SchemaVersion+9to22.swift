extension SchemaVersion {
  /// Version 9 adds the remembered rows of files, so that they are recognised when they come again.
  ///
  /// No other data depend on these tables; they may be emptied at any time. See ``RowCache``.
  static let version9 = """
    -- A way of reading a file, with all that decides what becomes of a row. columns are the columns with barcodes, as JSON.
    CREATE TABLE known_feeds (
      id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, hash_key BLOB NOT NULL,
      import_id INTEGER NOT NULL REFERENCES imports(id), kept_at INTEGER NOT NULL, columns TEXT NOT NULL,
      rows INTEGER NOT NULL
    ) STRICT;
    -- The digests of the rows in the order of the file, each with the records that it names, some thousand rows to a page.
    CREATE TABLE known_rows (
      id INTEGER PRIMARY KEY, feed_id INTEGER NOT NULL REFERENCES known_feeds(id), page INTEGER NOT NULL,
      content BLOB NOT NULL,
      UNIQUE (feed_id, page)
    ) STRICT;
    """

  /// A session's entries are read in order of their items. The index contains all columns that are read, so no other
  /// lookup is needed.
  static let version10 = """
    DROP INDEX count_entries_by_session;
    CREATE INDEX count_entries_by_session
      ON count_entries(session_id, variant_id, round, superseded_by, quantity, counted_at, section);
    """

  /// Version 11 adds the documents with which suppliers answer orders.
  static let version11 = """
    ALTER TABLE orders ADD COLUMN buyer TEXT;
    ALTER TABLE orders ADD COLUMN contract TEXT;
    ALTER TABLE orders ADD COLUMN contact TEXT;
    ALTER TABLE orders ADD COLUMN sender TEXT;
    ALTER TABLE orders ADD COLUMN receiver TEXT;
    ALTER TABLE orders ADD COLUMN document_identity TEXT;
    ALTER TABLE orders ADD COLUMN note TEXT;
    -- What is still open of a line may be given up.
    ALTER TABLE order_lines ADD COLUMN closed_on TEXT;
    ALTER TABLE order_lines ADD COLUMN closed_reason TEXT;
    CREATE TABLE order_responses (
      id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers(id), order_number TEXT NOT NULL,
      response_number TEXT NOT NULL, responded_on TEXT, response TEXT, currency TEXT, contact TEXT,
      sender TEXT, receiver TEXT, document_identity TEXT, note TEXT
    ) STRICT;
    CREATE UNIQUE INDEX order_responses_by_number ON order_responses(supplier_id, order_number, response_number);
    CREATE TABLE order_response_lines (
      id INTEGER PRIMARY KEY, response_id INTEGER NOT NULL REFERENCES order_responses(id), line TEXT NOT NULL,
      variant_id INTEGER REFERENCES variants(id), item_code TEXT, supplier_code TEXT, title TEXT, line_response TEXT,
      confirmed_quantity INTEGER, order_unit TEXT, pack_size INTEGER CHECK (pack_size > 0), unit_cost INTEGER,
      promised_on TEXT, substitute_barcode TEXT, substitute_supplier_code TEXT, note TEXT
    ) STRICT;
    CREATE UNIQUE INDEX order_response_lines_by_line ON order_response_lines(response_id, line);
    CREATE TABLE despatch_advices (
      id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers(id), despatch_number TEXT NOT NULL,
      despatched_on TEXT, expected_on TEXT, order_number TEXT, location_id INTEGER REFERENCES locations(id),
      carrier TEXT, tracking_number TEXT, packages INTEGER, sender TEXT, receiver TEXT, document_identity TEXT, note TEXT
    ) STRICT;
    CREATE UNIQUE INDEX despatch_advices_by_number ON despatch_advices(supplier_id, despatch_number);
    CREATE TABLE despatch_lines (
      id INTEGER PRIMARY KEY, despatch_id INTEGER NOT NULL REFERENCES despatch_advices(id), line TEXT NOT NULL,
      variant_id INTEGER REFERENCES variants(id), item_code TEXT, supplier_code TEXT, title TEXT, order_number TEXT,
      order_line TEXT, despatched_quantity INTEGER NOT NULL, outstanding_quantity INTEGER, order_unit TEXT,
      pack_size INTEGER CHECK (pack_size > 0), lot TEXT, expires_on TEXT, sscc TEXT, note TEXT
    ) STRICT;
    CREATE UNIQUE INDEX despatch_lines_by_line ON despatch_lines(despatch_id, line);
    CREATE TABLE invoices (
      id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers(id), invoice_number TEXT NOT NULL,
      invoice_kind TEXT NOT NULL DEFAULT 'invoice' CHECK (invoice_kind IN ('invoice', 'credit-note')),
      invoiced_on TEXT, due_on TEXT, order_number TEXT, despatch_number TEXT, corrects TEXT, currency TEXT,
      net_amount INTEGER, allowance_amount INTEGER, charge_amount INTEGER, tax_amount INTEGER, total_amount INTEGER,
      sender TEXT, receiver TEXT, document_identity TEXT, note TEXT
    ) STRICT;
    CREATE UNIQUE INDEX invoices_by_number ON invoices(supplier_id, invoice_number);
    CREATE TABLE invoice_lines (
      id INTEGER PRIMARY KEY, invoice_id INTEGER NOT NULL REFERENCES invoices(id), line TEXT NOT NULL,
      variant_id INTEGER REFERENCES variants(id), item_code TEXT, supplier_code TEXT, title TEXT, order_number TEXT,
      order_line TEXT, despatch_number TEXT, invoiced_quantity INTEGER NOT NULL, order_unit TEXT,
      pack_size INTEGER CHECK (pack_size > 0), unit_cost INTEGER, currency TEXT, line_amount INTEGER, tax_rate INTEGER,
      note TEXT
    ) STRICT;
    CREATE UNIQUE INDEX invoice_lines_by_line ON invoice_lines(invoice_id, line);
    -- How documents find the order that they are about: by its line, else by the item.
    CREATE INDEX despatch_lines_by_order_line ON despatch_lines(order_number, order_line);
    CREATE INDEX despatch_lines_by_item ON despatch_lines(order_number, variant_id);
    CREATE INDEX invoice_lines_by_order_line ON invoice_lines(order_number, order_line);
    CREATE INDEX invoice_lines_by_item ON invoice_lines(order_number, variant_id);
    CREATE INDEX order_lines_by_item ON order_lines(order_id, variant_id);
    CREATE INDEX movements_by_order ON movements(order_number, variant_id) WHERE order_number IS NOT NULL;
    -- From where on an item is ordered again, and up to how much.
    CREATE TABLE reorder_levels (
      id INTEGER PRIMARY KEY, variant_id INTEGER NOT NULL REFERENCES variants(id),
      location_id INTEGER NOT NULL REFERENCES locations(id), reorder_point INTEGER NOT NULL, order_up_to INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX reorder_levels_by_item ON reorder_levels(variant_id, location_id);
    """

  /// Version 12 adds the numbers of the interchanges that were written for partners.
  static let version12 = """
    -- The last number used for a partner, as the format names it. Numbers are never given twice, whatever is undone.
    CREATE TABLE control_numbers (
      format TEXT NOT NULL, receiver TEXT NOT NULL, number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 999999999),
      PRIMARY KEY (format, receiver)
    ) STRICT, WITHOUT ROWID;
    """

  /// Version 13 adds indexes to find an earlier invoice, and partners by their numbers, without a scan.
  static let version13 = """
    CREATE INDEX invoices_by_order ON invoices(supplier_id, total_amount, order_number, invoice_kind)
      WHERE order_number IS NOT NULL;
    CREATE INDEX invoices_by_despatch ON invoices(supplier_id, total_amount, despatch_number, invoice_kind)
      WHERE despatch_number IS NOT NULL;
    CREATE INDEX suppliers_by_gln ON suppliers(gln) WHERE gln IS NOT NULL;
    CREATE INDEX locations_by_gln ON locations(gln) WHERE gln IS NOT NULL;
    """

  /// Version 14 adds how goods are shown and sold, foods and how long they keep, users and their data.
  static let version14 = """
    ALTER TABLE categories ADD COLUMN gender TEXT;
    ALTER TABLE brands ADD COLUMN gender TEXT;
    ALTER TABLE locations ADD COLUMN description TEXT;
    ALTER TABLE locations ADD COLUMN opening_hours TEXT;
    ALTER TABLE locations ADD COLUMN contact TEXT;
    ALTER TABLE locations ADD COLUMN address TEXT;
    -- Degrees are ten-millionths.
    ALTER TABLE locations ADD COLUMN latitude INTEGER;
    ALTER TABLE locations ADD COLUMN longitude INTEGER;
    ALTER TABLE locations ADD COLUMN status TEXT;
    CREATE TABLE foods (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, food_category TEXT, title TEXT, subtitle TEXT, keywords TEXT
    ) STRICT;
    CREATE TABLE storage_durations (
      id INTEGER PRIMARY KEY, food_id INTEGER NOT NULL REFERENCES foods(id), storage_place TEXT NOT NULL,
      storage_condition TEXT NOT NULL, minimum INTEGER, maximum INTEGER, duration_unit TEXT NOT NULL, tips TEXT
    ) STRICT;
    CREATE UNIQUE INDEX storage_durations_by_food
      ON storage_durations(food_id, storage_place, storage_condition);
    ALTER TABLE products ADD COLUMN gender TEXT;
    ALTER TABLE products ADD COLUMN location_id INTEGER REFERENCES locations(id);
    ALTER TABLE products ADD COLUMN published_at INTEGER;
    ALTER TABLE products ADD COLUMN food_id INTEGER REFERENCES foods(id);
    CREATE INDEX products_by_location ON products(location_id) WHERE location_id IS NOT NULL;
    CREATE INDEX products_by_brand ON products(brand_id) WHERE brand_id IS NOT NULL;
    CREATE INDEX products_by_food ON products(food_id) WHERE food_id IS NOT NULL;
    CREATE INDEX products_by_publishing ON products(published_at) WHERE published_at IS NOT NULL;
    CREATE TABLE product_colours (
      id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products(id),
      colour_id INTEGER NOT NULL REFERENCES colours(id)
    ) STRICT;
    CREATE UNIQUE INDEX product_colours_by_product ON product_colours(product_id, colour_id);
    CREATE INDEX product_colours_by_colour ON product_colours(colour_id);
    CREATE TABLE pictures (
      id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products(id), position INTEGER NOT NULL,
      picture_width INTEGER NOT NULL, picture_height INTEGER, file TEXT NOT NULL, media_type TEXT
    ) STRICT;
    CREATE UNIQUE INDEX pictures_by_product ON pictures(product_id, position, picture_width);
    CREATE TABLE sections (
      id INTEGER PRIMARY KEY, location_id INTEGER NOT NULL REFERENCES locations(id), section TEXT NOT NULL, title TEXT,
      map_x INTEGER, map_y INTEGER, map_width INTEGER, map_height INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX sections_by_location ON sections(location_id, section);
    CREATE TABLE section_products (
      id INTEGER PRIMARY KEY, location_id INTEGER NOT NULL REFERENCES locations(id), section TEXT NOT NULL,
      product_id INTEGER NOT NULL REFERENCES products(id)
    ) STRICT;
    CREATE UNIQUE INDEX section_products_by_section ON section_products(location_id, section, product_id);
    CREATE INDEX section_products_by_product ON section_products(product_id);
    CREATE TABLE sales_events (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, title TEXT, starts_at INTEGER NOT NULL, ends_at INTEGER
    ) STRICT;
    CREATE TABLE sales_event_rates (
      id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES sales_events(id), rate_group TEXT NOT NULL,
      category_id INTEGER REFERENCES categories(id), brand_id INTEGER REFERENCES brands(id),
      product_id INTEGER REFERENCES products(id), gender TEXT, mark_off INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX sales_event_rates_by_group ON sales_event_rates(event_id, rate_group);
    CREATE INDEX sales_event_rates_by_product ON sales_event_rates(product_id) WHERE product_id IS NOT NULL;
    CREATE TABLE counters (
      id INTEGER PRIMARY KEY, subject_kind TEXT NOT NULL, subject TEXT NOT NULL, counter TEXT NOT NULL,
      stated INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX counters_by_subject ON counters(subject_kind, subject, counter);
    CREATE TABLE users (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, display_name TEXT, user_kind TEXT,
      location_id INTEGER REFERENCES locations(id), email TEXT, phone TEXT, address TEXT, contact TEXT,
      contact_shown_to TEXT, latitude INTEGER, longitude INTEGER, attributes TEXT
    ) STRICT;
    CREATE TABLE favourites (
      id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(id),
      product_id INTEGER NOT NULL REFERENCES products(id), added_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX favourites_by_user ON favourites(user_id, product_id);
    CREATE INDEX favourites_by_product ON favourites(product_id);
    CREATE TABLE follows (
      id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(id), followed_kind TEXT NOT NULL,
      followed TEXT NOT NULL, query TEXT, followed_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX follows_by_user ON follows(user_id, followed_kind, followed);
    CREATE INDEX follows_by_subject ON follows(followed_kind, followed);
    CREATE TABLE shared_lists (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, title TEXT, list_kind TEXT,
      user_id INTEGER REFERENCES users(id), members TEXT
    ) STRICT;
    CREATE INDEX shared_lists_by_user ON shared_lists(user_id) WHERE user_id IS NOT NULL;
    CREATE TABLE list_items (
      id INTEGER PRIMARY KEY, list_id INTEGER NOT NULL REFERENCES shared_lists(id), item TEXT NOT NULL, title TEXT,
      product_id INTEGER REFERENCES products(id), barcode TEXT, food_id INTEGER REFERENCES foods(id), quantity INTEGER,
      quantity_unit TEXT, storage_place TEXT, purchased_on TEXT, opened_on TEXT, expires_on TEXT, owners TEXT,
      purchaser TEXT, reminder TEXT, done INTEGER, note TEXT
    ) STRICT;
    CREATE UNIQUE INDEX list_items_by_item ON list_items(list_id, item);
    CREATE INDEX list_items_by_product ON list_items(product_id) WHERE product_id IS NOT NULL;
    CREATE TABLE item_reports (
      id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(id),
      product_id INTEGER NOT NULL REFERENCES products(id), report_reason TEXT, reported_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX item_reports_by_user ON item_reports(user_id, product_id);
    CREATE INDEX item_reports_by_product ON item_reports(product_id);
    CREATE TABLE listings (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, user_id INTEGER REFERENCES users(id), listing_kind TEXT,
      product_id INTEGER REFERENCES products(id), isbn TEXT, title TEXT, author TEXT, publisher TEXT, condition TEXT,
      summary TEXT, picture TEXT, latitude INTEGER, longitude INTEGER, posted_at INTEGER, message TEXT
    ) STRICT;
    CREATE INDEX listings_by_user ON listings(user_id) WHERE user_id IS NOT NULL;
    CREATE INDEX listings_by_isbn ON listings(isbn) WHERE isbn IS NOT NULL;
    CREATE INDEX listings_by_product ON listings(product_id) WHERE product_id IS NOT NULL;
    CREATE TABLE posts (
      id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(id), post TEXT NOT NULL, post_kind TEXT,
      message TEXT, posted_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX posts_by_user ON posts(user_id, post);
    """

  /// Version 15 adds indexes that find the sales events of a product, and the colours of a family.
  static let version15 = """
    -- A rate names any of four things; 0 and '' stand for those that it does not name, so that one look-up finds all rates
    -- that reach a product.
    CREATE INDEX sales_event_rates_by_reach ON sales_event_rates(
      COALESCE(product_id, 0), COALESCE(category_id, 0), COALESCE(brand_id, 0), COALESCE(gender, ''));
    CREATE INDEX sales_events_by_time ON sales_events(starts_at, ends_at);
    CREATE INDEX colours_by_family ON colours(family) WHERE family IS NOT NULL;
    CREATE INDEX variants_by_colour ON variants(colour_id) WHERE colour_id IS NOT NULL;
    """

  /// Version 16 adds the position of each published product in the feeds, and the data that other systems keep of
  /// stores and brands.
  ///
  /// `turn` numbers the products of a store that were published on one day (UTC), in the order in which the shop
  /// learned of them. A turn is given once, so that no page of a feed moves when other products are added or removed.
  /// Triggers maintain it for every writer. There is intentionally no foreign key: a position references nothing else,
  /// and is removed with its product.
  ///
  /// Stores, brands and categories get further properties, as products have them, and brands get a name in addition to
  /// their code.
  static let version16 = """
    ALTER TABLE locations ADD COLUMN attributes TEXT;
    ALTER TABLE categories ADD COLUMN attributes TEXT;
    ALTER TABLE brands ADD COLUMN name TEXT;
    ALTER TABLE brands ADD COLUMN attributes TEXT;
    CREATE TABLE feed_places (
      product_id INTEGER PRIMARY KEY, store_id INTEGER NOT NULL, day INTEGER NOT NULL, turn INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX feed_places_by_store ON feed_places(store_id, day, turn);
    CREATE INDEX feed_places_by_turn ON feed_places(day DESC, turn, product_id);
    INSERT INTO feed_places (product_id, store_id, day, turn)
      SELECT id, COALESCE(location_id, 0), published_at / 86400000,
        ROW_NUMBER() OVER (PARTITION BY COALESCE(location_id, 0), published_at / 86400000 ORDER BY id)
      FROM products WHERE published_at IS NOT NULL;
    CREATE TRIGGER feed_place_of_new AFTER INSERT ON products WHEN NEW.published_at IS NOT NULL BEGIN
      INSERT INTO feed_places (product_id, store_id, day, turn)
        VALUES (NEW.id, COALESCE(NEW.location_id, 0), NEW.published_at / 86400000, 1 + COALESCE((
          SELECT MAX(turn) FROM feed_places
          WHERE store_id = COALESCE(NEW.location_id, 0) AND day = NEW.published_at / 86400000), 0));
    END;
    CREATE TRIGGER feed_place_of_moved AFTER UPDATE OF published_at, location_id ON products
      WHEN NEW.published_at / 86400000 IS NOT OLD.published_at / 86400000 OR NEW.location_id IS NOT OLD.location_id BEGIN
      DELETE FROM feed_places WHERE product_id = NEW.id;
      INSERT INTO feed_places (product_id, store_id, day, turn)
        SELECT NEW.id, COALESCE(NEW.location_id, 0), NEW.published_at / 86400000, 1 + COALESCE((
          SELECT MAX(turn) FROM feed_places
          WHERE store_id = COALESCE(NEW.location_id, 0) AND day = NEW.published_at / 86400000), 0)
        WHERE NEW.published_at IS NOT NULL;
    END;
    CREATE TRIGGER feed_place_of_removed AFTER DELETE ON products BEGIN
      DELETE FROM feed_places WHERE product_id = OLD.id;
    END;
    """

  /// Version 17 adds lots that are issued first-expired-first-out.
  static let version17 = """
    -- What movements without a lot took from lots, or brought back to them, with the sign of their quantity; was_expired is 1
    -- for what was taken after the lot's last day. Derived; see LotIssues.
    CREATE TABLE lot_issues (
      variant_id INTEGER NOT NULL, effective_at INTEGER NOT NULL, movement_id INTEGER NOT NULL, lot_id INTEGER NOT NULL,
      location_id INTEGER NOT NULL, quantity INTEGER NOT NULL, was_expired INTEGER NOT NULL,
      PRIMARY KEY (variant_id, effective_at, movement_id, lot_id)
    ) STRICT, WITHOUT ROWID;
    -- What is left of each lot of the variants that have any; lot_id is 0 for their stock without a lot. Derived.
    CREATE TABLE lot_balances (
      variant_id INTEGER NOT NULL, location_id INTEGER NOT NULL, lot_id INTEGER NOT NULL, quantity INTEGER NOT NULL,
      PRIMARY KEY (variant_id, location_id, lot_id)
    ) STRICT, WITHOUT ROWID;
    -- The variants whose lots are to be issued anew before the transaction ends.
    CREATE TABLE lot_replays (variant_id INTEGER PRIMARY KEY) STRICT;
    CREATE TRIGGER lots_expire_anew AFTER UPDATE OF expires_on ON lots WHEN OLD.expires_on IS NOT NEW.expires_on
      BEGIN INSERT OR IGNORE INTO lot_replays VALUES (NEW.variant_id); END;
    """

  /// Version 18 adds digests of the rows of all tables, and their digest in each audit entry.
  ///
  /// See ``TableDigests``.
  static let version18 = """
    -- The sum of the SHA-256 digests of a table's rows, modulo 2^256, and how many rows there are.
    CREATE TABLE table_digests (
      name TEXT PRIMARY KEY, rows INTEGER NOT NULL, digest TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- tables is the SHA-256 of all rows of table_digests at the end of the entry's transaction; rows has a line for each
    -- import, period, reason and setting that the transaction changed, with its digest. Both are part of the entry's hash.
    ALTER TABLE audit_log ADD COLUMN tables TEXT;
    ALTER TABLE audit_log ADD COLUMN rows TEXT;
    -- An entry gets its hash when its transaction ends.
    DROP TRIGGER audit_log_is_not_changed;
    CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log WHEN OLD.hash <> ''
      BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
    """

  /// Version 20 adds the original objects of other systems.
  ///
  /// `source_kind` and `source_record` identify the record that an object became. They are text and intentionally not a
  /// reference: an object stays when its record is deleted, so that an undo of the deletion brings back both. Its
  /// export leaves it out.
  static let version20 = """
    CREATE TABLE source_objects (
      id INTEGER PRIMARY KEY, source_class TEXT NOT NULL, source_object TEXT NOT NULL, source_owner TEXT,
      source_kind TEXT, source_record TEXT, source_text TEXT
    ) STRICT;
    CREATE UNIQUE INDEX source_objects_by_object ON source_objects(source_class, source_object);
    """

  /// Version 21 adds the partners' names for the shop's locations and suppliers.
  static let version21 = """
    CREATE TABLE location_aliases (
      id INTEGER PRIMARY KEY, alias TEXT NOT NULL, location_id INTEGER NOT NULL REFERENCES locations(id)
    ) STRICT;
    CREATE UNIQUE INDEX location_aliases_by_alias ON location_aliases(alias);
    CREATE INDEX location_aliases_by_location ON location_aliases(location_id);
    CREATE TABLE supplier_aliases (
      id INTEGER PRIMARY KEY, alias TEXT NOT NULL, supplier_id INTEGER NOT NULL REFERENCES suppliers(id)
    ) STRICT;
    CREATE UNIQUE INDEX supplier_aliases_by_alias ON supplier_aliases(alias);
    CREATE INDEX supplier_aliases_by_supplier ON supplier_aliases(supplier_id);
    """

  /// Version 22 adds indexes for what small imports and reports of a short period ask, so that they need not read the whole
  /// catalog or the whole history.
  ///
  /// Those of codes hold only what is rare: barcodes that are not all digits, and numbers with zeros in front, by what is
  /// left of them without the zeros.
  static let version22 = """
    CREATE INDEX barcodes_with_letters ON barcodes(canonical) WHERE canonical GLOB '*[^0-9]*';
    CREATE INDEX variants_by_bare_sku ON variants(ltrim(sku, '0'))
      WHERE substr(sku, 1, 1) = '0' AND sku NOT GLOB '*[^0-9]*';
    CREATE INDEX products_by_bare_code ON products(ltrim(code, '0'))
      WHERE substr(code, 1, 1) = '0' AND code NOT GLOB '*[^0-9]*';
    CREATE INDEX supplier_items_by_bare_code ON supplier_items(ltrim(supplier_code, '0'))
      WHERE substr(supplier_code, 1, 1) = '0' AND supplier_code NOT GLOB '*[^0-9]*';
    CREATE INDEX count_lines_by_time ON count_lines(as_of);
    CREATE INDEX movements_of_receipts ON movements(variant_id, effective_at) WHERE kind = 'receipt';
    """
}
