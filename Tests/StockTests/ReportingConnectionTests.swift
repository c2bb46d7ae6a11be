import Foundation
import GRDB
import ProblemKit
import StockTesting
import Testing

@testable import Stock

@Test(arguments: [
  "SELECT * FROM movements", "SELECT COUNT(*) FROM audit_log", "SELECT value FROM report_shop, settings",
  "SELECT 1 FROM (SELECT * FROM main.imports)", "SELECT (SELECT MAX(hash) FROM audit_log)",
  "SELECT EXISTS (SELECT 1 FROM report_shop JOIN ((audit_log)) ON 1 = 1)",
  "WITH a AS (SELECT * FROM settings) SELECT * FROM a",
  "WITH report_shop AS (SELECT * FROM settings) SELECT * FROM report_shop",
  "WITH \"REPORT_SHOP\" (a, b) AS MATERIALIZED (SELECT * FROM settings) SELECT * FROM report_shop",
  "WITH x AS (SELECT 1), [report_shop] /* a */ AS -- b\n (SELECT * FROM settings) SELECT * FROM report_shop",
  "SELECT sql FROM sqlite_master", "SELECT * FROM sqlite_schema", "SELECT COUNT(*) FROM pragma_table_list",
  "SELECT * FROM pragma_table_info('settings')", "SELECT value FROM json_each('[1]')",
  "DELETE FROM settings", "UPDATE settings SET value = ''", "INSERT INTO brands VALUES (1, 'x')",
  "CREATE TEMP TABLE x (a)", "DROP VIEW report_shop", "ATTACH '/tmp/x' AS x", "PRAGMA journal_mode = DELETE", "VACUUM",
  "BEGIN", "ROLLBACK", "SELECT randomblob(1000000000)", "SELECT load_extension('x')", "SELECT printf('%999999999d', 1)",
  "SELECT 1; SELECT 2", "SELECT 1; DROP TABLE settings", "", "-- nothing", "SELECT ?", "SELECT ?1", "SELECT $a",
  "SELECT :unknown", "SELECT nonsense FROM report_shop", "SELECT * FROM report_shops",
])
func whatIsNotReadingTheViewsIsRefused(_ sql: String) throws {
  try withShop { shop in
    #expect(throws: Problems.self) {
      try ReportingConnection.read(at: shop.path, timeLimit: 10) { connection in
        let rows = try connection.rows(sql, parameters: ["a": .null])
        while try rows.next() != nil {}
      }
    }
    let settings = try shop.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM settings") }
    #expect(settings == 7)
  }
}

@Test(arguments: [
  "SELECT shop_name FROM report_shop", "SELECT COUNT(*) FROM report_movements",
  "SELECT COUNT(*) FROM report_known_losses;",
  "WITH movements AS (SELECT 1 AS a) SELECT a AS documents, 2 AS reasons FROM report_shop CROSS JOIN (SELECT 1 AS a)",
  "SELECT 1 FROM report_shop AS s WHERE EXISTS (SELECT 1 FROM report_variants report_x) -- settings",
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT SUM(i), MIN(:a) FROM n",
  "SELECT COALESCE(SUM(quantity_milli), 0), 'FROM settings' FROM report_stock_on_hand ORDER BY 1",
])
func readingTheViewsIsAllowed(_ sql: String) throws {
  try withShop { shop in
    try ReportingConnection.read(at: shop.path, timeLimit: 10) { connection in
      let rows = try connection.rows(sql, parameters: ["a": .text("x")])
      while try rows.next() != nil {}
    }
  }
}

@Test func aQueryThatTakesTooLongIsStopped() throws {
  try withShop { shop in
    let error = #expect(throws: Problems.self) {
      try ReportingConnection.read(at: shop.path, timeLimit: 0.2) { connection in
        let rows = try connection.rows(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n")
        while try rows.next() != nil {}
      }
    }
    #expect(error?.code == .reportTooSlow)
  }
}

/// A query that waits its turn on a busy machine is not to blame; one that works is, and one that waits without end.
@Test func theLimitIsOfWorkAndNotOfWaiting() {
  func isStopped(limit: Duration, _ work: () -> Void) -> Bool {
    let access = ReportingAccess(views: [], tables: [], timeLimit: limit, seen: [], seenOfOwnStore: [])
    return withExtendedLifetime(access) {
      access.startClock()
      work()
      return ReportingAccess.isOutOfTime(Unmanaged.passUnretained(access).toOpaque()) == 1
    }
  }
  func wait() { usleep(60_000) }
  #expect(!isStopped(limit: .seconds(60), {}))
  #expect(!isStopped(limit: .milliseconds(50), wait))
  #expect(isStopped(limit: .milliseconds(5), wait))
  #expect(
    isStopped(limit: .milliseconds(20)) {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      let end = time.tv_nsec + time.tv_sec * 1_000_000_000 + 30_000_000
      while time.tv_nsec + time.tv_sec * 1_000_000_000 < end { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) }
    })
}

/// What a movement and what is on hand cost is looked up once for each, however often its value names it.
@Test(arguments: ["report_movements", "report_stock_on_hand"])
func theCostIsLookedUpOnceForAValue(_ view: String) throws {
  try withShop { shop in
    try ReportingConnection.read(at: shop.path, timeLimit: 10) { connection in
      func lookups(_ column: String) throws -> Int {
        let rows = try connection.rows("EXPLAIN QUERY PLAN SELECT SUM(\(column)) FROM \(view)")
        var count = 0
        while let row = try rows.next() {
          if case .text(let step) = row[3], step.hasPrefix("CORRELATED") { count += 1 }
        }
        return count
      }
      let ofCost = try lookups("unit_cost_micro")
      #expect(ofCost > 0)
      // The value column also uses the layer's value, and is itself a subquery.
      #expect(try lookups("value_cost_minor") <= ofCost + 2)
    }
  }
}

@Test func oneReportSeesOneSnapshot() throws {
  try withShop { shop in
    try ReportingConnection.read(at: shop.path, timeLimit: 10) { connection in
      func locations() throws -> ReportingValue? {
        try connection.rows("SELECT COUNT(*) FROM report_locations").next()?.first
      }
      #expect(try locations() == .integer(0))
      try shop.write { try $0.execute(sql: "INSERT INTO locations (id, code) VALUES (1, 'shop')") }
      #expect(try locations() == .integer(0))
    }
  }
}

@Test func theCorrelatedQueriesOfTheMovementsUseIndexes() throws {
  try withShop { shop in
    let plan = try shop.read { database in
      try Row.fetchAll(
        database,
        sql: """
          EXPLAIN QUERY PLAN SELECT unit_cost_micro, cost_source, retail_price_minor, tax_included
          FROM report_movements WHERE variant_id = 1 AND location_id = 1 AND effective_at <= 5
          """
      ).map { $0["detail"] as String }
    }
    #expect(plan.contains { $0.hasPrefix("SEARCH m USING INDEX movements_by_variant") }, "\(plan)")
    #expect(plan.contains { $0.hasPrefix("SEARCH h USING PRIMARY KEY (variant_id=? AND effective_at<?)") }, "\(plan)")
    #expect(plan.contains { $0.hasPrefix("SEARCH s USING INDEX") }, "\(plan)")
    #expect(plan.contains { $0.hasPrefix("SEARCH p USING INDEX") }, "\(plan)")
    // Of these, the price has one row, the others the few categories above one, or are asked whether there is any row.
    let small = [
      "SCAN CONSTANT ROW", "SCAN report_shop", "SCAN sh", "SCAN q", "SCAN a", "SCAN report_mark_offs",
      "SCAN sales_event_rates USING COVERING INDEX sales_event_rates_by_reach",
      "SCAN x USING COVERING INDEX sales_event_rates_by_reach",
    ]
    #expect(plan.contains { $0.hasPrefix("SEARCH r USING INDEX sales_event_rates_by_reach (<expr>=?") }, "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN") && !small.contains($0) }, "\(plan)")
    // The view of the shop itself has one row; the union is that of a category and those above it.
    #expect(!plan.contains { $0.contains("MATERIALIZE") && $0 != "MATERIALIZE report_shop" }, "\(plan)")
    #expect(!plan.contains { $0.contains("TEMP B-TREE") && $0 != "UNION USING TEMP B-TREE" }, "\(plan)")
  }
}

@Test func knownLossesAreFoundByTheirReason() throws {
  try withShop { shop in
    let plan = try shop.read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN SELECT SUM(loss_cost_minor) FROM report_known_losses")
        .map { $0["detail"] as String }
    }
    #expect(plan.contains { $0.contains("m USING INDEX movements_by_reason") }, "\(plan)")
  }
}

/// Reports of a month cost that month, however long the shop has existed.
@Test(arguments: [
  (
    "SELECT SUM(loss_milli) FROM report_shrinkage_lines WHERE effective_at >= 5 AND effective_at <= 9",
    ["cl USING INDEX count_lines_by_time (as_of>? AND as_of<?)", "m USING INDEX movements_by_time"]
  ),
  ("SELECT supplier FROM report_variant_suppliers WHERE variant_id = 1", ["m USING INDEX movements_of_receipts"]),
  (
    """
    SELECT supplier FROM report_receipt_suppliers WHERE variant_id = 1 AND effective_at <= 9
    ORDER BY effective_at DESC, movement_id DESC LIMIT 1
    """, ["m USING INDEX movements_of_receipts (variant_id=? AND effective_at<?)"]
  ),
])
func whatAPeriodAsksForIsFoundByItsIndex(query: String, indexes: [String]) throws {
  try withShop { shop in
    let plan = try shop.read {
      try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN \(query)").map { $0["detail"] as String }
    }
    for index in indexes {
      #expect(plan.contains { $0.hasPrefix("SEARCH \(index)") }, "\(plan)")
    }
  }
}
