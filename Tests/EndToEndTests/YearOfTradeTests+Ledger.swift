import Foundation
import Testing

extension YearOfTradeTests {
  private func data(_ year: WholeYear, _ report: String, _ parameters: String...) throws -> [String: Any] {
    let run = try year.shop.must(
      ["report", report, "--format", "json"] + parameters.flatMap { ["--param", $0] })
    let json = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    return try #require(json["data"] as? [String: Any])
  }

  /// Compares the stock ledger and the slow movers of the year with the separately kept books and with plain SQL.
  func compareLedger(_ year: WholeYear) throws {
    let ledger = try data(year, "stock-ledger", "period=2025", "unmoved=yes")
    let entries = try #require(ledger["entries"] as? [[String: Any]])
    var closing: [String: String] = [:]
    for entry in entries where entry["entry"] as? String == "Closing balance" {
      closing["\(entry["sku"] ?? "") \(entry["location"] ?? "")"] = entry["balance"] as? String ?? ""
    }
    let stock = year.rows.filter { $0.table == "stock" }
    #expect(stock.count > 40)
    for row in stock {
      #expect(Decimal(string: closing[row.key] ?? "0") == Decimal(string: row.value), "\(row.key)")
    }
    for tie in try #require(ledger["ties"] as? [[String: Any]]) { #expect(tie["holds"] as? Bool == true, "\(tie)") }
    let movements = try ShopContents.rows(
      year.shop.database,
      """
      SELECT COUNT(*) || ' ' || SUM(id) FROM movements
      WHERE effective_at BETWEEN 1735686000000 AND 1767221999999
      """)
    let numbers = entries.compactMap { $0["movement_id"] as? Int }
    #expect(["\(numbers.count) \(numbers.reduce(0, +))"] == movements)

    let slow = try data(year, "slow-movers", "days=0", "at=2025-12-31")
    let found = try #require(slow["lines"] as? [[String: Any]]).map {
      "\($0["sku"] ?? "") \($0["idle_days"] ?? "") \($0["never_sold"] as? Bool == true ? 1 : 0)"
    }
    let expected = try ShopContents.rows(
      year.shop.database,
      """
      SELECT v.sku || ' ' || ((1767221999999 - COALESCE(s.sold_at, f.came_at)) / 86400000) || ' ' || (s.sold_at IS NULL)
      FROM variants v
        JOIN (SELECT variant_id, SUM(quantity) AS units FROM movements WHERE effective_at <= 1767221999999
          GROUP BY variant_id HAVING SUM(quantity) > 0) u ON u.variant_id = v.id
        LEFT JOIN (SELECT variant_id, MAX(effective_at) AS sold_at FROM movements WHERE kind = 'sale' AND quantity < 0
          AND effective_at <= 1767221999999 AND id NOT IN (SELECT movement_id FROM cancelled_movements)
          GROUP BY variant_id) s ON s.variant_id = v.id
        LEFT JOIN (SELECT variant_id, MIN(effective_at) AS came_at FROM movements WHERE quantity > 0
          AND id NOT IN (SELECT movement_id FROM cancelled_movements) GROUP BY variant_id) f ON f.variant_id = v.id
      ORDER BY 1
      """)
    #expect(found.sorted() == expected.sorted() && found.count > 20)
  }
}
