import Foundation
import GRDB
import RetailValues
import Testing

@testable import Reporting

private func turnover(_ path: String, _ parameters: [String: String]) throws -> [String: Any] {
  try shippedReports.report(named: "inventory-turn").data(on: path, parameters)
}

/// The moments that are averaged, and the first and the last of the period, in UTC, written by hand: months end at 22:00 in
/// summer and at 23:00 in winter; of July to November the last ends when the report is made.
private let periods: [(parameters: [String: String], points: [String], from: String, to: String)] = [
  (
    [:],
    ["2026-07-31T22:00", "2026-08-31T22:00", "2026-09-30T22:00", "2026-10-31T23:00", "2026-11-21T09:30:00.001"],
    "2026-07-01", "2026-11-21T09:30:00.001"
  ),
  (
    ["period": "2026-Q4"], ["2026-09-30T22:00", "2026-10-31T23:00", "2026-11-21T09:30:00.001"], "2026-09-30T22:00",
    "2026-11-21T09:30:00.001"
  ),
  (["period": "2026-10"], ["2026-09-30T22:00", "2026-10-31T23:00"], "2026-09-30T22:00", "2026-10-31T23:00"),
  (
    ["from": "2026-08-20", "to": "2026-09-10"], ["2026-08-19T22:00", "2026-08-31T22:00", "2026-09-10T22:00"],
    "2026-08-19T22:00", "2026-09-10T22:00"
  ),
]

private struct PlainTurn {
  var total: Decimal = 0
  var cost: Decimal = 0
  var isKnown = true

  /// Cost of goods sold ÷ average stock, and the days that it lasts, as the report rounds them.
  func measures(points: Int, days: Int) -> [Decimal?] {
    let average = total / Decimal(points)
    return [
      total > 0 && cost >= 0 ? PlainTrade.rounded(cost / average, 2) : nil,
      total >= 0 && cost > 0 ? PlainTrade.rounded(average / cost * Decimal(days), 1) : nil,
    ]
  }
}

@Test(arguments: periods.indices) func turnoverIsThatOfAPlainLoop(_ index: Int) throws {
  let period = periods[index]
  try withShop(TradeShop.fill) { path in
    let trade = try PlainTrade(path)
    for location in [nil, "shop", "store"] {
      let data = try turnover(
        path, period.parameters.merging(location.map { ["location": $0] } ?? [:]) { own, _ in own })
      let place: Int64? = location.map { $0 == "shop" ? 1 : 2 }
      let (from, to) = (moment(period.from), moment(period.to))
      var items: [String: PlainTurn] = [:]
      var months: [Decimal] = []
      for point in period.points {
        let held = trade.stock(at: moment(point) - 1, location: place)
        months.append(held.compactMap(\.value).reduce(0, +))
        for holding in held {
          let sku = trade.items[holding.variant]?.sku ?? "?"
          items[sku, default: PlainTurn()].total += holding.value ?? 0
          if holding.value == nil { items[sku]?.isKnown = false }
        }
      }
      for sale in trade.sales where sale.at >= from && sale.at < to && place ?? sale.location == sale.location {
        let sku = trade.items[sale.variant]?.sku ?? "?"
        items[sku, default: PlainTurn()].cost += sale.cost ?? 0
        if sale.cost == nil { items[sku]?.isKnown = false }
      }
      #expect(queryRows(data, "months").map { queryNumber($0["value_cost"]) ?? 0 } == months)
      let days = Int((Double(to - from) / 86_400_000).rounded())
      let header = try #require(data["header"] as? [String: Any])
      #expect(header["days"] as? Int == days)
      #expect(header["points"] as? Int == period.points.count)
      var whole = PlainTurn()
      for row in queryRows(data, "items") {
        let sku = row["sku"] as? String ?? "?"
        let item = items.removeValue(forKey: sku)
        let expected = item.map { $0.isKnown ? $0.measures(points: period.points.count, days: days) : [nil, nil] }
        #expect([queryNumber(row["turnover"]), queryNumber(row["days_of_stock"])] == expected, "\(sku)")
        #expect((row["has_unvalued"] as? Bool) == !(item?.isKnown ?? true), "\(sku)")
        whole.total += item?.total ?? 0
        whole.cost += item?.cost ?? 0
      }
      #expect(items.isEmpty)
      let expected = whole.measures(points: period.points.count, days: days)
      #expect([queryNumber(header["turnover"]), queryNumber(header["days_of_stock"])] == expected)
      #expect(queryNumber(header["cost_of_goods_sold"]) ?? 0 == whole.cost)
      #expect(
        queryNumber(header["average_stock"]) ?? 0 == PlainTrade.rounded(whole.total / Decimal(period.points.count), 2))
    }
  }
}

/// Each value in the average is that of the report of stock on hand, for every valuation method.
@Test(arguments: ["moving-average", "fifo", "standard", "last", "retail"])
func stockIsWhatTheReportOfStockOnHandSays(method: String) throws {
  try withShop { database in
    try TradeShop.fill(database)
    try database.execute(
      sql: "INSERT OR REPLACE INTO settings (name, value) VALUES ('valuation', ?)", arguments: [method])
    try TradeShop.rebuildCosts(database)
  } _: { path in
    let values = queryRows(try turnover(path, ["period": "2026-Q3"]), "months")
    #expect(values.count == 3)
    for (month, value) in zip(["2026-07-31", "2026-08-31", "2026-09-30"], values) {
      let stock = try shippedReports.report(named: "stock-on-hand").data(on: path, ["at": month])
      #expect(value["value_cost"] as? String == (stock["header"] as? [String: Any])?["value_cost"] as? String)
    }
  }
}
