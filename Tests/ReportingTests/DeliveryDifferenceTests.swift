import Foundation
import GRDB
import Stock
import Testing

@testable import Reporting

private func rows(_ data: [String: Any], _ query: String) -> [[String: Any]] { data[query] as? [[String: Any]] ?? [] }

private func texts(_ row: [String: Any]?, _ columns: String...) -> [String] {
  columns.map { row?[$0].map { "\($0)" } ?? "missing" }
}

/// Written by hand from the documents of `SupplyShop`: order, line, difference, units and value at the order's cost.
private let differences = [
  // 20 bags ordered, 18 confirmed and sent, 15 received, at 4.50.
  ["O-1", "2", "short-confirmed", "-2", "-9.00"], ["O-1", "2", "short-received", "-3", "-13.50"],
  // 24 mugs at 1.30 instead of 1.25.
  ["O-1", "3", "price-confirmed", "<null>", "1.20"],
  // 12 × 0.333333 refused; 2.5 l at 7.333333 later; two candles at the 3.00 of their receipt.
  ["O-1", "4", "refused", "-12", "-4.00"], ["O-1", "5", "backordered", "-2.5", "-18.33"],
  ["O-1", "<null>", "not-ordered", "2", "6.00"],
  // 24 of 60 tea sent and received, and no more to come; two cases of 8 mugs for two of 6.
  ["O-2", "1", "short-despatched", "-36", "-75.60"], ["O-2", "1", "closed-short", "-36", "-75.60"],
  ["O-2", "2", "over-despatched", "4", "5.00"], ["O-2", "2", "pack-despatched", "<null>", "<null>"],
  ["O-2", "2", "over-received", "4", "5.00"], ["O-4", "1", "substituted", "0", "0"],
]

private func found(_ data: [String: Any]) -> [[String]] {
  rows(data, "lines").map { texts($0, "order_number", "line", "difference", "difference_units", "cost_difference") }
}

@Test func everyDifferenceOfDeliveryIsFound() throws {
  try withShop(SupplyShop.fill) { path in
    let data = try shippedReports.report(named: "delivery-differences").data(on: path)
    #expect(found(data) == differences)
    // By kind and currency the lines add up to the same.
    for kind in rows(data, "kinds") {
      let lines = rows(data, "lines").filter {
        texts($0, "difference", "currency") == texts(kind, "difference", "currency")
      }
      let sum = lines.compactMap { Decimal(string: $0["cost_difference"] as? String ?? "") }.reduce(0, +)
      #expect(kind["lines"] as? Int == lines.count)
      #expect((Decimal(string: kind["cost_difference"] as? String ?? "") ?? 0) == sum)
    }
  }
}

/// A line belongs to the time of its despatch, receipt or closing; one that never had any, to that of its order.
@Test(arguments: [
  (["period": "2026-10"], ["O-1"]), (["period": "2026-10-01"], ["O-1 4", "O-1 5"]),
  (["period": "2026-10-08"], ["O-1 2", "O-1 3"]),
  (["period": "2026-10-09"], ["O-1 2", "O-1 3", "O-1 <null>"]), (["period": "2026-11"], ["O-2", "O-4"]),
  (["period": "2026-11-19"], ["O-2 1"]), (["period": "2026-12"], []), (["supplier": "tokyo"], ["O-4"]),
  (["order": "O-2"], ["O-2"]), (["supplier": "nord"], []),
  (["from": "2026-10-09T12:00:00.001", "to": "2026-11-15"], ["O-4"]),
])
func differencesAreThoseOfTheirTime(_ parameters: [String: String], _ expected: [String]) throws {
  try withShop(SupplyShop.fill) { path in
    let data = try shippedReports.report(named: "delivery-differences").data(on: path, parameters)
    let wanted = differences.filter { row in expected.contains(row[0]) || expected.contains("\(row[0]) \(row[1])") }
    #expect(found(data) == wanted)
  }
}

/// Received of ordered, from the tables: of what is received in full, closed or refused, no more than was ordered.
@Test func theFillRateIsThatOfAPlainLoop() throws {
  try withShop(SupplyShop.fill) { path in
    let data = try shippedReports.report(named: "delivery-differences").data(on: path)
    let shop = try ShopDatabase.open(at: path, readOnly: true)
    // Order lines by their number with what they ask for, written by hand; O-6 has one item twice.
    let ordered: [Int64: Int64] = [
      1: 120_000, 2: 20_000, 3: 24_000, 4: 12_000, 5: 2500, 6: 60_000, 7: 12_000, 12: 6000, 13: 6000, 14: 6000,
    ]
    var (units, came, full, done): (Int64, Int64, Int, Int) = (0, 0, 0, 0)
    for (line, quantity) in ordered {
      let received = try shop.read { database in
        try Int64.fetchOne(
          database,
          sql: """
            SELECT COALESCE(SUM(m.quantity), 0) / (SELECT COUNT(*) FROM order_lines x
              WHERE x.order_id = l.order_id AND x.variant_id = l.variant_id)
            FROM order_lines l JOIN orders o ON o.id = l.order_id
              JOIN movements m ON m.order_number = o.order_number AND m.variant_id = l.variant_id
            WHERE l.id = ?
            """, arguments: [line]) ?? 0
      }
      // Line 6 was closed, line 4 refused.
      guard received >= quantity || line == 6 || line == 4 else { continue }
      units += quantity
      came += min(received, quantity)
      done += 1
      if received >= quantity { full += 1 }
    }
    let acme = try #require(rows(data, "suppliers").first { $0["supplier"] as? String == "acme" })
    let rate = Double(acme["fill_rate"] as? String ?? "") ?? -1
    #expect(abs(rate - Double(came) / Double(units) * 100) < 0.0001)
    #expect(texts(acme, "lines", "done_lines", "full_lines") == ["10", "\(done)", "\(full)"])
    #expect(texts(acme, "ordered", "received") == [Decimal(units) / 1000, Decimal(came) / 1000].map { "\($0)" })
  }
}
