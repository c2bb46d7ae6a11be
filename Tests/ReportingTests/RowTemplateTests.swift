import FormatKitTesting
import Foundation
import RetailValues
import Stock
import Testing

@testable import Reporting

/// Rows printed by steps that were settled beforehand, against Mustache, which looks everything up for every row.
@Suite struct RowTemplateTests {
  private static let columns = [
    "title": "text", "barcode": "text", "quantity": "quantity", "unit_cost": "unit-cost", "value": "money",
    "items": "whole-number", "share": "percent", "at": "date-time", "is_new": "flag",
    "is_negative": "flag",
  ].sorted { $0.key < $1.key }

  private static let texts = [
    "", "Tea", "a<b>&\"c\" 'd'", "Größe", "bell\u{7}", "tab\tline\nend\r", "{{title}}", "\u{202E}é😀", "0", "-1", "it's",
  ]
  private static let numbers: [Int64] = [
    0, 1, -1, 5, 99, 100, 999, 1_000, -1_000, 12_340, 1_234_567, -987_654_321, 1_000_000, 4_250_000, .max, .min,
    .min + 1,
  ]

  private static let templates = [
    "<td>{{title}}</td><td>{{barcode}}</td><td>{{quantity}}</td><td>{{unit_cost}}</td><td>{{value}}</td>{{items}}\n",
    "{{share}} {{at}} {{is_new}} {{ title }} {{{title}}} {{&barcode}}\n",
    "{{#value}}{{.}} of {{title}}{{/value}}{{^value}}none{{/value}}{{#is_new}}new{{/is_new}}{{^is_new}}old{{/is_new}}\n",
    "{{#quantity}}{{>change}}{{/quantity}}{{value.signed}} {{quantity.magnitude}}{{#items}}{{signed}}|{{magnitude}}{{/items}}",
    "{{#value.is_negative}}<b>{{value.magnitude}}</b>{{/value.is_negative}}{{^value.is_zero}}{{title}}{{/value.is_zero}}",
    "{{#title}}{{#is_positive}}+{{/is_positive}}{{^is_positive}}{{.}}{{/is_positive}}{{/title}}",
    "{{#is_negative}}below{{/is_negative}}{{^is_negative}}{{title}}{{/is_negative}}{{is_negative}}",
  ]

  private func files(_ template: String) -> [String: String] {
    let columns = Self.columns.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    return [
      "rows/report.yml": """
      title: Rows
      summary: Rows of all types.
      queries:
        rows: {file: rows.sql, rows: streamed, row-template: row.html.mustache, columns: {\(columns)}}
      html: rows.html.mustache
      """,
      "rows/rows.sql": Self.statement,
      "rows/row.html.mustache": template,
      "rows/rows.html.mustache": "{{{rows.rows}}}",
      "_shared/change.mustache":
        "{{#is_positive}}<i>{{.}}</i>{{/is_positive}}{{#is_zero}}0{{/is_zero}}",
    ]
  }

  /// Rows of all types with hostile texts and numbers at their limits.
  private static let statement: String = {
    var random = SeededGenerator(seed: 7)
    let rows = (0..<300).map { _ in
      "SELECT "
        + columns.map { name, type in
          let isNull = Int.random(in: 0..<6, using: &random) == 0
          let text = texts.randomElement(using: &random) ?? ""
          let number =
            type == "flag" ? Int64.random(in: 0...1, using: &random) : numbers.randomElement(using: &random) ?? 0
          // SQLite has no literal for the least number.
          let digits = number == .min ? "(-9223372036854775807 - 1)" : String(number)
          let value = type == "text" ? "'\(text.replacing("'", with: "''"))'" : digits
          return "\(isNull ? "NULL" : value) AS \(name)"
        }.joined(separator: ", ")
    }
    return rows.joined(separator: "\nUNION ALL\n")
  }()

  @Test(arguments: templates) func printsWhatMustachePrints(template: String) throws {
    try withShop(name: "A") { _ in
    } _: { path in
      try withReport(files(template)) { library in
        let report = try library.report(named: "rows")
        let compiled = try #require(report.templates.compiledRow(of: "rows"), "the template is understood")
        let query = report.definition.queries[0]
        try ReportingConnection.read(at: path, timeLimit: 60) { connection in
          let formatting = Formatting(settings: connection.settings)
          let rows = try connection.rows(Self.statement)
          var count = 0
          while try rows.advance() {
            count += 1
            let row = ReportRow(
              columns: ColumnIndex(query.columns), values: rows.values, formatting: formatting, style: .people)
            var text: [UInt8] = []
            compiled.append(rows, to: &text, formatting)
            #expect(String(decoding: text, as: UTF8.self) == report.templates.row(row, of: "rows"))
          }
          #expect(count == 300)
        }
      }
    }
  }

  @Test(arguments: [
    "{{shop.name}}", "{{#title}}\n{{.}}\n{{/title}}\n", "{{! remark }}", "{{.}}", "{{title", "{{#title}}",
    "{{is_positive}}",
    "{{quantity.rounded}}", "{{uppercased(title)}}", "{{>missing}}",
    "{{#quantity}}{{#is_zero}}0{{/is_zero}}{{/quantity}}",
  ])
  func leavesTheRestToMustache(template: String) {
    let columns = [
      ReportColumn(name: "title", type: .text), ReportColumn(name: "quantity", type: .quantity),
      ReportColumn(name: "is_zero", type: .flag),
    ]
    #expect(RowTemplate(template, columns: columns, shared: [:]) == nil)
  }

  @Test func understandsTheRowsThatShip() throws {
    for (report, query) in [("stock-on-hand", "items"), ("variance-detail", "lines")] {
      #expect(try shippedReports.report(named: report).templates.compiledRow(of: query) != nil, "\(report)")
    }
  }
}
