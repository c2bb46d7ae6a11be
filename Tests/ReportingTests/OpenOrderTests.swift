import Foundation
import GRDB
import Stock
import Testing

@testable import Reporting

private func rows(_ data: [String: Any], _ query: String) -> [[String: Any]] { data[query] as? [[String: Any]] ?? [] }

private func texts(_ row: [String: Any]?, _ columns: String...) -> [String] {
  columns.map { row?[$0].map { "\($0)" } ?? "missing" }
}

/// The open lines of `SupplyShop` with what was ordered in stock units, written by hand.
private let plainOpen: [(order: String, line: String, ordered: Int64)] = [
  ("O-1", "2", 20_000), ("O-1", "5", 2500), ("O-2", "3", 6000), ("O-3", "1", 240_000), ("O-3", "2", 8000),
  ("O-5", "1", 3000), ("O-4", "1", 50_000),
]

@Test func whatIsOpenIsWhatWasOrderedLessWhatCame() throws {
  try withShop(SupplyShop.fill) { path in
    let data = try shippedReports.report(named: "open-orders").data(on: path)
    let shop = try ShopDatabase.open(at: path, readOnly: true)
    for (line, plain) in zip(rows(data, "lines"), plainOpen) {
      let came = try shop.read { database in
        try Int64.fetchOne(
          database,
          sql: """
            SELECT COALESCE(SUM(m.quantity), 0) FROM movements m JOIN order_lines l ON l.variant_id = m.variant_id
              JOIN orders o ON o.id = l.order_id AND o.order_number = m.order_number
            WHERE o.order_number = ? AND l.line = ?
            """, arguments: [plain.order, plain.line]) ?? 0
      }
      let open = Decimal(plain.ordered - came) / 1000
      #expect(texts(line, "order_number", "line", "open") == [plain.order, plain.line, "\(open)"])
    }
    #expect(rows(data, "lines").count == plainOpen.count)
  }
}

/// 5 rice at 4.50 and 2.5 l of oil at 7.333333 of O-1, 6 rice of O-2, 3 tea at 2.00 of O-5; 240 mugs at 1.10 dollars; 50 cups at
/// 350 yen, which have no decimals.
@Test func amountsStayInTheirCurrencies() throws {
  try withShop(SupplyShop.fill) { path in
    let report = try shippedReports.report(named: "open-orders")
    let data = try report.data(on: path)
    #expect(
      rows(data, "totals").map { texts($0, "currency", "open_cost", "overdue_cost") } == [
        ["EUR", "73.83", "67.83"], ["JPY", "17500", "17500"], ["USD", "264.00", "264.00"],
      ])
    for query in ["ages", "suppliers", "orders", "lines"] {
      var sums: [String: Decimal] = [:]
      for row in rows(data, query) where !(row["is_total"] as? Bool ?? false) {
        sums[row["currency"] as? String ?? "", default: 0] += Decimal(string: row["open_cost"] as? String ?? "") ?? 0
      }
      #expect(sums == ["EUR": Decimal(string: "73.83"), "JPY": 17_500, "USD": 264], "\(query)")
    }
    let page = try report.text(on: path, format: .html)
    #expect(page.contains("17,500 <small>JPY</small>"))
    #expect(!page.contains("175.00"))
  }
}

/// Days late, counted by hand on a calendar; the leap day of 2028 and the turn of a year among them.
@Test(arguments: [
  ("2026-11-21", ["O-1 42", "O-1 11", "O-2 3", "O-3 51", "O-3 51", "O-5 -", "O-4 1"]),
  ("2026-10-10", ["O-1 -", "O-1 -", "O-2 -", "O-3 9", "O-3 9", "O-5 -", "O-4 -"]),
  ("2028-03-01", ["O-1 508", "O-1 477", "O-2 469", "O-3 517", "O-3 517", "O-5 -", "O-4 467"]),
  ("2027-01-01", ["O-1 83", "O-1 52", "O-2 44", "O-3 92", "O-3 92", "O-5 -", "O-4 42"]),
])
func latenessIsCountedInDays(_ day: String, _ expected: [String]) throws {
  try withShop(SupplyShop.fill) { path in
    let data = try shippedReports.report(named: "open-orders").data(on: path, ["at": day])
    let late = rows(data, "lines").map { line in
      "\(line["order_number"] ?? "") \((line["days_late"] as? Int).map { "\($0)" } ?? "-")"
    }
    #expect(late == expected)
  }
}

@Test func whatIsDueLaterIsLeftOut() throws {
  try withShop(SupplyShop.fill) { path in
    let report = try shippedReports.report(named: "open-orders")
    func lines(_ parameters: [String: String]) throws -> [String] {
      rows(try report.data(on: path, parameters), "lines").map {
        texts($0, "order_number", "line").joined(separator: " ")
      }
    }
    #expect(try lines(["due": "2026-11-10"]) == ["O-1 2", "O-1 5", "O-3 1", "O-3 2"])
    #expect(try lines(["due": "2026-11-09"]) == ["O-1 2", "O-3 1", "O-3 2"])
    #expect(try lines(["supplier": "tokyo"]) == ["O-4 1"])
    #expect(try lines(["location": "store"]) == ["O-2 3"])
    #expect(try lines(["supplier": "idle"]).isEmpty)
  }
}
