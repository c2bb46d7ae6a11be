internal import Exchange
internal import FormatKit
internal import Reporting
internal import RetailValues
internal import Stock
internal import Wording
internal import Yams

/// Reading the outputs of a job.
extension JobReader {
  private static let outputKeys = [
    "records", "report", "query", "format", "file", "mode", "zero_rows", "columns", "where", "location", "options",
    "parameters", "key", "time_limit", "formulas", "language",
  ]

  /// The content of a definition for one output, before its meaning is known.
  struct Draft {
    let name: String
    let node: Node
    var values: [String: Node] = [:]

    subscript(key: String) -> Node? { values[key] }
  }

  /// Reads one output. Returns nil if its problems were already reported.
  func output(
    _ name: String, _ node: Node, _ value: Node, mode: JobMode, zeroRows: OutputDefinition.ZeroRows
  ) throws(Problems) -> OutputDefinition? {
    guard Self.isName(name) else {
      throw yaml.error(
        node, "'\(name)' cannot be the name of an output",
        remedy: "Use at most 64 small letters, digits, - and _, beginning with a letter or a digit.")
    }
    var draft = Draft(name: name, node: node)
    for (key, _, value) in try yaml.pairs(value, known: Self.outputKeys, what: "an output") {
      draft.values[key] = value
    }
    let told = yaml.problems.count
    let content: OutputDefinition.Content
    var known: [SourceColumn]?
    switch (draft["records"], draft["report"]) {
    case (.some, .some(let report)):
      throw yaml.error(report, "an output is of records or of a report, not of both", remedy: "Make two outputs of it.")
    case (let records?, nil):
      refuse(["query", "parameters", "time_limit", "language"], in: draft, "records have none")
      let kind = try kind(records)
      content = .records(RecordOutput(kind: kind.name, location: try location(draft, of: kind)))
      known = SourceColumn.all(of: kind)
    case (nil, let report?):
      refuse(["location"], in: draft, "a report has `parameters:` of its own for that")
      (content, known) = try self.report(report, draft)
      if case .report(let wanted) = content { tryReport(wanted, in: draft) }
    case (nil, nil):
      refuse(
        ["query", "parameters", "time_limit", "language", "columns", "where", "key"], in: draft,
        "a whole catalogue has none")
      content = .records(RecordOutput(kind: nil, location: try text("location", draft)))
    }
    let layout = try self.layout(draft, of: content, columns: known)
    if case .report = content, !layout.hasLanguage {
      refuse(["language"], in: draft, "rows are the same in every language")
    }
    guard let file = try file(draft, layout) else { return nil }
    var output = OutputDefinition(name: name, content: content, layout: layout, file: file)
    output.zeroRows = zeroRows
    if let node = draft["zero_rows"] {
      output.zeroRows = try yaml.choice(node, of: OutputDefinition.ZeroRows.self, what: "zero_rows")
    }
    if let formulas = draft["formulas"] {
      output.guardsFormulas = try yaml.choice(formulas, of: Formulas.self, what: "formulas") == .harmless
    }
    if case .table = layout, let known {
      let kind = if case .records(let records) = content { records.kind } else { String?.none }
      try choose(from: known, of: kind, in: draft, for: &output)
    } else {
      refuse(["columns", "where", "key", "query"], in: draft, "the file is made as a whole")
    }
    tryLocations(of: output, in: draft)
    try settle(mode: mode, in: draft, for: &output)
    return yaml.problems.count == told ? output : nil
  }

  private enum Formulas: String, CaseIterable {
    case harmless
    case asIs = "as-is"
  }

  func text(_ key: String, _ draft: Draft) throws(Problems) -> String? {
    guard let node = draft[key] else { return nil }
    return try yaml.text(node, what: key)
  }

  func refuse(_ keys: [String], in draft: Draft, _ why: String) {
    for key in keys {
      guard let node = draft[key] else { continue }
      yaml.note(
        yaml.error(node, "\(key) is not valid for the output '\(draft.name)': \(why)", remedy: "Take the line out."))
    }
  }

  // MARK: - Of what

  private func kind(_ node: Node) throws(Problems) -> RecordKind {
    let name = try yaml.text(node, what: "records")
    guard let kind = Vocabulary.kind(name), ShopDatabase.exportableKinds.contains(name) else {
      let near = nearestName(to: name, among: ShopDatabase.exportableKinds)
      throw yaml.error(
        node, "there is no record kind '\(name)'",
        remedy: near.map { "Did you mean '\($0)'?" }
          ?? "Kinds: \(ShopDatabase.exportableKinds.joined(separator: ", ")).")
    }
    guard kind.dataClass != .personal else {
      throw yaml.error(
        node, "\(name.replacing("_", with: " ")) belong to users, and no job gives them away",
        remedy: "Take the output out; each user may export what is theirs.")
    }
    return kind
  }

  private func location(_ draft: Draft, of kind: RecordKind) throws(Problems) -> String? {
    guard let node = draft["location"] else { return nil }
    guard kind.field("location") != nil else {
      throw yaml.error(
        node, "\(kind.name.replacing("_", with: " ")) are of no location",
        remedy: "Take the line out; stock_levels, receipts, sales and movements have locations.")
    }
    return try yaml.text(node, what: "location")
  }

  private func report(
    _ node: Node, _ draft: Draft
  ) throws(Problems) -> (OutputDefinition.Content, [SourceColumn]?) {
    let report = try report(named: try yaml.text(node, what: "report"), node)
    var wanted = ReportOutput(report: report.name)
    if let node = draft["parameters"] {
      let names = report.parameters.map(\.name)
      for (key, _, value) in try yaml.pairs(node, known: names, what: "the report '\(report.name)'") {
        wanted.parameters[key] = try yaml.text(value, what: key)
      }
    }
    if let node = draft["language"] {
      wanted.language = try yaml.choice(node, of: Language.self, what: "language")
    }
    if let node = draft["time_limit"] { wanted.timeLimit = try seconds(node, what: "time_limit") }
    guard let node = draft["query"] else {
      wanted.query = report.dataQuery?.name
      return (.report(wanted), report.dataQuery.map { SourceColumn.all(of: $0) })
    }
    let name = try yaml.text(node, what: "query")
    guard let query = report.definition.queries.first(where: { $0.name == name }) else {
      let names = report.definition.queries.map(\.name)
      throw yaml.error(
        node, "the report '\(report.name)' has no query '\(name)'",
        remedy: nearestName(to: name, among: names).map { "Did you mean '\($0)'?" }
          ?? "It has \(names.joined(separator: ", ")).")
    }
    wanted.query = name
    return (.report(wanted), SourceColumn.all(of: query))
  }

  func report(named name: String, _ node: Node) throws(Problems) -> Report {
    do {
      return try reports.report(named: name)
    } catch let error as Problems {
      // All that is wrong with the report, each at the line that asks for it.
      let problems = error.all.map { yaml.error(node, $0.headline, remedy: $0.remedy) }
      for problem in problems.dropLast() { yaml.note(problem) }
      if let last = problems.last { throw last }
    } catch { throw yaml.error(node, "the report '\(name)' cannot be read: \(error)") }
    throw yaml.error(node, "the report '\(name)' cannot be used", remedy: "See `stockroom report` for those there are.")
  }
}
