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
    let values = fields(node, "csv", ["query", "template"])
    switch (values["query"]?.scalar?.string, values["template"]) {
    case (let name?, nil):
      if queries.contains(where: { $0.name == name }) { return .query(name) }
      problem(
        node, "the report has no query '\(name)'",
        remedy: "Name one of the report's queries." + suggestion(for: name, among: queries.map(\.name)))
    case (nil, let template?): return fileName(template, "template").map { .template($0) }
    default: problem(node, "csv needs a query or a template", remedy: "Write csv: {query: NAME} or {template: FILE}.")
    }
    return nil
  }
}
