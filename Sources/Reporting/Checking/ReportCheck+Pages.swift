internal import ProblemKit
internal import RetailValues
internal import Wording

/// Checking the templates of a report.
extension ReportCheck {
  mutating func lookAtPages(of report: Report) throws(Problems) {
    let (definition, files) = (report.definition, report.files)
    let shared = try files.sharedTemplates()
    var names = TemplateNames(definition, shared: shared)
    if let page = definition.htmlTemplate {
      names.look(
        at: try files.text(page), source: files.path(page), scopes: [.root(hasQueries: true, hasDrawings: true)])
    }
    for query in definition.queries {
      if query.rows == .streamed, query.within == nil, query.rowTemplate == nil, definition.htmlTemplate != nil {
        warn(
          files.path("report.yml"), "the streamed query '\(query.name)' has no row-template, so that no page shows it",
          "Give it one, or say rows: many.")
      }
      guard let file = query.rowTemplate else { continue }
      names.look(
        at: try files.text(file), source: files.path(file),
        scopes: [.root(hasQueries: false, hasDrawings: false), .query(query)])
    }
    if let file = definition.csv?.template {
      names.look(
        at: try files.text(file), source: files.path(file), scopes: [.root(hasQueries: true, hasDrawings: false)])
    }
    for problem in names.problems { add(.error, problem) }
    let texts = try TemplateTexts(of: definition, files: files)
    for file in definition.pageTemplates {
      for place in texts.own[file]?.unguarded ?? [] {
        refuse(
          .invalidTemplate, files.path(file), line: place.line,
          "'\(place.name)' stands where escaping does not help: \(place.reason)", place.remedy)
      }
      lookAtTables(in: try files.text(file), of: files.path(file))
    }
    for query in definition.queries where query.rows != .one && !isRead(query, in: definition, files) {
      warn(
        files.path("report.yml"), "no page shows the query '\(query.name)'",
        "Show it with {{#\(query.name)}}, draw it as a chart, or take it out.")
    }
  }

  /// Whether a page, a chart or a map shows a query; those that other outputs alone have are the author's choice.
  private func isRead(_ query: ReportQuery, in definition: ReportDefinition, _ files: ReportFiles) -> Bool {
    guard definition.htmlTemplate != nil, query.sheet == .none else { return true }
    if definition.charts.contains(where: { $0.query == query.name }) { return true }
    if definition.maps.contains(where: { $0.query == query.name }) { return true }
    if case .query(query.name)? = definition.csv { return true }
    let pages = definition.pageTemplates + (definition.csv?.template.map { [$0] } ?? [])
    let tags = pages.compactMap { try? files.text($0) }.flatMap { Array(TemplateTags($0)) }
    return tags.contains { $0.name == query.name || $0.name.hasPrefix(query.name + ".") }
  }

  /// Tables that those who hear a page cannot find their way in.
  private mutating func lookAtTables(in text: String, of source: String) {
    func line(of place: String.Index) -> Int { text[..<place].utf8.count { $0 == 10 } + 1 }
    for match in text.matches(of: #/<th[\s>{][^>]*>?/#) where !match.output.contains("scope=") {
      warn(
        source, line: line(of: match.range.lowerBound), "a heading of a table has no scope",
        "Write <th scope=\"col\"> over a column and <th scope=\"row\"> before a row.")
    }
    for match in text.matches(of: #/<table[\s>]/#) {
      let rest = text[match.range.lowerBound...]
      let end = rest.firstRange(of: "</table>")?.lowerBound ?? rest.endIndex
      if !rest[..<end].contains("<caption") {
        warn(
          source, line: line(of: match.range.lowerBound), "a table has no caption",
          "Write <caption> after <table>: what the table shows, and in which units.")
      }
    }
  }
}
