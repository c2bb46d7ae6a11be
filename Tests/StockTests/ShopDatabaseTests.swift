import Foundation
import GRDB
import ProblemKit
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// The file of a shop with one variant and two locations, for tests with several connections.
func withShopFile(_ work: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stock-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("stock.sqlite").path
  let euro = try #require(Currency("EUR"))
  try NewShop.make(at: path, settings: ShopSettings(name: "Test", currency: euro, timeZone: "Europe/Berlin"))
    .addGoods()
  try await work(path)
}

@Test func everyViewCanBeRead() throws {
  try withShop { shop in
    try shop.read { database in
      for view in ReportingViews.all {
        _ = try Row.fetchAll(database, sql: "SELECT * FROM \(view.name)")
      }
    }
  }
}

/// Has the file of a shop the views of another version.
private func makeOtherViews(at path: String) throws {
  try DatabaseQueue(path: path).writeWithoutTransaction { database in
    try database.execute(
      sql: """
        DROP VIEW report_locations; CREATE VIEW report_locations AS SELECT 'other' AS location;
        UPDATE settings SET value = 'another version' WHERE name = 'reporting_views'
        """)
  }
}

@Test func whoOnlyReadsHasTheViewsOfThisVersion() async throws {
  try await withShopFile { path in
    try makeOtherViews(at: path)
    let locations = try ShopDatabase.open(at: path, readOnly: true).read { database in
      try String.fetchAll(database, sql: "SELECT location FROM report_locations ORDER BY location")
    }
    #expect(locations == ["shop", "store"])
  }
}

/// As on a medium that can only be read.
@Test func viewsOfAnotherVersionAreHiddenWhereTheyCannotBeReplaced() async throws {
  try await withShopFile { path in
    try makeOtherViews(at: path)
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.inDatabase { try ReportingViews.make($0, isTemporary: true) }
    let locations = try queue.read { database in
      try String.fetchAll(database, sql: "SELECT location FROM report_locations ORDER BY location")
    }
    #expect(locations == ["shop", "store"])
  }
}

@Test func movementsAndAuditEntriesCannotBeChanged() throws {
  try withShop { shop in
    try shop.write { database in
      _ = try AuditLog.append(database, actor: Actor(name: "a", command: "c"), at: .now, details: "d")
    }
    try shop.write { database in
      #expect(throws: DatabaseError.self) { try database.execute(sql: "UPDATE audit_log SET details = 'x'") }
      #expect(throws: DatabaseError.self) { try database.execute(sql: "DELETE FROM audit_log") }
      let broken = try AuditLog.firstBrokenEntry(database)
      #expect(broken == nil)
    }
  }
}

@Test func aDatabaseOnAReadOnlyMediumIsReadWithoutItsNeighbours() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("a b?c#d% \(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("stock.sqlite").path
  let currency = try #require(Currency("EUR"))
  _ = try ShopDatabase.create(
    at: path, settings: ShopSettings(name: "Test", currency: currency, timeZone: "Europe/Berlin"))
  var configuration = Configuration()
  configuration.readonly = true
  let queue = try DatabaseQueue(path: ShopDatabase.immutableAddress(path), configuration: configuration)
  let name = try queue.read { try String.fetchOne($0, sql: "SELECT shop_name FROM report_shop") }
  #expect(name == "Test")
  #expect(!ShopDatabase.isOnReadOnlyMedium(path))
  #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["stock.sqlite"])
}

/// What makes the file of a shop unreadable for SQLite.
enum FileDamage: CaseIterable {
  case noDatabase, firstPage

  func applied(to content: Data) -> Data {
    var content = content
    switch self {
    case .noDatabase: content = Data(repeating: 0x41, count: 8192)
    case .firstPage: content.replaceSubrange(100..<116, with: Data(repeating: 0xFF, count: 16))
    }
    return content
  }
}

/// The program reads all of such a file, and must not close it while SQLite may have locks on it.
@Test(arguments: FileDamage.allCases) func aDamagedFileIsNotOpenedAgainAndAgain(damage: FileDamage) throws {
  try withShop { shop in
    try shop.queue.close()
    let path = shop.path + ".damaged"
    let damaged = damage.applied(to: try Data(contentsOf: URL(fileURLWithPath: shop.path)))
    for _ in 1...3 {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try damaged.write(to: URL(fileURLWithPath: path))
      for _ in 1...4 {
        let error = #expect(throws: Problems.self) { try ShopDatabase.open(at: path) }
        #expect(error?.code == .damaged)
      }
      // Those that are deleted are among them.
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { number in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + number)
      }.filter { $0.hasPrefix(path) }
      #expect(open.count <= 1, "\(open)")
    }
  }
}
