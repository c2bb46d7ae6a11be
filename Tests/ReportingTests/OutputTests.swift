import Foundation
import GRDB
import ProblemKit
import RetailValues
import Stock
import Testing

@testable import Reporting

/// Makes a folder of reports, runs the work on it, and takes it away.
func withReport<Result>(_ files: [String: String], _ work: (ReportLibrary) throws -> Result) throws -> Result {
  try withFolder { folder in
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try work(ReportLibrary(folders: [folder.path]))
  }
}

private let itemsDefinition = """
  title: Items
  summary: All items.
  queries:
    items: {file: items.sql, rows: streamed, row-template: item.html.mustache, columns: {sku: text, title: text}}
    few: {file: few.sql, columns: {sku: text, title: text}}
  html: items.html.mustache
  csv: {template: items.csv.mustache}
  """

let itemsFiles = [
  "items/report.yml": itemsDefinition,
  "items/items.sql": "SELECT sku, title FROM report_variants ORDER BY variant_id",
  "items/few.sql": "SELECT sku, title FROM report_variants ORDER BY variant_id LIMIT 10",
  "items/item.html.mustache": "<li title=\"{{title}}\">{{title}} of {{shop.name}}</li>\n",
  "items/items.html.mustache":
    "{{#items.any}}<ul>{{{items.rows}}}</ul>{{/items.any}}{{^items.any}}none{{/items.any}}\n",
  "items/items.csv.mustache": "sku,title\n{{#few}}\n{{sku}},{{title}}\n{{/few}}\n",
]

func withItems<Result>(
  _ titles: [String], shop: String = "A & B", _ work: (String) throws -> Result
) throws -> Result {
  try withShop(name: shop) { database in
    try database.execute(sql: "INSERT INTO products (id, code, title) VALUES (1, 'P', 'Item')")
    for (index, title) in titles.enumerated() {
      try database.execute(
        sql: "INSERT INTO variants (sku, product_id, title) VALUES (?, 1, ?)", arguments: ["S\(index)", title])
    }
  } _: {
    try work($0)
  }
}

/// To Swift one letter each, to a browser and to a spreadsheet two.
@Test func whatCombinesWithAMarkIsEscapedToo() throws {
  let hostile = "A\"\u{301} <\u{338} &\u{308}"
  try withItems([hostile], shop: hostile) { path in
    try withReport(itemsFiles) { library in
      let report = try library.report(named: "items")
      let html = Data(try report.text(on: path, format: .html).utf8)
      for bad in ["\"\u{301}", "<\u{338}", "&\u{308}"] { #expect(html.range(of: Data(bad.utf8)) == nil) }
      #expect(html.range(of: Data("of A&quot;\u{301} &lt;\u{338} &amp;\u{308}".utf8)) != nil)
      let csv = Data(try report.text(on: path, format: .csv).utf8)
      #expect(csv.range(of: Data("\"A\"\"\u{301} <\u{338}".utf8)) != nil)
    }
  }
}

@Test func everythingThatPeopleWroteIsEscaped() throws {
  let titles = [CornerShop.hostileTitle, "a,b\n\"c\"", "=1+1", "it's", "\u{1}bell", "{{shop.name}}", "\u{202E}é😀"]
  try withItems(titles) { path in
    try withReport(itemsFiles) { library in
      let report = try library.report(named: "items")
      let html = try report.text(on: path, format: .html)
      let script = "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;"
      #expect(html.contains("<li title=\"\(script)\">\(script) of A &amp; B</li>"))
      #expect(html.contains("it&#39;s"))
      #expect(html.contains("\u{FFFD}bell"))
      #expect(html.contains("{{shop.name}}"))
      #expect(html.contains("\u{202E}é😀"))
      let csv = try report.text(on: path, format: .csv)
      #expect(
        csv == "sku,title\r\nS0,\"<script>alert(1)</script> & \"\"x\"\"\"\r\nS1,\"a,b\n\"\"c\"\"\"\r\nS2,'=1+1\r\n"
          + "S3,it's\r\nS4,\u{1}bell\r\nS5,{{shop.name}}\r\nS6,\u{202E}é😀\r\n")
      let unguarded = try report.text(on: path, format: .csv, guardsFormulas: false)
      #expect(unguarded.contains("S2,=1+1\r\n"))
      let data = try report.data(on: path)
      #expect((data["items"] as? [[String: String]])?.compactMap { $0["title"] } == titles)
    }
  }
}

@Test func queriesIncludeWhatTheyShare() throws {
  var files = itemsFiles
  files["items/items.sql"] = "SELECT /* include columns.sql */ FROM report_variants /*include order.sql*/"
  files["items/columns.sql"] = "-- What is shown.\nsku, title\n"
  files["items/order.sql"] = "ORDER BY variant_id DESC"
  try withItems(["a", "b"]) { path in
    try withReport(files) { library in
      let data = try library.report(named: "items").data(on: path)
      #expect((data["items"] as? [[String: String]])?.compactMap { $0["title"] } == ["b", "a"])
    }
    // What is included is looked at as part of the statement, and a file that is not there is named.
    files["items/order.sql"] = "; DELETE FROM variants"
    try withReport(files) { library in
      let report = try library.report(named: "items")
      #expect {
        _ = try report.text(on: path)
      } throws: {
        ($0 as? Problems).map { Problem.Code.reportSQL.contains($0.code) } ?? false
      }
    }
    files["items/order.sql"] = nil
    try withReport(files) { library in
      let error = #expect(throws: Problems.self) { _ = try library.report(named: "items") }
      #expect(error?.all.contains { $0.source.hasSuffix("items/order.sql") } == true)
    }
  }
}

@Test func noRowsAndOneRowAreShown() throws {
  try withReport(itemsFiles) { library in
    let report = try library.report(named: "items")
    try withItems([]) { path in
      #expect(try report.text(on: path, format: .html) == "none\n")
      #expect(try report.text(on: path, format: .csv) == "sku,title\r\n")
      let json = try report.text(on: path)
      #expect(json.contains("\"items\": [],"))
    }
    try withItems(["x"]) { path in
      let html = try report.text(on: path, format: .html)
      #expect(html == "<ul><li title=\"x\">x of A &amp; B</li>\n</ul>\n")
    }
  }
}

@Test func fiftyThousandRowsAreStreamed() throws {
  try withItems((0..<50_000).map { "Item \($0)" }) { path in
    try withReport(itemsFiles) { library in
      let report = try library.report(named: "items")
      for format in [ReportFormat.html, .json] {
        var largest = 0
        var rows = 0
        let options = ReportOptions(format: format, generatedAt: generatedAt)
        try report.run(on: path, options) { bytes in
          largest = max(largest, bytes.count)
          rows += bytes.count { $0 == UInt8(ascii: "\n") }
        }
        #expect(rows > 50_000)
        #expect(largest < 1 << 17)
      }
    }
    // A query that is held in memory has an end.
    var files = itemsFiles
    files["items/few.sql"] = itemsFiles["items/items.sql"]
    try withReport(files) { library in
      let error = #expect(throws: Problems.self) {
        _ = try library.report(named: "items").text(on: path, format: .csv)
      }
      #expect(error?.all.first?.code == .unexpectedRows)
    }
  }
}

@Test func whatTheReaderThrowsEndsTheRun() throws {
  struct Full: Error {}
  try withShop(CornerShop.fill) { path in
    let report = try shippedReports.report(named: "shrinkage")
    #expect(throws: Full.self) { try report.run(on: path) { _ in throw Full() } }
  }
}

@Test func theEarlierFolderCounts() throws {
  try withReport(itemsFiles) { own in
    let library = ReportLibrary(folders: own.folders + shippedReports.folders + ["/nonexistent"])
    #expect(library.names == (["items"] + shippedReports.names).sorted())
    var files = itemsFiles.reduce(into: [:]) { $0[$1.key.replacing("items/", with: "shrinkage/")] = $1.value }
    files["_shared/loss.mustache"] = "mine"
    try withReport(files) { own in
      let library = ReportLibrary(folders: own.folders + shippedReports.folders)
      let report = try library.report(named: "shrinkage")
      #expect(report.title == "Items")
    }
  }
}

private struct BrokenReport: Sendable, CustomTestStringConvertible {
  let file: String
  let text: String
  let message: String
  var testDescription: String { message }
}

@Test(arguments: [
  BrokenReport(file: "report.yml", text: "", message: "the file is empty"),
  BrokenReport(
    file: "report.yml", text: "a: [", message: "the YAML cannot be read: did not find expected node content"),
  BrokenReport(file: "report.yml", text: "just text", message: "the report is not a list of fields"),
  BrokenReport(
    file: "report.yml", text: itemsDefinition + "\nsumary: x",
    message: "unknown field 'sumary'\nKnown are extends, title, summary"),
  BrokenReport(
    file: "report.yml", text: itemsDefinition.replacing("title: text", with: "title: txt"),
    message: "'txt' is not a value of column 'title'"),
  BrokenReport(
    file: "report.yml", text: itemsDefinition.replacing("items.sql", with: "../items.sql"),
    message: "'../items.sql' is not the name of a file"),
  BrokenReport(file: "item.html.mustache", text: "{{#a}}{{/b}}", message: "a section is closed by another name"),
  BrokenReport(
    file: "item.html.mustache", text: "x\n{{a", message: "item.html.mustache:2: the template cannot be read"),
  BrokenReport(file: "item.html.mustache", text: "{{>missing}}", message: "there is no shared template 'missing'"),
  BrokenReport(file: "../_shared/a.mustache", text: "{{> a }}", message: "the template includes itself"),
  BrokenReport(file: "items.sql", text: "\0", message: "the file is not text in UTF-8"),
])
private func whatIsWrongWithAReportIsToldWhenItIsLoaded(_ broken: BrokenReport) throws {
  var files = itemsFiles
  files["items/\(broken.file)"] = broken.text
  try withReport(files) { library in
    let error = #expect(throws: Problems.self) { _ = try library.report(named: "items") }
    #expect(error?.description.contains(broken.message) == true, "\(error?.description ?? "")")
  }
}

@Test func columnsThatDifferFromTheDefinitionAreAnError() throws {
  var files = itemsFiles
  files["items/items.sql"] = "SELECT title, sku FROM report_variants"
  try withReport(files) { library in
    try withItems(["x"]) { path in
      let error = #expect(throws: Problems.self) { _ = try library.report(named: "items").text(on: path) }
      #expect(error?.description.contains("the columns are title, sku, but report.yml says sku, title") == true)
    }
  }
}

@Test func numbersArePrintedExactly() throws {
  let currency = try #require(Currency("EUR"))
  let formatting = Formatting(settings: ShopSettings(name: "", currency: currency, timeZone: "Europe/Berlin"))
  func display(_ number: Int64, _ type: ReportColumnType) -> String { formatting.display(.integer(number), as: type) }
  #expect(display(-123_456_789, .money) == "−1,234,567.89")
  #expect(display(.min, .money) == "−92,233,720,368,547,758.08")
  #expect(display(5, .money) == "0.05")
  #expect(display(1_250, .quantity) == "1.25")
  #expect(display(-1_000_000, .quantity) == "−1,000")
  #expect(display(2_100_000, .unitCost) == "2.10")
  #expect(display(333_333, .unitCost) == "0.333333")
  #expect(display(1_234_500_000, .unitCost) == "1,234.50")
  #expect(display(688_350, .percent) == "68.84 %")
  #expect(display(-688_350, .percent) == "−68.84 %")
  #expect(display(49, .percent) == "0.00 %")
  #expect(display(.max, .dateTime) == "9223372036854775807")
  #expect(formatting.exact(.integer(688_311), as: .percent) == "68.8311")
  #expect(formatting.exact(.integer(.min), as: .quantity) == "-9223372036854775.808")
  let yen = Formatting(
    settings: ShopSettings(name: "", currency: try #require(Currency("JPY")), timeZone: "Asia/Tokyo"))
  #expect(yen.display(.integer(1_234_567), as: .money) == "1,234,567")
  #expect(yen.display(.integer(5_000_000), as: .unitCost) == "5")
}
