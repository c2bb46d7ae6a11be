import GRDB
import Stock

/// A shop with a problem of every kind, and with similar data that are correct. The tests of the report on data quality
/// contain the expected findings.
enum UntidyShop {
  /// An item without problems, unless a property is set.
  private struct Item {
    let id: Int
    let sku: String
    var title: String?
    var barcode: String? = ""
    var canonical = ""
    var symbology = "gtin-13"
    var category: Int? = 1
    var price: Int64? = 1000
    var taxIncluded = 1
    var taxRate: Int64? = 190_000
    var cost: Int64? = 5_000_000
    var size: String?
    var status: String?
  }

  private static let items: [Item] = [
    Item(id: 1, sku: "TIDY-1", title: "Tidy", barcode: "4006381333931", canonical: "04006381333931"),
    Item(id: 2, sku: "ZERO-1", title: "Zero, one", barcode: "0012345", canonical: "0012345", symbology: "in-store"),
    Item(id: 3, sku: "ZERO-2", title: "Zero, two", barcode: "12345", canonical: "12345", symbology: "in-store"),
    Item(id: 4, sku: "4006381333931", title: "Called like a barcode"),
    Item(id: 5, sku: "TWIN-1", title: "Twin"), Item(id: 6, sku: "TWIN-2", title: " TWIN"),
    Item(id: 7, sku: "TWIN-3", title: "Twin", size: "L"),
    Item(id: 8, sku: "WRONG-1", title: "Wrong, one", barcode: "4006381333932", canonical: "04006381333932"),
    Item(id: 9, sku: "WRONG-2", title: "Wrong, two", barcode: "12345678", canonical: "12345678", symbology: "in-store"),
    Item(id: 10, sku: "BARE-1", barcode: nil, category: nil, price: nil, cost: nil),
    Item(id: 11, sku: "FREE-1", title: "For nothing", price: 0),
    // 1.18 with 19 % tax is less than 1.00 without it; 1.19 is not.
    Item(id: 12, sku: "CHEAP-1", title: "Cheap", price: 118, cost: 1_000_000),
    Item(id: 13, sku: "EDGE-1", title: "At the edge", price: 119, cost: 1_000_000),
    Item(id: 14, sku: "NET-1", title: "Without tax", price: 100, taxIncluded: 0, cost: 1_000_000),
    Item(id: 15, sku: "MINUS-1", title: CornerShop.hostileTitle),
    Item(id: 16, sku: "OLD-1", barcode: nil, category: nil, price: nil, cost: nil, status: "discontinued"),
    Item(id: 17, sku: "PAIR-1", title: "Pair, one"), Item(id: 18, sku: "PAIR-2", title: "Pair, two"),
    Item(id: 19, sku: "UNTAXED-1", title: "Of no known rate", price: 99, taxRate: nil, cost: 1_000_000),
  ]

  static func fill(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO locations (id, code, name) VALUES (1, 'shop', 'Main shop');
        INSERT INTO categories (id, code, name) VALUES (1, 'all', 'Everything');
        INSERT INTO suppliers (id, code, name) VALUES (1, 'acme', 'Acme');
        INSERT INTO products (id, code, title) VALUES (90, 'EMPTY', 'Nothing in it');
        """)
    for item in items { try add(item, to: database) }
    try database.execute(
      sql: """
        UPDATE supplier_items SET supplier_code = 'A-17' WHERE variant_id IN (17, 18);
        INSERT INTO prices (variant_id, price_type, currency, valid_from, price, tax_included) VALUES (14, 'sale', 'EUR', 0, 99, 0),
          (1, 'sale', 'EUR', \(moment("2026-12-01")), 1, 0), (13, 'regular', 'USD', 0, 1, 1),
          (12, 'regular', 'EUR', -1000, 1, 1);
        INSERT INTO documents (id, kind, party, number) VALUES (1, 'sale', '', 'till');
        INSERT INTO movements (id, variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_price, document_id,
          document_line, reverses) VALUES (1, 15, 1, -2000, 'sale', 1, 1, 100, 1, '1', NULL),
          (2, 1, 1, -1000, 'sale', 2, 2, NULL, 1, '2', NULL), (3, 1, 1, -1500, 'sale', 3, 3, NULL, 1, '3', NULL),
          (4, 2, 1, -1000, 'sale', 4, 4, NULL, 1, '4', NULL), (5, 2, 1, 1000, 'sale', 4, 5, NULL, 1, '5', 4),
          (6, 16, 1, 3000, 'opening', 1, 1, NULL, 1, '6', NULL), (7, 1, 1, 9000, 'opening', 0, 0, NULL, 1, '7', NULL);
        INSERT INTO cancelled_movements VALUES (4), (5);
        INSERT INTO orders (id, supplier_id, order_number, ordered_on, expected_on) VALUES (1, 1, 'O-1', NULL, NULL),
          (2, 1, 'O-2', '2026-11-01', NULL), (3, 1, 'O-3', '2026-11-01', '2026-12-01'), (4, 1, 'O-4', '2026-11-01', NULL);
        INSERT INTO order_lines (order_id, line, variant_id, order_quantity, unit_cost, closed_on) VALUES
          (2, '1', 1, 1000, NULL, NULL), (2, '2', 2, 1000, 5000000, NULL), (3, '1', 1, 1000, 5000000, NULL),
          (4, '1', 1, 1000, NULL, '2026-11-02');
        """)
    try Ledger.rebuildBalances(database)
  }

  private static func add(_ item: Item, to database: Database) throws {
    try database.execute(
      sql: "INSERT INTO products (id, code, title, category_id, tax_rate, status) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [item.id, "P\(item.id)", item.title, item.category, item.taxRate, item.status])
    try database.execute(
      sql: "INSERT INTO variants (id, sku, product_id, size) VALUES (?, ?, ?, ?)",
      arguments: [item.id, item.sku, item.id, item.size])
    if let barcode = item.barcode {
      // One of the shop's own, of no length that a GTIN has.
      let own = "SHOP-\(item.id)"
      try database.execute(
        sql: "INSERT INTO barcodes (canonical, code, symbology, variant_id) VALUES (?, ?, ?, ?)",
        arguments: [
          barcode.isEmpty ? own : item.canonical, barcode.isEmpty ? own : barcode,
          barcode.isEmpty ? "in-store" : item.symbology, item.id,
        ])
    }
    if let price = item.price {
      try database.execute(
        sql: """
          INSERT INTO prices (variant_id, price_type, currency, valid_from, price, tax_included)
          VALUES (?, 'regular', 'EUR', 0, ?, ?)
          """, arguments: [item.id, price, item.taxIncluded])
    }
    if let cost = item.cost {
      try database.execute(
        sql:
          "INSERT INTO supplier_items (supplier_id, variant_id, supplier_code, unit_cost, currency) VALUES (1, ?, ?, ?, 'EUR')",
        arguments: [item.id, "A\(item.id)", cost])
    }
  }
}
