import GRDB

@testable import Stock

/// A shop in two places whose ledger is hard to keep: sales before the receipts that cover them, a delivery to one place that
/// changes the average of both, late movements, transfers, returns, an import that was undone, items without a cost or a
/// price, a supplier in another currency, and stock below zero. Reports on it are made on 21 November 2026.
enum LedgerShop {
  static func fill(_ database: Database) throws { try fill(database, valuedBy: "moving-average") }

  static func fill(_ database: Database, valuedBy method: String) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO settings (name, value) VALUES ('valuation', ?)", arguments: [method])
    try catalog(database)
    try database.execute(
      sql: "UPDATE variants SET standard_cost = 2500000 WHERE id IN (1, 2) AND ? = 'standard'", arguments: [method])
    try movements(database)
    try Ledger.rebuildBalances(database)
    try CancelledMovements.rebuild(database)
    try CostHistory.rebuild(database)
    try LayerCosts.rebuild(database)
    try RetailCosts.rebuild(database)
  }

  /// One item, one movement, and a count of it under way.
  static func fillWithOne(_ database: Database) throws {
    try catalog(database)
    try database.execute(
      sql: """
        DELETE FROM supplier_items; DELETE FROM prices; DELETE FROM barcodes;
        DELETE FROM variants WHERE id > 1; DELETE FROM products WHERE id > 1;
        """)
    try move(database, 1, 1, 5000, "opening", "2026-10-05", document: 1, cost: 2_000_000)
    try database.execute(
      sql: """
        INSERT INTO count_sessions (id, code, location_id, kind, state, is_blind, opened_at, cut_off_at) VALUES
          (1, 'C-1', 1, 'full', 'counting', 0, \(moment("2026-11-20T07:00")), \(moment("2026-11-20T18:00")));
        INSERT INTO count_sheet (session_id, variant_id) VALUES (1, 1);
        """)
    try Ledger.rebuildBalances(database)
    try CostHistory.rebuild(database)
  }

  private static func catalog(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO locations (id, code, name, kind) VALUES (1, 'shop', 'Main shop', 'shop'), (2, 'store', 'Store room', 'store');
        INSERT INTO categories (id, code, name, parent_id) VALUES (1, 'food', 'Food', NULL), (2, 'fruit', 'Fruit & nuts', 1),
          (3, 'home', NULL, NULL);
        INSERT INTO suppliers (id, code, name) VALUES (1, 'acme', 'Acme Wholesale'), (2, 'tokyo', NULL);
        INSERT INTO products (id, code, title, category_id, stock_unit) VALUES (1, 'PEAR', 'Pears, loose', 2, 'kg'),
          (2, 'BOWL', 'Bowl', 3, NULL), (3, 'LAMP', 'Lamp, never sold', 3, NULL), (4, 'PIN', '=SUM(A1:A9)', 3, NULL),
          (5, 'VASE', 'Vase', 3, NULL), (6, 'KITE', 'Kite, new', NULL, NULL), (7, 'SAKE', 'Sake', 1, NULL),
          (8, 'GONE', 'Sold out', 3, NULL);
        INSERT INTO variants (id, sku, product_id) VALUES (1, 'PEAR-1', 1), (2, 'BOWL-1', 2), (3, 'LAMP-1', 3),
          (4, 'PIN-1', 4), (5, 'VASE-1', 5), (6, 'KITE-1', 6), (7, 'SAKE-1', 7), (8, 'GONE-1', 8);
        INSERT INTO barcodes (canonical, code, symbology, variant_id) VALUES ('04006381333931', '4006381333931', 'gtin-13', 2);
        INSERT INTO supplier_items (supplier_id, variant_id, unit_cost, currency) VALUES (1, 2, 3000000, 'EUR'),
          (2, 7, 900000000, 'JPY');
        INSERT INTO prices (variant_id, price_type, currency, valid_from, price) VALUES (1, 'regular', 'EUR', 0, 449),
          (2, 'regular', 'EUR', 0, 995);
        INSERT INTO imports (id, identity, file_sha256, source, byte_count, format, applied_at, actor, created, updated,
          unchanged, rejected, conflicts) VALUES (1, 'a', 'a', 'till & more.csv', 1, 'csv', 0, 'ann', 0, 0, 0, 0, 0);
        INSERT INTO documents (id, kind, party, number, import_id) VALUES (1, 'stock-level', '', 'opening', NULL),
          (2, 'sale', '', 'till', 1), (3, 'receipt', 'acme', 'R-1', 1), (4, 'movement', '', 'moves', NULL);
        """)
    try database.execute(
      sql: "UPDATE products SET title = ? WHERE id = 5", arguments: [CornerShop.hostileTitle])
  }

  private static func movements(_ database: Database) throws {
    func opening(_ variant: Int, _ place: Int, _ quantity: Int64, cost: Int64? = nil) throws {
      try move(database, variant, place, quantity, "opening", "2026-06-01", document: 1, cost: cost)
    }
    func sale(_ variant: Int, _ place: Int, _ quantity: Int64, _ at: String, price: Int64? = 500) throws {
      try move(database, variant, place, -quantity, "sale", at, document: 2, price: price)
    }
    func receipt(_ variant: Int, _ place: Int, _ quantity: Int64, _ at: String, cost: Int64?, recorded: String? = nil)
      throws
    {
      try move(database, variant, place, quantity, "receipt", at, document: 3, cost: cost, recorded: recorded)
    }
    try opening(1, 1, 20_000, cost: 2_000_000)
    try opening(1, 2, 30_000, cost: 2_000_000)
    try opening(2, 2, 40_000, cost: 3_333_333)
    try opening(3, 1, 7000)
    try opening(5, 1, 3000, cost: 12_500_000)
    try opening(8, 1, 4000, cost: 1_000_000)
    // Pears are sold by weight; a dear delivery to the store room changes the average of both places.
    try sale(1, 1, 4333, "2026-09-10T10:00")
    try receipt(1, 2, 25_000, "2026-10-05T08:00", cost: 2_777_777)
    try sale(1, 1, 3125, "2026-10-06T10:00")
    try move(database, 1, 1, 125, "customer-return", "2026-10-07T10:00", document: 2, price: 500)
    try move(database, 1, 2, -6000, "transfer", "2026-10-08T07:00", document: 4)
    try move(database, 1, 1, 6000, "transfer", "2026-10-08T07:00", document: 4)
    // Recorded in November, but effective in October.
    try receipt(1, 1, 10_000, "2026-10-02T08:00", cost: 3_000_000, recorded: "2026-11-12")
    // Midnight by the clock of the shop: the last moment of September and the first of October.
    try sale(1, 1, 1000, "2026-09-30T21:59:59")
    try sale(1, 1, 2000, "2026-09-30T22:00")
    // Bowls are sold below zero before they come.
    try sale(2, 1, 6000, "2026-10-10T10:00", price: 995)
    try receipt(2, 1, 4000, "2026-10-12T08:00", cost: 3_100_000)
    try move(database, 2, 2, -1000, "write-off", "2026-10-13T08:00", document: 4, reason: "damage")
    try move(database, 2, 2, -2000, "supplier-return", "2026-10-14T08:00", document: 3, cost: 3_333_333)
    // A till file that was taken back.
    try sale(2, 2, 9000, "2026-10-15T10:00", price: 995)
    try database.execute(
      sql: """
        INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_price, document_id,
          document_line, reverses)
        SELECT variant_id, location_id, -quantity, kind, effective_at, \(moment("2026-10-16")), unit_price, document_id,
          'undo of ' || document_line, id
        FROM movements ORDER BY id DESC LIMIT 1
        """)
    // Pins were never received, and have neither cost nor price; kites are new; sake has a list cost in yen only.
    try sale(4, 1, 2000, "2026-10-20T10:00", price: nil)
    try receipt(6, 1, 8000, "2026-11-10T08:00", cost: 4_250_000)
    try receipt(7, 2, 6000, "2026-11-01T08:00", cost: nil)
    try sale(7, 2, 1000, "2026-11-05T08:00")
    try sale(8, 1, 4000, "2026-07-01T10:00")
    // After the reports are made.
    try sale(1, 1, 500, "2026-12-01T10:00")
  }

  private static func move(
    _ database: Database, _ variant: Int, _ location: Int, _ quantity: Int64, _ kind: String, _ at: String,
    document: Int, cost: Int64? = nil, price: Int64? = nil, reason: String? = nil, recorded: String? = nil
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, unit_price,
          reason_id, document_id, document_line, import_id, source_line)
        SELECT ?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM reasons WHERE code = ?), d.id,
          CAST((SELECT COUNT(*) + 1 FROM movements) AS TEXT), d.import_id, CASE WHEN d.import_id IS NOT NULL THEN 7 END
        FROM documents d WHERE d.id = ?
        """,
      arguments: [
        variant, location, quantity, kind, moment(at), moment(recorded ?? at), cost, price, reason, document,
      ])
  }
}
