import Foundation
import ProblemKit
import Testing
import Wording

@testable import Reporting

private let ownTable = [
  "prices/report.yml": """
  title: Prices
  summary: What each item is sold for.
  parameters:
    least: {type: money, help: The lowest price that is listed., default: "0"}
  queries:
    totals: {file: totals.sql, rows: one, columns: [items]}
    items:
      file: items.sql
      sheet: Items on sale
      columns: [sku: {code: title}, title, price]
    streamed:
      file: items.sql
      rows: streamed
      columns: [sku, title, price]
  html: tables
  csv: {query: items}
  """,
  "prices/totals.sql": "SELECT COUNT(*) AS items FROM report_variants",
  "prices/items.sql": """
  SELECT v.sku, v.title, CASE WHEN v.sku <> 'SOAP-1' THEN p.price_minor END AS price
  FROM report_variants v LEFT JOIN report_prices p ON p.variant_id = v.variant_id AND p.price_type = 'regular'
  WHERE COALESCE(p.price_minor, 0) >= :least ORDER BY v.sku
  """,
  "_shared/columns.yml": """
  items: whole-number
  sku: text
  title: text
  price: {type: money, title: Price <now>, heading: "Price\\nnow", unknown: no price}
  made_up: {type: quantity, title: Made up}
  """,
]

private func withOwnTable(
  _ files: [String: String] = ownTable, _ work: (Report, ReportLibrary, String) throws -> Void
) throws {
  try withReport(files) { mine in
    let library = ReportLibrary(folders: mine.folders + shippedReports.folders)
    try withShop(CornerShop.fill) { path in try work(try library.report(named: "prices"), library, path) }
  }
}

@Test func aReportWithPlainTablesNeedsNoTemplate() throws {
  try withOwnTable { report, library, path in
    let page = try report.text(on: path, format: .html)
    #expect(page.contains("<h2 id=\"items\">Items on sale</h2>"))
    #expect(page.contains("<div><dt>Items</dt><dd>6</dd></div>"))
    #expect(page.contains("<th scope=\"col\">SKU</th>"))
    #expect(page.contains("<th scope=\"col\" class=\"n\">Price<br>now</th>"))
    #expect(page.contains("<span class=\"quiet\">no price</span>"))
    // The title of an item is below its number, and not in a column of its own; text from people is escaped.
    let rows = page.components(separatedBy: "<tr><th scope=\"row\">").dropFirst()
    #expect(rows.count == 12)
    #expect(page.components(separatedBy: "<span class=\"sub code\">").count == 7)
    #expect(!page.contains("{{") && !page.contains("<now>") && !page.contains(CornerShop.hostileTitle))
    let folder = try #require(library.folder(of: "prices"))
    let findings = try ReportCheck(library).findings(in: folder, on: path).map(\.problem.description)
    #expect(findings == [])
  }
}

@Test func aMadeTableIsTranslated() throws {
  var files = ownTable
  files["prices/messages/de.yml"] = "\"Price\": Preis\nnow: jetzt\nno price: kein Preis\nItems on sale: Im Verkauf\n"
  try withOwnTable(files) { report, _, path in
    var options = ReportOptions(format: .html, generatedAt: generatedAt)
    options.language = .german
    var bytes: [UInt8] = []
    try report.run(on: path, options) { bytes.append(contentsOf: $0) }
    let page = String(decoding: bytes, as: UTF8.self)
    for text in [">Preis<br>jetzt</th>", "kein Preis", "<h2 id=\"items\">Im Verkauf</h2>"] {
      #expect(page.contains(text), "\(text)")
    }
    let lacking = try report.untranslated(into: .german).own
    #expect(!lacking.contains("Nothing to show.") && lacking.contains("Price <now>") && !lacking.contains("now"))
  }
}

@Test func aColumnIsAddedInTheDefinitionAndTheSQL() throws {
  var files = ownTable
  files["prices/report.yml"] = ownTable["prices/report.yml"]?.replacing(
    "title, price]", with: "title, price, made_up]")
  files["prices/items.sql"] = ownTable["prices/items.sql"]?.replacing("AS price\n", with: "AS price, 4250 AS made_up\n")
  try withOwnTable(files) { report, _, path in
    let page = try report.text(on: path, format: .html)
    #expect(page.components(separatedBy: "<th scope=\"col\" class=\"n\">Made up</th>").count == 3)
    #expect(page.components(separatedBy: "<td class=\"n\">4.25</td></tr>").count == 13)
    let lines = try report.text(on: path, format: .csv).components(separatedBy: "\r\n")
    #expect(lines[0] == "sku,title,price,made_up" && lines[1].hasSuffix(",4.25") && lines.count == 8)
    let items = queryRows(try report.data(on: path), "items")
    #expect(items.map { $0["made_up"] as? String } == Array(repeating: "4.25", count: 6))
  }
}

/// What a column is shown with; a shared column is shown without those that a query lacks.
private let richTable = [
  "prices/report.yml": """
  title: Prices
  summary: What each item is sold for.
  queries:
    items:
      file: items.sql
      columns:
        [sku: {class: code, flags: is_dear}, kind: text, price: {below: [kind, "of {{kind}}", {price: "again {{.}}"}]},
         change: {type: quantity, signed: yes}, is_dear: {type: flag, says: "dear at {{price}}"},
         is_new: {type: flag, flags: is_dear}]
      table: {columns: [sku, price, change, is_new]}
  html: tables
  csv: {query: items}
  """,
  "prices/items.sql": """
  SELECT v.sku, 'kit' AS kind, 250 AS price, 2000 AS change, 1 AS is_dear, 1 AS is_new
  FROM report_variants v WHERE v.sku = 'SOAP-1'
  """,
  "_shared/columns.yml": """
  sku: {type: text, code: [absent, kind], below: "{{absent}}"}
  price: money
  """,
]

@Test func aCellShowsMoreThanItsValue() throws {
  try withOwnTable(richTable) { report, _, path in
    let page = try report.text(on: path, format: .html)
    let row = """
      <tr><th scope="row" class="code">SOAP-1<span class="sub code">kit</span><span class="sub flag">dear at 2.50</span></th>\
      <td class="n">2.50<span class="sub">kit</span><span class="sub">of kit</span><span class="sub">again 2.50</span></td>\
      <td class="n">+2</td><td><span class="flag">Is new</span> <span class="flag">dear at 2.50</span></td></tr>
      """
    #expect(page.contains(row), "\(page.components(separatedBy: "<tbody>").last ?? "")")
  }
}

/// What no field of a column says is written out; everything around it is made.
private let writtenTable = [
  "prices/report.yml": """
  title: Prices
  summary: What each item is sold for.
  queries:
    items:
      file: items.sql
      columns:
        [sku: {cell: "{{kind}} <i>{{sku}}</i>", heading: ""}, kind: text,
         price: {type: money, strong: yes, unit: kind, unknown: none}, cost: {type: money, strong: yes, unknown: none},
         change: {type: quantity, sense: variance}, shared: {dash: ""}, is_first: {type: flag}]
      table:
        caption: "{{#parameter.least}}With a least price{{/parameter.least}}, and <without>"
        head: {is_first: "Kind <b>{{kind}}</b>"}
        columns: [sku, Both: [price, cost], change, shared, Ticked: <☐>]
  html: tables
  csv: {query: items}
  """,
  "prices/items.sql": """
  SELECT v.sku, 'kit' AS kind, 250 AS price, NULL AS cost, -2000 AS change, NULL AS shared, 1 AS is_first
  FROM report_variants v WHERE v.sku = 'SOAP-1'
  """,
  "_shared/columns.yml": "shared: {type: text, dash: nothing, cell: \"{{absent}}\"}",
]

@Test func cellsHeadsAndFixedTextsAreWrittenOut() throws {
  try withOwnTable(writtenTable) { report, _, path in
    let page = try report.text(on: path, format: .html)
    let rows = """
      <tr class="head"><th scope="rowgroup" colspan="6"><span>Kind <b>kit</b></span></th></tr>\
      <tr><th scope="row">kit <i>SOAP-1</i></th><td class="n"><strong>2.50</strong> <span class="quiet">kit</span></td>\
      <td class="n"><span class="quiet">none</span></td>\
      <td class="n"><span class="loss"><i aria-hidden="true">▼</i>−2</span></td><td></td><td>&lt;☐&gt;</td></tr>
      """
    #expect(page.contains(rows), "\(page.components(separatedBy: "<tbody>").last ?? "")")
    for part in [
      "<tr><td rowspan=\"2\"></td><th scope=\"colgroup\" colspan=\"2\" class=\"group\">Both</th>",
      "<th scope=\"col\" rowspan=\"2\">Ticked</th></tr>", "<caption><span>, and <without></span></caption>",
    ] {
      #expect(page.contains(part), "\(part)")
    }
  }
}

private let brokenTables: [(definition: String, message: String)] = [
  (
    "columns: [sku, tittle]",
    "the column 'tittle' has no type, and is not one that reports share\nSay what it is: tittle: text."
  ),
  ("columns: [sku, tittle]", "Did you mean 'title'?"),
  ("columns: [sku, sku]", "the column 'sku' is listed twice"),
  ("columns: [sku, [title]]", "one of the columns is not a name"),
  ("columns: [sku, title: {code: skv}]", "shown with a column 'skv', which the query does not have"),
  ("columns: [sku, title: {below: skv}]", "shown with a column 'skv', which the query does not have"),
  ("columns: [sku, title: {below: [{skv: x}]}]", "shown with a column 'skv', which the query does not have"),
  ("columns: [sku, title: {flags: [sku, skv]}]", "shown with a column 'skv', which the query does not have"),
  ("columns: [sku, title: {class: '\" onload=\"x'}]", "which is not a name"),
  (
    "columns: [sku, price]\n    table: {columns: [sku, title]}",
    "shows a column 'title', which the query does not have"
  ),
  ("columns: [sku]\n    table: {class: '\" onload=\"x'}", "which is not a name"),
  ("columns: [sku]\n    table: {captions: x}", "unknown field 'captions'"),
  ("columns: [sku, title]\n    table: {head: {title: x}}", "where 'title' is set, which is not a flag of the query"),
  ("columns: [sku, price: {sense: gain}]", "'gain' is not a value of sense"),
  (
    "columns: [sku, total]",
    "the currency of 'total' should be in a column 'currency', which the query does not have"
  ),
  (
    "columns: [sku]\n    table: {details: {head: x, queries: [items]}}",
    "the details of 'items' are not queries within it with as many columns each"
  ),
  ("columns: [sku: {type: text, title: {de: Nummer}}]", "'en' is missing"),
  ("columns: [sku: {type: text, title: {en: Number, dee: Nummer}}]", "has an unknown field 'dee'"),
  (
    "columns: [sku]\ncsv: {columns: [sku], rows: [item: {sku: x}]}",
    "the report has no query 'item'\nName one of the report's queries. Did you mean 'items'?"
  ),
  ("columns: [sku]\ncsv: {columns: [sku], rows: [items: {skv: x}]}", "has an unknown field 'skv'"),
  ("columns: [sku]\n    rows: streamed\ncsv: {columns: [sku], rows: [items]}", "the rows of 'items' are streamed"),
  ("columns: [sku]\ncsv: {columns: [sku]}", "csv needs a query, a template, or columns and rows"),
  ("columns: [sku]\ncsv: {columns: [], rows: []}", "csv has no columns or no rows"),
]

/// A fixed text is quoted where it must be, a value where it is; a query of one row may have several rows.
@Test func aCSVIsMadeOfTheColumnsOfSeveralQueries() throws {
  var files = ownTable
  files["prices/report.yml"] = ownTable["prices/report.yml"]?.replacing(
    "csv: {query: items}",
    with: """
      csv:
        columns: [table, sku, price, currency: "{{shop.currency}}"]
        rows:
          - totals: [{table: "items, all", sku: "{{items}}"}, {table: 'say "{{items}}"', currency: ""}]
          - items
      """)
  try withOwnTable(files) { report, _, path in
    let lines = try report.text(on: path, format: .csv).components(separatedBy: "\r\n")
    #expect(lines.count == 10)
    #expect(lines[0] == "table,sku,price,currency" && lines[1] == "\"items, all\",6,,EUR")
    #expect(lines.contains(",SOAP-1,,EUR"))
    #expect(lines[2] == "\"say \"\"6\"\"\",,,")
  }
}

@Test(arguments: brokenTables)
private func aTableThatCannotBeMadeIsRefused(_ broken: (definition: String, message: String)) throws {
  let files = [
    "x/report.yml":
      "title: X\nsummary: x\nqueries:\n  items:\n    file: items.sql\n    \(broken.definition)\nhtml: tables\n",
    "x/items.sql": "SELECT sku FROM report_variants",
    "_shared/columns.yml": "sku: text\ntitle: text\nprice: money\ntotal: {type: money, currency: currency}\n",
  ]
  try withReport(files) { library in
    let error = #expect(throws: Problems.self) { try library.report(named: "x") }
    #expect(error?.description.contains(broken.message) == true, "\(error?.description ?? "")")
    let isPlaced = error?.all.allSatisfy { $0.source.hasSuffix("x/report.yml") && $0.position.line >= 4 }
    #expect(isPlaced == true)
  }
}

/// The columns of a shop's own reports do not change the meaning of names in shipped reports.
@Test func sharedColumnsAreThoseNextToTheReport() throws {
  var files = ownTable
  files["_shared/columns.yml", default: ""] += "\nnet_cost: text\nlines: text\n"
  files["mine/report.yml"] = "extends: shrinkage\nqueries: {months: {columns: [extra: text]}}\n"
  try withReport(files) { mine in
    let library = ReportLibrary(folders: mine.folders + shippedReports.folders)
    let (shipped, seen) = (try shippedReports.report(named: "shrinkage"), try library.report(named: "shrinkage"))
    #expect(shipped.definition.queries == seen.definition.queries)
    let extended = try library.report(named: "mine").definition.queries.first { $0.name == "months" }
    let months = shipped.definition.queries.first { $0.name == "months" }
    #expect(extended?.columns.map(\.type) == (months?.columns.map(\.type) ?? []) + [.text])
  }
}
