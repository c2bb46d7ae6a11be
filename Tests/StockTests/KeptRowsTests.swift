import GRDB
import ProblemKit
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// The result of a report's computation is kept in a file next to the database, and no other file may be created or
/// read there.
@Suite struct KeptRowsTests {
  private func values(_ connection: ReportingConnection, _ sql: String) throws -> [[ReportingValue]] {
    let rows = try connection.rows(sql)
    var values: [[ReportingValue]] = []
    while let row = try rows.next() { values.append(row) }
    return values
  }

  private func withVariants(_ work: (ShopDatabase) throws -> Void) throws {
    try withShop { shop in
      try shop.write { database in
        try database.execute(sql: "INSERT INTO products (id, code, title) VALUES (1, 'P', 'Item')")
        for (sku, cost) in [("0012", 5), ("12", nil), ("A", 7)] as [(String, Int?)] {
          try database.execute(
            sql: "INSERT INTO variants (sku, product_id, standard_cost) VALUES (?, 1, ?)", arguments: [sku, cost])
        }
      }
      try work(shop)
    }
  }

  /// Texts that look like numbers, NULL, and computed columns keep their values, and compare as before.
  @Test(arguments: [
    "SELECT * FROM x ORDER BY sku", "SELECT digits, doubled FROM x ORDER BY sku", "SELECT sku FROM x WHERE sku = 12",
    "SELECT COUNT(*), SUM(cost) FROM x", "SELECT sku FROM x WHERE cost = '5'",
  ])
  func keptRowsAreThoseOfTheStatement(_ sql: String) throws {
    let statement = """
      -- What all queries read.
      SELECT v.sku, v.standard_cost_micro AS cost, v.standard_cost_micro * 2 AS doubled, length(v.sku) AS digits
      FROM report_variants v WHERE :all = 'yes'
      """
    try withVariants { shop in
      try ReportingConnection.read(at: shop.path, timeLimit: 10) { connection in
        let rows = try connection.rows("WITH x AS (\(statement)) \(sql)", parameters: ["all": .text("yes")])
        var direct: [[ReportingValue]] = []
        while let row = try rows.next() { direct.append(row) }
        try connection.keep(statement, as: "x", parameters: ["all": .text("yes")])
        let table = ReportingConnection.keptTable("x")
        #expect(try values(connection, "WITH x AS (SELECT * FROM \(table)) \(sql)") == direct)
        #expect(!direct.isEmpty)
      }
    }
  }

  @Test(arguments: [
    "SELECT * FROM movements", "SELECT nonsense FROM report_shop", "DELETE FROM settings", "SELECT 1; SELECT 2", "",
    "SELECT 1 AS a, 2 AS a", "SELECT name FROM kept_b", "SELECT :unknown", "DEFAULT VALUES",
  ])
  func whatMayNotBeReadIsNotKept(_ sql: String) throws {
    try withVariants { shop in
      try ReportingConnection.read(at: shop.path, timeLimit: 10) { connection in
        #expect {
          try connection.keep(sql, as: "a")
        } throws: {
          ($0 as? Problems).map { Problem.Code.reportSQL.contains($0.code) } ?? false
        }
        #expect {
          try values(connection, "SELECT * FROM kept_a")
        } throws: {
          ($0 as? Problems).map { Problem.Code.reportSQL.contains($0.code) } ?? false
        }
      }
    }
  }

  @Test func keepingOpensNoOtherDoor() throws {
    try withVariants { shop in
      try ReportingConnection.read(at: shop.path, timeLimit: 10) { connection in
        try connection.keep("SELECT sku FROM report_variants", as: "a")
        #expect {
          try connection.keep("SELECT sku FROM report_variants", as: "A")
        } throws: {
          ($0 as? Problems).map { Problem.Code.reportSQL.contains($0.code) } ?? false
        }
        for sql in [
          "INSERT INTO kept_a VALUES ('x')", "DELETE FROM kept_a", "DROP TABLE kept_a", "CREATE TEMP TABLE b (c)",
          "SELECT name FROM sqlite_temp_master", "SELECT * FROM kept_a JOIN settings",
        ] {
          #expect("\(sql)") {
            try values(connection, sql)
          } throws: {
            ($0 as? Problems).map { Problem.Code.reportSQL.contains($0.code) } ?? false
          }
        }
        #expect(try values(connection, "SELECT COUNT(*) FROM kept_a") == [[.integer(3)]])
      }
    }
  }

  @Test func whatTheReaderMayNotSeeIsNotKept() throws {
    try withVariants { shop in
      try ReportingConnection.read(at: shop.path, timeLimit: 10, seen: Role.counter.sees) { connection in
        let error = #expect(throws: Problems.self) {
          try connection.keep("SELECT sku, standard_cost_micro FROM report_variants", as: "a")
        }
        #expect(error?.code == .reportNotShown)
      }
    }
  }

  @Test func keepingIsChargedToTheTimeOfTheReport() throws {
    try withShop { shop in
      let error = #expect(throws: Problems.self) {
        try ReportingConnection.read(at: shop.path, timeLimit: 0.2) { connection in
          try connection.keep(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n", as: "n")
        }
      }
      #expect(error?.code == .reportTooSlow)
    }
  }
}
