import FormatKit
import FormatKitTesting
import Foundation
import RetailValues
import SpreadsheetFormat
import Stock
import Testing
import Wording

@testable import Reporting

private let fiveToSix = moment("2026-10-31T17:05")

private func formatting(_ language: Language) throws -> Formatting {
  let currency = try #require(Currency("EUR"))
  return Formatting(
    settings: ShopSettings(name: "", currency: currency, timeZone: "Europe/Berlin"), language: language)
}

@Test(arguments: [
  (Language.english, "−1,234,567.89", "1,234.5", "12,345.5", "12.50 %", "2026-10-31", "2026-10-31 18:05"),
  (.german, "−1.234.567,89", "1.234,5", "12.345,5", "12,50\u{A0}%", "31.10.2026", "31.10.2026, 18:05"),
  (
    .french, "−1\u{202F}234\u{202F}567,89", "1\u{202F}234,5", "12\u{202F}345,5", "12,50\u{A0}%", "31/10/2026",
    "31/10/2026 18:05"
  ),
  (.spanish, "−1.234.567,89", "1234,5", "12.345,5", "12,50\u{A0}%", "31/10/2026", "31/10/2026, 18:05"),
  (
    .swedish, "−1\u{A0}234\u{A0}567,89", "1\u{A0}234,5", "12\u{A0}345,5", "12,50\u{A0}%", "2026-10-31",
    "2026-10-31 18:05"
  ),
])
private func numbersAndDaysAreThoseOfTheLanguage(
  _ language: Language, _ money: String, _ four: String, _ five: String, _ percent: String, _ day: String,
  _ moment: String
) throws {
  let formatting = try formatting(language)
  #expect(formatting.display(.integer(-123_456_789), as: .money) == money)
  #expect(formatting.display(.integer(1_234_500), as: .quantity) == four)
  #expect(formatting.display(.integer(12_345_500), as: .quantity) == five)
  #expect(formatting.display(.integer(125_000), as: .percent) == percent)
  #expect(formatting.display(.text("2026-10-31"), as: .date) == day)
  #expect(formatting.display(.integer(fiveToSix), as: .dateTime) == moment)
  for odd in ["", "2026", "2026-10", "last month", "2026-1a-31", "20261-1-31"] {
    #expect(formatting.display(.text(odd), as: .date) == odd)
  }
  #expect(formatting.exact(.integer(-123_456_789), as: .money) == "-1234567.89")
}

/// The same numbers by ICU, which has the Common Locale Data Repository built in.
@Test(arguments: Language.allCases)
func numbersAgreeWithICU(_ language: Language) throws {
  let formatting = try formatting(language)
  let other = NumberFormatter()
  other.locale = Locale(identifier: language.rawValue)
  other.numberStyle = .decimal
  other.minimumFractionDigits = 2
  other.maximumFractionDigits = 2
  var generator = SeededGenerator(seed: 3)
  for exponent in 0..<15 {
    let limit = Int64(pow(10, Double(exponent)))
    for _ in 0..<20 {
      let number = Int64.random(in: -limit...limit, using: &generator)
      let decimal = NSDecimalNumber(value: number).multiplying(byPowerOf10: -2)
      // Stockroom's minus is the wide one in every language.
      let expected = try #require(other.string(from: decimal)).replacing("-", with: "\u{2212}")
      #expect(formatting.display(.integer(number), as: .money) == expected)
      var bytes: [UInt8] = []
      #expect(formatting.append(number, as: .money, to: &bytes))
      #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
  }
}

private let report = [
  "words/report.yml": """
  title: Words
  summary: What is said.
  parameters: {kind: {type: choice, choices: [few, many], default: many, help: How many.}}
  queries:
    facts: {file: facts.sql, rows: one, columns: {source: {type: label, words: [moving-average, unvalued]}, on_day: date}}
    items: {file: items.sql, rows: streamed, row-template: item.html.mustache, sheet: All items, columns: {sku: text, word: {type: label, words: [unvalued, gift]}, day: date, price: {type: money, title: Price each}}}
  charts: {}
  html: words.html.mustache
  csv: {query: items}
  """,
  "words/facts.sql": "SELECT 'moving-average' AS source, '2026-10-31' AS on_day",
  "words/items.sql": """
  SELECT column1 AS sku, column2 AS word, column3 AS day, column4 AS price FROM (VALUES
    ('unvalued', 'unvalued', '2026-01-02', 123456), ('B', '<b>', NULL, -5)) v
  """,
  "words/item.html.mustache": "<li title=\"Item {{sku}}\">{{word}} {{day}} {{price}} without</li>\n",
  "words/words.html.mustache":
    "<html lang=\"{{report.language}}\"><title>{{report.title}}</title><p>{{facts.source}}, {{parameter.kind}}</p>{{{items.rows}}}{{>foot}}",
  "_shared/foot.mustache": "<p>made {{generated_at}} on {{facts.on_day}}</p>",
  "words/messages/de.yml": """
  # Wörter
  "Words": "Wörter & <i>mehr</i>"
  moving-average: gleitender Durchschnitt
  unvalued: unbewertet
  many: viele
  "Item {{sku}}": 'Artikel "{{sku}}"'
  "{{word}} {{day}} {{price}} without": "{{word}} {{day}} {{price}} ohne"
  Price each: Preis
  All items: Alle Artikel
  Word:
  """,
  "_shared/messages/de.yml":
    "\"made {{generated_at}} on {{facts.on_day}}\": \"am {{facts.on_day}} ({{generated_at}})\"\nPrice each: shared\nCurrency: Währung\n",
]

private func run(_ report: Report, on path: String, _ language: Language, _ format: ReportFormat) throws
  -> [UInt8]
{
  var options = ReportOptions(format: format, generatedAt: generatedAt)
  options.language = language
  var bytes: [UInt8] = []
  try report.run(on: path, options) { bytes.append(contentsOf: $0) }
  return bytes
}

@Test func aPageIsWrittenInTheLanguageAsked() throws {
  try withReport(report) { library in
    try withShop { _ in
    } _: { path in
      let words = try library.report(named: "words")
      func page(_ language: Language) throws -> String {
        String(decoding: try run(words, on: path, language, .html), as: UTF8.self)
      }
      #expect(
        try page(.german) == """
          <html lang="de"><title>Wörter &amp; &lt;i&gt;mehr&lt;/i&gt;</title><p>gleitender Durchschnitt, viele</p>\
          <li title="Artikel &quot;unvalued&quot;">unbewertet 02.01.2026 1.234,56 ohne</li>
          <li title="Artikel &quot;B&quot;">&lt;b&gt;  −0,05 ohne</li>
          <p>am 31.10.2026 (21.11.2026, 10:30)</p>
          """)
      #expect(
        try page(.french).contains("<li title=\"Item unvalued\">unvalued 02/01/2026 1\u{202F}234,56 without</li>"))
      #expect(try page(.french).contains("<html lang=\"fr\"><title>Words</title>"))
      #expect(try page(.english).contains("<p>made 2026-11-21 10:30 on 2026-10-31</p>"))
      let lacking = try words.untranslated(into: .german)
      #expect(
        lacking.own == ["What is said.", "Kind", "How many.", "few", "Source", "On day", "gift", "SKU", "Word", "Day"])
      #expect(lacking.shared == ["Shop", "Time zone", "Made at"])
      let book = ByteSource.memory(try run(words, on: path, .german, .xlsx), name: "w.xlsx")
      let tables = CollectedReading(of: SpreadsheetFormat.self, source: book, options: ["header-row": "1"]).tables
      #expect(tables.map(\.name) == ["Wörter & <i>mehr<_i>", "Alle Artikel"])
      #expect(tables.last?.records.first?.fields.map(\.text) == ["unvalued", "unbewertet", "2026-01-02", "1234.56"])
    }
  }
}

@Test func textsOfTheDefinitionAreShownInALanguage() throws {
  try withReport(report) { library in
    let words = try library.report(named: "words")
    // The second is not translated, and the last is in the messages that reports share.
    let texts = ["Words", "What is said.", "Currency"]
    let german = try words.translated(texts, into: .german)
    #expect(german == ["Wörter & <i>mehr</i>", "What is said.", "Währung"])
    let french = try words.translated(texts, into: .french)
    #expect(french == texts)
  }
}

@Test func whatIsForProgramsIsTheSameInAllLanguages() throws {
  try withReport(report) { library in
    try withShop(CornerShop.fill) { path in
      for report in [try library.report(named: "words"), try shippedReports.report(named: "stock-on-hand")] {
        for format in [ReportFormat.csv, .json] {
          let english = try run(report, on: path, .english, format)
          #expect(try run(report, on: path, .german, format) == english)
          #expect(try run(report, on: path, .swedish, format) == english)
        }
      }
    }
  }
}

@Test(arguments: [
  ("a: [", "the YAML cannot be read"), ("- a", "the file is not a list of messages"),
  ("Total: {{n}}", "the translation of 'Total' is not a text"), ("a: [b]", "the translation of 'a' is not a text"),
])
private func messageFilesThatCannotBeReadAreToldWithTheirPlace(_ yaml: String, _ message: String) throws {
  var files = report
  files["words/messages/de.yml"] = yaml
  try withReport(files) { library in
    try withShop { _ in
    } _: { path in
      let words = try library.report(named: "words")
      let error = #expect(throws: Problems.self) { _ = try run(words, on: path, .german, .html) }
      #expect(error?.all.allSatisfy { $0.code == .invalidMessages } == true)
      #expect(error?.description.contains("words/messages/de.yml") == true)
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
  }
}

@Test(arguments: Language.allCases.filter { $0 != .english })
private func shippedReportsAreTranslated(_ language: Language) throws {
  for name in shippedReports.names {
    let lacking = try shippedReports.report(named: name).untranslated(into: language)
    #expect(lacking.own == [], "\(name)")
    #expect(lacking.shared == [], "\(name)")
  }
}
