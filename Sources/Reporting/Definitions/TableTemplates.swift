/// How a page shows the rows of a query as a table that is made of its columns.
struct ReportTable: Hashable, Sendable {
  /// Columns next to one another, under a heading of their own where they have one.
  struct Group: Hashable, Sendable {
    var title: String?
    var columns: [String]
    /// The text of each cell in a column that shows nothing of the query, such as ☐ to be ticked.
    var fixedText: String?
  }

  /// A row of its own above those that belong together.
  struct Head: Hashable, Sendable {
    /// The flag of the first of them.
    var flag: String
    /// What the row says, as a part of a template.
    var contents: String
  }

  /// The caption of the table; the query's heading when nil.
  var caption: String?
  /// The text shown when there are no rows.
  var empty = "Nothing to show."
  /// The `id` of the heading above it; that of the query's name when nil.
  var label: String?
  /// The classes of the shared style, such as `wide`; chosen by the number of columns when nil.
  var classes: [String]?
  /// The columns that are shown; all but flags when empty.
  var groups: [Group] = []
  var head: Head?
}

extension ReportColumn {
  /// The format of one column in tables that are made of columns.
  struct Cell: Hashable, Sendable {
    /// Its heading where it is shorter than the title; a line break in it is one on the page.
    var heading: String?
    /// The text that is shown, or read aloud for a dash, where the value is not known.
    var unknown: String?
    var dash: String?
    var sense = Sense.amount
    /// The columns whose values are shown below this one as its code, and after it as its unit.
    var code: [String] = []
    var unit: String?
    /// Whether an amount or quantity is shown with its sign.
    var isSigned = false
    var isStrong = false
    /// What is shown below this one, each on a line of its own.
    var below: [Line] = []
    /// The flags whose texts are shown below this one, or after this one if it is a flag.
    var flags: [String] = []
    /// The text that a flag is shown as where it is set.
    var says: String?
    /// The class of its cells, such as `who`.
    var classes: String?
    /// What its cells show, as a part of a template, where the other fields are not enough.
    var contents: String?

    static let fields = [
      "heading", "unknown", "dash", "sense", "signed", "strong", "code", "unit", "below", "flags", "says", "class",
      "cell",
    ]

    /// How a number is shown that says what is missing or left over.
    enum Sense: String, CaseIterable {
      case amount
      /// Above zero is a loss, below zero a gain.
      case loss
      /// Below zero is a loss, above zero a gain with its sign.
      case variance

      /// The shared template that shows it.
      var partial: String? { self == .amount ? nil : "{{>\(rawValue)}}" }
    }

    /// The value of a column, or a text: one that is always shown, or only where a column has a value.
    struct Line: Hashable, Sendable {
      var column: String?
      /// `{{.}}` in it is the value of the column; the value alone when nil.
      var text: String?
    }
  }
}

/// Templates that are made of the columns of queries: `{{>table-NAME}}` for the table of a query, the row of a streamed one,
/// and the whole page of a report that says `html: tables`.
///
/// They are templates like those that people write: they are translated, checked and measured in the same way.
struct TableTemplates {
  /// The value of `html` for a generated page.
  static let page = "tables"
  static let prefix = "table-"

  /// By the name under which the report's files hold them.
  private(set) var texts: [String: String] = [:]

  static func row(of query: String) -> String { "row-of-\(query)" }

  init(_ definition: ReportDefinition) {
    for query in definition.queries {
      guard let table = query.table else { continue }
      let columns = Self.columns(of: query, table)
      texts[Self.prefix + query.name] = Self.table(query, table, columns)
      if query.rows == .streamed, query.rowTemplate == Self.row(of: query.name) {
        texts[Self.row(of: query.name)] = Self.row(query, table, columns.flatMap(\.columns))
      }
    }
    if definition.htmlTemplate == Self.page { texts[Self.page] = Self.page(definition) }
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
    let count = groups.reduce(0) { $0 + $1.columns.count }
    let classes = table.classes ?? (count > 7 ? ["wide"] : count > 4 ? ["medium"] : [])
    let label = table.label ?? query.name
    let rows =
      query.rows == .streamed
      ? "{{#\(query.name).any}}\n{{{\(query.name).rows}}}\n{{/\(query.name).any}}\n{{^\(query.name).any}}\n"
      : "{{#\(query.name)}}\n\(row(query, table, groups.flatMap(\.columns))){{/\(query.name)}}\n{{^\(query.name)}}\n"
    let end = query.rows == .streamed ? "{{/\(query.name).any}}" : "{{/\(query.name)}}"
    return """
      <div class="\((["table"] + classes).joined(separator: " "))" role="region" aria-labelledby="\(label)" tabindex="0">
      <table>
      <caption><span>\(markup(table.caption ?? heading(of: query)))</span></caption>
      <thead>
      \(headings(groups))
      </thead>
      <tbody>
      \(rows)<tr><td colspan="\(count)" class="quiet">\(markup(table.empty))</td></tr>
      \(end)
      </tbody>
      </table>
      </div>

      """
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

  private static func row(_ query: ReportQuery, _ table: ReportTable, _ columns: [ReportColumn]) -> String {
    var head = ""
    if let given = table.head {
      let cell = "<th scope=\"rowgroup\" colspan=\"\(columns.count)\"><span>\(given.contents)</span></th>"
      head = "{{#\(given.flag)}}<tr class=\"head\">\(cell)</tr>{{/\(given.flag)}}"
    }
    let hasTotal = query.columns.contains { $0.name == "is_total" && $0.type == .flag }
    let cells = columns.enumerated().map { index, column in
      let value = value(of: column, in: query)
      let classes = classes(of: column, isFirst: index == 0)
      let attribute = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
      return index == 0 ? "<th scope=\"row\"\(attribute)>\(value)</th>" : "<td\(attribute)>\(value)</td>"
    }
    return "\(head)<tr\(hasTotal ? "{{#is_total}} class=\"total\"{{/is_total}}" : "")>\(cells.joined())</tr>\n"
  }

  private static func value(of column: ReportColumn, in query: ReportQuery) -> String {
    let (name, cell) = (column.name, column.cell)
    if let contents = cell.contents { return contents }
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
