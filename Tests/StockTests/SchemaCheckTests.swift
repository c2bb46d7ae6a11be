import GRDB
import ProblemKit
import RetailValues
import ShopCheck
import StockTesting
import Testing

@testable import Stock

/// Tables and triggers that another program put into the database of a shop.
@Suite struct SchemaCheckTests {
  /// A shop with one price of 10.00, and what another program does to its file.
  private func withShop(alteredBy sql: String, _ body: (ShopDatabase) throws -> Void) throws {
    try StockTesting.withShop { shop in
      let path = shop.path
      try shop.write { database in
        try database.execute(
          sql: """
            INSERT INTO products (id, code) VALUES (1, 'P');
            INSERT INTO variants (id, sku, product_id, standard_cost) VALUES (1, 'V', 1, 5000000);
            """)
      }
      try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
      try body(ShopDatabase.open(at: path))
    }
  }

  private func addProduct(to shop: ShopDatabase) throws {
    try shop.write { try $0.execute(sql: "INSERT INTO products (code) VALUES ('Q')") }
  }

  @Test func theDigestIsThatOfANewShop() throws {
    try withShop(alteredBy: "") { shop in
      let digest = try shop.read { try SchemaCheck.digest($0) }
      #expect(digest == SchemaCheck.digestOfTablesAndTriggers, "put the new digest there")
    }
  }

  /// A foreign trigger must not make changes that are taken for changes by Stockroom.
  @Test(arguments: [
    "CREATE TRIGGER helper AFTER INSERT ON products BEGIN UPDATE variants SET standard_cost = 1; END",
    // A name that SQLite keeps for itself.
    """
    PRAGMA writable_schema = ON;
    INSERT INTO sqlite_master VALUES ('trigger', 'sqlite_helper', 'products', 0,
      'CREATE TRIGGER sqlite_helper AFTER INSERT ON products BEGIN UPDATE variants SET standard_cost = 1; END');
    """,
    // The table as it was, with another default.
    """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET sql = replace(sql, 'standard_cost INTEGER', 'standard_cost INTEGER DEFAULT 1')
    WHERE name = 'variants';
    """,
  ]) func nothingIsWrittenIntoAnAlteredDatabase(_ sql: String) throws {
    try withShop(alteredBy: sql) { shop in
      let error = #expect(throws: Problems.self) { try addProduct(to: shop) }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("helper") == true || error?.message.contains("table variants") == true)
      let costs = try shop.read { try Int64.fetchAll($0, sql: "SELECT standard_cost FROM variants") }
      #expect(costs == [5_000_000])
      #expect(try shop.check().map(\.code).contains(.alteredSchema))
    }
  }

  @Test func aTableOfSomebodyElseIsReportedAndChangesNothing() throws {
    try withShop(alteredBy: "CREATE TABLE notes (text TEXT)") { shop in
      try addProduct(to: shop)
      #expect(try shop.check().map(\.code).contains(.alteredSchema))
    }
  }

  /// A query that names an index does not end the check with an error of SQLite.
  @Test func anIndexThatIsGoneIsReported() throws {
    try withShop(alteredBy: "DROP INDEX movements_by_variant") { shop in
      let found = try shop.check()
      #expect(found.map(\.code) == [.alteredSchema])
      #expect(found.first?.message.contains("index movements_by_variant") == true)
    }
  }

  @Test func migrationsThatAreForgottenAreReportedWithoutTheirStatements() throws {
    try StockTesting.withShop { shop in
      try DatabaseQueue(path: shop.path).writeWithoutTransaction {
        try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '18'")
      }
      let error = #expect(throws: Problems.self) { _ = try ShopDatabase.open(at: shop.path) }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("CREATE TABLE") == false)
    }
  }

  /// Change sets that were altered are not written back.
  @Test func nothingIsUndoneByAlteredChangeSets() throws {
    try withShop(
      alteredBy: """
        PRAGMA foreign_keys = OFF;
        INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after)
          VALUES (1, 1, 'prices', 1, 'update', '{"price":1}', '{"price":2590}')
        """
    ) { shop in
      let error = #expect(throws: Problems.self) {
        try shop.undoImport(1, actor: manager)
      }
      #expect(error?.code == .damaged)
    }
  }

  /// The log keeps what a repair put right, because a count may have used it in the meantime.
  @Test func aRepairIsWrittenDownWithWhatItFound() throws {
    try StockTesting.withShop { shop in
      try shop.addGoods()
      try shop.record([TestMovement(quantity: 5, kind: .receipt, at: hour(1), costCents: 100)], at: hour(2))
      try DatabaseQueue(path: shop.path).writeWithoutTransaction {
        try $0.execute(sql: "UPDATE cost_history SET average_cost = 1")
      }
      try shop.repairIndex(actor: manager)
      let entry = try #require(try shop.auditEntries(limit: 1).first)
      #expect(entry.details.contains("the average cost is not what the movements say: V1"))
      #expect(try shop.check() == [])
    }
  }

  /// Postings are permanent, so nothing is posted at an altered cost, even if the alteration would be reversed later.
  @Test(arguments: [
    "UPDATE cost_history SET average_cost = 1", "UPDATE variants SET standard_cost = 1",
    "UPDATE movements SET unit_cost = 1",
  ]) func noCountIsPostedAtAnAlteredCost(_ sql: String) throws {
    try StockTesting.withShop { shop in
      try shop.addGoods()
      try shop.record([TestMovement(quantity: 5, kind: .receipt, at: hour(1), costCents: 100)], at: hour(2))
      _ = try shop.openCount(
        location: "shop", kind: .partial, cutOff: hour(9), variants: [1], actor: manager, at: hour(2))
      try shop.enter([(1, 4)], in: "1", import: 1)
      let other = try DatabaseQueue(path: shop.path)
      try other.writeWithoutTransaction { database in
        let trigger = try #require(
          try String.fetchOne(database, sql: "SELECT sql FROM sqlite_master WHERE name = 'movements_are_not_changed'"))
        try database.execute(sql: "DROP TRIGGER movements_are_not_changed; \(sql); \(trigger)")
      }
      let error = #expect(throws: Problems.self) { try shop.post("1", at: hour(10)) }
      #expect(error?.code == .damaged)
      let posted = try shop.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM count_lines") }
      #expect(posted == 0)
    }
  }
}
