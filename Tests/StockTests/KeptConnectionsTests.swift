import Foundation
import GRDB
import RetailValues
import ShopCheck
import Stock
import StockTesting
import Synchronization
import Testing

/// The connections that a process which runs many commands hands from one to the next.
@Suite struct KeptConnectionsTests {
  private let connections = KeptConnections()

  /// What a command sees of a shop.
  private func open(_ shop: ShopDatabase, readOnly: Bool = false) throws -> ShopDatabase {
    try #require(try ConnectionLoan.current?.open(at: shop.path, readOnly: readOnly))
  }

  @Test func theNextCommandHasTheSameConnection() throws {
    try withShop { shop in
      let first = try connections.lend { try open(shop) }
      #expect(connections.count == 1)
      let next = try connections.lend {
        // One that is in use is nobody else's, and one for reading only is another.
        (try open(shop), try open(shop), try open(shop, readOnly: true))
      }
      #expect(next.0.queue === first.queue)
      #expect(next.1.queue !== first.queue)
      #expect(next.2.queue !== first.queue)
      #expect(connections.count == 3)
      connections.close()
      #expect(connections.count == 0)
    }
  }

  @Test func aConnectionIsLookedAtInOneStatementBeforeACommandAndInOneAfterIt() throws {
    let statements = Mutex<[String]>([])
    try withShop { shop in
      try connections.lend {
        try open(shop).queue.inDatabase { database in
          database.trace { event in statements.withLock { $0.append("\(event)") } }
        }
      }
      statements.withLock { $0 = [] }
      try connections.lend { _ = try open(shop) }
      #expect(statements.withLock { $0.count { $0.hasPrefix("SELECT") } } == 2)
      connections.close()
    }
  }

  @Test func settingsAreThoseOfTheMoment() throws {
    try withShop { shop in
      _ = try connections.lend { try open(shop) }
      _ = try shop.renamed("Another name", timeZone: shop.settings.timeZone, actor: manager)
      let name = try connections.lend { try open(shop).settings.name }
      #expect(name == "Another name")
    }
  }

  @Test func whatIsWrittenIsCoveredByTheDigests() throws {
    try withShop { shop in
      for name in ["One", "Two"] {
        try connections.lend {
          _ = try open(shop).renamed(name, timeZone: shop.settings.timeZone, actor: manager)
        }
      }
      #expect(connections.count == 1)
      #expect(try shop.check().isEmpty)
    }
  }

  /// What a command can leave on a connection, so that the next would not find it as it is opened.
  @Test(arguments: [
    "CREATE TEMP TABLE left_over (id INTEGER)", "ATTACH DATABASE ':memory:' AS left_over",
  ])
  func whatIsLeftOverIsNotHandedOn(statement: String) throws {
    try withShop { shop in
      try connections.lend {
        try open(shop).queue.writeWithoutTransaction { try $0.execute(sql: statement) }
      }
      #expect(connections.count == 0)
    }
  }

  @Test func settingsOfTheConnectionAreSetBack() throws {
    try withShop { shop in
      try connections.lend {
        try open(shop).queue.writeWithoutTransaction {
          try $0.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA busy_timeout = 1; PRAGMA cache_size = -1")
        }
      }
      let values = try connections.lend {
        try open(shop).queue.read { database in
          try ["foreign_keys", "busy_timeout", "cache_size"].map {
            try Int.fetchOne(database, sql: "PRAGMA \($0)")
          }
        }
      }
      #expect(values == [1, 10_000, -16_000])
    }
  }

  /// The check of a report's statements replaces the one by which GRDB learns of new tables.
  @Test func aConnectionThatReadAReportIsNotHandedOn() throws {
    try withShop { shop in
      try connections.lend {
        try open(shop).withSnapshot { snapshot in
          try snapshot.reporting(timeLimit: 5) { _ = try $0.rows("SELECT shop_name FROM report_shop").next() }
        }
      }
      #expect(connections.count == 0)
    }
  }

  @Test func whatFailsInTheMiddleLeavesNothingOpen() throws {
    struct Failure: Error {}
    try withShop { shop in
      #expect(throws: Failure.self) {
        try connections.lend {
          try open(shop).write { database in
            try database.execute(sql: "UPDATE settings SET value = 'Half' WHERE name = 'name'")
            throw Failure()
          }
        }
      }
      #expect(connections.count == 1)
      let name = try connections.lend { try open(shop).settings.name }
      #expect(name == "Test")
      #expect(try shop.check().isEmpty)
    }
  }

  @Test func anotherMomentIsThatOfOneCommand() throws {
    try withShop { shop in
      let moments = try (0..<2).map { number in
        try connections.lend {
          try open(shop).withSnapshot(asOf: number == 0 ? hour(1) : nil) { _ in }
          return try open(shop).read { try Int64.fetchOne($0, sql: "SELECT acting_moment()") ?? 0 }
        }
      }
      #expect(moments.allSatisfy { $0 > hour(24).millisecondsSince1970 })
    }
  }

  @Test func aChangedSchemaIsReadAgain() throws {
    try withShop { shop in
      let first = try connections.lend { try open(shop) }
      try shop.queue.write { try $0.execute(sql: "CREATE INDEX of_another ON settings (value)") }
      let second = try connections.lend { try open(shop) }
      #expect(second.queue !== first.queue)
    }
  }

  @Test func anotherFileInItsPlaceIsOpened() throws {
    try withShop { shop in
      _ = try connections.lend { try open(shop) }
      let copy = shop.path + ".copy"
      try shop.copy(to: copy)
      let other = try ShopDatabase.open(at: copy)
      _ = try other.renamed("Restored", timeZone: shop.settings.timeZone, actor: manager)
      try other.queue.close()
      #expect(rename(copy, shop.path) == 0)
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: shop.path + suffix) }
      let name = try connections.lend { try open(shop).settings.name }
      #expect(name == "Restored")
    }
  }
}
