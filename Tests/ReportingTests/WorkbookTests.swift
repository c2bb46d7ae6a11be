import FormatKit
import FormatKitTesting
import Foundation
import GRDB
import ProgramTesting
import SpreadsheetFormat
import Stock
import Testing

@testable import Reporting

extension Report {
  fileprivate func workbook(on path: String, _ parameters: [String: String] = [:]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let options = ReportOptions(parameters: parameters, format: .xlsx, generatedAt: generatedAt)
    try run(on: path, options) { bytes.append(contentsOf: $0) }
    return bytes
  }
}

private func sheets(of bytes: [UInt8]) -> [CollectedReading.Table] {
  let source = ByteSource.memory(bytes, name: "report.xlsx")
  return CollectedReading(of: SpreadsheetFormat.self, source: source, options: ["header-row": "1"]).tables
}

/// A JSON value of a report as a workbook holds it.
private func expected(_ value: Any?, _ type: ReportColumnType) -> String {
  switch (value, type) {
  case (nil, _), (is NSNull, _): ""
  case (let text as String, .percent):
    NSDecimalNumber(decimal: (Decimal(string: text) ?? 0) / 100).stringValue
  case (let text as String, .money), (let text as String, .quantity), (let text as String, .unitCost):
    NSDecimalNumber(decimal: Decimal(string: text) ?? 0).stringValue
  case (let text as String, .dateTime): String(text.dropLast(6))
  case (let text as String, _): text
  case (let flag as Bool, .flag): flag ? "true" : "false"
  default: "\(value ?? "")"
  }
}

private let shipped = ["lead-schedule", "shrinkage", "stock-on-hand", "variance-detail"]
private let ofSupply = ["delivery-differences", "invoice-check", "open-orders", "reorder"]

/// Reports as workbooks, read back by the reader of workbooks and by another program.
@Suite struct WorkbookTests {
  /// The cells hold what the JSON of the same report holds, as numbers, dates and texts.
  @Test(arguments: shipped + ofSupply) func everyCellIsThatOfTheJSON(_ name: String) throws {
    try withShop(ofSupply.contains(name) ? SupplyShop.fill : CornerShop.fill) { path in
      let report = try shippedReports.report(named: name)
      let data = try report.data(on: path)
      let tables = sheets(of: try report.workbook(on: path))
      #expect(tables.first?.name == report.title)
      var compared = 0
      for query in report.definition.queries where query.rows != .one && query.sheet != .none {
        var title = SheetHeading.words(query.name)
        if case .named(let name) = query.sheet { title = name }
        let rows = try #require(data[query.name] as? [[String: Any]])
        let columns = query.columns.filter { $0.name != "is_total" }
        let table = tables.first { $0.name == title }
        #expect((table?.records.count ?? 0) == rows.count, "\(title)")
        for (record, row) in zip(table?.records ?? [], rows) {
          for (field, column) in zip(record.fields, columns) {
            let number =
              [.number, .percentage].contains(field.kind)
              ? Decimal(string: field.text).map { NSDecimalNumber(decimal: $0).stringValue } : nil
            #expect(number ?? field.text == expected(row[column.name], column.type), "\(title), \(column.name)")
            let isNumber = [.money, .quantity, .unitCost, .wholeNumber].contains(column.type)
            if !field.text.isEmpty {
              #expect((field.kind == .number) == isNumber, "\(title), \(column.name)")
              #expect((field.kind == .percentage) == (column.type == .percent), "\(title), \(column.name)")
            }
            compared += 1
          }
        }
      }
      #expect(compared > 20)
    }
  }

  /// The facts of the first sheet are next to their names.
  @Test func theFirstSheetSaysWhatItIsAbout() throws {
    try withShop(CornerShop.fill) { path in
      let report = try shippedReports.report(named: "shrinkage")
      let header = try #require(try report.data(on: path)["header"] as? [String: Any])
      let source = ByteSource.memory(try report.workbook(on: path), name: "report.xlsx")
      let reading = CollectedReading(of: SpreadsheetFormat.self, source: source, options: ["header-row": "none"])
      let facts = Dictionary(
        (reading.tables.first?.records ?? []).map { ($0.fields[0].text, $0.fields.dropFirst().first?.text ?? "") },
        uniquingKeysWith: { first, _ in first })
      #expect(facts["Shop"] == "Corner shop")
      #expect(facts["Currency"] == "EUR")
      #expect(facts["Time zone"] == "Europe/Berlin")
      #expect(facts["Made at"] == "2026-11-21T10:30:00")
      for (name, heading) in [("total_cost", "Total at cost, EUR"), ("total_retail", "Total at retail, EUR")] {
        #expect(facts[heading].flatMap { Decimal(string: $0) } == Decimal(string: header[name] as? String ?? ""))
      }
    }
  }

  @Test func aTextIsNeverAFormula() throws {
    let titles = ["=1+1", "+49", "-x", "@now", "'quoted", "007", "\u{1}bell", "_x000D_"]
    try withReport(itemsFiles) { library in
      try withItems(titles) { path in
        let report = try library.report(named: "items")
        let table = try #require(sheets(of: try report.workbook(on: path)).last)
        #expect(table.records.map { $0.fields[1].text } == titles)
        #expect(table.records.allSatisfy { $0.fields[1].kind == .text })
        #expect(table.records.flatMap(\.problems).map(\.code) == [.formulaApostrophe])
      }
      try withItems([String(repeating: "x", count: 40_000)]) { path in
        let report = try library.report(named: "items")
        let error = #expect(throws: Problems.self) { _ = try report.workbook(on: path) }
        #expect(error?.all.first?.code == .textTooLong)
      }
    }
  }

  @Test func sheetsAndHeadingsAreTheAuthors() throws {
    var files = itemsFiles
    files["items/report.yml"] = itemsFiles["items/report.yml"]?
      .replacing("title: text", with: "title: {type: text, title: Name of the item}")
      .replacing("file: items.sql", with: "sheet: Goods, file: items.sql")
    try withReport(files) { library in
      try withItems(["x"]) { path in
        let tables = sheets(of: try library.report(named: "items").workbook(on: path))
        #expect(tables.map(\.name).contains("Goods"))
        #expect(tables.last?.segments.first?.schema.columns.map(\.name) == ["SKU", "Name of the item"])
      }
    }
    for (field, message) in [("sheet: ''", "has a sheet without a name"), ("shet: x", "unknown field 'shet'")] {
      files["items/report.yml"] = itemsFiles["items/report.yml"]?
        .replacing("file: items.sql", with: "\(field), file: items.sql")
      try withReport(files) { library in
        let error = #expect(throws: Problems.self) { _ = try library.report(named: "items") }
        #expect(error?.all.contains { $0.message.contains(message) } == true)
      }
    }
  }

  /// What has more digits than a spreadsheet keeps is text, digit for digit.
  @Test func noDigitIsLost() throws {
    let files = [
      "numbers/report.yml": """
      title: Numbers
      summary: Numbers at the edge.
      queries:
        numbers:
          file: numbers.sql
          columns: {amount: money, cost: unit-cost, share: percent, pieces: quantity, day: date, at: date-time}
      """,
      "numbers/numbers.sql": """
      SELECT 999999999999999 AS amount, 1234567 AS cost, 12345678 AS share, 1500 AS pieces, '2026-10-31' AS day,
        1793466000250 AS at
      UNION ALL SELECT 9223372036854775807, -1, -5, -2000, '1899-12-31', -62135596800000
      """,
    ]
    try withReport(files) { library in
      try withShop { _ in
      } _: { path in
        let table = try #require(sheets(of: try library.report(named: "numbers").workbook(on: path)).last)
        let rows = table.records.map { record in
          record.fields.map { "\([.number, .percentage].contains($0.kind) ? "#" : "")\($0.text)" }
        }
        #expect(
          rows.first == ["#9999999999999.99", "#1.234567", "#12.345678", "#1.5", "2026-10-31", "2026-10-31T18:00:00"])
        #expect(
          rows.last == [
            "92233720368547758.07", "#-0.000001", "#-0.000005", "#-2", "1899-12-31", "0001-01-01T00:53:28+00:53",
          ])
      }
    }
  }

  private static let office = ["/usr/bin/soffice", "/usr/local/bin/soffice"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// LibreOffice shows the statement's sheet as the JSON has it.
  @Test(.enabled(if: office != nil, "LibreOffice is not installed")) func anotherProgramReadsTheSame() throws {
    try withShop(CornerShop.fill) { path in
      let report = try shippedReports.report(named: "shrinkage")
      let data = try report.data(on: path)
      let rows = try #require(data["statement"] as? [[String: Any]])
      try withFolder { folder in
        let book = folder.appendingPathComponent("report.xlsx")
        try Data(try report.workbook(on: path)).write(to: book)
        // The last number asks for every sheet in a file of its own.
        try TestProgram([
          try #require(Self.office), "--headless", "-env:UserInstallation=file://\(folder.path)/profile",
          "--convert-to",
          "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1", "--outdir", folder.path,
          book.path,
        ]).finish()
        let text = try String(contentsOf: folder.appendingPathComponent("report-Statement.csv"), encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(lines.count == rows.count + 1)
        let columns = try #require(report.definition.queries.first { $0.name == "statement" }).columns
          .filter { $0.name != "is_total" }
        for (line, row) in zip(lines.dropFirst(), rows) {
          for (cell, column) in zip(line, columns) where column.type == .money {
            #expect(
              Decimal(string: cell.trimmingCharacters(in: ["\""]))
                == (row[column.name] as? String).flatMap { Decimal(string: $0) }, "\(column.name)")
          }
        }
      }
    }
  }
}
