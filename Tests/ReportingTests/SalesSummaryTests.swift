import Foundation
import ProblemKit
import RetailValues
import Testing

@testable import Reporting

/// What the sums of sales must be, by a loop over them.
private struct PlainSums: Equatable, CustomStringConvertible {
  var lines = 0
  var back = 0
  var gross: Decimal = 0
  var returns: Decimal = 0
  var tax: Decimal = 0
  var unpriced = 0

  var description: String { "\(lines) lines, \(back) back, \(gross) − \(returns), tax \(tax), \(unpriced) unpriced" }

  init(_ sales: [PlainTrade.Sale]) {
    for sale in sales {
      if sale.units > 0 { lines += 1 } else { back += 1 }
      if let paid = sale.paid {
        if sale.units > 0 { gross += paid } else { returns -= paid }
      } else {
        unpriced += 1
      }
      tax += sale.tax ?? 0
    }
  }

  /// A row of the report; amounts that are not known are nothing here.
  init(_ row: [String: Any]) {
    lines = row["sale_lines"] as? Int ?? -1
    back = row["return_lines"] as? Int ?? -1
    gross = queryNumber(row["gross_sales"]) ?? 0
    returns = queryNumber(row["returns"]) ?? 0
    tax = queryNumber(row["tax"]) ?? 0
    unpriced = row["unpriced_lines"] as? Int ?? -1
    #expect((queryNumber(row["net_sales"]) ?? 0) == gross - returns)
  }
}

/// The name of a step, by a calendar that is not Stockroom's.
private func step(_ by: String, _ moment: Int64) -> String {
  var calendar = Calendar(identifier: by == "week" ? .iso8601 : .gregorian)
  calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
  let date = Date(timeIntervalSince1970: Double(moment) / 1000)
  let parts = calendar.dateComponents([.year, .month, .day, .weekOfYear, .yearForWeekOfYear], from: date)
  let (year, month) = (parts.year ?? 0, parts.month ?? 0)
  func two(_ value: Int?) -> String { String(format: "%02d", value ?? 0) }
  return switch by {
  case "day": "\(year)-\(two(month))-\(two(parts.day))"
  case "week": "\(parts.yearForWeekOfYear ?? 0)-W\(two(parts.weekOfYear))"
  case "month": "\(year)-\(two(month))"
  case "quarter": "\(year)-Q\((month + 2) / 3)"
  default: "\(year)"
  }
}

private func summary(_ path: String, _ parameters: [String: String] = [:]) throws -> [String: Any] {
  try shippedReports.report(named: "sales-summary").data(on: path, parameters)
}

@Test(arguments: ["day", "week", "month", "quarter", "year"])
func salesAreThoseOfAPlainLoop(by: String) throws {
  try withShop(TradeShop.fill) { path in
    let data = try summary(path, ["by": by])
    let trade = try PlainTrade(path)
    let sales = trade.sales.filter { $0.at <= generatedAt.millisecondsSince1970 }
    #expect(sales.count == trade.sales.count - 1)
    #expect(PlainSums(data["header"] as? [String: Any] ?? [:]) == PlainSums(sales))
    for (query, column, key) in [
      ("steps", "step", { step(by, $0.at) }),
      ("locations", "location", { $0.location == 1 ? "shop" : "store" }),
      ("categories", "category", { trade.items[$0.variant]?.category ?? "?" }),
      ("items", "sku", { trade.items[$0.variant]?.sku ?? "?" }),
    ] as [(String, String, (PlainTrade.Sale) -> String)] {
      let expected = Dictionary(grouping: sales, by: key).mapValues(PlainSums.init)
      var found: [String: PlainSums] = [:]
      for row in queryRows(data, query) {
        let sums = PlainSums(row)
        // Steps without sales are there too.
        if sums.lines + sums.back > 0 { found[row[column] as? String ?? "?"] = sums }
      }
      #expect(found == expected, "\(query) by \(by)")
    }
    // The cells of the CSV come to the same.
    let cells = queryRows(data, "cells").compactMap { queryNumber($0["net_sales"]) }.reduce(0, +)
    #expect(cells == sales.compactMap(\.paid).reduce(0, +))
  }
}

/// Written by hand: cards at 1.49 sold at 00:30 and 23:59 of the 25th, which has 25 hours, and at midnight of the 26th.
@Test func aDayIsThatOfTheShopsClock() throws {
  try withShop(TradeShop.fill) { path in
    let days = queryRows(try summary(path, ["by": "day", "period": "2026-10"]), "steps")
    let cards = days.filter { ["2026-10-24", "2026-10-25", "2026-10-26"].contains($0["step"] as? String ?? "") }
    #expect(cards.map { $0["net_sales"] as? String } == ["0.00", "35.76", "25.33"])
    // Every day of the period, because there were movements before and after it; the day with 25 hours only once.
    #expect(days.count == 31 && Set(days.compactMap { $0["step"] as? String }).count == 31)
  }
}

@Test(arguments: [
  (["location": "store"], 0), (["location": "shop", "period": "2026-08"], 3), (["category": "food"], 7),
  (["category": "tea"], 5), (["from": "2026-10-25T23:59", "to": "2026-10-26"], 2), (["period": "2026-12"], 1),
  (["period": "2025"], 0),
])
func salesAreThoseOfTheirPlaceAndTime(_ parameters: [String: String], _ lines: Int) throws {
  try withShop(TradeShop.fill) { path in
    let header = try summary(path, parameters)["header"] as? [String: Any]
    #expect(header?["lines"] as? Int == lines)
  }
}

@Test func whatIsNotKnownIsToldAndNeverZero() throws {
  try withShop(TradeShop.fill) { path in
    let data = try summary(path)
    let header = try #require(data["header"] as? [String: Any])
    #expect(header["unpriced_lines"] as? Int == 1)
    // Two lines of lamps: three at 89.00.
    #expect(header["untaxed_lines"] as? Int == 2)
    #expect(header["untaxed_sales"] as? String == "267.00")
    let lamp = queryRows(data, "items").first { $0["sku"] as? String == "LAMP-1" }
    #expect(lamp?["tax"] is NSNull)
    // Of net sales the part that is known without tax, the tax in it, and the part without a rate.
    let parts = ["net_without_tax", "tax", "untaxed_sales"].compactMap { queryNumber(header[$0]) }
    #expect(parts.reduce(0, +) == queryNumber(header["net_sales"]))
  }
}

@Test func tooManyDaysAreRefusedWithARemedy() throws {
  try withShop { database in
    try TradeShop.fill(database)
    try CornerShop.move(database, 900, 4, 1, -1000, "sale", moment("1995-01-01"), document: 2, price: 100)
  } _: { path in
    let error = #expect(throws: Problems.self) { _ = try summary(path, ["by": "day"]) }
    #expect(error?.all.first?.message == "the period has more than 3660 days")
    #expect(error?.all.first?.code == .tooManySteps)
    let weeks = queryRows(try summary(path, ["by": "week"]), "steps")
    #expect(weeks.count > 1600)
  }
}
