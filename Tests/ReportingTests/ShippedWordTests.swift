import Foundation
import GRDB
import RetailValues
import Testing
import Wording

@testable import Reporting

/// The reports as readers of other languages see them: no word that their SQL makes is left in English.
@Suite struct ShippedWordTests {
  struct Shop: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reports: [String]
    let fill: @Sendable (Database) throws -> Void
  }

  /// The reports for which each shop has data.
  static let shops = [
    Shop(testDescription: "ledger", reports: ["slow-movers", "stock-ledger", "stock-on-hand"]) {
      try LedgerShop.fill($0)
    },
    Shop(
      testDescription: "supply",
      reports: ["delivery-differences", "invoice-check", "open-orders", "reorder", "supplier-performance"]
    ) { try SupplyShop.fill($0) },
    Shop(testDescription: "counting", reports: ["count-progress"]) { try CountingShop.fill($0) },
    Shop(testDescription: "untidy", reports: ["data-quality", "price-list"]) { try UntidyShop.fill($0) },
    Shop(testDescription: "trade", reports: ["abc-classes", "margin", "sales-summary"]) { try TradeShop.fill($0) },
    Shop(testDescription: "corner", reports: ["lead-schedule", "shrinkage", "shrinkage-lines", "variance-detail"]) {
      try CornerShop.fill($0)
    },
  ]

  /// The vocabularies that ship, as one.
  private static func vocabulary() throws -> Set<String> {
    let files = try shippedReports.report(named: "stock-ledger").files
    return Set(try files.vocabularies().values.flatMap { $0 })
  }

  private func output(
    _ report: Report, on path: String, _ format: ReportFormat, _ language: Language
  ) throws -> String {
    var options = ReportOptions(format: format, generatedAt: generatedAt)
    options.language = language
    var bytes: [UInt8] = []
    try report.run(on: path, options) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Text between two tags of a page is never an English label that has a German translation, and the values of a text
  /// column are never the words that reports have for kinds, states and sources.
  @Test(arguments: shops) func noWordIsLeftInEnglish(_ shop: Shop) throws {
    let vocabulary = try Self.vocabulary()
    try withShop(shop.fill) { path in
      for name in shop.reports {
        let report = try shippedReports.report(named: name)
        let messages = try report.files.messages(in: .german)
        var english: [String: String] = [:]
        for column in report.definition.queries.flatMap(\.columns) {
          english.merge(messages.translations(of: column.words)) { first, _ in first }
        }
        english = english.filter { $0.key != $0.value }
        let page = try output(report, on: path, .html, .german)
        let texts = page.split(separator: "<").map { run in
          run[(run.firstIndex(of: ">").map { run.index(after: $0) } ?? run.startIndex)...]
            .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        #expect(texts.contains { english.values.contains($0) }, "\(name) shows no word")
        #expect(texts.filter { english[$0] != nil } == [], "\(name)")
        let data = try report.data(on: path)
        for query in report.definition.queries {
          let rows = data[query.name] as? [[String: Any]] ?? [data[query.name] as? [String: Any] ?? [:]]
          for column in query.columns where column.type == .text && Self.codes[column.name] == nil {
            let words = Set(rows.compactMap { $0[column.name] as? String }).intersection(vocabulary)
            #expect(words == [], "\(name).\(query.name).\(column.name)")
          }
        }
      }
    }
  }

  /// Columns of text whose values may happen to be such a word, and why they are not translated.
  private static let codes = [
    "difference": "a code", "check_code": "a code", "reason": "the code of a reason", "document": "a number",
  ]

  /// Columns of text that SQL produces, and why they are not translated: codes of the report, ids of the journal, and
  /// the product list, which has its languages in its SQL.
  private static let made = [
    "data-quality.check_code": "a code", "delivery-differences.difference": "a code",
    "lead-schedule.entry": "an id of the journal", "lead-schedule.corrects": "an id of the journal",
    "products.*": "its languages are in labels.sql",
  ]

  /// For every shop, the SQL of a text column produces no such words, and that of a label column only its own.
  @Test func whatSQLMakesIsALabelWithItsWords() throws {
    var found = 0
    for name in shippedReports.names {
      let report = try shippedReports.report(named: name)
      for query in report.definition.queries {
        let words = SQLWords(of: report.queries[query.name] ?? "").words
        for column in query.columns where column.type.isText {
          // Letters of classes and ties are the same in all languages.
          let made = (words[column.name] ?? []).filter { $0.count > 1 }
          found += made.count
          let isCode = Self.made["\(name).\(column.name)"] != nil || Self.made["\(name).*"] != nil
          if column.type == .text, !isCode { #expect(made == [], "\(name).\(query.name).\(column.name)") }
          if column.type == .label {
            #expect(Set(made).subtracting(column.words.all) == [], "\(name).\(query.name).\(column.name)")
          }
        }
      }
    }
    #expect(found > 200)
  }

  /// Categories that are called like a word of reports keep their names.
  @Test func namesOfCategoriesAreNotTranslated() throws {
    let names = ["fruit": "Location", "bakery": "Known", "home": "receipt"]
    try withShop { database in
      try CornerShop.fill(database)
      for (code, name) in names {
        try database.execute(sql: "UPDATE categories SET name = ? WHERE code = ?", arguments: [name, code])
      }
    } _: { path in
      for report in ["shrinkage", "stock-on-hand"] {
        let report = try shippedReports.report(named: report)
        let page = try output(report, on: path, .html, .german)
        for name in names.values { #expect(page.contains(">\(name)<"), "\(report.name): \(name)") }
        #expect(page.contains(">Keine Warengruppe<") || page.contains(">Ohne Warengruppe<"))
        #expect(try report.files.messages(in: .german).text("Location") != "Location")
      }
    }
  }
}
