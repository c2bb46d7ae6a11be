import Foundation
import GRDB
import Testing

@testable import Reporting

/// The link of a figure leads to a list whose sum is that figure: in shops with categories below others, and where the period
/// takes a part of a month and of a count.
@Suite struct LinkedSumTests {
  /// A link of a page: the report that it leads to, with the parameters that the page of that report takes from its address.
  struct PageLink {
    let report: String
    let parameters: [String: String]
    /// What is clicked on.
    let shown: String

    /// The net loss that is shown; nil where it is not valued.
    var net: Double? {
      Double(shown.filter { $0.isNumber || $0 == "." }).map { shown.contains("gain") ? -$0 : $0 }
    }
  }

  /// The corner shop with bread as a part of fruit, a supplier for the bread, and a count that took an afternoon.
  private static func fill(_ database: Database) throws {
    try CornerShop.fill(database)
    try database.execute(
      sql: """
        UPDATE categories SET parent_id = 1 WHERE id = 2;
        INSERT INTO suppliers (id, code, name) VALUES (1, 'acme & co', 'Acme');
        INSERT INTO supplier_items (supplier_id, variant_id, unit_cost, currency) VALUES (1, 2, 1250000, 'EUR');
        """)
    try CornerShop.line(
      database, 8, session: 1, variant: 4, moment("2026-10-31T12:00"), counted: 1000, expected: 2000, cost: 4_500_000,
      value: -450, price: 995, retail: -995, movement: nil)
  }

  /// The period that has one of the five lines of the count C-1, and the end of October's losses.
  private static let afternoon = ["from": "2026-10-21", "to": "2026-10-31T14:00"]

  private func pageLinks(
    _ name: String, on path: String, _ parameters: [String: String] = [:]
  ) throws -> [PageLink] {
    var options = ReportOptions(parameters: parameters, generatedAt: generatedAt)
    options.links = "/"
    var bytes: [UInt8] = []
    try shippedReports.report(named: name).run(on: path, options) { bytes.append(contentsOf: $0) }
    let page = String(decoding: bytes, as: UTF8.self)
    return try page.matches(of: #/<a href="\/reports\/([a-z-]+)\?([^"#]*)">(.*?)<\/a>/#).map { match in
      let target = String(match.output.1)
      let known = Set(try shippedReports.report(named: target).parameters.map(\.name))
      var taken: [String: String] = [:]
      for pair in String(match.output.2).replacing("&amp;", with: "&").split(separator: "&") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let value = parts.count > 1 ? parts[1].removingPercentEncoding ?? "" : ""
        // The first of a name counts, and an empty one is as if it were not there.
        if known.contains(parts[0]), taken[parts[0]] == nil { taken[parts[0]] = value }
      }
      return PageLink(
        report: target, parameters: taken.filter { !$0.value.isEmpty },
        shown: String(match.output.3).replacing(#/<[^>]*>/#, with: ""))
    }
  }

  static let runs: [[String: String]] = [
    [:], afternoon, ["from": "2026-10-21T03:00", "to": "2026-11-10"], ["period": "2026-10", "location": "shop"],
    ["period": "2026-10", "category": "fruit"],
  ]

  /// An amount of the JSON output in cents; 0 where it is not known.
  private static func cents(_ amount: Any?) -> Double {
    guard let text = amount as? String, let number = Double(text) else { return 0 }
    return (number * 100).rounded()
  }

  @Test(arguments: runs)
  func sumsOfTheStatementAreThoseOfTheirLines(parameters: [String: String]) throws {
    try withShop(Self.fill) { path in
      let found = try pageLinks("shrinkage", on: path, parameters).filter { $0.report == "shrinkage-lines" }
      #expect(found.count > 6)
      for link in found {
        let data = try shippedReports.report(named: link.report).data(on: path, link.parameters)
        let header = try #require(data["header"] as? [String: Any])
        let net = (header["net_cost"] as? String).flatMap { Double($0) }
        #expect(link.net == net, "\(link)")
        let lines = try #require(data["lines"] as? [[String: Any]])
        let sum = lines.reduce(0) { $0 + Self.cents($1["net_cost"]) }
        #expect(sum == Self.cents(header["net_cost"]), "\(link)")
      }
    }
  }

  /// Each way that a sum is made up has its link: the parts, reasons, suppliers, categories, months and counts.
  @Test func everySumOfTheStatementHasItsLines() throws {
    try withShop(Self.fill) { path in
      let found = try pageLinks("shrinkage", on: path, Self.afternoon).filter { $0.report == "shrinkage-lines" }
      for name in ["part", "reason", "supplier", "category", "month", "session", "location", "without"] {
        let isThere = found.contains { $0.parameters[name] != nil }
        #expect(isThere, "\(name)")
      }
      let bread = found.first { $0.parameters["supplier"] == "acme & co" }
      #expect(bread?.parameters["from"] == "2026-10-21")
      // One of the five lines of the count is of the afternoon.
      let count = try #require(found.first { $0.parameters["session"] == "C-1" })
      #expect(count.net == 4.5)
      let data = try shippedReports.report(named: "shrinkage-lines").data(on: path, count.parameters)
      let lines = try #require(data["lines"] as? [[String: Any]])
      #expect(lines.map { $0["sku"] as? String } == ["MUG-BLUE"])
      // Fruit without the bread below it.
      let fruit = try #require(found.first { $0.parameters["category"] == "fruit" })
      let ofFruit = try shippedReports.report(named: "shrinkage-lines").data(on: path, fruit.parameters)
      let goods = try #require(ofFruit["lines"] as? [[String: Any]])
      #expect(Set(goods.map { $0["sku"] as? String }) == ["APPLE-1"])
    }
  }

  /// The moment up to which the statement goes unless it is given is that of the latest count; a list has another default.
  @Test func aDefaultOfTheStatementGoesAlong() throws {
    try withShop(Self.fill) { path in
      let found = try pageLinks("shrinkage", on: path)
      let total = try #require(found.first { $0.parameters["part"] == "total" })
      #expect(total.parameters["to"] == "2026-10-31T19:00:00+01:00")
      let place = try #require(found.first { $0.report == "shrinkage" && $0.parameters["location"] == "store" })
      #expect(place.parameters["to"] == "2026-10-31T19:00:00+01:00")
    }
  }

  /// A table whose rows lead to the report of what the row is of.
  struct RowCase: Sendable, CustomTestStringConvertible {
    let report: String
    let table: String
    let code: String
    let figure: String
    let total: String
    let fill: @Sendable (Database) throws -> Void
    var testDescription: String { "\(report), \(table)" }
  }

  static let rowCases = [
    RowCase(report: "sales-summary", table: "categories", code: "category", figure: "net_sales", total: "net_sales") {
      try TradeShop.fill($0)
    },
    RowCase(report: "sales-summary", table: "locations", code: "location", figure: "net_sales", total: "net_sales") {
      try TradeShop.fill($0)
    },
    RowCase(report: "margin", table: "categories", code: "category", figure: "gross_profit", total: "gross_profit") {
      try TradeShop.fill($0)
    },
    RowCase(report: "margin", table: "suppliers", code: "supplier", figure: "gross_profit", total: "gross_profit") {
      try TradeShop.fill($0)
    },
    RowCase(
      report: "inventory-turn", table: "categories", code: "category", figure: "average_stock", total: "average_stock"
    ) { try TradeShop.fill($0) },
    RowCase(report: "slow-movers", table: "categories", code: "category", figure: "value_cost", total: "value_cost") {
      try LedgerShop.fill($0)
    },
    RowCase(report: "shrinkage", table: "locations", code: "location", figure: "net_cost", total: "total_cost") {
      try LinkedSumTests.fill($0)
    },
    RowCase(report: "shrinkage", table: "category_groups", code: "category", figure: "net_cost", total: "total_cost") {
      try LinkedSumTests.fill($0)
    },
  ]

  @Test(arguments: rowCases)
  func rowsLeadToWhatTheyAreTheSumOf(_ row: RowCase) throws {
    try withShop(row.fill) { path in
      let links = try pageLinks(row.report, on: path).filter { $0.report == row.report }
      let compared = try comparedRows(row, links, on: path)
      #expect(compared > 0)
      // What has no category or supplier does not lead to everything.
      let toAll = links.contains { $0.shown.hasPrefix("No category") || $0.shown.hasPrefix("No supplier") }
      #expect(!toAll)
    }
  }

  /// Compares each row with a code to the page that it leads to, and returns how many there are.
  private func comparedRows(_ row: RowCase, _ links: [PageLink], on path: String) throws -> Int {
    let report = try shippedReports.report(named: row.report)
    let rows = try #require(try report.data(on: path)[row.table] as? [[String: Any]])
    let figures = rows.compactMap { line -> (code: String, figure: String)? in
      guard let code = line[row.code] as? String, !code.isEmpty, let figure = line[row.figure] as? String else {
        return nil
      }
      return (code, figure)
    }
    for (code, figure) in figures {
      let link = try #require(links.first { $0.parameters[row.code] == code }, "\(code)")
      let header = try #require(try report.data(on: path, link.parameters)["header"] as? [String: Any])
      #expect(header[row.total] as? String == figure, "\(link)")
    }
    return figures.count
  }

  /// A link to a report names one that there is, and parameters that it has.
  @Test func linksNameReportsAndTheirParameters() throws {
    var found = 0
    for name in shippedReports.names {
      let columns = try shippedReports.report(named: name).definition.queries.flatMap(\.columns)
      for address in columns.compactMap({ $0.cell.link?.address }) where address.hasPrefix("reports/") {
        let parts = address.split(separator: "#")[0].dropFirst("reports/".count).split(separator: "?")
        let known = try shippedReports.report(named: String(parts[0])).parameters.map(\.name)
        for pair in parts.dropFirst().flatMap({ $0.split(separator: "&") }) {
          if let column = pair.wholeMatch(of: #/\{([a-z_]+) or without\}/#)?.output.1 {
            #expect(known.contains(String(column)) && known.contains("without"), "\(address)")
          } else if !pair.hasPrefix("{"), let parameter = pair.split(separator: "=").first {
            #expect(known.contains(String(parameter)), "\(address)")
          }
          found += 1
        }
      }
    }
    #expect(found > 40)
  }
}
