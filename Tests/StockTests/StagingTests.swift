import Foundation
import GRDB
import ProblemKit
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// A shop in a temporary folder with so many variants `V1`… and the locations shop and store.
private func stockedShop(_ count: Int) throws -> (ShopDatabase, URL) {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("staging-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let shop = try NewShop.make(
    at: folder.appendingPathComponent("shop.db").path,
    settings: ShopSettings(name: "test", currency: Currency("EUR").unsafelyUnwrapped, timeZone: "UTC"))
  try shop.write { database in
    try database.execute(sql: "INSERT INTO locations (code) VALUES ('shop'), ('store')")
    try database.execute(
      sql: """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO products (code) SELECT 'V' || i FROM n
        """)
    try database.execute(sql: "INSERT INTO variants (sku, product_id) SELECT code, id FROM products")
    try database.execute(
      sql:
        "INSERT INTO barcodes (canonical, code, symbology, variant_id) SELECT printf('%014d', id), id, 'in-store', id FROM variants"
    )
  }
  return (shop, folder)
}

private let context = StagingContext(
  now: hour(100), location: "shop", sourceName: "x.csv", identity: "0123456789abcdef")
private let record = ImportRecord(
  identity: "0123456789abcdef", fileSHA256: "", source: "x.csv", byteCount: 0, format: "csv", profile: nil)

extension StagingArea {
  fileprivate func stage(_ kind: String, _ fields: [String], _ rows: some Sequence<[StagedValue]>) throws {
    let inserter = try inserter(for: kind, fields: fields)
    var number = 0
    for row in rows {
      number += 1
      try inserter.insert(
        row, at: StagedPosition(table: 0, line: number + 1, record: number, byteOffset: 0), isBroken: false)
    }
  }
}

@Suite(.serialized) struct StagingTests {
  private struct Crash: Error {}

  /// A comparison whose tables are rolled back and whose state is put back leaves nothing behind: the next one finds the same.
  @Test func aComparisonIsTakenBackAsAWhole() throws {
    let (shop, folder) = try stockedShop(10)
    defer { try? FileManager.default.removeItem(at: folder) }
    try shop.withStaging { area in
      try area.fill {
        try area.stage(
          "variants", ["sku", "colour"], (11...20).map { [.text("V\($0)"), .text($0 % 2 == 0 ? "red" : "blue")] })
        try area.stage(
          "supplier_items", ["supplier", "sku"], (1...3).map { [.text("S\($0 / 2)"), .text("V1\($0)")] })
        try area.stage("suppliers", ["supplier"], [[.text("S1")]])
        try area.stage("stock_levels", ["sku", "quantity"], [[.text("V1"), .integer(5)]])
      }
      try area.inReadOnlyTransaction {
        let staged = area.staged
        var found: [[PlanCount]] = []
        for _ in 1...2 {
          try area.database.inSavepoint {
            try area.compare(context)
            found.append(try area.counts())
            #expect(area.staged.isMerged("variants") && area.staged.hasMovements && area.staged["colours"] != nil)
            #expect(area.staged["supplier_items"]?.hasBroken == true)
            return .rollback
          }
          area.staged = staged
          #expect(!area.staged.isMerged("variants") && !area.staged.hasMovements && area.staged["colours"] == nil)
          #expect(area.staged["supplier_items"]?.hasBroken == false && area.staged.counts == nil)
        }
        #expect(found[0] == found[1])
        #expect(
          found[0].map { "\($0.kind) \($0.action) \($0.records)" } == [
            "colours create 2", "suppliers create 1", "products create 10", "variants create 10",
            "supplier_items create 2", "stock_levels create 1", "supplier_items reject 1",
          ])
      }
    }
  }

  /// While records are staged nothing notes the changes of the shop's tables, so none may be made.
  @Test func fillingWritesNothingOfTheShop() throws {
    let (shop, folder) = try stockedShop(1)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: Problems.self) {
      try shop.withStaging { area in
        try area.fill { try area.database.execute(sql: "INSERT INTO locations (code) VALUES ('attic')") }
      }
    }
    #expect(try shop.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM locations") } == 2)
    // Afterwards changes are noted as before.
    try shop.write { try $0.execute(sql: "INSERT INTO locations (code) VALUES ('cellar')") }
    #expect(try shop.check().isEmpty)
  }

  @Test func aCrashLeavesNothing() throws {
    let (shop, folder) = try stockedShop(10)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows: [[StagedValue]] = (1...20).map { [.text("V\($0)"), .text("red"), .integer(1)] }
    for crashes in [true, false] {
      do {
        try shop.withStaging { area in
          try area.fill { try area.stage("variants", ["sku", "colour", "standard_cost"], rows) }
          try area.inTransaction {
            try area.resolve(context)
            _ = try area.apply(record, context: context, actor: manager)
            if crashes { throw Crash() }
          }
        }
      } catch is Crash {
        #expect(crashes)
      }
      let counts = try shop.read { database in
        try ["variants", "colours", "products", "imports", "changes", "audit_log"].map { table in
          try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table)") ?? -1
        } + [Int.fetchOne(database, sql: "SELECT COALESCE(SUM(records), 0) FROM created_records") ?? -1]
      }
      #expect(counts == (crashes ? [10, 0, 10, 0, 0, 0, 0] : [20, 1, 20, 1, 10, 1, 21]))
      let temporary = try shop.queue.writeWithoutTransaction {
        try String.fetchAll($0, sql: "SELECT name FROM sqlite_temp_master")
      }
      #expect(temporary.isEmpty)
    }
    #expect(try shop.check().isEmpty)
  }

  @Test func problemsComeGravestFirst() throws {
    let (shop, folder) = try stockedShop(1)
    defer { try? FileManager.default.removeItem(at: folder) }
    try shop.withStaging { area in
      for (index, severity) in ["notice", "warning", "error", "notice", "error"].enumerated() {
        try area.add(
          StagedProblem(
            code: "x", severity: severity, kind: "products", field: "", value: "", message: "", remedy: "",
            position: StagedPosition(table: 0, line: 9 - index, record: 9 - index, byteOffset: 0)))
      }
      var seen: [String] = []
      try area.forEachProblem { seen.append("\($0.severity) \($0.position.line)") }
      #expect(seen == ["error 5", "error 7", "warning 8", "notice 6", "notice 9"])
    }
  }

  /// The kind, its fields and one of many records of it.
  private static let kinds: [(String, [String], @Sendable (Int) -> [StagedValue])] = [
    ("categories", ["category", "parent_category"], { [.text("c\($0)"), .text("c\($0 / 2)x")] }),
    ("products", ["product_code", "category", "brand"], { [.text("V\($0)"), .text("c\($0)"), .text("b\($0)")] }),
    ("variants", ["sku", "product_code", "colour"], { [.text("V\($0)"), .text("V\($0)"), .text("r\($0)")] }),
    (
      "barcodes", ["barcode", "sku", "barcode_text", "symbology"],
      { [.text("x\($0)"), .text("V\($0)"), .text("x"), .text("y")] }
    ),
    ("suppliers", ["supplier"], { [.text("s\($0)")] }),
    ("supplier_items", ["supplier", "sku", "unit_cost"], { [.text("s\($0)"), .text("V\($0)"), .integer(1)] }),
    ("prices", ["sku", "price"], { [.text("V\($0)"), .integer(Int64($0))] }),
    ("lots", ["sku", "lot"], { [.text("V\($0)"), .text("L\($0)")] }),
    (
      "order_lines", ["supplier", "order_number", "line", "sku", "order_quantity"],
      { [.text("s\($0)"), .text("o\($0)"), .text("1"), .text("V\($0)"), .integer(1)] }
    ),
    ("stock_levels", ["sku", "quantity", "lot"], { [.text("V\($0)"), .integer(5), .text("L\($0)")] }),
    (
      "receipts", ["document", "sku", "barcode", "supplier_code", "quantity", "effective_at"],
      { [.text("d\($0)"), .absent, .text(String(format: "%014d", $0)), .text("q"), .integer(1), .integer(1)] }
    ),
    (
      "movements", ["document", "sku", "quantity", "effective_at", "movement_kind", "to_location"],
      { [.text("m\($0)"), .text("V\($0)"), .integer(1), .integer(1), .text("transfer"), .text("store")] }
    ),
    ("sales", ["sku", "quantity", "effective_at"], { [.text("V\($0 / 3 + 1)"), .integer(1), .integer(1)] }),
    ("counts", ["count", "location"], { [.text("c\($0)"), .text("shop")] }),
    (
      "count_lines", ["count", "sku", "counted_quantity"],
      { [.text("c\($0)"), .text("V\($0)\($0 % 2 == 0 ? "?" : "")"), .integer(1)] }
    ),
  ]

  /// Twice as many records take about twice the time: nothing compares every record with every other. Each of so many
  /// records would otherwise be compared with so many, which takes minutes.
  @Test func noLookUpGrowsWithTheSquare() throws {
    let count = 5000
    let (shop, folder) = try stockedShop(count)
    defer { try? FileManager.default.removeItem(at: folder) }
    var seconds: [Double] = []
    for round in 1...2 {
      let start = Date()
      try shop.withStaging { area in
        try area.fill {
          for (kind, fields, row) in Self.kinds {
            // The second time other quantities are counted, and the rest is known.
            try area.stage(
              kind, fields,
              (1...count).lazy.map { number in
                var values = row(number)
                if round == 2, kind == "count_lines" { values[2] = .integer(2) }
                return values
              })
          }
        }
        try area.inTransaction {
          try area.resolve(context)
          #expect(try area.problemCounts()["error"] == nil)
          _ = try area.apply(record, context: context, actor: manager)
        }
      }
      seconds.append(Date().timeIntervalSince(start))
    }
    print("staged, resolved and applied \(Self.kinds.count) kinds of \(count) records in \(seconds) s")
  }

  /// Every statement that compares uses a key: full scans only of tables that are read once.
  @Test func everyCorrelatedLookUpUsesAKey() throws {
    let (shop, folder) = try stockedShop(50)
    defer { try? FileManager.default.removeItem(at: folder) }
    try shop.withStaging { area in
      try area.fill { for (kind, fields, row) in Self.kinds { try area.stage(kind, fields, (1...50).map(row)) } }
      let statements = StatementLog()
      area.database.trace { event in
        if case .statement(let statement) = event { statements.texts.append(statement.expandedSQL) }
      }
      try area.inTransaction {
        try area.resolve(context)
        area.database.trace(nil)
        for text in statements.texts where ["UPDATE", "INSERT", "SELECT"].contains(where: { text.hasPrefix($0) }) {
          var inner: Set<Int> = []
          for row in try Row.fetchAll(area.database, sql: "EXPLAIN QUERY PLAN \(text)") {
            let detail: String = row["detail"] ?? ""
            let id: Int = row["id"]
            let parent: Int = row["parent"]
            if detail.hasPrefix("CORRELATED") || inner.contains(parent) { inner.insert(id) }
            guard inner.contains(parent), detail.hasPrefix("SCAN") else { continue }
            // Small tables of the shop, lists that are made once, and what a keyed look-up gave for one record.
            let small = ["reasons", "settings", "CONSTANT", "locations", "(subquery-"]
            let isSmall = small.contains { detail.contains($0) }
            #expect(isSmall, "\(detail) in \(text.prefix(400))")
          }
        }
      }
    }
  }

  private final class StatementLog: @unchecked Sendable {
    var texts: [String] = []
  }

  /// Staging does not keep records in memory.
  @Test func memoryDoesNotGrowWithTheFile() throws {
    let (shop, folder) = try stockedShop(1000)
    defer { try? FileManager.default.removeItem(at: folder) }
    let title = String(repeating: "long title ", count: 20)
    func stage(_ area: StagingArea, _ range: ClosedRange<Int>) throws {
      try area.stage(
        "products", ["product_code", "title", "category"],
        range.lazy.map { [.text("P\($0)"), .text(title), .text("c\($0 % 100)")] })
    }
    try shop.withStaging { area in
      try area.fill { try stage(area, 1...20_000) }
      let before = try residentKilobytes()
      try area.fill { try stage(area, 20_001...220_000) }
      let staged = try residentKilobytes()
      #expect(staged - before < 64 << 10, "staging took \((staged - before) >> 10) MiB")
      try area.inReadOnlyTransaction { try area.resolve(context) }
      let resolved = try residentKilobytes()
      #expect(resolved - before < 64 << 10, "comparing took \((resolved - before) >> 10) MiB")
      #expect(try area.counts().contains { $0.kind == "products" && $0.records == 220_000 })
      print("staging 200,000 records took \((staged - before) >> 10) MiB, comparing \((resolved - before) >> 10) MiB")
    }
  }

  private func residentKilobytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
