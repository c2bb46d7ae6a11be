import Foundation
import GRDB
import RetailValues
import Stock
import Testing

@testable import Reporting

private func classes(_ path: String, _ parameters: [String: String] = [:]) throws -> [String: Any] {
  try shippedReports.report(named: "abc-classes").data(on: path, parameters)
}

/// Each item with its class, in their order, by a loop.
private func plainClasses(_ amounts: [String: Decimal?], a: Decimal, b: Decimal) -> [String] {
  let ordered = amounts.sorted { one, other in
    switch (one.value, other.value) {
    case (let first?, let second?): first == second ? one.key < other.key : first > second
    case (nil, nil): one.key < other.key
    case (let first, _): first != nil
    }
  }
  let total = amounts.values.compactMap { $0 }.filter { $0 > 0 }.reduce(0, +)
  var before: Decimal = 0
  return ordered.map { sku, amount in
    guard let amount else { return "\(sku) not known" }
    guard amount > 0 else { return "\(sku) C" }
    defer { before += amount }
    return sku + (before * 100 < total * a ? " A" : before * 100 < total * b ? " B" : " C")
  }
}

private let limits = [("80", "95"), ("50%", "50%"), ("0", "100"), ("100%", "100%")]

@Test(arguments: ["net-sales", "cost-of-goods-sold", "gross-profit"])
func classesAreThoseOfAPlainLoop(measure: String) throws {
  try withShop(TradeShop.fill) { path in
    let trade = try PlainTrade(path)
    var amounts: [String: Decimal?] = [:]
    for sale in trade.sales where sale.at <= generatedAt.millisecondsSince1970 {
      let sku = trade.items[sale.variant]?.sku ?? "?"
      let sales = sale.paid.flatMap { paid in sale.tax.map { paid - $0 } }
      let amount: Decimal? =
        switch measure {
        case "net-sales": sales
        case "cost-of-goods-sold": sale.cost
        default: sales.flatMap { sales in sale.cost.map { sales - $0 } }
        }
      let known = amounts[sku] ?? nil
      amounts[sku] = .some(amount.map { (known ?? 0) + $0 } ?? known)
    }
    for (a, b) in limits {
      let shares = [a, b].map { Decimal(string: $0.replacing("%", with: "")) ?? -1 }
      let data = try classes(path, ["measure": measure, "a": a, "b": b])
      let found = queryRows(data, "items").map { "\($0["sku"] ?? "") \($0["class"] ?? "")" }
      #expect(found == plainClasses(amounts, a: shares[0], b: shares[1]))
      let header = try #require(data["header"] as? [String: Any])
      #expect(queryNumber(header["total"]) == amounts.values.compactMap { $0 }.filter { $0 > 0 }.reduce(0, +))
      // The classes hold every item once, and their amounts add up to those of the items.
      for row in queryRows(data, "classes") where row["is_classed"] as? Bool == true {
        let own = queryRows(data, "items").filter { $0["class"] as? String == row["class"] as? String }
        #expect(row["items"] as? Int == own.count)
        #expect(queryNumber(row["amount"]) == own.compactMap { queryNumber($0["amount"]) }.reduce(0, +))
      }
    }
  }
}

/// Five items of one amount each: at 40 % two, at 60 % one more, in the order of their SKU; the line is crossed at its end only.
@Test func itemsOfOneAmountAreInTheOrderOfTheirSKU() throws {
  try withShop { database in
    try database.execute(
      sql: """
        INSERT INTO locations (id, code) VALUES (1, 'shop'); INSERT INTO documents (id, kind, party, number) VALUES (1, 'sale', '', 'till');
        """)
    for (index, sku) in ["b", "E", "a", "D", "c", "held"].enumerated() {
      try database.execute(
        sql: "INSERT INTO products (id, code, tax_rate) VALUES (?, ?, 0)", arguments: [index + 1, sku])
      try database.execute(
        sql: "INSERT INTO variants (id, sku, product_id) VALUES (?, ?, ?)", arguments: [index + 1, sku, index + 1])
      try CornerShop.move(
        database, index + 1, index + 1, 1, sku == "held" ? 1000 : -1000, sku == "held" ? "opening" : "sale",
        moment("2026-10-01"), document: 1, price: 100)
    }
    try Ledger.rebuildBalances(database)
  } _: { path in
    let data = try classes(path, ["a": "40", "b": "60"])
    let found = queryRows(data, "items").map {
      "\($0["sku"] ?? "") \($0["class"] ?? "") \($0["cumulated_share"] ?? "")"
    }
    #expect(found == ["D A 20", "E A 40", "a B 60", "b C 80", "c C 100"])
    let header = data["header"] as? [String: Any]
    #expect(header?["unsold_items"] as? Int == 1)
    #expect(queryRows(data, "classes").map { $0["class"] as? String } == ["A", "B", "C", "not sold"])
  }
}
