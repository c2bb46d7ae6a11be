import Foundation
import Testing

/// The corner shop valued by each method through the command.
@Suite struct ValuationTests {
  private func report(_ shop: TestShopFolder, _ name: String, _ parameters: [String]) throws -> [String: Any] {
    let run = try shop.must(["report", name, "--format", "json"] + parameters.flatMap { ["--param", $0] })
    let report = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    return try #require(report["data"] as? [String: Any])
  }

  private func amount(_ row: [String: Any]?, _ column: String) throws -> Decimal {
    try #require(Decimal(string: row?[column] as? String ?? ""))
  }

  @Test func everyMethodTies() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.whole(in: folder)
    try shop.must(["reconcile", "1", "--post"])
    let settings = URL(fileURLWithPath: shop.path + "/stockroom.yml")
    let original = try String(contentsOf: settings, encoding: .utf8)
    var closing: [String: Decimal] = [:]
    for method in ["fifo", "standard", "last", "retail", "moving-average"] {
      try Data((original + "\nvaluation: \(method)\n").utf8).write(to: settings)
      let schedule = try report(shop, "lead-schedule", ["period=2026-10"])
      let ties = try #require(schedule["ties"] as? [[String: Any]])
      #expect(ties.count == 10)
      #expect(ties.allSatisfy { $0["holds"] as? Bool == true }, "\(method)")
      let ledger = try #require(schedule["ledger"] as? [[String: Any]])
      // The same value by another way: item by item on the shelf, instead of from the movements.
      let stock = try report(shop, "stock-on-hand", ["at=2026-10-31"])
      let header = stock["header"] as? [String: Any]
      #expect(header?["valuation_method"] as? String == method)
      let value = try amount(ledger.last, "cost")
      #expect(try amount(header, "value_cost") == value)
      closing[method] = value
      if method == "fifo" || method == "moving-average" {
        let rounding = try amount(ledger.first { $0["line"] as? String == "Rounding and revaluation" }, "cost")
        #expect(abs(rounding) < 10, "\(method)")
      }
      let sources = (stock["items"] as? [[String: Any]])?.compactMap { $0["cost_source"] as? String } ?? []
      #expect(sources.contains(method == "retail" ? "retail-method" : method))
      // The values that a count posted do not change, and the report says so.
      let shrinkage = try report(shop, "shrinkage", ["period=2026-10"])
      let statement = shrinkage["statement"] as? [[String: Any]]
      #expect(statement?.first?["net_cost"] as? String == "204.34")
      let head = shrinkage["header"] as? [String: Any]
      #expect(head?["valuation_method"] as? String == "moving-average")
      #expect(head?["books_valuation_method"] as? String == method)
      try shop.must(["check"])
    }
    // Only goods without any other cost have a standard cost here, so that it changes nothing.
    #expect(closing["standard"] == closing["moving-average"])
    #expect(Set(closing.values).count == 4)
    let log = try shop.must(["log", "--limit", "100"])
    #expect(String(decoding: log.output, as: UTF8.self).contains("stock is valued by fifo from now on"))
  }
}
