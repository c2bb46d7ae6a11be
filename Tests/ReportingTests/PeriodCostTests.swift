import GRDB
import RetailValues
import StockTesting
import Testing

@testable import Reporting
@testable import Stock

/// What a report of a month costs depends on the month, not on the years before it.
@Suite struct PeriodCostTests {
  private static let salesOfMonth = 400
  private static let month = "2026-10"

  /// A shop of so many months that ends with October 2026. Each month has the same number of sales, a delivery of every item,
  /// and losses; in the first, the stock is taken over in two places.
  private static func shop(months: Int, items: Int = 40) -> (Database) throws -> Void {
    { database in
      // 30 days each, so that the months are alike; the last one is in October.
      let day: Int64 = 86_400_000
      let end = moment("2026-10-31T12:00")
      let start = end - Int64(months) * 30 * day
      try database.execute(
        sql: """
          INSERT INTO locations (id, code) VALUES (1, 'shop'), (2, 'store');
          INSERT INTO categories (id, code) VALUES (1, 'home');
          INSERT INTO documents (id, kind, party, number) VALUES (1, 'movement', '', '1'), (2, 'receipt', 'acme', '1');
          CREATE TEMP TABLE numbers AS
            WITH RECURSIVE n (i) AS (
              SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(max(months * salesOfMonth, items) - 1))
            SELECT i FROM n;
          INSERT INTO products (id, code, title, category_id, status)
            SELECT i + 1, 'P' || i, 'Item ' || i, 1, 'active' FROM temp.numbers WHERE i < \(items);
          INSERT INTO variants (id, sku, product_id) SELECT id, code, id FROM products;
          INSERT INTO prices (variant_id, price_type, currency, valid_from, price)
            SELECT id, 'regular', 'EUR', 0, 500 FROM variants;
          INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, document_id,
            document_line) SELECT v.id, l.id, 900000000, 'opening', \(start), 0, 2000000, 1, 'o' || v.id || '.' || l.id
            FROM variants v CROSS JOIN locations l;
          INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_price, document_id,
            document_line) SELECT i % \(items) + 1, 1 + i % 2, -1000, 'sale',
              \(start) + 1 + i * (\(30 * day) / \(salesOfMonth)), 0, 500, 1, 's' || i FROM temp.numbers
            WHERE i < \(months * salesOfMonth);
          INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost, document_id,
            document_line) SELECT v.id, 1, 5000, 'receipt', \(start) + \(2 * day) + i * \(30 * day), 0, 2000000, 2,
              i || '.' || v.id
            FROM temp.numbers CROSS JOIN variants v WHERE i < \(months);
          INSERT INTO movements (variant_id, location_id, quantity, kind, effective_at, recorded_at, reason_id, document_id,
            document_line) SELECT v.id, 1, -1000, 'write-off', \(start) + \(3 * day) + i * \(30 * day), 0,
              (SELECT id FROM reasons WHERE code = 'damage'), 1, 'w' || i || '.' || v.id
            FROM temp.numbers CROSS JOIN variants v WHERE i < \(months) AND v.id % 4 = 0;
          """)
      try Ledger.rebuildBalances(database)
      try CostHistory.rebuild(database)
      try LayerCosts.rebuild(database)
      try database.execute(sql: "DROP TABLE temp.numbers")
    }
  }

  /// Each report with the parameters that make it look at a month or a moment.
  static let reports: [(String, [String: String])] = [
    ("stock-ledger", ["period": month]), ("stock-ledger", ["period": month, "location": "store"]),
    ("lead-schedule", ["period": month]), ("inventory-turn", ["period": month]), ("shrinkage", ["period": month]),
    ("sales-summary", ["period": month]), ("margin", ["period": month]), ("abc-classes", ["period": month]),
    ("slow-movers", ["at": "2026-10-31", "window": "30"]), ("reorder", ["at": "2026-10-31"]),
    ("stock-on-hand", ["at": "2026-10-31"]),
    ("stock-on-hand", [:]), ("data-quality", [:]),
  ]

  /// No report reads all items again for each item.
  @Test(arguments: reports)
  func itemsAreNotReadForEachOther(_ name: String, _ parameters: [String: String]) throws {
    let report = try shippedReports.report(named: name)
    let few = try withShop(Self.shop(months: 1, items: 100)) { try report.steps(on: $0, parameters) }
    let many = try withShop(Self.shop(months: 1, items: 1600)) { try report.steps(on: $0, parameters) }
    #expect(many < few * 20, "\(few) steps for 100 items, \(many) for 1,600")
  }

  @Test(arguments: reports)
  func theYearsBeforeAreNotRead(_ name: String, _ parameters: [String: String]) throws {
    let report = try shippedReports.report(named: name)
    let after1 = try withShop(Self.shop(months: 1)) { try report.steps(on: $0, parameters) }
    let after24 = try withShop(Self.shop(months: 24)) { try report.steps(on: $0, parameters) }
    #expect(after1 > 10_000)
    #expect(Double(after24) < Double(after1) * 1.3, "\(after1) steps after a month, \(after24) after 24")
  }
}
