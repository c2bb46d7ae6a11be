import Foundation
import Testing

/// The statement of the corner shop, as its report has it in JSON, against the numbers that were derived without the product.
@Suite struct ShrinkageReportTests {
  /// Where the report has a measure of expected.csv for all categories; nil for those that it does not print.
  private static func place(_ measure: String, _ data: [String: Any]) -> String? {
    func row(_ list: String, _ key: String, _ value: String) -> [String: Any]? {
      (data[list] as? [[String: Any]])?.first { $0[key] as? String == value }
    }
    let header = data["header"] as? [String: Any]
    let found: Any?
    switch measure {
    case "unknown-net-cost": found = row("statement", "part", "unknown")?["net_cost"]
    case "unknown-gross-loss-cost": found = row("statement", "part", "unknown")?["loss_cost"]
    case "unknown-gross-gain-cost": found = row("statement", "part", "unknown")?["gain_cost"]
    case "unknown-net-retail": found = row("statement", "part", "unknown")?["net_retail"]
    case "unknown-gross-loss-retail": found = row("statement", "part", "unknown")?["loss_retail"]
    case "unknown-gross-gain-retail": found = row("statement", "part", "unknown")?["gain_retail"]
    case "known-cost": found = row("statement", "part", "known")?["net_cost"]
    case "known-retail": found = row("statement", "part", "known")?["net_retail"]
    case "total-cost": found = header?["total_cost"]
    case "total-retail": found = header?["total_retail"]
    case "net-sales": found = header?["net_sales"]
    case "percent-of-net-sales": found = header?["percent_retail"]
    case "lines-counted": found = header?["counted_lines"]
    case "lines-matched": found = header?["right_lines"]
    case "lines-with-variance": found = row("statement", "part", "unknown")?["lines"]
    default:
      let words = measure.split(separator: " ").map(String.init)
      guard words.count == 2, words[0].hasPrefix("known-") else { return nil }
      found = row("reasons", "reason", words[1])?[words[0] == "known-cost" ? "net_cost" : "net_retail"]
    }
    return found.map { "\($0)" } ?? "nothing"
  }

  private static let categoryFields = [
    "unknown-net-cost": "unknown_cost", "known-cost": "known_cost", "total-cost": "net_cost",
    "total-retail": "net_retail", "net-sales": "net_sales", "percent-of-net-sales": "percent_retail",
  ]

  @Test func theStatementIsTheDerivedOne() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.whole(in: folder)
    try shop.must(["reconcile", "1", "--post"])
    let expected = try CornerShop.expected("expected.csv").map { line in
      line.split(separator: ",").map { $0.trimmingCharacters(in: ["\""]) }
    }
    for (scope, place) in [("shop", ["--param", "location=shop"]), ("all", [])] {
      let run = try shop.must(["report", "shrinkage", "--param", "period=2026-10", "--format", "json"] + place)
      let report = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
      let data = try #require(report["data"] as? [String: Any])
      let categories = try #require(data["categories"] as? [[String: Any]])
      var compared = 0
      for cells in expected where cells[0] == scope {
        let (category, measure, value) = (cells[1], cells[2], cells[3])
        let actual: String?
        if category == "all" {
          actual = Self.place(measure, data)
        } else {
          actual = Self.categoryFields[measure].map { field in
            let row = categories.first { $0["category"] as? String == category }
            return row?[field].map { "\($0)" } ?? "nothing"
          }
        }
        guard let actual else { continue }
        compared += 1
        #expect(actual == value, "\(scope), \(category), \(measure)")
      }
      let shrinkage = expected.first { $0[0] == scope && $0[1] == "all" && $0[2] == "total-cost" }?[3] ?? "missing"
      for query in ["suppliers", "months", "categories"] {
        let sums = (data[query] as? [[String: Any]])?.compactMap { Decimal(string: $0["net_cost"] as? String ?? "") }
        #expect(sums?.reduce(0, +) == Decimal(string: shrinkage), "\(query) of \(scope)")
      }
      #expect(compared > 72, "only \(compared) numbers of \(scope) were compared")
      // Three counted lines and two losses have no cost.
      let unvalued = expected.filter {
        $0[0] == scope && $0[1] == "all"
          && ["lines-unvalued-with-variance", "known-movements-unvalued"].contains($0[2])
      }.compactMap { Int($0[3]) }.reduce(0, +)
      #expect((data["header"] as? [String: Any])?["unvalued_lines"].map { "\($0)" } == "\(unvalued)")
    }
  }
}
