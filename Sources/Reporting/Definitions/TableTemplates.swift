internal import Wording

/// Templates that are made of the columns of queries: `{{>table-NAME}}` for the table of a query and `{{>table-NAME-details}}`
/// for its details, the row of a streamed one, the whole page of a report that says `html: tables`, and a CSV of several queries.
///
/// They are templates like those that people write: they are translated, checked and measured in the same way.
struct TableTemplates {
  /// The value of `html` for a generated page.
  static let page = "tables"
  static let prefix = "table-"

  /// By the name under which the report's files hold them.
  private(set) var texts: [String: String] = [:]

  static func row(of query: String) -> String { "row-of-\(query)" }

  static func details(of query: String) -> String { "\(prefix)\(query)-details" }

  init(_ definition: ReportDefinition) {
    for query in definition.queries {
      guard let table = query.table else { continue }
      let columns = Self.columns(of: query, table)
      texts[Self.prefix + query.name] = Self.table(query, table, columns)
      if let details = table.details {
        texts[Self.details(of: query.name)] = Self.details(details, of: query, in: definition)
      }
      if query.rows == .streamed, query.rowTemplate == Self.row(of: query.name) {
        texts[Self.row(of: query.name)] = Self.row(query, table, columns.flatMap(\.columns))
      }
    }
    if definition.htmlTemplate == Self.page { texts[Self.page] = Self.page(definition) }
    if case .table(let csv) = definition.csv { texts[Self.csv] = csv.template(over: definition.queries) }
  }

  // MARK: - Tables

  private struct Group {
    let title: String?
    let columns: [ReportColumn]
  }

  private static func columns(of query: ReportQuery, _ table: ReportTable) -> [Group] {
    guard table.groups.isEmpty else {
      return table.groups.map { group in
        let columns = group.columns.compactMap { name in query.columns.first { $0.name == name } }
        guard let text = group.fixedText else { return Group(title: group.title, columns: columns) }
        let cell = ReportColumn.Cell(heading: group.title, contents: markup(text))
        return Group(title: nil, columns: [ReportColumn(name: "", type: .text, cell: cell)])
      }
    }
    let within = Set(
      query.columns.flatMap { $0.cell.code + $0.cell.below.compactMap(\.column) + [$0.cell.unit].compactMap { $0 } })
    let shown = query.columns.filter { $0.type != .flag && !within.contains($0.name) }
    return [Group(title: nil, columns: shown)]
  }

  private static func table(_ query: ReportQuery, _ table: ReportTable, _ groups: [Group]) -> String {
    let columns = groups.flatMap(\.columns)
    let rows =
      query.rows == .streamed
      ? "{{#\(query.name).any}}\n{{{\(query.name).rows}}}\n{{/\(query.name).any}}\n{{^\(query.name).any}}\n"
      : "{{#\(query.name)}}\n\(row(query, table, columns)){{/\(query.name)}}\n{{^\(query.name)}}\n"
    let end = query.rows == .streamed ? "{{/\(query.name).any}}" : "{{/\(query.name)}}"
    return framed(
      table.frame, of: query, groups,
      """
      <tbody>
      \(rows)\(emptyRow(table, columns))\(end)
      </tbody>

      """)
  }

  private static func framed(
    _ frame: ReportTable.Frame, of query: ReportQuery, _ groups: [Group], _ body: String
  ) -> String {
    let count = groups.reduce(0) { $0 + $1.columns.count }
    let classes = frame.classes ?? (count > 7 ? ["wide"] : count > 4 ? ["medium"] : [])
    let name =
      frame.name.map { "aria-label=\"\(markup($0))\"" } ?? "aria-labelledby=\"\(frame.label ?? query.name)\""
    return """
      <div class="\((["table"] + classes).joined(separator: " "))" role="region" \(name) tabindex="0">
      <table>
      <caption><span>\(markup(frame.caption ?? heading(of: query)))</span></caption>
      <thead>
      \(headings(groups))
      </thead>
      \(body)</table>
      </div>

      """
  }

  private static func emptyRow(_ table: ReportTable, _ columns: [ReportColumn]) -> String {
    let first = zip(table.cellsBeforeEmpty, columns).map { cell($1, markup($0), isHeading: false) }.joined()
    return "<tr>\(first)<td colspan=\"\(columns.count - table.cellsBeforeEmpty.count)\" class=\"quiet\">"
      + "\(markup(table.empty))</td></tr>\n"
  }

  /// The rows of the queries within a query, below a heading for each of its own.
  private static func details(
    _ details: ReportTable.Details, of query: ReportQuery, in definition: ReportDefinition
  ) -> String {
    let inner = details.queries.compactMap { name in definition.queries.first { $0.name == name } }
    let groups = inner.first.map { columns(of: $0, $0.table ?? ReportTable()) } ?? []
    let rows = inner.map { query in
      let table = query.table ?? ReportTable()
      let columns = columns(of: query, table).flatMap(\.columns)
      return """
        {{#\(query.name)}}
        \(row(query, table, columns, isDetail: true)){{/\(query.name)}}
        {{^\(query.name)}}
        \(emptyRow(table, columns)){{/\(query.name)}}

        """
    }
    let count = groups.reduce(0) { $0 + $1.columns.count }
    return framed(
      details.frame, of: query, groups,
      """
      {{#\(query.name)}}
      <tbody>
      <tr><th scope="rowgroup" colspan="\(count)">\(details.head)</th></tr>
      \(rows.joined())</tbody>
      {{/\(query.name)}}

      """)
  }

  /// One line of headings, or two where columns are in groups.
  private static func headings(_ groups: [Group]) -> String {
    let isGrouped = groups.contains { $0.title != nil }
    var (upper, lower) = ("", "")
    for group in groups {
      if let title = group.title {
        upper += "<th scope=\"colgroup\" colspan=\"\(group.columns.count)\" class=\"group\">\(markup(title))</th>"
      }
      for column in group.columns {
        let rows = isGrouped && group.title == nil ? " rowspan=\"2\"" : ""
        let text = column.cell.heading ?? column.title ?? SheetHeading.words(column.name)
        let lines = text.split(separator: "\n").map { markup(String($0)) }.joined(separator: "<br>")
        // The corner above the names of the rows is not a heading.
        let heading =
          text.isEmpty && isGrouped
          ? "<td\(rows)></td>" : "<th scope=\"col\"\(rows)\(isNumber(column) ? " class=\"n\"" : "")>\(lines)</th>"
        if group.title == nil { upper += heading } else { lower += heading }
      }
    }
    return isGrouped ? "<tr>\(upper)</tr>\n<tr>\(lower)</tr>" : "<tr>\(upper)</tr>"
  }

  /// - Parameter isDetail: whether a heading above the row names it, so that its first cell does not.
  private static func row(
    _ query: ReportQuery, _ table: ReportTable, _ columns: [ReportColumn], isDetail: Bool = false
  ) -> String {
    var head = ""
    if let given = table.head {
      let cell = "<th scope=\"rowgroup\" colspan=\"\(columns.count)\"><span>\(given.contents)</span></th>"
      head = "{{#\(given.flag)}}<tr class=\"head\">\(cell)</tr>{{/\(given.flag)}}"
    }
    let hasTotal = query.columns.contains { $0.name == "is_total" && $0.type == .flag }
    let cells = columns.enumerated().map { index, column in
      cell(column, value(of: column, in: query), isHeading: index == 0 && !isDetail)
    }
    return "\(head)<tr\(hasTotal ? "{{#is_total}} class=\"total\"{{/is_total}}" : "")>\(cells.joined())</tr>\n"
  }

  private static func cell(_ column: ReportColumn, _ value: String, isHeading: Bool) -> String {
    let classes = classes(of: column, isFirst: isHeading)
    let attribute = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    return isHeading ? "<th scope=\"row\"\(attribute)>\(value)</th>" : "<td\(attribute)>\(value)</td>"
  }

  private static func value(of column: ReportColumn, in query: ReportQuery) -> String {
    let shown = contents(of: column, in: query)
    return column.cell.link?.around(shown) ?? shown
  }

  /// What a cell shows, with the links of other columns around their values in it.
  private static func linked(_ contents: String, in query: ReportQuery, except name: String) -> String {
    query.columns.reduce(contents) { contents, column in
      guard column.name != name, let link = column.cell.link else { return contents }
      let value = "{{\(column.name)}}"
      return contents.replacing(value, with: link.around(value))
    }
  }

  private static func contents(of column: ReportColumn, in query: ReportQuery) -> String {
    let (name, cell) = (column.name, column.cell)
    if let contents = cell.contents { return linked(contents, in: query, except: column.name) }
    if column.type == .flag {
      return ([name] + cell.flags).map { flag($0, in: query, classes: "flag") }.joined(separator: " ")
    }
    let shown = cell.isSigned ? "\(name).signed" : name
    let plain = cell.sense.partial.map { "{{#\(name)}}\($0){{/\(name)}}" } ?? "{{\(shown)}}"
    let value = cell.isStrong ? "<strong>\(plain)</strong>" : plain
    let unit = cell.unit.map { " <span class=\"quiet\">{{\($0)}}</span>" } ?? ""
    var unknown = ""
    if let text = cell.unknown, !text.isEmpty {
      unknown += "{{^\(name)}}<span class=\"quiet\">\(markup(text))</span>{{/\(name)}}"
    }
    if let dash = cell.dash, !dash.isEmpty {
      unknown += "{{^\(name)}}<span class=\"quiet\" aria-label=\"\(markup(dash))\">–</span>{{/\(name)}}"
    }
    // What is not known has no unit.
    let bare = cell.sense.partial ?? (cell.isSigned ? "{{signed}}" : "{{.}}")
    let within = cell.isStrong ? "<strong>\(bare)</strong>" : bare
    let isBare = unknown.isEmpty || unit.isEmpty && !cell.isStrong
    var text = isBare ? value + unknown + unit : "{{#\(name)}}\(within)\(unit){{/\(name)}}\(unknown)"
    text += codes(cell.code)
    for line in cell.below {
      let span = "<span class=\"sub\">\(line.text.map(markup) ?? "{{.}}")</span>"
      text += line.column.map { "{{#\($0)}}\(span){{/\($0)}}" } ?? span
    }
    return text + cell.flags.map { flag($0, in: query, classes: "sub flag") }.joined()
  }

  /// The first of the codes, and those of the others that are known.
  private static func codes(_ columns: [String]) -> String {
    guard let first = columns.first else { return "" }
    let others = columns.dropFirst().map { "{{#\($0)}} · {{.}}{{/\($0)}}" }.joined()
    return "{{#\(first)}}<span class=\"sub code\">{{.}}\(others)</span>{{/\(first)}}"
  }

  private static func flag(_ name: String, in query: ReportQuery, classes: String) -> String {
    guard let column = query.columns.first(where: { $0.name == name }) else { return "" }
    let text = column.cell.says ?? column.title ?? SheetHeading.words(name)
    return "{{#\(name)}}<span class=\"\(classes)\">\(markup(text))</span>{{/\(name)}}"
  }

  /// Numbers are aligned, and a moment is not broken into lines.
  private static func classes(of column: ReportColumn, isFirst: Bool) -> [String] {
    var classes = column.cell.classes.map { [$0] } ?? []
    if isNumber(column), !isFirst { classes.insert("n", at: 0) }
    if column.type == .date || column.type == .dateTime, classes.isEmpty { classes = ["place"] }
    return classes
  }

  private static func isNumber(_ column: ReportColumn) -> Bool {
    switch column.type {
    case .text, .label, .date, .dateTime, .flag: false
    case .quantity, .unitCost, .money, .percent, .wholeNumber, .degrees, .distance: true
    }
  }

  /// Text of the author's as HTML; the variables in it stay. A text that depends on a value is a part of a template.
  private static func markup(_ text: String) -> String {
    text.contains("{{#") || text.contains("{{^") ? text : MessageText.markup(text, of: text) ?? ""
  }

  // MARK: - Pages

  private static func heading(of query: ReportQuery) -> String {
    if case .named(let name) = query.sheet { return name }
    return SheetHeading.words(query.name)
  }

  private static func page(_ definition: ReportDefinition) -> String {
    var facts = definition.parameters.map { fact($0.name, SheetHeading.words($0.name), in: "parameter") }
    var sections: [String] = []
    for query in definition.queries {
      if query.rows == .one {
        facts += query.columns.filter { $0.type != .flag }.map {
          fact($0.name, $0.title ?? SheetHeading.words($0.name), in: query.name)
        }
        continue
      }
      let charts = definition.charts.filter { $0.query == query.name }.map {
        "{{#charts.\($0.name)}}{{>chart}}{{/charts.\($0.name)}}\n"
      }
      let maps = definition.maps.filter { $0.query == query.name }.map {
        "{{#maps.\($0.name)}}{{>map}}{{/maps.\($0.name)}}\n"
      }
      sections.append(
        """
        <section aria-labelledby="\(query.name)">
        <h2 id="\(query.name)">\(markup(heading(of: query)))</h2>
        \((charts + maps).joined()){{>\(prefix)\(query.name)}}
        </section>

        """)
    }
    return """
      {{<page}}
      {{$scope}}
      <dl class="scope">
      \(facts.joined(separator: "\n"))
      </dl>
      {{/scope}}
      {{$main}}
      \(sections.joined()){{/main}}
      {{/page}}

      """
  }

  private static func fact(_ name: String, _ title: String, in holder: String) -> String {
    let path = "\(holder).\(name)"
    return "{{#\(path)}}<div><dt>\(markup(title))</dt><dd>{{.}}</dd></div>{{/\(path)}}"
  }
}
