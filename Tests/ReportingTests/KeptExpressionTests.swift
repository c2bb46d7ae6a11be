import ProblemKit
import Stock
import Testing

@testable import Reporting

/// A common expression that is computed once gives every output the same values as one that each query computes.
@Suite struct KeptExpressionTests {
  private func files(_ first: String, _ second: String) -> [String: String] {
    [
      "few/report.yml": """
      title: Few
      summary: Items twice.
      parameters:
        above: {type: whole-number, default: "0", help: The least number.}
      common:
        plain: plain.sql
        chosen: \(first)
        doubled: \(second)
        months: calendar-months
      queries:
        total: {file: total.sql, rows: one, columns: {items: whole-number, sum: quantity}}
        items: {file: items.sql, columns: {sku: text, title: text, twice: quantity}}
      html: few.html.mustache
      csv: {query: items}
      """,
      "few/plain.sql": "SELECT sku, title, variant_id FROM report_variants",
      "few/chosen.sql": "-- Those above.\nSELECT p.* FROM plain p WHERE p.variant_id > :above",
      "few/doubled.sql":
        "WITH twice AS (SELECT 2 AS by) SELECT c.*, c.variant_id * t.by AS twice FROM chosen c, twice t",
      "few/total.sql": "SELECT COUNT(*) AS items, SUM(d.twice) AS sum FROM doubled d",
      "few/items.sql": "WITH m AS (SELECT 1 AS a) SELECT d.sku, d.title, d.twice FROM doubled d, m ORDER BY d.sku",
      "few/few.html.mustache": "{{total.items}} {{total.sum}}\n{{#items}}{{sku}} {{title}} {{twice}}\n{{/items}}",
    ]
  }

  @Test(arguments: [ReportFormat.html, .json, .csv])
  func outputsAreTheSame(_ format: ReportFormat) throws {
    let ways = [
      ("chosen.sql", "doubled.sql"), ("{file: chosen.sql, once: yes}", "doubled.sql"),
      ("chosen.sql", "{file: doubled.sql, once: yes}"), ("{file: chosen.sql}", "{file: doubled.sql, once: no}"),
      ("{file: chosen.sql, once: yes}", "{file: doubled.sql, once: true}"),
    ]
    try withItems(["Mug & cup", "Plate", "Bowl"]) { path in
      let texts = try ways.map { first, second in
        try withReport(files(first, second)) {
          try $0.report(named: "few").text(on: path, ["above": "1"], format: format)
        }
      }
      #expect(texts[0].contains("Plate") && !texts[0].contains("Mug"), "\(texts[0])")
      for text in texts { #expect(text == texts[0]) }
    }
  }

  /// The kept result is read in place, also by statements that name it twice.
  @Test func whatIsKeptIsNotCopied() throws {
    try withItems(["Plate"]) { path in
      try withReport(files("{file: chosen.sql, once: yes}", "doubled.sql")) { library in
        let report = try library.report(named: "few")
        let statement = try #require(report.queriesOverKept["total"]) + ", chosen a JOIN chosen b ON a.sku = b.sku"
        try ReportingConnection.read(at: path, timeLimit: 60) { connection in
          let parameters: [String: ReportingValue] = ["above": .integer(0)]
          for kept in report.kept { try connection.keep(kept.sql, as: kept.name, parameters: parameters) }
          let rows = try connection.rows(
            "EXPLAIN QUERY PLAN " + statement.replacing("/* calendar-months */", with: "SELECT 1 AS month"),
            parameters: parameters)
          var steps: [String] = []
          while let row = try rows.next() { if case .text(let step) = row[3] { steps.append(step) } }
          #expect(steps.contains { $0.contains("kept_chosen") })
          #expect(!steps.contains { $0.hasPrefix("MATERIALIZE chosen") }, "\(steps)")
        }
      }
    }
  }

  @Test(arguments: [
    ("{once: yes}", "the common expression 'chosen' has no file"),
    ("{file: chosen.sql, twice: yes}", "the common expression 'chosen' has an unknown field 'twice'"),
    ("{file: ../chosen.sql, once: yes}", "'../chosen.sql' is not the name of a file"),
  ])
  func whatIsWrongWithItIsTold(_ written: String, _ message: String) throws {
    try withReport(files(written, "doubled.sql")) { library in
      let error = #expect(throws: Problems.self) { try library.report(named: "few") }
      #expect(error?.all.contains { $0.message.contains(message) } == true, "\(String(describing: error))")
    }
  }

  /// An error names the file that it is in.
  @Test func troubleNamesItsFile() throws {
    var files = files("{file: chosen.sql, once: yes}", "doubled.sql")
    files["few/chosen.sql"] = "SELECT * FROM movements"
    try withItems(["Mug"]) { path in
      try withReport(files) { library in
        let report = try library.report(named: "few")
        let error = #expect(throws: (any Error).self) { try report.text(on: path) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("few/chosen.sql"))
      }
    }
  }
}
