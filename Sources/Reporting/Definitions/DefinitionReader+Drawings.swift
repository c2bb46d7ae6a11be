internal import RetailValues
internal import Yams

/// Reading the drawings of pages, and the source of the CSV.
extension DefinitionReader {
  mutating func chart(_ name: String, _ node: Node, queries: [ReportQuery]) -> ReportChart {
    let what = "the chart '\(name)'"
    let values = fields(
      node, what, ["title", "kind", "sense", "query", "label", "value", "total", "series", "from-zero"])
    let kind = values["kind"].flatMap { choice($0, of: ReportChart.Kind.self, "kind", at: node) } ?? .bars
    for field in kind == .line ? ["sense", "total"] : ["series", "from-zero"] {
      guard let value = values[field] else { continue }
      problem(
        value, "\(what) has '\(field)', which means nothing in a chart of the kind '\(kind.rawValue)'",
        remedy: kind == .line
          ? "Take it out: lines have series and from-zero." : "Take it out, or write kind: line.")
    }
    let chart = ReportChart(
      name: name, title: text(values["title"], required: "title", at: node) ?? "", kind: kind,
      sense: values["sense"].flatMap { choice($0, of: ReportChart.Sense.self, "sense", at: node) } ?? .amount,
      query: text(values["query"], required: "query", at: node) ?? "",
      label: text(values["label"], required: "label", at: node) ?? "",
      value: text(values["value"], required: "value", at: node) ?? "", total: values["total"]?.scalar?.string,
      series: values["series"]?.scalar?.string, startsAtZero: values["from-zero"].map(flag) ?? true)
    check(
      what, at: node, reads: [chart.label, chart.value, chart.total, chart.series].compactMap { $0 },
      of: chart.query, among: queries)
    return chart
  }

  mutating func map(_ name: String, _ node: Node, queries: [ReportQuery]) -> ReportMap {
    let values = fields(node, "the map '\(name)'", ["title", "query", "latitude", "longitude", "label"])
    let map = ReportMap(
      name: name, title: text(values["title"], required: "title", at: node) ?? "",
      query: text(values["query"], required: "query", at: node) ?? "",
      latitude: values["latitude"]?.scalar?.string ?? "latitude",
      longitude: values["longitude"]?.scalar?.string ?? "longitude",
      label: text(values["label"], required: "label", at: node) ?? "")
    check(
      "the map '\(name)'", at: node, reads: [map.latitude, map.longitude, map.label], of: map.query, among: queries)
    return map
  }

  /// The data of a drawing must be in a query that is held in memory.
  private mutating func check(
    _ what: String, at node: Node, reads columns: [String], of name: String, among queries: [ReportQuery]
  ) {
    guard let query = queries.first(where: { $0.name == name && $0.rows == .many }) else {
      problem(
        node, "\(what) has no query '\(name)' of many rows",
        remedy: "Name one of the report's queries." + suggestion(for: name, among: queries.map(\.name)))
      return
    }
    let names = query.columns.map(\.name)
    for column in columns where !names.contains(column) {
      problem(
        node, "the query '\(query.name)' has no column '\(column)'",
        remedy: "Name one of its columns." + suggestion(for: column, among: names))
    }
  }

  mutating func csv(_ node: Node, queries: [ReportQuery]) -> ReportCSV? {
    let values = fields(node, "csv", ["query", "template", "columns", "rows"])
    switch (values["query"]?.scalar?.string, values["template"], values["columns"], values["rows"]) {
    case (let name?, nil, nil, nil): return csvQuery(name, at: node, among: queries).map { .query($0.name) }
    case (nil, let template?, nil, nil): return fileName(template, "template").map { .template($0) }
    case (nil, nil, let columns?, let rows?): return .table(csvTable(columns, rows, queries: queries))
    default:
      problem(
        node, "csv needs a query, a template, or columns and rows",
        remedy: "Write csv: {query: NAME}, {template: FILE}, or columns: [NAME] and rows: [QUERY: {NAME: TEXT}].")
    }
    return nil
  }

  private mutating func csvQuery(_ name: String, at node: Node, among queries: [ReportQuery]) -> ReportQuery? {
    if let query = queries.first(where: { $0.name == name }) { return query }
    problem(
      node, "the report has no query '\(name)'",
      remedy: "Name one of the report's queries." + suggestion(for: name, among: queries.map(\.name)))
    return nil
  }

  /// The columns of a CSV, as `name` or as `name: what else its cells hold`, and the rows of each query in it, as `query` or as
  /// `query: {name: what its cells hold}`, or a list of these where each row of the query makes several.
  private mutating func csvTable(_ columns: Node, _ rows: Node, queries: [ReportQuery]) -> ReportCSVTable {
    let columns = (columns.sequence.map { Array($0) } ?? []).map { item in
      let pair = item.mapping?.first
      return ReportCSVTable.Column(
        name: (pair?.key ?? item).scalar?.string ?? "", otherwise: pair?.value.scalar?.string ?? "")
    }
    let names = columns.map(\.name)
    var parts: [ReportCSVTable.Rows] = []
    for item in rows.sequence.map({ Array($0) }) ?? [] {
      let pair = item.mapping?.first
      let name = (pair?.key ?? item).scalar?.string ?? ""
      guard let query = csvQuery(name, at: item, among: queries) else { continue }
      if query.rows == .streamed {
        problem(item, "the rows of '\(name)' are streamed, and this CSV is made in memory", remedy: "Say rows: many.")
      }
      let lines = pair.map { $0.value.sequence.map { Array($0) } ?? [$0.value] } ?? []
      let cells = lines.map { fields($0, "the rows of '\(name)' in csv", names).compactMapValues { $0.scalar?.string } }
      parts.append(ReportCSVTable.Rows(query: name, cells: cells.isEmpty ? [[:]] : cells))
    }
    if parts.isEmpty || names.isEmpty {
      problem(rows, "csv has no columns or no rows", remedy: "Write columns: [NAME] and rows: [QUERY: {NAME: TEXT}].")
    }
    return ReportCSVTable(columns: columns, rows: parts)
  }
}
