internal import ProblemKit
internal import RetailValues
internal import Wording
internal import YAMLReading
internal import Yams

/// Reads `report.yml`, collecting everything that is wrong with it.
struct DefinitionReader {
  let source: String
  /// The words that columns may share, by name.
  let vocabularies: [String: [String]]
  private(set) var problems: [Problem] = []
  /// The translations of titles and headings.
  private var translations: [Language: [String: String]] = [:]
  /// Whether the page is made of the columns, without a template.
  private var isMadeOfTables = false

  init(source: String, vocabularies: [String: [String]]) {
    self.source = source
    self.vocabularies = vocabularies
  }

  /// The definition; nil when `problems` says why not.
  ///
  /// - Parameter sources: that of the report, then those of the reports that it extends.
  mutating func definition(
    named name: String, from sources: [(source: String, text: String, columns: SharedColumns)]
  ) -> ReportDefinition? {
    var whole: Node?
    // From the report that extends none to the one that is read: each puts its own over what was there.
    for (source, text, columns) in sources.reversed() {
      guard let written = root(of: text, source) else { return nil }
      let node = completed(written, with: columns)
      // The CSV is replaced as a whole: two ways to make it cannot be combined.
      whole = whole?.extended(by: node, whole: ["csv"]) ?? node
    }
    guard let root = whole else { return nil }
    let top = fields(
      root, "the report",
      [
        "extends", "title", "summary", "subject", "parameters", "at-most-one-of", "common", "queries", "charts", "maps",
        "html", "csv",
      ])
    let parameters = entries(top["parameters"]).map { parameter($0, $1) }
    let atMostOneOf = top["at-most-one-of"].map { groups($0, of: parameters) } ?? []
    let common = entries(top["common"]).compactMap { commonExpression($0, $1) }
    isMadeOfTables = top["html"]?.scalar?.string == TableTemplates.page
    let queries = entries(top["queries"]).map { query($0, $1) }
    let charts = entries(top["charts"]).map { chart($0, $1, queries: queries) }
    let maps = entries(top["maps"]).map { map($0, $1, queries: queries) }
    let html = top["html"].flatMap { fileName($0, "html") }
    let csv = top["csv"].flatMap { self.csv($0, queries: queries) }
    if queries.isEmpty { problem(root, "the report has no queries", remedy: "Name at least one query with its file.") }
    check(queries: queries, at: top["queries"])
    let title = text(top["title"], required: "title", at: root) ?? name
    let summary = text(top["summary"], required: "summary", at: root) ?? ""
    let subject = top["subject"].flatMap { choice($0, of: ReportSubject.self, "subject", at: root) } ?? .others
    guard problems.isEmpty else { return nil }
    return ReportDefinition(
      name: name, title: title, summary: summary, subject: subject, parameters: parameters, atMostOneOf: atMostOneOf,
      common: common,
      queries: queries,
      charts: charts, maps: maps, htmlTemplate: html, csv: csv, translations: translations)
  }

  private mutating func root(of yaml: String, _ source: String) -> Node? {
    do {
      if let node = try BoundedYAML.root(of: yaml) { return node }
      problem(nil, "the file is empty", remedy: "Describe the report: title, summary, parameters, queries.")
    } catch {
      problems.append(
        Problem(error, .invalidDefinition, source: source, remedy: "Correct the YAML; indent with spaces."))
    }
    return nil
  }

  // MARK: - Parts

  /// A common expression as `name: file`, or as `name: {file: …, once: yes}`.
  private mutating func commonExpression(_ name: String, _ node: Node) -> ReportDefinition.CommonExpression? {
    let what = "the common expression '\(name)'"
    guard node.mapping != nil else {
      return fileName(node, what).map { .init(name: name, file: $0, isKept: false) }
    }
    let values = fields(node, what, ["file", "once"])
    guard let file = values["file"] else {
      problem(node, "\(what) has no file", remedy: "Name its SQL file: file: \(name).sql")
      return nil
    }
    let isKept = flag(values["once"])
    return fileName(file, what).map { .init(name: name, file: $0, isKept: isKept) }
  }

  private mutating func query(_ name: String, _ node: Node) -> ReportQuery {
    let what = "the query '\(name)'"
    let values = fields(node, what, ["file", "rows", "columns", "row-template", "within", "by", "sheet", "table"])
    let listed = entries(values["columns"])
    let columns = listed.compactMap { column($0, $1, among: listed.map(\.name)) }
    if columns.isEmpty { problem(node, "\(what) has no columns", remedy: "List each column with its type.") }
    let rows = values["rows"].flatMap { choice($0, of: ReportRowCount.self, "rows", at: node) } ?? .many
    if values["file"] == nil { problem(node, "\(what) has no file", remedy: "Name its SQL file: file: \(name).sql") }
    let within = values["within"]?.scalar?.string
    let isMade = isMadeOfTables && rows != .one
    if isMade, rows == .streamed, within != nil {
      problem(
        node, "\(what) is streamed within another, which html: \(TableTemplates.page) cannot show",
        remedy: "Write a template for the page, or say rows: many.")
    }
    let table = values["table"].map { self.table($0, of: what, columns: columns) } ?? (isMade ? ReportTable() : nil)
    let ownRow = values["row-template"].flatMap { fileName($0, "row-template") }
    return ReportQuery(
      name: name, file: values["file"].flatMap { fileName($0, "file") } ?? "", rows: rows, columns: columns,
      rowTemplate: ownRow ?? (table != nil && rows == .streamed ? TableTemplates.row(of: name) : nil),
      within: within, by: values["by"]?.scalar?.string,
      sheet: values["sheet"].map { sheet($0, what) } ?? .ownName, table: table)
  }

  private mutating func sheet(_ node: Node, _ what: String) -> ReportSheet {
    switch node.scalar?.string ?? "" {
    case "":
      problem(node, "\(what) has a sheet without a name", remedy: "Write sheet: followed by its name, or none.")
      return .ownName
    case "none": return .none
    case let name: return .named(name)
    }
  }

  private mutating func check(queries: [ReportQuery], at node: Node?) {
    let reserved: Set = ["report", "shop", "parameter", "generated_at", "charts", "maps"]
    for query in queries {
      if reserved.contains(query.name) {
        problem(node, "the name '\(query.name)' is taken", remedy: "Give the query another name.")
      }
      if let details = query.table?.details { check(details, of: query, among: queries, at: node) }
      guard let outer = query.within else { continue }
      let holder = queries.first { $0.name == outer }
      let haveColumn = [query, holder].allSatisfy { read in read?.columns.contains { $0.name == query.by } ?? false }
      if haveColumn, query.rows != .one, query.rows == holder?.rows { continue }
      problem(
        node, "'\(query.name)' cannot stand within '\(outer)' by '\(query.by ?? "")'",
        remedy: "Both queries must have the column named after by, and rows: many or both rows: streamed.")
    }
  }

  private mutating func check(
    _ details: ReportTable.Details, of query: ReportQuery, among queries: [ReportQuery], at node: Node?
  ) {
    let inner = details.queries.compactMap { name in
      queries.first { $0.name == name && $0.within == query.name && $0.table != nil && $0.rows == .many }
    }
    let counts = Set(inner.map { $0.table?.groups.reduce(0) { $0 + ($1.fixedText == nil ? $1.columns.count : 1) } })
    if inner.count == details.queries.count, counts.count == 1, query.rows == .many { return }
    problem(
      node, "the details of '\(query.name)' are not queries within it with as many columns each",
      remedy: "Name queries that say within: \(query.name) and rows: many, and list the same number of columns in the "
        + "table of each.")
  }

  // MARK: - YAML

  mutating func problem(_ node: Node?, _ message: String, remedy: String) {
    problems.append(
      Problem(.invalidDefinition, source: source, line: node?.mark?.line ?? 0, message, remedy: remedy))
  }

  /// The fields of a mapping by name; unknown ones are reported.
  mutating func fields(_ node: Node, _ what: String, _ known: [String]) -> [String: Node] {
    guard node.mapping != nil else {
      problem(
        node, "\(what) is not a list of fields",
        remedy: "Write it as `name: value` lines: \(known.joined(separator: ", ")).")
      return [:]
    }
    var fields: [String: Node] = [:]
    for (name, value) in entries(node) {
      if known.contains(name) {
        fields[name] = value
      } else {
        problem(
          value, "\(what) has an unknown field '\(name)'",
          remedy: "Known are \(known.joined(separator: ", "))." + suggestion(for: name, among: known))
      }
    }
    return fields
  }

  /// The entries of a mapping in their order; an empty list when there is no mapping.
  mutating func entries(_ node: Node?) -> [(name: String, node: Node)] {
    guard let node, let mapping = node.mapping else {
      if let node { problem(node, "a list of names is expected here", remedy: "Write it as `name: value` lines.") }
      return []
    }
    return mapping.compactMap { key, value in key.scalar.map { ($0.string, value) } }
  }

  mutating func text(_ node: Node?, required name: String, at parent: Node) -> String? {
    if let text = node?.scalar?.string, !text.isEmpty { return text }
    problem(node ?? parent, "'\(name)' is missing", remedy: "Write \(name): followed by a text.")
    return nil
  }

  /// A text, or its English and its translations as `{en: Price, de: Preis}`.
  mutating func translated(_ node: Node, _ name: String) -> String? {
    guard node.mapping != nil else { return node.scalar?.string }
    let texts = fields(node, name, Language.allCases.map(\.rawValue))
    guard let english = text(texts[Language.english.rawValue], required: "en", at: node) else { return nil }
    for language in Language.allCases where language != .english {
      guard let given = texts[language.rawValue] else { continue }
      guard let translation = text(given, required: language.rawValue, at: node) else { continue }
      // Each line of a heading is a text of its own.
      let lines = (english: english.split(separator: "\n"), other: translation.split(separator: "\n"))
      let pairs = lines.english.count == lines.other.count ? zip(lines.english, lines.other).map { ($0, $1) } : []
      for (line, other) in pairs + [(english[...], translation[...])] {
        translations[language, default: [:]][MessageText.collapsed(String(line))] = String(other)
      }
    }
    return english
  }

  func flag(_ node: Node?) -> Bool { Bool(yesOrNo: node?.scalar?.string ?? "") ?? false }

  mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ node: Node?, of type: Value.Type, _ name: String, at parent: Node
  ) -> Value? {
    let known = Value.allCases.map(\.rawValue)
    let text = node?.scalar?.string ?? ""
    if let value = Value(rawValue: text) { return value }
    problem(
      node ?? parent, "'\(text)' is not a value of \(name)",
      remedy: "Allowed are \(known.joined(separator: ", "))." + suggestion(for: text, among: known))
    return nil
  }

  /// The name of a file in the report's own folder.
  mutating func fileName(_ node: Node, _ what: String) -> String? {
    let name = node.scalar?.string ?? ""
    if !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.contains("\0") { return name }
    problem(node, "\(what): '\(name)' is not the name of a file", remedy: "Name a file in the report's own folder.")
    return nil
  }
}
