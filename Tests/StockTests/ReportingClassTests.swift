import GRDB
import ProblemKit
import RetailValues
import StockTesting
import Testing

@testable import Stock

/// What the SQL of a report may read depends on who reads it.
@Suite struct ReportingClassTests {
  @Test func everyColumnDeclaresItsClass() throws {
    let made = try ReportingViewDescription.all()
    #expect(made.map(\.name) == ReportingViews.all.map(\.name))
    for (view, declared) in zip(made, ReportingViews.all) {
      #expect(Set(view.columns) == Set(declared.columns.keys), "\(view.name)")
    }
  }

  /// The database has a view with a column that the program does not know; a later version may have made it.
  @Test(arguments: [Role.customer, .counter, .manager, .accountant, .auditor])
  func aColumnWithoutAClassIsReadByNobody(_ role: Role) throws {
    try withShop { shop in
      try shop.write { database in
        try database.execute(
          sql: """
            DROP VIEW report_variants;
            CREATE VIEW report_variants AS SELECT id AS variant_id, sku, 'secret' AS undeclared FROM variants;
            """)
      }
      _ = try rows(shop, "SELECT sku FROM report_variants", seen: role.sees)
      for sql in [
        "SELECT undeclared FROM report_variants", "SELECT * FROM report_variants",
        "SELECT sku FROM report_variants ORDER BY Undeclared",
      ] {
        let error = #expect(throws: Problems.self) { try rows(shop, sql, seen: role.sees) }
        #expect(error?.message.contains("does not declare who may read that") == true, "\(error?.message ?? "")")
      }
    }
  }

  /// Statements, and the columns or views that each tries to get at, for a reader of the catalog alone.
  @Test(arguments: [
    "SELECT standard_cost_micro FROM report_variants", "SELECT * FROM report_variants",
    "SELECT sku FROM report_variants ORDER BY standard_cost_micro",
    "SELECT sku FROM report_variants WHERE standard_cost_micro > 1",
    "SELECT MAX(v.\"standard_cost_micro\") FROM report_variants v", "SELECT [Standard_Cost_Micro] FROM REPORT_VARIANTS",
    "WITH a AS (SELECT * FROM report_variants) SELECT sku FROM a",
    "WITH a AS (SELECT standard_cost_micro AS title FROM report_variants) SELECT title FROM a",
    "SELECT (SELECT MIN(standard_cost_micro) FROM report_variants)",
    "SELECT sku FROM report_variants v WHERE EXISTS (SELECT 1 FROM report_supplier_costs c WHERE c.variant_id = v.variant_id)",
    "SELECT COUNT(*) FROM report_movements", "SELECT 1 FROM report_stock_on_hand",
    "SELECT COUNT(*) FROM report_sales, report_shop",
    "SELECT 1 FROM report_shop JOIN (report_imports) ON 1 = 1", "SELECT location FROM report_locations",
    "SELECT sku FROM report_variants UNION ALL SELECT source FROM report_imports",
    "SELECT sku FROM report_variants JOIN report_prices USING (variant_id) JOIN report_stock_on_hand USING (variant_id)",
    "SELECT quantity_milli FROM report_stock_on_hand", "SELECT posted_by FROM report_count_sessions",
    "SELECT SUM(1) OVER (ORDER BY standard_cost_micro) FROM report_variants",
    "SELECT COUNT(*) FROM report_variants GROUP BY standard_cost_micro",
    "SELECT COUNT(*) FROM report_variants HAVING MAX(standard_cost_micro) > 5",
    "SELECT 1 FROM report_variants a JOIN report_variants b ON a.standard_cost_micro = b.standard_cost_micro",
    "SELECT 1 FROM report_variants a NATURAL JOIN report_variants b",
    "WITH g AS (SELECT 5 AS standard_cost_micro) SELECT 1 FROM g NATURAL LEFT JOIN report_variants",
    "WITH g AS (SELECT 5 AS standard_cost_micro) SELECT sku FROM report_variants JOIN g USING (standard_cost_micro)",
    "WITH g AS (SELECT 5 AS standard_cost_micro, 1 AS sku) SELECT 1 FROM report_variants JOIN g USING(sku, \"standard_cost_micro\")",
  ])
  func aCustomersReportReadsNothingElse(_ sql: String) throws {
    try withShop { shop in
      let error = #expect(throws: Problems.self) { try rows(shop, sql, seen: Role.customer.sees) }
      #expect(error?.code == .reportNotShown, "\(error?.message ?? "")")
      // The statement itself is a good one.
      _ = try rows(shop, sql, seen: Role.manager.sees)
    }
  }

  @Test(arguments: [
    "SELECT v.sku, v.title, p.price_minor FROM report_variants v JOIN report_prices p ON p.variant_id = v.variant_id",
    "SELECT sku FROM report_variants JOIN report_prices USING (variant_id)",
    "SELECT COUNT(*) FROM report_variants", "SELECT shop_name, cost_divisor FROM report_shop",
    "WITH a AS (SELECT sku FROM report_variants) SELECT COUNT(*) FROM a",
  ])
  func aCustomersReportReadsTheCatalog(_ sql: String) throws {
    try withShop { shop in _ = try rows(shop, sql, seen: Role.customer.sees) }
  }

  @Test func aCountersReportReadsPlacesAndSessionsToo() throws {
    try withShop { shop in
      _ = try rows(
        shop, "SELECT location, session FROM report_locations, report_count_sessions", seen: Role.counter.sees)
      for sql in [
        "SELECT posted_by FROM report_count_sessions", "SELECT counter FROM report_count_entries",
        "SELECT expected_milli FROM report_count_lines",
      ] {
        #expect {
          try rows(shop, sql, seen: Role.counter.sees)
        } throws: {
          ($0 as? Problems).map { Problem.Code.reportSQL.contains($0.code) } ?? false
        }
      }
    }
  }

  private func rows(_ shop: ShopDatabase, _ sql: String, seen: Set<DataClass>) throws -> Int {
    try ReportingConnection.read(at: shop.path, timeLimit: 10, seen: seen) { connection in
      let rows = try connection.rows(sql)
      var count = 0
      while try rows.next() != nil { count += 1 }
      return count
    }
  }
}
