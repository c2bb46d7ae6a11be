import Foundation
import GRDB
import RetailValues
import Stock
import StockTesting

@testable import Reporting

/// The folder that holds Package.swift.
let packageRoot: URL = {
  var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
    folder = folder.deletingLastPathComponent()
  }
  return folder
}()

let shippedReports = ReportLibrary(folders: [packageRoot.appendingPathComponent("reports").path])

/// A folder that goes away with the test.
func withFolder<Result>(_ work: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reporting-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try work(folder)
}

/// The moment of a UTC time, in milliseconds.
func moment(_ text: String) -> Int64 {
  Timestamp(text, clock: .utc)?.millisecondsSince1970 ?? 0
}

let generatedAt = Timestamp(millisecondsSince1970: moment("2026-11-21T09:30"))

extension Report {
  /// The whole output as text.
  func text(
    on path: String, _ parameters: [String: String] = [:], format: ReportFormat = .json, timeLimit: Double = 60,
    guardsFormulas: Bool = true
  ) throws -> String {
    var bytes: [UInt8] = []
    let options = ReportOptions(
      parameters: parameters, format: format, generatedAt: generatedAt, timeLimit: timeLimit,
      guardsFormulas: guardsFormulas)
    try run(on: path, options) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The `data` of the JSON output.
  func data(on path: String, _ parameters: [String: String] = [:]) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(try text(on: path, parameters).utf8))
    return (json as? [String: Any])?["data"] as? [String: Any] ?? [:]
  }
}

/// Makes a shop's database in a folder of its own, filled by SQL.
func withShop<Result>(
  name: String = "Corner shop", currency: String = "EUR", _ fill: (Database) throws -> Void,
  _ work: (String) throws -> Result
) throws -> Result {
  try withFolder { folder in
    let path = folder.appendingPathComponent("stock.sqlite").path
    let currency = Currency(currency) ?? Currency("EUR")!
    let shop = try NewShop.make(
      at: path, settings: ShopSettings(name: name, currency: currency, timeZone: "Europe/Berlin"))
    try shop.write(fill)
    return try work(path)
  }
}

/// A small shop with two locations, three counts (one reversed), known losses and sales. `ShrinkageTests` contains the
/// expected sums.
enum CornerShop {
  /// Text that must come out as itself everywhere.
  static let hostileTitle = #"<script>alert(1)</script> & "x""#

  static func fill(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO locations (id, code, name, kind) VALUES (1, 'shop', 'Main shop', 'shop'), (2, 'store', 'Store room', 'store');
        INSERT INTO categories (id, code, name) VALUES (1, 'fruit', 'Fruit'), (2, 'bakery', 'Bread & cakes'), (3, 'home', NULL);
        INSERT INTO products (id, code, title, category_id, stock_unit) VALUES
          (1, 'APPLE', 'Apples, loose', 1, 'kg'), (2, 'BREAD', 'Rye bread', 2, NULL), (3, 'SOAP', 'Soap', 3, NULL),
          (4, 'MUG', 'Mug', 3, NULL), (5, 'GIFT', 'Gift, "wrapped"', NULL, NULL), (6, 'CAKE', '=SUM(A1:A9)', 2, NULL);
        INSERT INTO variants (id, sku, product_id, title) VALUES (1, 'APPLE-1', 1, NULL), (2, 'BREAD-1', 2, NULL),
          (4, 'MUG-BLUE', 4, 'Mug, blue'), (5, 'GIFT-1', 5, NULL), (6, 'CAKE-1', 6, NULL);
        INSERT INTO barcodes (id, canonical, code, symbology, variant_id) VALUES
          (1, '04006381333931', '4006381333931', 'GTIN-13', 4);
        INSERT INTO imports (id, identity, file_sha256, source, byte_count, format, applied_at, actor, created, updated,
          unchanged, rejected, conflicts) VALUES
          (1, 'a', 'a', 'opening.csv', 1, 'csv', 0, 'ann', 0, 0, 0, 0, 0), (2, 'b', 'b', 'till.csv', 1, 'csv', 0, 'ann', 0, 0, 0, 0, 0),
          (3, 'c', 'c', 'losses.csv', 1, 'csv', 0, 'ann', 0, 0, 0, 0, 0), (4, 'd', 'd', 'counted.csv', 1, 'csv', 0, 'ann', 0, 0, 0, 0, 0);
        INSERT INTO documents (id, kind, party, number, import_id) VALUES (1, 'stock-level', '', 'opening', 1),
          (2, 'sale', '', 'till-1', 2), (3, 'movement', '', 'losses-1', 3), (4, 'count', '', 'C-1', NULL),
          (5, 'count', '', 'C-2', NULL), (6, 'count', '', 'C-0', NULL);
        """)
    try database.execute(
      sql: "INSERT INTO variants (id, sku, product_id, title) VALUES (3, 'SOAP-1', 3, ?)", arguments: [hostileTitle])
    for (variant, price) in [(1, 349), (2, 280), (3, 99), (4, 995), (5, 2500), (6, 1150)] {
      try database.execute(
        sql: """
          INSERT INTO prices (variant_id, price_type, currency, valid_from, price) VALUES (?, 'regular', 'EUR', ?, ?)
          """, arguments: [variant, -62_135_596_800_000, price])
    }
    let opening = moment("2026-10-01")
    try move(database, 1, 1, 1, 50_000, "opening", opening, document: 1, cost: 2_100_000)
    try move(database, 2, 2, 1, 40_000, "opening", opening, document: 1, cost: 1_250_000)
    try move(database, 3, 3, 1, 30_000, "opening", opening, document: 1, cost: 333_333)
    try move(database, 4, 4, 2, 100_000, "opening", opening, document: 1, cost: 4_500_000)
    try move(database, 5, 5, 1, 10_000, "opening", opening, document: 1)
    try move(database, 6, 6, 2, 12_000, "opening", opening, document: 1, cost: 6_000_000)
    // Sales: 20.5 × 3.49 = 71.545, rounded away from zero; 25 × 2.80; one returned; 10 × 9.95; and one without a price.
    try move(database, 7, 1, 1, -20_500, "sale", moment("2026-10-10"), document: 2, price: 349)
    try move(database, 8, 2, 1, -25_000, "sale", moment("2026-10-11"), document: 2, price: 280)
    try move(database, 9, 2, 1, 1000, "customer-return", moment("2026-10-12"), document: 2, price: 280)
    try move(database, 10, 4, 2, -10_000, "sale", moment("2026-10-13"), document: 2, price: 995)
    try move(database, 11, 3, 1, -1000, "sale", moment("2026-10-14"), document: 2)
    // Known: 3 bread expired, one of them found again; 2 mugs broken; 1.25 kg stolen. A sample is not a loss.
    try move(database, 12, 2, 1, -3000, "write-off", moment("2026-10-20"), document: 3, reason: "expiry")
    try move(database, 13, 4, 2, -2000, "write-off", moment("2026-10-21"), document: 3, reason: "damage")
    try move(database, 14, 1, 1, -1250, "adjustment", moment("2026-10-22"), document: 3, reason: "known-theft")
    try move(database, 15, 2, 1, 1000, "adjustment", moment("2026-10-23"), document: 3, reason: "expiry")
    try move(database, 16, 6, 2, -1000, "adjustment", moment("2026-10-24"), document: 3, reason: "sample")
    // After the last count: outside the default period.
    try move(database, 17, 4, 2, -100_000, "write-off", moment("2026-11-05"), document: 3, reason: "damage")
    try count(database)
    try Ledger.rebuildBalances(database)
  }

  private static func count(_ database: Database) throws {
    let (first, second, reversed) = (moment("2026-10-31T18:00"), moment("2026-10-30T18:00"), moment("2026-10-05T18:00"))
    try session(database, 1, "C-1", location: 1, "posted", cutOff: first, document: 4)
    try session(database, 2, "C-2", location: 2, "posted", cutOff: second, document: 5)
    try session(database, 3, "C-0", location: 2, "reversed", cutOff: reversed, document: 6)
    try move(database, 18, 1, 1, -1250, "count-adjustment", first, document: 4)
    try line(
      database, 1, session: 1, variant: 1, first, counted: 27_000, expected: 28_250, cost: 2_100_000, value: -263,
      price: 349, retail: -436, movement: 18)
    try move(database, 19, 2, 1, 1000, "count-adjustment", first, document: 4)
    try line(
      database, 2, session: 1, variant: 2, first, counted: 15_000, expected: 14_000, cost: 1_250_000, value: 125,
      price: 280, retail: 280, movement: 19)
    try move(database, 20, 3, 1, -3000, "count-adjustment", first, document: 4)
    try line(
      database, 3, session: 1, variant: 3, first, counted: 26_000, expected: 29_000, cost: 333_333, value: -100,
      price: 99, retail: -297, movement: 20, reason: "count-error")
    try move(database, 21, 5, 1, -2000, "count-adjustment", first, document: 4)
    try line(
      database, 4, session: 1, variant: 5, first, counted: 8000, expected: 10_000, cost: nil, value: nil, price: 2500,
      retail: -5000, movement: 21)
    try move(database, 22, 4, 2, -8000, "count-adjustment", second, document: 5)
    try line(
      database, 5, session: 2, variant: 4, second, counted: 80_000, expected: 88_000, cost: 4_500_000, value: -3600,
      price: 995, retail: -7960, movement: 22)
    try line(
      database, 6, session: 2, variant: 6, second, counted: 11_000, expected: 11_000, cost: 6_000_000, value: 0,
      price: 1150, retail: 0, movement: nil)
    try line(
      database, 7, session: 3, variant: 4, reversed, counted: 50_000, expected: 100_000, cost: 4_500_000,
      value: -22_500, price: 995, retail: -49_750, movement: nil)
    for (variant, quantity, section) in [
      (1, 20_000, "front"), (1, 7000, "back"), (2, 14_000, "front"), (2, 15_000, "front"), (3, 26_000, "front"),
      (5, 8000, "front"),
    ] {
      try database.execute(
        sql: """
          INSERT INTO count_entries (session_id, variant_id, code, section, quantity, counter, entered_at, import_id,
            source_line) VALUES (1, ?, 'x', ?, ?, 'mia', 0, 4, (SELECT COUNT(*) + 2 FROM count_entries))
          """, arguments: [variant, section, quantity])
    }
    // The bread was counted twice.
    try database.execute(sql: "UPDATE count_entries SET superseded_by = 4 WHERE id = 3")
  }

  static func move(
    _ database: Database, _ id: Int, _ variant: Int, _ location: Int, _ quantity: Int64, _ kind: String, _ at: Int64,
    document: Int, cost: Int64? = nil, price: Int64? = nil, reason: String? = nil, recorded: Int64? = nil
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO movements (id, variant_id, location_id, quantity, kind, effective_at, recorded_at, unit_cost,
          unit_price, reason_id, document_id, document_line, import_id, source_line)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM reasons WHERE code = ?), ?, ?,
          (SELECT import_id FROM documents WHERE id = ?), ?)
        """,
      arguments: [
        id, variant, location, quantity, kind, at, recorded ?? at, cost, price, reason, document, "\(id)", document,
        id + 1,
      ])
    if let cost {
      try database.execute(
        sql:
          "INSERT INTO cost_history (variant_id, effective_at, movement_id, average_cost, on_hand) VALUES (?, ?, ?, ?, ?)",
        arguments: [variant, at, id, cost, quantity])
    }
  }

  private static func session(
    _ database: Database, _ id: Int, _ code: String, location: Int, _ state: String, cutOff: Int64, document: Int
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO count_sessions (id, code, location_id, kind, state, opened_at, cut_off_at, posted_at, posted_by,
          document_id) VALUES (?, ?, ?, 'full', ?, ?, ?, ?, 'ann', ?)
        """, arguments: [id, code, location, state, cutOff - 3_600_000, cutOff, cutOff + 3_600_000, document])
  }

  static func line(
    _ database: Database, _ id: Int, session: Int, variant: Int, _ at: Int64, counted: Int64, expected: Int64,
    cost: Int64?, value: Int64?, price: Int64?, retail: Int64?, movement: Int?, reason: String? = nil
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO count_lines (id, session_id, variant_id, state, as_of, counted, expected, variance, unit_cost,
          cost_source, cost_value, retail_price, retail_value, tax_included, reason_id, movement_id)
        VALUES (?, ?, ?, 'counted', ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, (SELECT id FROM reasons WHERE code = ?), ?)
        """,
      arguments: [
        id, session, variant, at, counted, expected, counted - expected, cost,
        cost == nil ? "unvalued" : "moving-average", value, price, retail, reason, movement,
      ])
  }
}
