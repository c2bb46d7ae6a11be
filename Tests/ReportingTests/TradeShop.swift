import GRDB

@testable import Stock

/// A shop with five months of trade that has all difficult cases: sales before the receipts that cover them, stock
/// below zero, returns, transfers between two locations, late movements, an import that was undone, items without cost,
/// price or tax rate, foreign currencies, and moments next to midnight on the day when clocks are put back.
/// `PlainTrade` computes the expected results independently.
enum TradeShop {
  static func fill(_ database: Database) throws { try fill(database, movements: movements) }

  /// The same shop with one item and one sale.
  static func fillWithOneSale(_ database: Database) throws {
    try fill(database, movements: [movements[0], Move(1, 1, -1500, "sale", "2026-09-05T10:00", price: 999)])
    try database.execute(
      sql: """
        DELETE FROM supplier_items WHERE variant_id > 1; DELETE FROM barcodes; DELETE FROM prices WHERE variant_id > 1;
        DELETE FROM variants WHERE id > 1; DELETE FROM products WHERE id > 1;
        """)
  }

  struct Move {
    let variant: Int
    let location: Int
    let quantity: Int64
    let kind: String
    let at: String
    var cost: Int64?
    var price: Int64?
    var recorded: String?
    var isUndone = false

    init(
      _ variant: Int, _ location: Int, _ quantity: Int64, _ kind: String, _ at: String, cost: Int64? = nil,
      price: Int64? = nil, recorded: String? = nil, isUndone: Bool = false
    ) {
      (self.variant, self.location, self.quantity, self.kind, self.at) = (variant, location, quantity, kind, at)
      (self.cost, self.price, self.recorded, self.isUndone) = (cost, price, recorded, isUndone)
    }
  }

  private static let movements: [Move] = [
    Move(1, 1, 50_000, "opening", "2026-07-01", cost: 6_200_000),
    Move(2, 1, 40_000, "opening", "2026-07-01", cost: 2_333_333),
    Move(2, 2, 20_000, "opening", "2026-07-01", cost: 2_333_333),
    Move(3, 1, 12_000, "opening", "2026-07-01"), Move(4, 1, 300_000, "opening", "2026-07-01", cost: 410_000),
    Move(5, 2, 25_000, "opening", "2026-07-01", cost: 18_000_000), Move(6, 1, 9000, "opening", "2026-07-01"),
    // Tea by weight: 20.5 × 9.99 = 204.795; the half cent is rounded away from zero, for returns as well.
    Move(1, 1, -20_500, "sale", "2026-07-10T09:00", price: 999),
    Move(1, 1, 500, "customer-return", "2026-07-11T09:00", price: 999),
    Move(1, 1, 30_000, "receipt", "2026-08-01T08:00", cost: 7_000_000),
    Move(1, 1, -18_333, "sale", "2026-08-31T21:59", price: 1050),
    // In September by the shop's clock, in August by UTC.
    Move(1, 1, -1000, "sale", "2026-08-31T22:00", price: 1050),
    Move(1, 1, -45_000, "sale", "2026-10-12T12:00", price: 1050),
    // Mugs are carried from the store room, sold below zero, and received after that.
    Move(2, 2, -15_000, "transfer", "2026-08-15T10:00"), Move(2, 1, 15_000, "transfer", "2026-08-15T10:00"),
    Move(2, 1, -60_000, "sale", "2026-09-03T10:00", price: 495),
    Move(2, 1, 48_000, "receipt", "2026-09-20T10:00", cost: 2_500_000),
    Move(2, 1, 2000, "customer-return", "2026-10-02T10:00", price: 495),
    Move(2, 1, -3000, "supplier-return", "2026-10-03T10:00", cost: 2_500_000),
    // Lamps have neither cost nor tax rate.
    Move(3, 1, -4000, "sale", "2026-09-09T10:00", price: 8900),
    Move(3, 1, 1000, "customer-return", "2026-09-29T10:00", price: 8900),
    // Cards: without a price once; on the 25th and the 26th of October by the clock of the shop, an hour apart from UTC's days.
    Move(4, 1, -30_000, "sale", "2026-09-10T10:00", price: 149),
    Move(4, 1, -7000, "sale", "2026-09-11T10:00"), Move(4, 1, -11_000, "sale", "2026-10-24T22:30", price: 149),
    Move(4, 1, -13_000, "sale", "2026-10-25T22:59", price: 149),
    Move(4, 1, -17_000, "sale", "2026-10-25T23:00", price: 149),
    Move(4, 1, -2000, "write-off", "2026-10-26T10:00"), Move(4, 1, 1000, "adjustment", "2026-10-26T11:00"),
    // Cake: a standard cost alone; brought back and never sold in October. Soap has a list cost, and costs nothing at the till.
    Move(6, 1, -5000, "sale", "2026-08-08T10:00", price: 2200),
    Move(6, 1, 2000, "customer-return", "2026-10-08T10:00", price: 2200),
    Move(7, 1, -3000, "sale", "2026-11-02T10:00", price: 0),
    // Came to light in November, is of August: the average of all that follows is another.
    Move(1, 1, 10_000, "receipt", "2026-08-20T08:00", cost: 9_100_000, recorded: "2026-11-10"),
    Move(2, 1, -4000, "sale", "2026-08-21T08:00", price: 520, recorded: "2026-11-10"),
    // Taken back, with their reversals.
    Move(4, 1, -500_000, "sale", "2026-10-05T10:00", price: 149, isUndone: true),
    Move(2, 1, 99_000, "receipt", "2026-10-06T10:00", cost: 99_000_000, isUndone: true),
    // After the moment at which the reports are made.
    Move(2, 1, -1000, "sale", "2026-12-01T10:00", price: 495),
  ]

  private static func fill(_ database: Database, movements: [Move]) throws {
    try database.execute(
      sql: """
        INSERT INTO locations (id, code, name, kind) VALUES (1, 'shop', 'Main shop', 'shop'), (2, 'store', 'Store room', 'store');
        INSERT INTO categories (id, code, name, parent_id) VALUES (1, 'food', 'Food & drink', NULL), (2, 'tea', 'Tea', 1),
          (3, 'home', NULL, NULL);
        INSERT INTO suppliers (id, code, name) VALUES (1, 'acme', 'Acme Wholesale'), (2, 'nord', 'Nordhandel & Söhne');
        INSERT INTO products (id, code, title, category_id, stock_unit, tax_rate) VALUES
          (1, 'TEA', 'Green tea, loose', 2, 'kg', 70000), (2, 'MUG', 'Mug, blue', 3, NULL, 190000),
          (3, 'LAMP', 'Lamp', 3, NULL, NULL), (4, 'CARD', 'Card, "with love"', NULL, NULL, 190000),
          (5, 'VASE', 'Vase, never sold', 3, NULL, 190000), (6, 'CAKE', '=SUM(A1:A9)', 1, NULL, 70000),
          (7, 'SOAP', '<script>alert(1)</script> & "x"', 3, NULL, 0);
        INSERT INTO variants (id, sku, product_id, standard_cost) VALUES (1, 'TEA-1', 1, NULL), (2, 'MUG-1', 2, NULL),
          (3, 'LAMP-1', 3, NULL), (4, 'CARD-1', 4, NULL), (5, 'VASE-1', 5, NULL), (6, 'CAKE-1', 6, 7450000),
          (7, 'SOAP-1', 7, NULL);
        INSERT INTO barcodes (canonical, code, symbology, variant_id) VALUES ('04006381333931', '4006381333931', 'GTIN-13', 2);
        INSERT INTO supplier_items (supplier_id, variant_id, unit_cost, currency) VALUES (1, 2, 2400000, 'EUR'),
          (2, 1, 6500000, 'USD'), (2, 7, 855000, 'EUR'), (1, 7, 100000, 'USD'), (1, 3, NULL, NULL);
        INSERT INTO prices (variant_id, price_type, currency, valid_from, price) VALUES (1, 'regular', 'EUR', 0, 999),
          (2, 'regular', 'EUR', 0, 495), (2, 'regular', 'USD', 0, 9999), (3, 'regular', 'EUR', 0, 8900);
        INSERT INTO documents (id, kind, party, number) VALUES (1, 'stock-level', '', 'opening'), (2, 'sale', '', 'till'),
          (3, 'receipt', 'acme', 'R-1'), (4, 'receipt', 'nord', 'R-2'), (5, 'movement', '', 'moves');
        """)
    var id: Int64 = 0
    for move in movements {
      id += 1
      try insert(database, move, id: id, quantity: move.quantity, reverses: nil)
      guard move.isUndone else { continue }
      id += 1
      try insert(database, move, id: id, quantity: -move.quantity, reverses: id - 1)
      try database.execute(sql: "INSERT INTO cancelled_movements VALUES (?), (?)", arguments: [id - 1, id])
    }
    try Ledger.rebuildBalances(database)
    try rebuildCosts(database)
  }

  /// Works the costs out as an import does.
  static func rebuildCosts(_ database: Database) throws {
    try CostHistory.rebuild(database)
    try LayerCosts.rebuild(database)
  }

  private static func insert(
    _ database: Database, _ move: Move, id: Int64, quantity: Int64, reverses: Int64?
  ) throws {
    let document =
      switch move.kind {
      case "opening": 1
      case "sale", "customer-return": 2
      case "receipt", "supplier-return": move.variant == 1 ? 4 : 3
      default: 5
      }
    try database.execute(
      sql: """
        INSERT INTO movements (id, variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, unit_price,
          document_id, document_line, reverses) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id, move.variant, move.location, quantity, move.kind, moment(move.at), moment(move.recorded ?? move.at),
        move.cost, move.price, document, "\(id)", reverses,
      ])
  }
}
