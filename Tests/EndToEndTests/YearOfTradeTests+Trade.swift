import Foundation
import Testing

extension YearOfTradeTests {
  /// Holds the reports of trade against plain SQL over the movements, and against the books' own schedule.
  func compareTrade(_ year: WholeYear) throws {
    func data(_ report: String) throws -> [String: Any] {
      let run = try year.shop.must(["report", report, "--param", "period=2025", "--format", "json"])
      let json = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
      return try #require(json?["data"] as? [String: Any])
    }
    func amount(_ row: [String: Any]?, _ column: String) -> Decimal? {
      (row?[column] as? String).flatMap { Decimal(string: $0) }
    }
    let movements = """
      FROM movements m JOIN variants v ON v.id = m.variant_id JOIN products p ON p.id = v.product_id
      WHERE m.kind IN ('sale', 'customer-return') AND m.unit_price IS NOT NULL
        AND m.id NOT IN (SELECT movement_id FROM cancelled_movements)
      """
    // Amounts are whole cents; half a cent goes away from zero.
    let paid =
      "CAST(ROUND(-m.quantity * m.unit_price / 1000.0 + CASE WHEN m.quantity < 0 THEN 1 ELSE -1 END * 1e-7) AS INTEGER)"
    let expected = try ShopContents.rows(
      year.shop.database, "SELECT v.sku, SUM(\(paid)) \(movements) GROUP BY v.sku ORDER BY v.sku")
    let sales = try data("sales-summary")
    let found = (sales["items"] as? [[String: Any]] ?? []).map { row in
      "\(row["sku"] ?? "")|\((amount(row, "net_sales") ?? .nan) * 100)"
    }
    #expect(found.sorted() == expected.sorted())
    for table in ["steps", "locations", "categories", "cells"] {
      let sum = (sales[table] as? [[String: Any]] ?? []).compactMap { amount($0, "net_sales") }.reduce(0, +)
      #expect(sum == amount(sales["header"] as? [String: Any], "net_sales"), "\(table)")
    }
    // Cost of goods sold, and the stock at the end, as the lead schedule has them.
    let ledger = try data("lead-schedule")["ledger"] as? [[String: Any]] ?? []
    func line(_ name: String) -> Decimal { amount(ledger.first { $0["line"] as? String == name }, "cost") ?? 0 }
    let margin = try data("margin")["header"] as? [String: Any]
    #expect(amount(margin, "all_cost") == -line("Sales") - line("Returns by customers"))
    let turn = try data("inventory-turn")
    let closing = (turn["months"] as? [[String: Any]])?.last
    #expect(amount(closing, "value_cost") == line("Closing stock"))
    #expect(amount(turn["header"] as? [String: Any], "cost_of_goods_sold") == amount(margin, "all_cost"))
  }
}
