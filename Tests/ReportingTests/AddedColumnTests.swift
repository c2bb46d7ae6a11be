import FormatKit
import FormatKitTesting
import Foundation
import RetailValues
import SpreadsheetFormat
import Testing
import Wording

@testable import Reporting

/// A column that nobody has, in a table of the shrinkage report: its SQL and `report.yml` are enough for all outputs.
@Suite struct AddedColumnTests {
  private let shipped = packageRoot.appendingPathComponent("reports/shrinkage")

  private func text(_ file: String) throws -> String {
    try String(contentsOf: shipped.appendingPathComponent(file), encoding: .utf8)
  }

  /// The file with one place changed.
  private func text(_ file: String, _ old: String, _ new: String) throws -> String {
    let text = try text(file)
    try #require(text.components(separatedBy: old).count == 2, "\(file): \(old)")
    return text.replacing(old, with: new)
  }

  /// Every file of the report, two of them changed.
  private func files() throws -> [String: String] {
    var files: [String: String] = [:]
    let names = try #require(FileManager.default.enumerator(atPath: shipped.path)?.allObjects as? [String])
    for name in names where name.contains(".") { files["shrinkage/\(name)"] = try text(name) }
    files["shrinkage/suppliers.sql"] = try text(
      "suppliers.sql", "SELECT g.supplier, ", "SELECT 123456 AS deposit, g.supplier, ")
    let column = """
      [deposit: {type: money, title: {en: Deposit kept, de: Pfand, fr: Consigne, es: Fianza, sv: Pant}},
             supplier, supplier_name: {type: label
      """
    files["shrinkage/report.yml"] =
      try text("report.yml", "[supplier, supplier_name: {type: label", column)
      .replacing("columns: [supplier_name, lines, At cost", with: "columns: [supplier_name, deposit, lines, At cost")
      .replacing("gain_retail, percent,\n    currency", with: "gain_retail, percent, deposit,\n    currency")
    return files
  }

  @Test func twoFilesAddAColumnToEveryOutput() throws {
    try withReport(try files()) { mine in
      let library = ReportLibrary(folders: mine.folders + shippedReports.folders)
      let report = try library.report(named: "shrinkage")
      try withShop(CornerShop.fill) { path in
        let page = try report.text(on: path, format: .html)
        #expect(page.contains("<th scope=\"col\" rowspan=\"2\" class=\"n\">Deposit kept</th>"))
        #expect(page.contains("<td class=\"n\">1,234.56</td>"))
        let lines = try report.text(on: path, format: .csv).components(separatedBy: "\r\n")
        #expect(lines[0].hasSuffix(",percent,deposit,currency"))
        #expect(lines.contains { $0.hasPrefix("supplier,") && $0.hasSuffix(",1234.56,EUR") })
        #expect(lines.contains { $0.hasPrefix("category,") && $0.hasSuffix(",,EUR") })
        let rows = queryRows(try report.data(on: path), "suppliers")
        #expect(!rows.isEmpty && rows.allSatisfy { $0["deposit"] as? String == "1234.56" })
        let book = ByteSource.memory(try bytes(report, on: path, .german, .xlsx), name: "shrinkage.xlsx")
        let tables = CollectedReading(of: SpreadsheetFormat.self, source: book, options: ["header-row": "1"]).tables
        let sheet = try #require(
          tables.first { $0.segments.first?.schema.columns.contains { $0.name.hasPrefix("Pfand") } ?? false })
        #expect(sheet.records.contains { $0.fields.contains { $0.text == "1234.56" } })
        let german = String(decoding: try bytes(report, on: path, .german, .html), as: UTF8.self)
        #expect(german.contains(">Pfand</th>") && !german.contains("Deposit kept"))
      }
      for language in Language.allCases where language != .english {
        #expect(try report.untranslated(into: language).own == [])
      }
    }
  }

  /// Without its translations it is English in every language, and the check of the report lists it.
  @Test func aTitleWithoutATranslationIsEnglish() throws {
    var files = try files()
    files["shrinkage/report.yml"] = files["shrinkage/report.yml"]?.replacing(
      "{en: Deposit kept, de: Pfand, fr: Consigne, es: Fianza, sv: Pant}", with: "Deposit kept")
    try withReport(files) { mine in
      let library = ReportLibrary(folders: mine.folders + shippedReports.folders)
      let report = try library.report(named: "shrinkage")
      try withShop(CornerShop.fill) { path in
        let german = String(decoding: try bytes(report, on: path, .german, .html), as: UTF8.self)
        #expect(german.contains(">Deposit kept</th>"))
      }
      #expect(try report.untranslated(into: .german).own == ["Deposit kept"])
      let findings = try ReportCheck(library).findings(in: try #require(library.folder(of: "shrinkage")), on: nil)
      #expect(findings.count { $0.problem.message.contains("the first 'Deposit kept'") } == 4)
    }
  }

  private func bytes(_ report: Report, on path: String, _ language: Language, _ format: ReportFormat) throws
    -> [UInt8]
  {
    var options = ReportOptions(format: format, generatedAt: generatedAt)
    options.language = language
    var bytes: [UInt8] = []
    try report.run(on: path, options) { bytes.append(contentsOf: $0) }
    return bytes
  }
}
