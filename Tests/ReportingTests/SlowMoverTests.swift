import Foundation
import GRDB
import Stock
import Testing

@testable import Reporting

private func rows(_ data: [String: Any], _ query: String) -> [[String: Any]] { data[query] as? [[String: Any]] ?? [] }

private func milli(_ value: Any?) -> Int64? {
  (value as? String).flatMap { Decimal(string: $0) }.map { NSDecimalNumber(decimal: $0 * 1000).int64Value }
}

/// An item on hand as a loop over the movements knows it.
private struct PlainItem: Equatable {
  var quantity: Int64
  var idle: Int
  var neverSold: Bool
  var sold: Int64
  var cover: Int?
}

private func plainItems(
  _ database: Database, at: Int64, window: Int64, location: String?
) throws -> [String: PlainItem] {
  var items: [String: PlainItem] = [:]
  for sku in try String.fetchAll(database, sql: "SELECT sku FROM variants") {
    var quantity: Int64 = 0
    var sold: Int64 = 0
    var lastSold: Int64?
    var firstIn: Int64?
    for move in try Row.fetchAll(
      database,
      sql: """
        SELECT m.*, c.movement_id IS NOT NULL AS is_cancelled, l.code AS place FROM movements m
          JOIN locations l ON l.id = m.location_id LEFT JOIN cancelled_movements c ON c.movement_id = m.id
        WHERE m.variant_id = (SELECT id FROM variants WHERE sku = ?) ORDER BY m.effective_at, m.id
        """, arguments: [sku])
    {
      let moved: Int64 = move["effective_at"]
      if moved > at || location != nil && move["place"] != location { continue }
      let units: Int64 = move["quantity"]
      quantity += units
      let kind: String = move["kind"]
      if ["sale", "customer-return"].contains(kind), moved > at - window * 86_400_000 { sold -= units }
      if move["is_cancelled"] { continue }
      if kind == "sale", units < 0 { lastSold = moved }
      if units > 0, firstIn == nil { firstIn = moved }
    }
    guard quantity > 0, let since = lastSold ?? firstIn else { continue }
    let cover = sold > 0 ? Int((Double(quantity) * Double(window) / Double(sold)).rounded()) : nil
    items[sku] = PlainItem(
      quantity: quantity, idle: Int((at - since) / 86_400_000), neverSold: lastSold == nil, sold: sold, cover: cover)
  }
  return items
}

private struct SlowCase: CustomTestStringConvertible {
  var parameters: [String: String] = [:]
  var at = "2026-11-21T09:30"
  var days = 90
  var window: Int64 = 90
  var location: String?
  var testDescription: String { "\(parameters)" }
}

@Test(arguments: [
  SlowCase(), SlowCase(parameters: ["days": "0"], days: 0),
  SlowCase(parameters: ["days": "14", "window": "30"], days: 14, window: 30),
  SlowCase(parameters: ["days": "0", "location": "store"], days: 0, location: "store"),
  SlowCase(
    parameters: ["days": "1", "at": "2026-10-09", "location": "shop"], at: "2026-10-09T21:59:59.999", days: 1,
    location: "shop"),
])
private func slowItemsAreThoseOfAPlainLoop(_ slow: SlowCase) throws {
  try withShop(LedgerShop.fill) { path in
    let data = try shippedReports.report(named: "slow-movers").data(on: path, slow.parameters)
    let shop = try ShopDatabase.open(at: path, readOnly: true)
    let plain = try shop.read {
      try plainItems($0, at: moment(slow.at), window: slow.window, location: slow.location)
    }
    var found: [String: PlainItem] = [:]
    for line in rows(data, "lines") {
      found[line["sku"] as? String ?? ""] = PlainItem(
        quantity: milli(line["quantity"]) ?? 0, idle: line["idle_days"] as? Int ?? -1,
        neverSold: line["never_sold"] as? Bool ?? false, sold: milli(line["sold"]) ?? 0,
        cover: line["cover_days"] as? Int)
    }
    #expect(found == plain.filter { $0.value.idle >= slow.days })
    #expect(found.count > 1)
    #expect((data["header"] as? [String: Any])?["items"] as? Int == plain.count)
    #expect(rows(data, "classes").dropLast().map { $0["items"] as? Int ?? 0 }.reduce(0, +) == plain.count)
  }
}

/// What is tied up is what the report on the stock on hand has for the same items at the same moment.
@Test func whatIsTiedUpIsTheValueOfTheStock() throws {
  try withShop(LedgerShop.fill) { path in
    let data = try shippedReports.report(named: "slow-movers").data(on: path, ["days": "0", "at": "2026-11-15"])
    let stock = try shippedReports.report(named: "stock-on-hand").data(on: path, ["at": "2026-11-15"])
    var values: [String: Decimal?] = [:]
    for item in rows(stock, "items") {
      let value = (item["value_cost"] as? String).flatMap { Decimal(string: $0) }
      let sku = item["sku"] as? String ?? ""
      values[sku] = .some(values[sku, default: 0].flatMap { sum in value.map { sum + $0 } })
    }
    var sum: Decimal = 0
    for line in rows(data, "lines") {
      let value = (line["value_cost"] as? String).flatMap { Decimal(string: $0) }
      #expect(values[line["sku"] as? String ?? ""] == .some(value), "\(line)")
      sum += value ?? 0
    }
    let header = data["header"] as? [String: Any]
    #expect(header?["slow_cost"] as? String == "\(sum)" && sum > 0)
    #expect(header?["unvalued_items"] as? Int == 2 && header?["negative_items"] as? Int == 1)
    #expect(rows(data, "classes").last?["value_cost"] as? String == header?["value_cost"] as? String)
  }
}

@Test func slowItemsOfACategoryAndASupplier() throws {
  try withShop(LedgerShop.fill) { path in
    let report = try shippedReports.report(named: "slow-movers")
    func skus(_ parameters: [String: String]) throws -> [String] {
      rows(try report.data(on: path, parameters.merging(["days": "0"]) { one, _ in one }), "lines")
        .compactMap { $0["sku"] as? String }.sorted()
    }
    #expect(try skus(["category": "food"]) == ["PEAR-1", "SAKE-1"])
    #expect(try skus(["category": "fruit"]) == ["PEAR-1"])
    #expect(try skus(["supplier": "acme"]) == ["BOWL-1", "KITE-1", "PEAR-1", "SAKE-1"])
    #expect(try skus(["supplier": "tokyo"]).isEmpty)
  }
}
