import Foundation
import GRDB
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
