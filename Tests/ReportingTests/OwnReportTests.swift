import FormatKitTesting
import Foundation
import ProblemKit
import RetailValues
import Stock
import Testing
import Wording

@testable import Reporting

private func isClean(_ library: ReportLibrary, _ name: String, on path: String?) throws -> [String] {
  let folder = try #require(library.folder(of: name))
  return try ReportCheck(library).findings(in: folder, on: path).map(\.problem.description)
}

@Test(arguments: [Language.english, .french])
func aNewReportWorksAsItIs(_ language: Language) throws {
  try withFolder { folder in
    let starter = try ReportStarter(named: "slow-sellers", title: "Slow \"sellers\" & <co>", language: language)
    #expect(try starter.write(in: folder.path) == folder.path + "/slow-sellers")
    let library = ReportLibrary(folders: [folder.path] + shippedReports.folders)
    try withShop(CornerShop.fill) { path in
      #expect(try isClean(library, "slow-sellers", on: path) == [])
      let report = try library.report(named: "slow-sellers")
      for format in [ReportFormat.html, .csv, .json, .xlsx] {
        var bytes: [UInt8] = []
        var options = ReportOptions(parameters: ["location": "shop"], format: format, generatedAt: generatedAt)
        options.language = starter.language
        try report.run(on: path, options) { bytes.append(contentsOf: $0) }
        #expect(bytes.count > 100, "\(format)")
      }
      let lacking = try report.untranslated(into: starter.language).own
      #expect(lacking == [])
      let page = try report.text(on: path, format: .html)
      #expect(page.contains("<h1>Slow &quot;sellers&quot; &amp; &lt;co&gt;</h1>"))
      // Counted by another query: as many rows as there are balances that are not zero.
      let items = try #require(try report.data(on: path)["items"] as? [[String: Any]])
      #expect(items.count == 6)
    }
    #expect(try isClean(library, "slow-sellers", on: nil) == [])
    let again = #expect(throws: Problems.self) { try starter.write(in: folder.path) }
    #expect(again?.description.contains("the folder is there already") == true)
  }
}

@Test(arguments: ["", "Name", "../x", "a/b", "-a", "a b", "ä", String(repeating: "a", count: 61), "_shared"])
func otherNamesAreNone(_ name: String) {
  #expect(throws: Problems.self) { try ReportStarter(named: name, title: nil, language: .english) }
}

private let own = [
  "shrinkage/report.yml": """
  extends: shrinkage
  title: Our shrinkage
  parameters:
    denominator: {default: book-stock}
  queries:
    months: {sheet: none}
    items:
      file: items.sql
      rows: one
      columns: {items: whole-number}
  """,
  "shrinkage/items.sql": "SELECT COUNT(*) AS items FROM report_variants",
  "shrinkage/messages/de.yml": "Our shrinkage: Unser Schwund\n",
]

@Test func aReportStandsUponOneThatShips() throws {
  try withReport(own) { mine in
    let library = ReportLibrary(folders: mine.folders + shippedReports.folders)
    try withShop(CornerShop.fill) { path in
      let (base, report) = (try shippedReports.report(named: "shrinkage"), try library.report(named: "shrinkage"))
      #expect(report.title == "Our shrinkage" && report.summary == base.summary)
      #expect(report.parameters.map(\.name) == base.parameters.map(\.name))
      #expect(report.parameters.first { $0.name == "denominator" }?.defaultValue == "book-stock")
      #expect(report.parameters.first { $0.name == "denominator" }?.help == base.parameters[2].help)
      #expect(report.definition.queries.map(\.name) == base.definition.queries.map(\.name) + ["items"])
      #expect(report.definition.queries.first { $0.name == "months" }?.sheet == ReportSheet.none)
      let (shipped, changed) = (try base.data(on: path, ["denominator": "book-stock"]), try report.data(on: path))
      #expect((changed["items"] as? [String: Int])?["items"] == 6)
      for name in base.definition.queries.map(\.name) {
        let sides = try [changed, shipped].map {
          try JSONSerialization.data(withJSONObject: [$0[name]], options: .sortedKeys)
        }
        #expect(sides[0] == sides[1], "\(name)")
      }
      #expect(try report.text(on: path, format: .html).contains("<h1>Our shrinkage</h1>"))
      // Its own texts come before those of the report below.
      let messages = try report.files.messages(in: .german)
      #expect(messages.text("Our shrinkage") == "Unser Schwund")
    }
  }
}

@Test func aFileOfItsOwnTakesThePlaceOfTheOther() throws {
  var files = own
  files["shrinkage/shrinkage.html.mustache"] = "<h1>Ours: {{header.sessions}}</h1>"
  files["shrinkage/report.yml"] = "extends: shrinkage\ncsv: {query: months}\n"
  try withReport(files) { mine in
    let library = ReportLibrary(folders: mine.folders + shippedReports.folders)
    try withShop(CornerShop.fill) { path in
      let report = try library.report(named: "shrinkage")
      #expect(try report.text(on: path, format: .html) == "<h1>Ours: 2</h1>")
      #expect(try report.text(on: path, format: .csv).hasPrefix("month,lines,"))
    }
  }
}

@Test(arguments: [
  (
    "extends: shrinkge",
    "it extends 'shrinkge', which is no other report\nName a report that ships. Did you mean 'shrinkage'?"
  ),
  ("extends: mine", "it extends 'mine', which is no other report"),
  ("extends: other", "it extends 'mine', which is no other report"),
  ("extends: shrinkage\nqueries: {months: {file: x.sql}}", "the file cannot be read"),
  ("extends: shrinkage\nqueries: {months: 3}", "is not a list of fields"),
])
private func whatCannotBeExtendedIsTold(_ yaml: String, _ message: String) throws {
  try withReport(["mine/report.yml": yaml, "other/report.yml": "extends: mine"]) { mine in
    let library = ReportLibrary(folders: mine.folders + shippedReports.folders)
    let error = #expect(throws: Problems.self) { try library.report(named: "mine") }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
