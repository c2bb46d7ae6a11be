extension Schema {
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
}
