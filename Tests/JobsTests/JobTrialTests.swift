import Exchange
import FormatKit
import Foundation
import Reporting
import StandardFormats
import Stock
import Testing

@testable import Jobs

/// Errors that would occur at night are reported by a trial on the shop's books by day.
@Suite struct JobTrialTests {
  /// The problem, its line and its words; no problem if the words are empty.
  private static let cases: [(yaml: String, line: Int, words: String, remedy: String)] = [
    ("p:\n    report: stock-on-hand\n    parameters: {location: nope}", 4, "'nope' is not a location", "shop, store"),
    (
      "p:\n    report: stock-on-hand\n    parameters:\n      at: 2026-13-01", 5, "at '2026-13-01' is not a date",
      "Write"
    ),
    (
      "p:\n    report: sales-summary\n    parameters:\n      period: 2026-Q9", 5, "'2026-Q9' is not a period", "2026-Q4"
    ),
    ("p:\n    report: count-progress\n    parameters: {session: '77'}", 4, "'77' is not a count session", "none yet"),
    ("p:\n    report: slow\n    parameters: {least: '9'}", 4, "least '9' is out of range", "up to 5"),
    ("p:\n    report: slow\n    parameters: {by: moon}", 4, "by 'moon' is not one of the choices", "day, week"),
    ("p: {report: broken}", 2, "no such column: skuu", ""),
    ("p:\n    records: stock_levels\n    location: nope", 4, "the shop has no location 'nope'", "export locations"),
    ("p:\n    format: parse-export\n    location: nope", 4, "the shop has no location 'nope'", ""),
    ("p:\n    records: stock_levels\n    where: {location: [shop, nope]}", 4, "the shop has no location 'nope'", ""),
    ("p: {records: stock_levels, location: store, where: {location: {not: elsewhere}}}", 0, "", ""),
    ("p: {report: stock-on-hand, format: html, parameters: {location: shop, at: yesterday}}", 0, "", ""),
    ("p: {report: sales-summary, parameters: {period: last-month}}", 0, "", ""),
    ("p: {report: slow, format: json, parameters: {least: '5', by: week}}", 0, "", ""),
  ]

  private static let parameters = """
    parameters:
      least: {type: whole-number, help: At least., minimum: 1, maximum: 5, default: 3}
      by: {type: choice, help: By what., choices: [day, week], default: day}
    """

  private func write(_ sql: String, as name: String, in shop: JobShop) throws {
    let folder = shop.folder.appendingPathComponent("reports/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text =
      "title: Mine\nsummary: Mine.\n\(Self.parameters)\nqueries:\n  goods:\n    file: query.sql\n    columns: {sku: text}\n"
      + "csv: {query: goods}\n"
    try Data(text.utf8).write(to: folder.appendingPathComponent("report.yml"))
    try Data(sql.utf8).write(to: folder.appendingPathComponent("query.sql"))
  }

  @Test func triesOnTheBooks() throws {
    let shop = try SetWriterTests.filled()
    try write("SELECT skuu AS sku FROM report_variants WHERE :least > 0 OR :by = ''", as: "broken", in: shop)
    // Prepared, and not carried out: it would take for ever.
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + :least FROM n) SELECT :by || MAX(i) AS sku FROM n"
    try write(endless, as: "slow", in: shop)
    let reports = ReportLibrary(folders: [shop.folder.appendingPathComponent("reports").path] + JobShop.reports.folders)
    try ShopDatabase.open(at: shop.shop.path, readOnly: true).withSnapshot { snapshot in
      func problems(_ yaml: String, on trial: ShopSnapshot?) -> [Problem] {
        do {
          let reader = JobReader(
            source: "nightly.yml", registry: standardFormats, reports: reports, shop: "/srv/corner", trial: trial)
          _ = try reader.job(named: "nightly", from: yaml)
          return []
        } catch { return [error.first] + error.further }
      }
      for (yaml, line, words, remedy) in Self.cases {
        let yaml = "outputs:\n  " + yaml
        // Without the books nothing is tried.
        #expect(problems(yaml, on: nil).isEmpty, "\(yaml)")
        let found = problems(yaml, on: snapshot)
        #expect(found.count == (words.isEmpty ? 0 : 1), "\(yaml): \(found.map(\.headline))")
        guard let first = found.first else { continue }
        #expect(first.message.contains(words) && first.code == .jobInvalid, "\(first.headline)")
        #expect(remedy.isEmpty || first.remedy.contains(remedy), "\(first.headline): \(first.remedy)")
        #expect(first.position.line == line, "\(first.headline)")
      }
    }
  }

  @Test func filesOfAnotherEndingAreTold() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("jobs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.yml", "b.yaml", ".c.yaml", "d.txt", "E.YML"] {
      try Data("outputs: {p: {records: products}}".utf8).write(to: folder.appendingPathComponent(name))
    }
    let library = JobLibrary(folder: folder.path, registry: standardFormats, reports: JobShop.reports)
    #expect(library.names == ["a"] && library.misnamed == ["E.YML", "b.yaml"])
    let error = #expect(throws: Problems.self) { try library.job(named: "b") }
    #expect(error?.remedy == "Call it b.yml.")
  }
}
