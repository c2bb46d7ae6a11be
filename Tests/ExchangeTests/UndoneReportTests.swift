import Exchange
import Foundation
import ProblemKit
import Reconciliation
import Reporting
import RetailValues
import Stock
import Testing

/// Reports over documents that were undone, redone and undone again, and over counts that were reversed: no figure,
/// note or number includes them. Reports of history are listed in `history`.
@Suite struct UndoneReportTests {
  /// What a report shows of the past on purpose, by report and query: every movement, those included that an undo took back;
  /// the state of the books that a page was made from; and the journal, which books an undo as entries of its own.
  private static let history: [String: Set<String>] = [
    "stock-ledger": ["entries", "ledger"], "shrinkage": ["books"], "lead-schedule": ["books", "entries"],
  ]
  /// The columns of the stock ledger that count its movements, and the items with movements.
  private static let historyColumns: Set<String> = ["movements", "cancelled", "moved_lines", "unmoved_lines"]

  /// Every report as it is without parameters, and those that look at movements in further ways.
  private static var variants: [(report: String?, parameters: [String: String])] {
    var variants: [(report: String?, parameters: [String: String])] = [(nil, [:])]
    for denominator in ["net-sales-excluding-tax", "cost-of-goods-sold", "book-stock"] {
      variants.append(("shrinkage", ["denominator": denominator]))
    }
    let further: [(String, String, String)] = [
      ("shrinkage", "period", "2026"), ("shrinkage", "location", "shop"), ("margin", "period", "2026"),
      ("inventory-turn", "period", "2026-Q4"), ("stock-on-hand", "at", "2026-11-01"), ("reorder", "at", "2026-09-30"),
      ("slow-movers", "at", "2026-11-01"), ("lead-schedule", "period", "2026-10"), ("sales-summary", "by", "week"),
      ("supplier-performance", "period", "2026"), ("delivery-differences", "period", "2026"),
    ]
    for (report, parameter, value) in further { variants.append((report, [parameter: value])) }
    return variants
  }

  private let library: ReportLibrary = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
      folder = folder.deletingLastPathComponent()
    }
    return ReportLibrary(folders: [folder.appendingPathComponent("reports").path])
  }()

  /// Every query of every report as text, by report, parameters and query.
  private func queries(_ shop: TestShop) throws -> [String: String] {
    var found: [String: String] = [:]
    for (name, parameters) in Self.variants {
      var reports: [Report] = library.reports().reports
      if let name { reports = [try library.report(named: name)] }
      for report in reports {
        var bytes: [UInt8] = []
        let options = ReportOptions(parameters: parameters, format: .json, generatedAt: hour(24 * 400))
        do {
          try report.run(on: shop.shop.path, options) { bytes.append(contentsOf: $0) }
        } catch is Problems where parameters.isEmpty {
          // It needs a product or a list to be named.
          continue
        }
        let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        for (query, rows) in json?["data"] as? [String: Any] ?? [:] {
          guard Self.history[report.name]?.contains(query) != true else { continue }
          let kept = report.name == "stock-ledger" ? Self.withoutHistory(rows) : rows
          let text = try JSONSerialization.data(withJSONObject: kept, options: [.sortedKeys, .fragmentsAllowed])
          found["\(report.name) \(parameters) \(query)"] = String(decoding: text, as: UTF8.self)
        }
      }
    }
    return found
  }

  /// Rows without the columns that count what was taken back.
  private static func withoutHistory(_ rows: Any) -> Any {
    if let list = rows as? [Any] { return list.map(withoutHistory) }
    guard let row = rows as? [String: Any] else { return rows }
    return row.filter { !historyColumns.contains($0.key) }
  }

  /// Expects that every query has what it had before.
  private func expectSame(
    _ before: [String: String], _ shop: TestShop, after what: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let after = try queries(shop)
    #expect(before.count > 100 && Set(before.keys) == Set(after.keys), sourceLocation: location)
    for (query, rows) in before.sorted(by: { $0.key < $1.key }) where after[query] != rows {
      Issue.record(
        "\(query) after \(what):\n  \(rows.prefix(900))\n  \((after[query] ?? "").prefix(900))",
        sourceLocation: location)
    }
  }

  /// A shop in two places that took over stock, received, sold, moved and lost some, and counted one place.
  private func countedShop() throws -> TestShop {
    let shop = try TestShop.unguarded()
    for (kind, text) in [
      ("locations", "location,location_kind\nshop,shop\nroom,stockroom\n"),
      ("suppliers", "supplier,supplier_name\nacme,Acme\nbeta,Beta\n"),
      (
        nil,
        """
        product_code,title,category,sku,price,tax_rate
        P1,Ale,drinks,ALE,3.00,20
        P2,Bun,food,BUN,2.00,7
        P3,Cup,,CUP,9.00,
        P4,Dry,food,DRY,5.00,7

        """
      ),
      (
        "stock_levels",
        """
        sku,location,quantity,unit_cost,effective_at
        ALE,shop,20,1.00,2026-09-01T08:00
        BUN,shop,30,0.50,2026-09-01T08:00
        CUP,room,10,4.00,2026-09-01T08:00
        DRY,shop,12,,2026-09-01T08:00

        """
      ),
      (
        "receipts",
        """
        document,line,supplier,sku,quantity,unit_cost,effective_at,location
        R1,1,acme,ALE,10,1.20,2026-09-05T09:00,shop
        R1,2,acme,BUN,20,0.60,2026-09-05T09:00,shop
        R2,1,beta,CUP,5,4.40,2026-09-06T09:00,room

        """
      ),
      (
        "sales",
        """
        document,line,sku,quantity,unit_price,effective_at,location
        S1,1,ALE,4,3.00,2026-09-10T10:00,shop
        S1,2,BUN,6,2.00,2026-09-10T10:00,shop
        S2,1,CUP,1,9.00,2026-09-12T10:00,room
        S3,1,ALE,2,2.90,2026-10-02T10:00,shop

        """
      ),
      (
        "movements",
        """
        document,line,sku,quantity,movement_kind,reason,effective_at,location,to_location
        M1,1,BUN,-2,write-off,expiry,2026-09-15T10:00,shop,
        M2,1,CUP,3,transfer,,2026-09-16T10:00,room,shop

        """
      ),
    ] as [(String?, String)] { try number(shop, kind, text) }
    try count(shop, "ALE,23\nBUN,41\nCUP,3\nDRY,12\n", cutOff: "2026-10-05T18:00")
    return shop
  }

  /// Takes a file that must be applied, and gives its number.
  @discardableResult
  private func number(_ shop: TestShop, _ kind: String?, _ text: String) throws -> Int64 {
    let summary = try shop.take(text, name: "\(kind ?? "catalog")-\(shop.clock).csv") { $0.kind = kind }
    guard case .applied(let number) = summary.outcome else {
      Issue.record("not applied: \(summary.outcome) \(summary.reported)")
      return -1
    }
    return number
  }

  /// Counts the shop and posts it.
  @discardableResult
  private func count(_ shop: TestShop, _ lines: String, cutOff: String) throws -> String {
    shop.clock += 1
    let session = try shop.shop.openCount(
      location: "shop", kind: .partial, cutOff: Timestamp(cutOff, clock: .utc), actor: manager, at: hour(shop.clock))
    try shop.take("sku,counted_quantity\n" + lines, name: "counted-\(shop.clock).csv") {
      $0.kind = "count_lines"
      $0.forced = ["count": session.code]
    }
    shop.clock += 1
    _ = try shop.shop.postCount(session.code, uncounted: .ignore, actor: manager, at: hour(shop.clock)) {
      Reconciliation(of: $0).lines
    }
    return session.code
  }

  /// Further documents, some from before the count and from before the books, without a price, and of an item's first cost.
  private static let further: [(kind: String, text: String)] = [
    (
      "sales",
      """
      document,line,sku,quantity,unit_price,effective_at,location
      S9,1,ALE,1,,2026-08-10T10:00,shop
      S9,2,BUN,1,2.00,2026-09-20T10:00,shop
      S9,3,CUP,1,9.00,2026-10-12T10:00,room
      S9,4,BUN,-1,2.00,2026-09-21T10:00,shop
      S9,5,DRY,1,,2026-09-22T10:00,shop

      """
    ),
    (
      "receipts",
      """
      document,line,supplier,sku,quantity,unit_cost,effective_at,location
      R9,1,beta,ALE,7,9.00,2026-07-01T09:00,shop
      R9,2,beta,DRY,7,2.00,2026-10-20T09:00,shop
      R9,3,acme,BUN,-1,0.60,2026-09-25T09:00,shop

      """
    ),
    (
      "movements",
      """
      document,line,sku,quantity,movement_kind,reason,effective_at,location,to_location
      M9,1,CUP,-2,write-off,damage,2026-09-15T10:00,room,
      M9,2,CUP,1,transfer,,2026-09-26T10:00,room,shop
      M9,3,ALE,2,adjustment,,2026-09-27T10:00,shop,
      M9,4,ALE,-1,write-off,sample,2026-09-27T10:00,shop,

      """
    ),
    (
      "stock_levels",
      """
      sku,location,quantity,unit_cost,effective_at
      ALE,room,20,1.00,2026-06-01T08:00
      BUN,shop,33,0.50,2026-10-07T08:00

      """
    ),
  ]

  @Test func whatWasUndoneOrReversedIsInNoReport() throws {
    let shop = try countedShop()
    let before = try queries(shop)
    var numbers: [Int64] = []
    for (kind, text) in Self.further { numbers.append(try number(shop, kind, text)) }
    func undo() throws {
      for number in numbers.reversed() {
        shop.clock += 1
        _ = try shop.shop.undoImport(number, actor: manager, at: hour(shop.clock))
      }
    }
    try undo()
    // Sales and receipts are brought back and undone again, so that their chains are longer.
    numbers.removeLast(2)
    for number in numbers {
      shop.clock += 1
      _ = try shop.shop.redoImport(number, actor: manager, at: hour(shop.clock))
    }
    try undo()
    let counted = try count(shop, "ALE,20\nBUN,40\n", cutOff: "2026-09-25T18:00")
    shop.clock += 1
    _ = try shop.shop.reverseCount(counted, note: "wrong shelf", actor: manager, at: hour(shop.clock))
    try expectSame(before, shop, after: "undos, redos and a reversed count")
  }

  /// The movements of a count that was posted before an undo still add up to the expected quantity, before and after
  /// the undo.
  @Test func movementsBehindACountAddUpWhenTheyAreUndoneLater() throws {
    let shop = try countedShop()
    shop.clock += 1
    let sales = try #require(
      try shop.shop.imports().first { $0.source.hasPrefix("sales") }, "no sales were imported")
    for _ in 1...3 {
      _ = try shop.shop.undoImport(sales.number, actor: manager, at: hour(shop.clock))
      try expectMovementsToAddUp(shop)
      shop.clock += 1
      _ = try shop.shop.redoImport(sales.number, actor: manager, at: hour(shop.clock))
      try expectMovementsToAddUp(shop)
      shop.clock += 1
    }
  }

  private func expectMovementsToAddUp(
    _ shop: TestShop, _ location: SourceLocation = #_sourceLocation
  ) throws {
    var bytes: [UInt8] = []
    try library.report(named: "shrinkage").run(
      on: shop.shop.path, ReportOptions(format: .json, generatedAt: hour(24 * 400))
    ) { bytes.append(contentsOf: $0) }
    let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let data = json?["data"] as? [String: Any] ?? [:]
    func rows(_ query: String) -> [[String: Any]] { data[query] as? [[String: Any]] ?? [] }
    func number(_ value: Any?) -> Decimal { Decimal(string: value as? String ?? "") ?? 0 }
    #expect(!rows("largest").isEmpty, sourceLocation: location)
    for line in rows("largest") {
      let behind = rows("expected_from").filter { $0["line_id"] as? Int == line["line_id"] as? Int }
      func sum(isLate: Bool) -> Decimal {
        behind.filter { $0["is_late"] as? Bool == isLate }.map { number($0["quantity"]) }.reduce(0, +)
      }
      #expect(sum(isLate: false) == number(line["expected"]), "\(line)", sourceLocation: location)
      #expect(
        sum(isLate: true) == number(line["expected_restated"]) - number(line["expected"]), "\(line)",
        sourceLocation: location)
    }
  }
}
