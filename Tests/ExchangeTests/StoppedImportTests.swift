import Exchange
import FormatKit
import Foundation
import GRDB
import RetailValues
import ShopCheck
import StandardFormats
import Stock
import Synchronization
import Testing

/// Imports that somebody stops.
@Suite struct StoppedImportTests {
  /// Says that the import is to stop once it was asked so many times.
  private final class Questions: Sendable {
    private let asked = Mutex(0)
    private let most: Int

    init(stoppingAfter most: Int) { self.most = most }

    var count: Int { asked.withLock { $0 } }

    func ask() -> Bool {
      asked.withLock { asked in
        asked += 1
        return asked > most
      }
    }
  }

  /// How many rows came.
  private final class Rows: Sendable {
    private let last = Mutex(0)

    var count: Int { last.withLock { $0 } }

    func note(_ count: Int) { last.withLock { $0 = count } }
  }

  private static let rows = 3000
  private static let list =
    "sku,product_code,title,category,price\n"
    + (1...rows).map { "S\($0),P\($0 / 2),Title \($0 / 2),cat\($0 / 2 % 5),\($0).50\n" }.joined()

  private func request(_ shop: TestShop) -> ImportRequest {
    var request = ImportRequest(source: .text(Self.list, name: "list.csv"))
    request.accepted = shop.accepted
    return request
  }

  private func apply(_ shop: TestShop, _ questions: Questions) throws -> ImportSummary {
    var importer = Importer(shop: shop.shop, registry: standardFormats)
    importer.isStopped = { questions.ask() }
    return try importer.apply(request(shop), actor: manager, now: hour(shop.clock))
  }

  /// All rows of all tables.
  private func contents(_ shop: TestShop) throws -> [String: [String]] {
    try shop.shop.read { database in
      let tables = try String.fetchAll(
        database,
        sql: """
          SELECT name FROM main.sqlite_master
          WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'
          """)
      var contents: [String: [String]] = [:]
      for table in tables {
        contents[table] = try Row.fetchAll(database, sql: "SELECT * FROM main.\"\(table)\"").map(\.description)
      }
      return contents
    }
  }

  @Test func theShopIsAsItWasWhereverItIsStopped() throws {
    let whole = Questions(stoppingAfter: .max)
    let other = try TestShop.unguarded()
    _ = try apply(other, whole)
    #expect(whole.count > 5, "SQLite asks within its statements as well")
    let shop = try TestShop.unguarded()
    let before = try contents(shop)
    // The last questions are left out: how often SQLite asks is not the same every time.
    for questions in stride(from: 0, to: whole.count * 3 / 4, by: max(1, whole.count / 12)) {
      #expect(throws: (any Error).self, "after \(questions)") {
        try apply(shop, Questions(stoppingAfter: questions))
      }
      #expect(try contents(shop) == before, "after \(questions)")
    }
    let done = try apply(shop, Questions(stoppingAfter: .max))
    #expect(done.sourceRecords == Self.rows && done.errorCount == 0)
    #expect(try contents(shop) != before)
    #expect(try shop.shop.check() == [])
  }

  @Test func nothingIsKeptOfAPlanThatWasStopped() throws {
    let shop = try TestShop.unguarded()
    let path = shop.folder.appendingPathComponent("list.plan").path
    var importer = Importer(shop: shop.shop, registry: standardFormats)
    let rows = Rows()
    importer.counted = { records, _ in rows.note(records) }
    // It is stopped once rows came.
    importer.isStopped = { rows.count > 0 }
    #expect(throws: CancellationError.self) {
      try importer.plan(request(shop), savingTo: path, now: hour(shop.clock))
    }
    #expect(rows.count > 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: shop.folder.path)
    #expect(files.filter { !$0.hasPrefix("shop.db") } == [])
    importer.isStopped = nil
    let plan = try importer.plan(request(shop), savingTo: path, now: hour(shop.clock))
    #expect(plan.outcome == .planned && rows.count == Self.rows)
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
