import FormatKitTesting
import Foundation
import GRDB
import ProblemKit
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// If no key is repeated in a file, its records are compared while they are staged; otherwise they are merged first.
/// Both must have the same result. So every file is imported unchanged, with some of its records twice, and with each
/// row's product repeated at once.
@Suite struct UnrepeatedKeyTests {
  private struct Goods {
    var random: SeededGenerator
    /// Whether the shop has all suppliers that are named, so that their codes need not be looked up row by row.
    var knowsSuppliers = false
    /// Whether the first file names no colours and categories, so that the next one brings the first of them for known items.
    var beginsPlain = false
    /// Distinguishes the records of different rounds.
    var round = 0

    /// The records of one row, in the order in which they are staged; codes are sometimes unknown, missing or shared.
    mutating func row(_ number: Int) -> [(kind: String, values: [StagedValue])] {
      func chance(_ share: Int) -> Bool { Int.random(in: 0..<share, using: &random) == 0 }
      let isPlain = beginsPlain && round == 0
      let sku = "S\(number)"
      let price = Int64(number * 7 + (chance(3) ? round : 0))
      let product = chance(9) ? "S\(max(1, number - 1))" : sku
      var row: [(String, [StagedValue])] = [
        (
          "products",
          [
            .text(sku), .text("title \(number) \(chance(4) ? round : 0)"),
            chance(5) || isPlain ? .absent : .text("c\(number % 7)"),
          ]
        ),
        ("variants", [.text(sku), .text(product), chance(3) && !isPlain ? .text("red") : .absent]),
      ]
      if !chance(5) {
        row.append(
          ("barcodes", [.text("b\(number)"), .text(sku), .text("b\(number)"), .text("in-store")]))
      }
      if !chance(4) {
        row.append(
          (
            "supplier_items",
            [
              chance(20) && !knowsSuppliers ? .text("nobody") : .text(chance(4) ? "bolt" : "acme"),
              chance(20) ? .text("S999999") : .text(sku),
              .text("A\(number)"), .integer(price * 10_000),
            ]
          ))
      }
      if !chance(4) { row.append(("prices", [chance(15) ? .text("S999999") : .text(sku), .integer(price)])) }
      return row
    }
  }

  private static let fields: [String: [String]] = [
    "products": ["product_code", "title", "category"], "variants": ["sku", "product_code", "colour"],
    "barcodes": ["barcode", "sku", "barcode_text", "symbology"],
    "supplier_items": ["supplier", "sku", "supplier_code", "unit_cost"], "prices": ["sku", "price"],
  ]

  /// Stages, compares and applies; returns the report and the shop's data, without internal numbers.
  private func imported(_ shop: ShopDatabase, _ rows: [[(kind: String, values: [StagedValue])]], at moment: Int) throws
    -> [String]
  {
    var reported: [String] = []
    try shop.withStaging { area in
      try area.fill {
        for (number, row) in rows.enumerated() {
          for record in row {
            try area.inserter(for: record.kind, fields: Self.fields[record.kind] ?? []).insert(
              record.values,
              at: StagedPosition(table: 0, line: number + 2, record: number + 1, byteOffset: 0), isBroken: false)
          }
        }
      }
      var context = StagingContext(now: hour(moment), sourceName: "x.csv", identity: "\(moment)")
      for code in GuardCode.allCases { _ = context.limits.set(code, to: "off") }
      try area.inTransaction {
        try area.resolve(context)
        _ = try area.refuseFaultyRecords(context)
        try area.forEachProblem { problem in
          reported.append("\(problem.severity) \(problem.code) \(problem.kind) \(problem.value)")
        }
        for count in try area.counts() where count.action != .reject {
          reported.append("\(count.kind) \(count.action) \(count.records)")
        }
        _ = try area.apply(
          ImportRecord(
            identity: "\(moment)", fileSHA256: "", source: "x.csv", byteCount: 0, format: "csv", profile: nil),
          context: context, actor: manager)
      }
    }
    return Set(reported).sorted()
  }

  private static let contents = [
    "SELECT code FROM categories",
    "SELECT p.code, p.title, c.code FROM products p LEFT JOIN categories c ON c.id = category_id",
    """
    SELECT v.sku, p.code, c.code FROM variants v JOIN products p ON p.id = v.product_id
      LEFT JOIN colours c ON c.id = v.colour_id
    """,
    "SELECT b.canonical, b.symbology, v.sku FROM barcodes b JOIN variants v ON v.id = b.variant_id",
    """
    SELECT s.code, v.sku, i.supplier_code, i.unit_cost FROM supplier_items i JOIN suppliers s ON s.id = i.supplier_id
      JOIN variants v ON v.id = i.variant_id
    """,
    "SELECT v.sku, p.valid_from, p.price, p.currency, p.price_type FROM prices p JOIN variants v ON v.id = p.variant_id",
    "SELECT import_id, kind, action, COUNT(*) FROM changes GROUP BY 1, 2, 3",
    "SELECT import_id, kind, records FROM created_records",
  ]

  @Test(arguments: Seeds.of(1...30)) func bothWaysComeToTheSame(seed: Int) throws {
    var shops: [ShopDatabase] = []
    var folders: [URL] = []
    defer { for folder in folders { try? FileManager.default.removeItem(at: folder) } }
    for _ in 1...3 {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)")
      folders.append(folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let shop = try NewShop.make(
        at: folder.appendingPathComponent("shop.db").path,
        settings: ShopSettings(name: "test", currency: Currency("EUR").unsafelyUnwrapped, timeZone: "UTC"))
      try shop.write { try $0.execute(sql: "INSERT INTO suppliers (code) VALUES ('acme'), ('bolt')") }
      shops.append(shop)
    }
    var goods = Goods(random: SeededGenerator(seed: UInt64(seed)))
    (goods.knowsSuppliers, goods.beginsPlain) = (seed % 2 == 0, seed % 3 != 0)
    for round in 0..<3 {
      goods.round = round
      let rows = (1 + round * 10...40 + round * 10).map { goods.row($0) }
      // Every kind has a key that comes twice, in a row that says the same.
      let repeated = rows + rows.filter { $0.count == 5 }
      #expect(repeated.count > rows.count)
      let said = rows.map { row in row.filter { $0.kind == "products" } + row }
      var reported: [[String]] = []
      for (shop, file) in zip(shops, [rows, repeated, said]) { reported.append(try imported(shop, file, at: round)) }
      #expect(reported[0] == reported[1])
      #expect(reported[0] == reported[2])
      for query in Self.contents {
        let held = try shops.map { shop in
          try shop.read { try Row.fetchAll($0, sql: query).map { $0.description }.sorted() }
        }
        #expect(held[0] == held[1], "\(query)")
        #expect(held[0] == held[2], "\(query)")
      }
    }
    for shop in shops { #expect(try shop.check().isEmpty) }
  }
}
