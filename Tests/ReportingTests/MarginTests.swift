import Foundation
import GRDB
import RetailValues
import Stock
import Testing

@testable import Reporting

/// What the sums of a group must be, by a loop over its sales.
private struct PlainMargin: Equatable, CustomStringConvertible {
  var sales: Decimal = 0
  var cost: Decimal = 0
  var leftOut = 0
  /// In ten-thousandths of a percent, truncated; nil if it is not computed.
  var margin: Decimal?

  var description: String { "\(sales) − \(cost), \(leftOut) left out, \(margin.map { "\($0)" } ?? "no") %" }

  init(_ lines: [PlainTrade.Sale], withTax: Bool) {
    for line in lines {
      let taken = withTax ? line.paid : line.paid.flatMap { paid in line.tax.map { paid - $0 } }
      if let taken, let spent = line.cost {
        sales += taken
        cost += spent
      } else {
        leftOut += 1
      }
    }
    margin = sales > 0 ? PlainTrade.rounded((sales - cost) * 100 / sales, 4) : nil
  }

  init(_ row: [String: Any]) {
    sales = queryNumber(row["net_sales"]) ?? 0
    cost = queryNumber(row["cost_of_goods_sold"]) ?? 0
    leftOut = row["left_out_lines"] as? Int ?? -1
    margin = queryNumber(row["gross_margin"])
    #expect((queryNumber(row["gross_profit"]) ?? 0) == sales - cost)
  }
}

private func margin(_ path: String, _ parameters: [String: String] = [:]) throws -> [String: Any] {
  try shippedReports.report(named: "margin").data(on: path, parameters)
}

@Test(arguments: ["without", "with"])
func marginsAreThoseOfAPlainLoop(tax: String) throws {
  try withShop(TradeShop.fill) { path in
    let data = try margin(path, ["tax": tax])
    let trade = try PlainTrade(path)
    let sales = trade.sales.filter { $0.at <= generatedAt.millisecondsSince1970 }
    let withTax = tax == "with"
    let header = try #require(data["header"] as? [String: Any])
    #expect(PlainMargin(header) == PlainMargin(sales, withTax: withTax))
    #expect(queryNumber(header["all_cost"]) == sales.compactMap(\.cost).reduce(0, +))
    // The suppliers are those of the last receipts, else of the cheapest list; written by hand.
    let suppliers: [Int64: String] = [1: "nord", 2: "acme", 3: "acme", 7: "acme"]
    for (query, column, key) in [
      ("categories", "category", { trade.items[$0.variant]?.category ?? "?" }),
      ("suppliers", "supplier", { suppliers[$0.variant] ?? "" }),
      ("items", "sku", { trade.items[$0.variant]?.sku ?? "?" }),
      ("months", "month", { String($0.day.prefix(7)) }),
    ] as [(String, String, (PlainTrade.Sale) -> String)] {
      let expected = Dictionary(grouping: sales, by: key).mapValues { PlainMargin($0, withTax: withTax) }
      var found: [String: PlainMargin] = [:]
      for row in queryRows(data, query) { found[row[column] as? String ?? "?"] = PlainMargin(row) }
      #expect(found == expected, "\(query) \(tax) tax")
    }
  }
}

/// Cost of goods sold of all lines is what the statement of shrinkage divides by.
@Test func theCostOfGoodsSoldIsThatOfTheStatement() throws {
  try withShop(TradeShop.fill) { path in
    for period in ["2026-08", "2026-09", "2026-10", "2026"] {
      let statement = try shippedReports.report(named: "shrinkage").data(
        on: path, ["period": period, "denominator": "cost-of-goods-sold"])
      let header = statement["header"] as? [String: Any]
      let own = try margin(path, ["period": period])["header"] as? [String: Any]
      #expect(queryNumber(own?["all_cost"]) == queryNumber(header?["denominator"]), "\(period)")
    }
  }
}

@Test(arguments: ["fifo", "standard", "last"])
func marginsFollowTheMethodOfTheShop(method: String) throws {
  try withShop { database in
    try TradeShop.fill(database)
    try database.execute(
      sql: "INSERT OR REPLACE INTO settings (name, value) VALUES ('valuation', ?)", arguments: [method])
    try TradeShop.rebuildCosts(database)
  } _: { path in
    let data = try margin(path)
    let header = try #require(data["header"] as? [String: Any])
    #expect(header["valuation_method"] as? String == method)
    // Summed over the movements themselves, which are valued elsewhere.
    let cost = try ShopDatabase.open(at: path, readOnly: true).read { database in
      try Int64.fetchOne(
        database,
        sql: """
          SELECT -SUM(value_cost_minor) FROM report_movements
          WHERE kind IN ('sale', 'customer-return') AND is_cancelled = 0 AND effective_at <= ?
          """, arguments: [generatedAt.millisecondsSince1970])
    }
    #expect(queryNumber(header["all_cost"]) == cost.map { Decimal($0) / 100 })
  }
}

@Test(arguments: [
  (["supplier": "nord"], ["TEA-1"]), (["supplier": "acme"], ["LAMP-1", "MUG-1", "SOAP-1"]),
  (["category": "food"], ["CAKE-1", "TEA-1"]),
  (["period": "2026-11"], ["SOAP-1"]), (["location": "store"], []),
])
func marginsAreThoseOfTheirPlaceAndTime(_ parameters: [String: String], _ items: [String]) throws {
  try withShop(TradeShop.fill) { path in
    let found = queryRows(try margin(path, parameters), "items").compactMap { $0["sku"] as? String }
    #expect(found.sorted() == items)
  }
}
