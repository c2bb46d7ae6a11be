internal import ProblemKit
internal import RetailValues

/// The tags of a template in order, for those who look it through.
struct TemplateTags: Sequence, IteratorProtocol {
  struct Tag {
    /// `#`, `^`, `/`, `>`, `<`, `$`, `&`, `{` for three braces; nil for a variable.
    let kind: Character?
    let name: String
    /// From 1.
    let line: Int
  }

  private let text: String
  private var place: String.Index
  private var line = 1

  init(_ text: String) {
    self.text = text
    place = text.startIndex
  }

  mutating func next() -> Tag? {
    while let open = text[place...].firstRange(of: "{{") {
      line += text[place..<open.lowerBound].utf8.count { $0 == 10 }
      let isTriple = text[open.upperBound...].hasPrefix("{")
      let start = isTriple ? text.index(after: open.upperBound) : open.upperBound
      guard let close = text[start...].firstRange(of: isTriple ? "}}}" : "}}") else { return nil }
      place = close.upperBound
      let tag = line
      var content = text[start..<close.lowerBound]
      line += content.utf8.count { $0 == 10 }
      var kind: Character? = isTriple ? "{" : nil
      if !isTriple, let first = content.first, "#^/>&<$!=%".contains(first) {
        kind = first
        content = content.dropFirst()
      }
      if let kind, "!=%".contains(kind) { continue }
      return Tag(kind: kind, name: String(content).trimmingSpaces(), line: tag)
    }
    return nil
  }
}

/// Whether what a template names is there: the columns of the report's queries, its parameters, its charts.
struct TemplateNames {
  /// The scope of a section.
  enum Scope {
    /// The names that every template may use; streamed rows and CSV have no charts, and rows have no queries either.
    case root(hasQueries: Bool, hasDrawings: Bool)
    case query(ReportQuery)
    case cell
    /// A chart, a map, or something unknown, which may contain anything.
    case anything
  }

  let definition: ReportDefinition
  let shared: [String: (source: String, text: String)]
  private(set) var problems: [Problem] = []

  init(_ definition: ReportDefinition, shared: [(name: String, source: String, text: String)]) {
    self.definition = definition
    self.shared = Dictionary(shared.map { ($0.name, ($0.source, $0.text)) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func look(at text: String, source: String, scopes: [Scope], depth: Int = 0) {
    // A template that includes itself was refused before; this limits a long chain.
    guard depth < 12 else { return }
    var scopes = scopes
    var open: [(name: String, adds: Bool)] = []
    for tag in TemplateTags(text) {
      switch tag.kind {
      case "#", "^":
        let found = find(tag.name, in: scopes)
        if found == nil { refuse(tag, source, scopes) }
        let inner = tag.kind == "#" ? found ?? .anything : nil
        if let inner { scopes.append(inner) }
        open.append((tag.name, inner != nil))
      case "$": open.append((tag.name, false))
      case "<", ">":
        if tag.kind == "<" { open.append((tag.name, false)) }
        guard let template = shared[tag.name] else { continue }
        look(at: template.text, source: template.source, scopes: scopes, depth: depth + 1)
      case "/":
        if let last = open.popLast(), last.adds { scopes.removeLast() }
      case "{", "&":
        if find(tag.name, in: scopes) == nil { refuse(tag, source, scopes) }
        let parts = tag.name.split(separator: ".")
        let isRows =
          parts.count == 2 && parts[1] == "rows"
          && definition.queries.contains { $0.name == parts[0] && $0.rows == .streamed && $0.within == nil }
        if !isRows {
          problems.append(
            Problem(
              .invalidTemplate, source: source, line: tag.line, "'\(tag.name)' is printed without being escaped",
              remedy:
                "Write {{\(tag.name)}}: what comes from files may hold scripts. Only streamed rows have three braces."))
        }
      default: if find(tag.name, in: scopes) == nil { refuse(tag, source, scopes) }
      }
    }
  }

  private mutating func refuse(_ tag: TemplateTags.Tag, _ source: String, _ scopes: [Scope]) {
    let first = tag.name.split(separator: ".").first.map(String.init) ?? tag.name
    let known =
      tag.name.contains(".") && find(first, in: scopes) != nil ? members(of: first, in: scopes) : names(in: scopes)
    problems.append(
      Problem(
        .invalidTemplate, source: source, line: tag.line, "'\(tag.name)' is the name of nothing that stands here",
        remedy: "Name a column of the query, a parameter as parameter.NAME or a chart as charts.NAME."
          + suggestion(for: tag.name, among: known)))
  }

  // MARK: - Looking up

  private static let ofShop: [String: Set<String>] = [
    "report": [
      "name", "title", "summary", "language", "is_paper", "links", "import_links", "draft_links", "place_parameters",
      "period_parameters", "within_parameters",
    ], "shop": ["name", "currency", "time_zone"],
  ]
  private static let ofCell: Set = [
    "signed", "magnitude", "is_positive", "is_negative", "is_zero", "address", "has_text",
  ]

  private var parameters: Set<String> {
    let own = Set(definition.parameters.map(\.name))
    let period: Set = definition.parameters.contains { $0.type == .period } ? ["from", "to"] : []
    return own.union(period).union(ReportArguments.derived)
  }

  /// The meaning of a name, as the scope of its section; nil when the name is unknown.
  private func find(_ name: String, in scopes: [Scope]) -> Scope? {
    if name == "." { return .cell }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for scope in scopes.reversed() {
      guard let found = find(parts[0], within: scope) else { continue }
      return parts.dropFirst().reduce(Optional(found)) { found, part in
        found.flatMap { self.member(part, of: $0, named: parts[0]) }
      }
    }
    return nil
  }

  private func find(_ name: String, within scope: Scope) -> Scope? {
    switch scope {
    case .anything: return .anything
    case .cell: return Self.ofCell.contains(name) ? .cell : nil
    case .query(let query):
      if query.columns.contains(where: { $0.name == name }) { return .cell }
      return definition.queries.first { $0.name == name && $0.within == query.name }.map { .query($0) }
    case .root(let hasQueries, let hasDrawings):
      if Self.ofShop[name] != nil || name == "parameter" || name == "generated_at" {
        return .root(hasQueries: false, hasDrawings: false)
      }
      if hasDrawings, name == "charts" || name == "maps" { return .root(hasQueries: false, hasDrawings: false) }
      return hasQueries ? definition.queries.first { $0.name == name }.map { .query($0) } : nil
    }
  }

  private func member(_ name: String, of scope: Scope, named first: String) -> Scope? {
    switch scope {
    case .anything: return .anything
    case .cell: return Self.ofCell.contains(name) ? .cell : nil
    case .query(let query) where query.rows == .streamed: return ["any", "rows"].contains(name) ? .cell : nil
    case .query(let query): return query.rows == .one ? find(name, within: .query(query)) : nil
    case .root:
      switch first {
      case "parameter": return parameters.contains(name) ? .cell : nil
      case "charts": return definition.charts.contains { $0.name == name } ? .anything : nil
      case "maps": return definition.maps.contains { $0.name == name } ? .anything : nil
      default: return Self.ofShop[first]?.contains(name) ?? Self.ofCell.contains(name) ? .cell : nil
      }
    }
  }

  /// The names that might have been meant.
  private func names(in scopes: [Scope]) -> [String] {
    scopes.flatMap { scope -> [String] in
      switch scope {
      case .query(let query): query.columns.map(\.name)
      case .root(let hasQueries, _): hasQueries ? definition.queries.map(\.name) : []
      case .cell, .anything: []
      }
    }
  }

  private func members(of first: String, in scopes: [Scope]) -> [String] {
    switch first {
    case "parameter": parameters.sorted().map { "parameter.\($0)" }
    case "charts": definition.charts.map { "charts.\($0.name)" }
    case "maps": definition.maps.map { "maps.\($0.name)" }
    default: definition.queries.first { $0.name == first }?.columns.map { "\(first).\($0.name)" } ?? []
    }
  }
}
