import FormatKitTesting
import Foundation
import ProblemKit
import RetailValues
import Stock
import Testing

@testable import Reporting

private let columns = [
  ReportColumn(name: "at", type: .text), ReportColumn(name: "line", type: .label),
  ReportColumn(name: "value", type: .money),
]

private func geometry(
  _ rows: [(String?, String?, Int64?)], labels: ReportColumnType = .text, startsAtZero: Bool = true
) throws -> LineGeometry {
  let currency = try #require(Currency("EUR"))
  let formatting = Formatting(settings: ShopSettings(name: "", currency: currency, timeZone: "Europe/Berlin"))
  let index = ColumnIndex([ReportColumn(name: "at", type: labels)] + columns[1...])
  func text(_ text: String?) -> ReportingValue { text.map { .text($0) } ?? .null }
  let chart = ReportChart(
    name: "c", title: "Chart", kind: .line, sense: .amount, query: "q", label: "at", value: "value", total: nil,
    series: "line", startsAtZero: startsAtZero)
  return LineGeometry(
    chart,
    rows: rows.map { at, line, value in
      ReportRow(
        columns: index, values: [text(at), text(line), value.map { .integer($0) } ?? .null], formatting: formatting,
        style: .people)
    })
}

private func number(_ text: Any?) -> Double { Double((text as? String ?? "").replacing("%", with: "")) ?? .nan }

/// Reads the values back from the positions of the marks and the labels of the scale.
@Test func marksStandWhereTheScaleSays() throws {
  var generator = SeededGenerator(seed: 11)
  for startsAtZero in [true, false] {
    for exponent in [1, 3, 6, 12] {
      let span = Int64(pow(10, Double(exponent)))
      let values = (0..<20).map { _ in Int64.random(in: -span...span, using: &generator) }
      let drawn = try geometry(
        values.enumerated().map { (String(100 + $0), nil, $1) }, startsAtZero: startsAtZero)
      let ticks = try #require(drawn.context["ticks"] as? [[String: Any]])
      #expect((2...7).contains(ticks.count))
      let scale = ticks.map { tick -> (value: Double, y: Double) in
        guard case .integer(let value)? = (tick["value"] as? ReportCell)?.value else { return (.nan, .nan) }
        return (Double(value), number(tick["y"]))
      }
      let (low, high) = try (#require(scale.first), #require(scale.last))
      #expect(low.value <= Double(values.min() ?? 0) && high.value >= Double(values.max() ?? 0))
      if startsAtZero { #expect(scale.contains { $0.value == 0 }) }
      let line = try #require((drawn.context["lines"] as? [[String: Any]])?.first)
      let marks = try #require(line["marks"] as? [[String: Any]])
      #expect(marks.count == values.count)
      let height = low.y - high.y
      let breadth = high.value - low.value
      for (mark, value) in zip(marks, values) {
        let share: Double = (low.y - number(mark["y"])) / height
        let read: Double = low.value + share * breadth
        // A tenth of a pixel is how exactly they are drawn.
        #expect(abs(read - Double(value)) <= breadth / height * 0.2)
      }
      let places = marks.map { number($0["x"]) }
      #expect(zip(places, places.dropFirst()).allSatisfy { abs($1 - $0 - 98.0 / 19) < 0.02 })
    }
  }
}

@Test func aRowWithoutAValueLeavesAGap() throws {
  let drawn = try geometry([("a", "x", 1), ("b", "x", nil), ("c", "x", 3), ("d", "x", 4), ("a", "y", 5), (nil, "y", 9)])
  #expect(drawn.lines.map { $0.runs.map { $0.map(\.number) } } == [[[1], [3, 4]], [[5]]])
  let lines = try #require(drawn.context["lines"] as? [[String: Any]])
  #expect(lines.map { ($0["segments"] as? [Any])?.count } == [1, 0])
}

@Test func timesStandAsFarApartAsTheyAre() throws {
  let drawn = try geometry(
    [("2026-03-01", nil, 3), ("2026-01-01", nil, 1), ("2026-01-31", nil, 2)], labels: .date)
  #expect(drawn.lines.first?.points.map(\.number) == [1, 2, 3])
  let across = try #require(drawn.lines.first).points.map(\.across)
  #expect(zip(across, [0, 30.0 / 59, 1]).allSatisfy { abs($0 - $1) < 1e-9 })
}

@Test func linesBeyondThoseThatCanBeToldApartAreCounted() throws {
  let drawn = try geometry((0..<9).flatMap { line in [("a", "l\(line)", 1), ("b", "l\(line)", Int64(line))] })
  #expect(drawn.lines.count == 6)
  #expect(drawn.leftOut == 3)
}

@Test func longLinesAreThinnedButKeepTheirExtremes() throws {
  var values = (0..<20_000).map { Int64($0 % 7) }
  values[12_345] = 1000
  values[777] = -1000
  let points = try #require(try geometry(values.enumerated().map { ("\($0)", nil, $1) }).lines.first).points
  let thinned = LineGeometry.thinned(points)
  #expect(thinned.count <= LineGeometry.mostPoints)
  #expect(thinned.map(\.number).max() == 1000 && thinned.map(\.number).min() == -1000)
  #expect(
    thinned.first?.label.value == points.first?.label.value && thinned.last?.label.value == points.last?.label.value)
}

@Test(
  arguments: [
    [], [0], [5], [.min], [.max], [.min, .max], [.max, .max - 1], [.min, .min], [0, 0, 0], [.max, 0, .min, 1],
  ] as [[Int64]])
func noNumbersAreTooMuchForAChart(_ values: [Int64]) throws {
  for startsAtZero in [true, false] {
    let drawn = try geometry(values.enumerated().map { ("\($0)", nil, $1) }, startsAtZero: startsAtZero)
    let context = drawn.context
    #expect(context["any"] as? Bool == !values.isEmpty)
    for line in context["lines"] as? [[String: Any]] ?? [] {
      for mark in line["marks"] as? [[String: Any]] ?? [] { #expect((0...258).contains(number(mark["y"]))) }
    }
  }
}

@Test func aPageShowsLinesAndTellsThem() throws {
  let files = [
    "prices/report.yml": """
    title: Prices
    summary: What it cost.
    queries:
      points:
        file: points.sql
        columns: {month: text, kind: {type: label, words: [retail]}, price: money, share: percent}
    charts:
      prices: {title: Price by month, kind: line, query: points, label: month, value: price, series: kind}
      shares: {title: Share, kind: line, query: points, label: month, value: share, from-zero: no}
    html: prices.html.mustache
    """,
    "prices/points.sql": """
    SELECT column1 AS month, column2 AS kind, column3 AS price, column4 AS share FROM (VALUES
      ('2026-09', 'a<b', 120050, 5000), ('2026-10', 'a<b', NULL, 5100), ('2026-09', 'moving-average', 99, NULL),
      ('2026-10', 'moving-average', -150, NULL)) p
    """,
    "prices/prices.html.mustache":
      "{{#charts.prices}}{{>chart}}{{/charts.prices}}{{#charts.shares}}{{>chart}}{{/charts.shares}}",
  ]
  try withReport(files) { own in
    let library = ReportLibrary(folders: own.folders + shippedReports.folders)
    try withShop { _ in
    } _: { path in
      let report = try library.report(named: "prices")
      let page = try report.text(on: path, format: .html)
      #expect(
        page.contains(
          "<desc id=\"chart-prices-text\">a&lt;b: 2026-09: 1,200.50 EUR. moving-average: 2026-09: 0.99 EUR. 2026-10: −1.50 EUR. "
        ))
      #expect(page.contains("<figcaption>Price by month <span class=\"quiet\">EUR</span></figcaption>"))
      #expect(page.contains("<figcaption>Share</figcaption>"))
      #expect(page.contains("<desc id=\"chart-shares-text\">2026-09: 0.50 %. 2026-10: 0.51 %. </desc>"))
      #expect(page.components(separatedBy: "<p class=\"key\">").count == 2)
      #expect(try report.text(on: path).contains("\"kind\": \"moving-average\""))
    }
  }
}

@Test(arguments: [
  ("kind: line, sense: loss", "has 'sense', which means nothing in a chart of the kind 'line'"),
  ("kind: bars, series: kind", "has 'series', which means nothing in a chart of the kind 'bars'"),
  ("kind: line, series: knd", "the query 'few' has no column 'knd'"),
])
private func fieldsThatMeanNothingAreRefused(_ fields: String, _ message: String) throws {
  var files = itemsFiles
  files["items/report.yml"]?
    .append("\ncharts: {c: {title: C, query: few, label: sku, value: title, \(fields)}}\n")
  try withReport(files) { library in
    let error = #expect(throws: Problems.self) { _ = try library.report(named: "items") }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
