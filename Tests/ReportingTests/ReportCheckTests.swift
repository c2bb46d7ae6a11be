import FormatKitTesting
import Foundation
import ProblemKit
import RetailValues
import Stock
import Testing

@testable import Reporting

private let sound = [
  "mine/report.yml": """
  title: Mine
  summary: All items.
  parameters:
    location: {type: location, help: The code of one location out of all of them.}
  queries:
    items:
      file: items.sql
      rows: streamed
      row-template: item.html.mustache
      columns: {sku: text, title: text, on_hand: quantity}
    total: {file: total.sql, rows: one, columns: {on_hand: quantity, items: whole-number}}
  html: mine.html.mustache
  csv: {query: items}
  """,
  "mine/items.sql": """
  SELECT v.sku, v.title, s.quantity_milli AS on_hand
  FROM report_stock_on_hand s JOIN report_variants v ON v.variant_id = s.variant_id
    JOIN report_locations p ON p.location_id = s.location_id
  WHERE CAST(:location AS TEXT) IS NULL OR p.location = :location
  ORDER BY v.sku
  """,
  "mine/total.sql": "SELECT SUM(s.quantity_milli) AS on_hand, COUNT(*) AS items FROM report_stock_on_hand s",
  "mine/item.html.mustache":
    "<tr><th scope=\"row\">{{sku}}</th><td>{{title}}{{#on_hand}}{{#is_negative}}below {{.}}{{/is_negative}}{{/on_hand}}</td></tr>\n",
  "mine/mine.html.mustache": """
  {{<page}}
  {{$main}}
  <p>{{total.on_hand}} of {{total.items}}{{#parameter.location}} in {{.}}{{/parameter.location}}</p>
  {{#items.any}}
  <table><caption>Items</caption><thead><tr><th scope="col">Item</th></tr></thead>
  <tbody>{{{items.rows}}}</tbody></table>
  {{/items.any}}
  {{/main}}
  {{/page}}
  """,
]

private func findings(_ files: [String: String], on database: String? = nil) throws -> [ReportFinding] {
  try withReport(files) { own in
    let library = ReportLibrary(folders: own.folders + shippedReports.folders)
    return try ReportCheck(library).findings(in: own.folders[0] + "/mine", on: database)
  }
}

private struct Flaw: Sendable, CustomTestStringConvertible {
  let file: String
  let old: String
  let new: String
  let severity: ReportFinding.Severity
  let message: String
  var testDescription: String { message }

  init(_ file: String, _ old: String, _ new: String, _ message: String) {
    self.init(file, old, new, .error, message)
  }

  init(
    _ file: String, _ old: String, _ new: String, _ severity: ReportFinding.Severity, _ message: String
  ) {
    self.file = file
    self.old = old
    self.new = new
    self.severity = severity
    self.message = message
  }
}

@Test func nothingIsWrongWithASoundReport() throws {
  #expect(try findings(sound).map(\.problem.description) == [])
  let reported = try withShop(CornerShop.fill) { path in
    try findings(sound, on: path).map(\.problem.description)
  }
  #expect(reported == [])
}

@Test(arguments: [
  Flaw("report.yml", "title: Mine", "titel: Mine", "unknown field 'titel'"),
  Flaw("items.sql", "report_variants", "report_varients", "Did you mean 'report_variants'?"),
  Flaw("items.sql", "v.title,", "v.titel AS title,", "Did you mean 'title'?"),
  Flaw("items.sql", "report_variants", "variants", "reads 'variants', which is not one of the report_… views"),
  Flaw("items.sql", "ORDER BY v.sku", "; DELETE FROM x", "there is more than one statement"),
  Flaw("items.sql", "= :location", "= :lokation", "Did you mean :location?"),
  Flaw("total.sql", "COUNT(*) AS items", "COUNT(*) AS things", "the columns are on_hand, things, but report.yml says"),
  Flaw("mine.html.mustache", "{{total.items}}", "{{total.itmes}}", "Did you mean 'total.items'?"),
  Flaw(
    "mine.html.mustache", "#parameter.location}} in {{.}}{{/parameter.location",
    "#parameter.place}} in {{.}}{{/parameter.place",
    "'parameter.place' is the name of nothing"),
  Flaw("mine.html.mustache", "<p>", "<p>{{>sign-off}}", "'books.changed_at' is the name of nothing"),
  Flaw(
    "mine.html.mustache", "<p>", "<p>{{#charts.none}}{{>chart}}{{/charts.none}}", "'charts.none' is the name of nothing"
  ),
  Flaw("item.html.mustache", "{{title}}", "{{titel}}", "Did you mean 'title'?"),
  Flaw("item.html.mustache", "{{title}}", "{{total.items}}", "'total.items' is the name of nothing"),
  Flaw("item.html.mustache", "{{title}}", "{{{title}}}", "'title' is printed without being escaped"),
  Flaw("item.html.mustache", "{{title}}", "{{&title}}", "'title' is printed without being escaped"),
  Flaw("item.html.mustache", "<td>", "<td class={{title}}>", "outside of quotation marks"),
  Flaw("item.html.mustache", "<td>", "<td onclick=\"go('{{title}}')\">", "in an attribute that is run as a script"),
  Flaw("item.html.mustache", "<td>", "<td style=\"color:{{title}}\">", "in a style"),
  Flaw("item.html.mustache", "<td>", "<td><a href=\"{{title}}\">", "at the beginning of an address"),
  Flaw("item.html.mustache", "<td>", "<td><script>var x = '{{title}}'</script>", "within <script>"),
  Flaw("report.yml", "title: text, on_hand: quantity", "title: text, on_hand: text", "is in thousandths, but a text"),
  // Sums keep the unit, and so do replacements for NULL.
  Flaw("report.yml", "{on_hand: quantity, items", "{on_hand: whole-number, items", "is in thousandths, but a whole"),
  Flaw(
    "total.sql", "COUNT(*) AS items", "COALESCE(-MAX(s.value_cost_minor), 0) AS items",
    "is in minor units of a currency"
  ),
  Flaw(
    "total.sql", "SELECT SUM(s.quantity_milli) AS on_hand, COUNT(*) AS items",
    "SELECT\n  SUM(s.value_cost_minor) AS items, SUM(s.quantity_milli) AS on_hand", "is in minor units of a currency"),
  // An apostrophe in a comment begins no text.
  Flaw(
    "total.sql", "SELECT SUM(s.quantity_milli) AS on_hand, COUNT(*) AS items",
    "SELECT /* it's */ SUM(s.quantity_milli) AS on_hand, SUM(s.value_cost_minor) AS items",
    "is in minor units of a currency"),
  Flaw("report.yml", "of them.}", "of them., default: none}", "the default of location 'none' is not a location"),
  Flaw(
    "report.yml", "of them.}", "of them.}\n  day: {type: date, help: A day., default: sunday}",
    "the default of day 'sunday'"),
  Flaw(
    "report.yml", "of them.}", "of them.}\n  other: {type: text, help: Other.}", .warning,
    "the parameter 'other' is read nowhere"),
  Flaw("report.yml", "items: whole-number}}", "items: text}}", .warning, "holds numbers such as 0, but is a text"),
  Flaw("mine.html.mustache", " scope=\"col\"", "", .warning, "mine.html.mustache:5: a heading of a table has no scope"),
  Flaw("mine.html.mustache", "<caption>Items</caption>", "", .warning, "mine.html.mustache:5: a table has no caption"),
  Flaw("report.yml", "csv: {query: items}", "", .warning, "the report has no CSV"),
  Flaw(
    "report.yml", "{sku: text, title: text,", "{sku: text, title: label,",
    "the column 'title' is a label, but has no words"
  ),
  Flaw(
    "total.sql", "FROM report_stock_on_hand s",
    "FROM report_movements s, report_movements t WHERE s.quantity_milli < t.quantity_milli",
    .warning, "reads all of movements again and again: SCAN"),
  Flaw(
    "total.sql", "COUNT(*) AS items",
    "(SELECT COUNT(*) FROM report_movements m WHERE m.quantity_milli = s.quantity_milli) AS items", .warning,
    "reads all of movements again and again: SCAN"),
])
private func whatIsWrongIsFound(_ flaw: Flaw) throws {
  var files = sound
  let name = "mine/\(flaw.file)"
  let text = try #require(files[name])
  #expect(text.contains(flaw.old), "the test changes nothing")
  files[name] = text.replacing(flaw.old, with: flaw.new)
  let found = try findings(files)
  #expect(
    found.contains { $0.severity == flaw.severity && $0.problem.description.contains(flaw.message) },
    "\(found.map(\.problem.description))")
  #expect(found.allSatisfy { $0.problem.source.contains("/") && !$0.problem.remedy.isEmpty })
}

@Test func whatLooksLikeAFlawAndIsNone() throws {
  var files = sound
  files["mine/item.html.mustache"] = """
    <tr data-item="{{sku}}"><td><a href="#{{sku}}">{{title}}</a><a href="https://example.com/?q={{sku}}">{{on_hand}}</a></td></tr>
    """
  files["mine/total.sql"] = """
    SELECT SUM(s.quantity_milli) AS on_hand, COUNT(CASE WHEN s.value_cost_minor > 0 THEN s.quantity_milli END) AS items
    FROM report_stock_on_hand s
    """
  #expect(try findings(files).map(\.problem.description) == [])
}

/// However a statement repeats and nests itself, it is read in one pass.
@Test(arguments: ["x AS a ", "(x AS a ", "a_minor AS on_hand, ", "'", "SELECT ", ") AS a"])
func unitsAreLookedForInOnePass(part: String) {
  let sql = String(repeating: part, count: (1 << 18) / part.utf8.count)
  #expect(ProcessorTime.spent { _ = SelectedExpressions(of: sql) } < .seconds(10))
}

/// A link might lead to what the reader of the report is not to see.
@Test func linksAreNotFollowed() throws {
  try withReport(sound) { own in
    let file = own.folders[0] + "/mine/item.html.mustache"
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/etc/passwd")
    let library = ReportLibrary(folders: own.folders + shippedReports.folders)
    let found = try ReportCheck(library).findings(in: own.folders[0] + "/mine", on: nil)
    #expect(found.contains { $0.problem.source == file && $0.problem.message == "is a link" }, "\(found)")
  }
}

@Test func severalFlawsAreToldInOnePass() throws {
  var files = sound
  files["mine/items.sql"] = "SELECT v.skuu AS sku FROM report_variants v"
  files["mine/total.sql"] = "SELECT 1 AS one"
  files["mine/item.html.mustache"] = "{{a}}{{{sku}}}"
  files["mine/messages/de.yml"] = "Mine: Meins {{n}}\nNowhere: Nirgends\n"
  let found = try findings(files)
  let errors = found.filter { $0.severity == .error }
  #expect(errors.count == 5, "\(found.map(\.problem.description))")
  let text = found.map(\.problem.description).joined(separator: "\n")
  for part in [
    "Did you mean 'sku'?", "the columns are one", "'a' is the name", "'sku' is printed",
    "has other variables: 'Meins {{n}}'", "says 'Nowhere' nowhere", "texts have no translation, the first 'All items.'",
  ] {
    #expect(text.contains(part), "\(text)")
  }
  // Errors come first.
  #expect(Array(found.prefix(5)) == errors)
}

@Test func anErrorInACommonExpressionIsToldOnce() throws {
  var files = sound
  files["mine/report.yml"]?.append("\ncommon: {base: base.sql}\n")
  files["mine/base.sql"] = "SELECT x.nothing FROM report_variants x"
  let found = try findings(files).filter { $0.severity == .error }
  #expect(found.count == 1, "\(found.map(\.problem.description))")
  #expect(found.first?.problem.source.hasSuffix("mine/base.sql") == true)
}

/// The shipped reports have no errors, in shops with and without goods.
@Test func shippedReportsPass() throws {
  try withShop(CornerShop.fill) { path in
    for name in shippedReports.names {
      let folder = try #require(shippedReports.folder(of: name))
      let found = try ReportCheck(shippedReports).findings(in: folder, on: path)
      #expect(found.filter { $0.severity == .error }.map(\.problem.description) == [], "\(name)")
    }
  }
}
