/// How SQLite would carry out a statement of a report.
extension ReportingConnection {
  /// A step that reads a whole table for every row of another.
  public struct SlowStep: Hashable, Sendable {
    /// The storage table.
    public let table: String
    /// As SQLite says it.
    public let text: String
  }

  /// Tables with few rows in any shop, so that reading all of them costs nothing.
  private static let small: Set<String> = [
    "settings", "locations", "reasons", "categories", "category_tree", "periods", "count_sessions", "suppliers",
    "brands",
    "counters", "stores", "colours", "sections", "foods", "storage_durations", "sales_events", "sales_event_rates",
    "users",
    "imports",
  ]

  /// The steps of a statement that read a large table again for each row of another, so that twice the rows take four
  /// times as long.
  ///
  /// - Throws: ``Problems`` for a statement that may not run.
  public func slowSteps(of sql: String, parameters: [String: ReportingValue] = [:]) throws -> [SlowStep] {
    _ = try rows(sql, parameters: parameters)
    let rows = try rows("EXPLAIN QUERY PLAN " + sql, parameters: parameters)
    var steps: [(id: Int64, parent: Int64, text: String)] = []
    while let row = try rows.next() {
      guard row.count == 4, case .integer(let id) = row[0], case .integer(let parent) = row[1],
        case .text(let text) = row[3]
      else { continue }
      steps.append((id, parent, text))
    }
    let kept = Set(
      steps.compactMap { step in
        let words = step.text.split(separator: " ")
        return ["MATERIALIZE", "CO-ROUTINE"].contains(words.first) ? words.last.map { $0.lowercased() } : nil
      })
    let sources = sources(of: sql, kept: kept)
    var slow: [SlowStep] = []
    var loops: [Int64: Int] = [:]
    let repeated = Set(steps.filter { $0.text.hasPrefix("CORRELATED") }.map(\.id))
    for step in steps {
      guard step.text.hasPrefix("SCAN ") || step.text.hasPrefix("SEARCH ") else { continue }
      let words = step.text.split(separator: " ")
      let name = words.count > 1 ? words[1].lowercased() : ""
      let tables = sources[name] ?? [name]
      let large = tables.filter { access.tables.contains($0) && !Self.small.contains($0) }.sorted()
      let isInner = loops[step.parent, default: 0] > 0 || repeated.contains(step.parent)
      // An alias of a small table elsewhere in the statement may be that table here.
      if step.text.hasPrefix("SCAN "), isInner, let table = large.first, large.count == tables.count,
        !words.contains("CONSTANT")
      {
        slow.append(SlowStep(table: table, text: step.text))
      }
      // The source read before has one row if it is the shop's settings.
      if !tables.isSubset(of: ["settings", "report_shop"]), !words.contains("CONSTANT") {
        loops[step.parent, default: 0] += 1
      }
    }
    return slow
  }

  /// The tables that each alias refers to, in the statement and in the views that it reads.
  ///
  /// - Parameter kept: the views and expressions whose rows are computed beforehand; they are then read instead.
  private func sources(of sql: String, kept: Set<String>) -> [String: Set<String>] {
    var sources: [String: Set<String>] = [:]
    var seen: Set<String> = []
    var open = [sql.lowercased()]
    let definitions = Dictionary(
      ReportingViews.all.map { ($0.name, $0.sql.lowercased()) }, uniquingKeysWith: { first, _ in first })
    let keywords: Set<Substring> = [
      "join", "left", "cross", "inner", "where", "on", "group", "order", "limit", "union", "indexed", "natural",
    ]
    while let text = open.popLast() {
      // The text in parentheses is not a table, and its alias must not be taken for a table of the same name.
      for match in text.matches(of: #/\)\s+(?:as\s+)?([a-z_][a-z0-9_]*)/#) where !keywords.contains(match.output.1) {
        sources[String(match.output.1), default: []].insert("()")
      }
      for match in text.matches(of: #/\b(?:from|join)\s+([a-z_][a-z0-9_]*)(?:\s+(?:as\s+)?([a-z_][a-z0-9_]*))?/#) {
        let table = String(match.output.1)
        let alias = match.output.2.flatMap { keywords.contains($0) ? nil : String($0) } ?? table
        // After a view was merged into the statement its own aliases are named, not that of the view.
        if definitions[table] == nil {
          sources[alias, default: []].insert(table)
        } else if kept.contains(table) {
          sources[alias, default: []].insert("()")
        }
        if let definition = definitions[table], seen.insert(table).inserted { open.append(definition) }
      }
    }
    return sources
  }
}
