import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import GRDB
import RetailValues
import StandardFormats
import StockTesting
import Testing

@testable import Stock

/// Suppliers and locations that an import makes, foreseen before the first comparison or found by it.
struct ForeseenRecordTests {
  /// What an import does with a file, in a shop of its own each: with records foreseen, and without.
  private struct Outcome {
    var summary = ""
    var tables: [String: [String]] = [:]
    var comparisons = 0
  }

  private static let tables =
    StoredKind.catalog.map(\.table) + ["movements", "documents", "changes", "lots", "imports", "count_entries"]

  private func take(
    _ file: String, foreseen: Bool, in prepared: PreparedShop? = nil, _ prepare: (TestShop) throws -> Void,
    _ configure: (inout ImportRequest) -> Void
  ) throws -> Outcome {
    let shop = try prepared.map { try TestShop(copyOf: $0) } ?? TestShop()
    try prepare(shop)
    var outcome = Outcome()
    var request = ImportRequest(source: .text(file, name: "file.csv"))
    request.asksForNewRecords = true
    for code in shop.guardsOff { _ = request.limits.set(code, to: "off") }
    configure(&request)
    if case .skip = request.onError {
      request.onError = .skip(rejects: shop.folder.appendingPathComponent("rejects.csv").path)
    }
    var importer = Importer(shop: shop.shop, registry: standardFormats)
    (importer.shownProblems, importer.shownChanges) = (1000, 1000)
    importer.foreseesNewRecords = foreseen
    importer.compared = { outcome.comparisons = $0 }
    do {
      var summary = try importer.apply(request, actor: manager, now: hour(20_000))
      let problems = summary.problemCounts.sorted { $0.key < $1.key }
      summary.problemCounts = [:]
      summary.rejectFile = nil
      outcome.summary = "\(problems) \(summary)"
    } catch let error as Problems {
      outcome.summary = "\(error)"
    }
    try shop.shop.read { database in
      for table in Self.tables where try database.tableExists(table) {
        outcome.tables[table] = try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map(\.description)
      }
    }
    return outcome
  }

  /// A shop with some items, suppliers and locations, one supplier with a name and an alias.
  private static func fill(_ shop: TestShop, locations: Int) throws {
    try shop.take("sku,title\nA,Tea\nB,Mug\nC,Pot\n", name: "goods.csv")
    try shop.take("supplier,supplier_name\nacme,Acme Ltd\nbolt,Bolt\n") { $0.kind = "suppliers" }
    try shop.take("alias,supplier\nACM,acme\n") { $0.kind = "supplier_aliases" }
    let places = ["shop", "attic"].prefix(locations)
    if !places.isEmpty { try shop.take("location\n\(places.joined(separator: "\n"))\n") { $0.kind = "locations" } }
  }

  /// Such shops with no location, one and two.
  private static let filled: [Result<PreparedShop, any Error>] = (0...2).map { locations in
    Result { try TestShop.prepared { try fill($0, locations: locations) } }
  }

  // MARK: Cases

  @Test func newSuppliersCostOneComparison() throws {
    let rows = (1...40).map { "S\($0),P\($0 / 4),Title \($0 / 4),new\($0 % 3),X\($0),1.50\n" }.joined()
    let file = "sku,product_code,title,supplier,supplier_code,unit_cost\n" + rows
    for (foreseen, count) in [(true, 1), (false, 2)] {
      let outcome = try take(file, foreseen: foreseen) { _ in
      } _: {
        $0.accepted = ["new-suppliers"]
      }
      #expect(outcome.comparisons == count)
      #expect(outcome.tables["suppliers"]?.count == 3, "\(outcome.summary)")
    }
  }

  @Test func newLocationsCostOneComparison() throws {
    let file = "sku,location,quantity\nA,shop,1\nB,cellar,2\nC,loft,3\nA,cellar,4\n"
    let outcome = try take(file, foreseen: true) {
      try Self.fill($0, locations: 1)
    } _: {
      $0.kind = "stock_levels"
      $0.accepted = ["new-locations"]
    }
    #expect(outcome.comparisons == 1)
    #expect(outcome.tables["movements"]?.count == 4, "\(outcome.summary)")
  }

  /// A file that names none is compared once, whatever is allowed.
  @Test func knownSuppliersCostOneComparison() throws {
    let outcome = try take("sku,supplier,supplier_code\nA,acme,1\nB,ACM,2\nC,bolt ltd,3\n", foreseen: true) {
      try Self.fill($0, locations: 1)
      try $0.take("supplier,supplier_name\nbolt,Bolt Ltd\n") { $0.kind = "suppliers" }
    } _: {
      $0.kind = "supplier_items"
    }
    #expect(outcome.comparisons == 1)
    #expect(outcome.tables["supplier_items"]?.count == 3, "\(outcome.summary)")
  }

  /// The supplier that the import names for all records is made, also where the first record that lacks it has an empty cell.
  @Test func theSupplierOfAllRecordsIsMade() throws {
    let shop = try TestShop()
    try Self.fill(shop, locations: 1)
    let summary = try shop.take(
      "document,line,supplier,sku,quantity,effective_at\n1,1,,A,2,2026-02-01\n2,1,other,B,3,2026-02-01\n"
    ) {
      $0.kind = "receipts"
      $0.supplier = "fresh"
      $0.asksForNewRecords = true
      $0.accepted = ["new-suppliers"]
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("suppliers", "supplier") == ["acme", "bolt", "fresh", "other"])
    #expect(try shop.int("SELECT COUNT(*) FROM documents WHERE party IN ('fresh', 'other')") == 2)
  }

  // MARK: Random files

  private static let headers: [(kind: String?, columns: [String])] = [
    (nil, ["sku", "product_code", "title", "price", "supplier", "supplier_code", "unit_cost"]),
    ("supplier_items", ["sku", "supplier", "supplier_code", "unit_cost"]),
    ("order_lines", ["supplier", "order_number", "line", "sku", "order_quantity"]),
    ("orders", ["supplier", "order_number", "location"]),
    ("stock_levels", ["sku", "location", "quantity"]),
    ("receipts", ["document", "line", "supplier", "sku", "quantity", "effective_at", "location"]),
    ("movements", ["document", "sku", "quantity", "movement_kind", "location", "to_location", "effective_at"]),
    ("products", ["product_code", "title", "location"]),
    ("supplier_aliases", ["alias", "supplier"]),
    ("location_aliases", ["alias", "location"]),
    ("despatch_lines", ["supplier", "despatch_number", "line", "sku", "despatched_quantity"]),
  ]

  @Test(arguments: Seeds.of(1...400)) func theSameIsFoundBothWays(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
    func isOne(in count: Int) -> Bool { Int.random(in: 1...count, using: &random) == 1 }
    let (kind, columns) = Self.headers[Int(seed) % Self.headers.count]
    let (newSuppliers, newLocations) = (
      isOne(in: 4) ? [] : ["n1", "n2", "n3"], isOne(in: 4) ? [] : ["m1", "m2", "m3"]
    )
    let hasUnknownItems = isOne(in: 4)
    let isFaulty = isOne(in: 4)
    var rows: [[String]] = []
    for number in 1...Int.random(in: 1...12, using: &random) {
      var row = columns.map { column in
        switch column {
        case "sku": pick(["A", "B", "C"] + (hasUnknownItems ? ["X", "Y"] : []))
        case "product_code": "P\(number / 3)"
        case "title": "Title \(number / 3)"
        case "supplier": pick(["acme", "ACM", "bolt", "acme ltd", ""] + newSuppliers + newSuppliers)
        case "location", "to_location": pick(["shop", "attic", ""] + newLocations + newLocations)
        case "alias": "alias\(number)"
        case "order_number", "document", "despatch_number": "D\(number / 3)"
        case "line": "\(number)"
        case "movement_kind": pick(["transfer", "adjustment", "receipt"])
        case "effective_at": "2026-02-01"
        case "supplier_code": "X\(number)"
        default: "\(Int.random(in: 1...9, using: &random))"
        }
      }
      if isFaulty, isOne(in: 6) { row[row.count - 1] = "many" }
      rows.append(row)
      if isOne(in: 5) { rows.append(row) }
    }
    let file = ([columns] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
    let locations = Int.random(in: 0...2, using: &random)
    let accepts = !isOne(in: 4)
    let skips = isOne(in: 3)
    let supplier = isOne(in: 5) ? pick(["acme", "n1", "n9"]) : nil
    let location = isOne(in: 5) ? pick(["shop", "m1", "m9"]) : nil
    let alias = isOne(in: 6) ? PartnerAlias(.suppliers, alias: "n1", code: pick(["acme", "n2", "n9"])) : nil
    let isEmpty = kind == nil && isOne(in: 2)
    let prepared = isEmpty ? nil : try Self.filled[locations].get()
    let outcomes = try [true, false].map { foreseen in
      try take(file, foreseen: foreseen, in: prepared) { _ in
      } _: { request in
        request.kind = kind
        request.supplier = supplier
        request.location = location
        if let alias { request.aliases = [alias] }
        if accepts { request.accepted = Set(GuardCode.allCases.map(\.rawValue)) }
        if skips { request.onError = .skip(rejects: "") }
      }
    }
    #expect(outcomes[0].summary == outcomes[1].summary, "\(file)")
    for table in Self.tables {
      #expect(outcomes[0].tables[table] == outcomes[1].tables[table], "\(table) of \(file)")
    }
  }
}
