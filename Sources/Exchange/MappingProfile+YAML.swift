internal import Catalog
public import FormatKit
internal import Stock
internal import Yams

extension MappingProfile {
  /// The largest profile that is read, in bytes.
  static let maximumBytes = 1 << 20

  /// Reads a profile.
  ///
  /// - Parameter source: the name shown in errors.
  /// - Throws: `profile-invalid` with the line, and the nearest known key where a key is unknown.
  public init(yaml: String, source: String) throws(FormatError) {
    guard yaml.utf8.count <= Self.maximumBytes else {
      throw FormatError(.profileInvalid, source: source, "the profile is larger than 1 MiB")
    }
    let root: Node?
    do {
      root = try Yams.compose(yaml: yaml)
    } catch let error as YamlError {
      throw FormatError(.profileInvalid, source: source, at: Self.position(of: error), "\(Self.text(of: error))")
    } catch {
      throw FormatError(.profileInvalid, source: source, "the profile is not YAML: \(error)")
    }
    guard let root else { throw FormatError(.profileInvalid, source: source, "the profile is empty") }
    self = try ProfileReader(source: source).profile(root)
  }

  private static func position(of error: YamlError) -> SourcePosition {
    switch error {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
      SourcePosition(line: mark.line, column: mark.column)
    default: SourcePosition()
    }
  }

  private static func text(of error: YamlError) -> String {
    switch error {
    case .scanner(_, let problem, _, _), .parser(_, let problem, _, _), .composer(_, let problem, _, _):
      "the YAML is broken: \(problem)"
    default: "the YAML is broken"
    }
  }
}

/// Reads the nodes of a profile, telling where something is not understood.
private struct ProfileReader {
  let source: String
  private let budget = Budget()

  private final class Budget {
    /// Anchors let a short profile stand for an endless one.
    var nodes = 100_000
    /// What is wrong, so that all of it is told at once.
    var problems: [Diagnostic] = []
    static let shownProblems = 50
  }

  /// Keeps an error and goes on.
  private func note(_ error: FormatError) {
    if budget.problems.count < Budget.shownProblems { budget.problems.append(error.diagnostic) }
  }

  /// Reads one thing; when it is wrong, the next is read all the same.
  private func attempt(_ body: () throws(FormatError) -> Void) {
    do throws(FormatError) { try body() } catch { note(error) }
  }

  func error(_ node: Node, _ message: String, remedy: String? = nil) -> FormatError {
    let position = node.mark.map { SourcePosition(line: $0.line, column: $0.column) } ?? SourcePosition()
    return FormatError(.profileInvalid, source: source, at: position, message, remedy: remedy)
  }

  func pairs(_ node: Node, known: [String]?, what: String) throws(FormatError) -> [(
    key: String, node: Node, value: Node
  )] {
    guard case .mapping(let mapping) = node else { throw error(node, "\(what) must be a mapping of keys to values") }
    budget.nodes -= mapping.count + 1
    guard budget.nodes > 0 else { throw error(node, "the profile says more than 100,000 things") }
    var seen: Set<String> = []
    var pairs: [(key: String, node: Node, value: Node)] = []
    for (keyNode, value) in mapping {
      let key = try text(keyNode, what: "a key")
      guard seen.insert(key).inserted else {
        note(error(keyNode, "'\(key)' stands twice in \(what)"))
        continue
      }
      if let known, !known.contains(key) {
        let near = nearestName(to: key, among: known)
        note(
          error(
            keyNode, "\(what) has no '\(key)'",
            remedy: near.map { "Did you mean '\($0)'?" } ?? "Known here: \(known.joined(separator: ", "))."))
        continue
      }
      pairs.append((key, keyNode, value))
    }
    return pairs
  }

  func text(_ node: Node, what: String) throws(FormatError) -> String {
    guard case .scalar(let scalar) = node else { throw error(node, "\(what) must be a text") }
    return scalar.string
  }

  func texts(_ node: Node, what: String) throws(FormatError) -> [String] {
    if case .scalar(let scalar) = node { return [scalar.string] }
    guard case .sequence(let sequence) = node else { throw error(node, "\(what) must be a list of texts") }
    budget.nodes -= sequence.count
    guard budget.nodes > 0 else { throw error(node, "the profile says more than 100,000 things") }
    var all: [String] = []
    for item in sequence { all.append(try text(item, what: what)) }
    return all
  }

  func number(_ node: Node, what: String) throws(FormatError) -> Int {
    guard let number = Int(try text(node, what: what)) else { throw error(node, "\(what) must be a whole number") }
    return number
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: Node, of type: Choice.Type, what: String
  ) throws(FormatError) -> Choice {
    let value = try text(node, what: what)
    guard let choice = Choice(rawValue: value) else {
      throw error(
        node, "'\(value)' is no value for \(what)",
        remedy: "Allowed: \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return choice
  }

  func dictionary(_ node: Node, what: String) throws(FormatError) -> [String: String] {
    var values: [String: String] = [:]
    for pair in try pairs(node, known: nil, what: what) {
      values[pair.key] = try text(pair.value, what: "'\(pair.key)'")
    }
    return values
  }

  // MARK: The profile

  func profile(_ root: Node) throws(FormatError) -> MappingProfile {
    var profile = MappingProfile(name: "", records: [])
    let known = [
      "profile", "summary", "format", "options", "columns", "decimal", "dates", "no-value", "fill-down", "constants",
      "match", "full", "records", "header",
    ]
    for (key, _, value) in try pairs(root, known: known, what: "a profile") {
      attempt { () throws(FormatError) in try read(key, value, into: &profile) }
    }
    if let error = FormatError(all: budget.problems) { throw error }
    guard !profile.name.isEmpty else {
      throw error(root, "the profile has no name", remedy: "Add a line `profile: NAME`.")
    }
    guard !profile.records.isEmpty else {
      throw error(root, "the profile maps no records", remedy: "Add `records:` with at least one record kind.")
    }
    return profile
  }

  private func read(_ key: String, _ value: Node, into profile: inout MappingProfile) throws(FormatError) {
    switch key {
    case "profile": profile.name = try text(value, what: key)
    case "summary": profile.summary = try text(value, what: key)
    case "format": profile.format = try text(value, what: key)
    case "options": profile.options = try dictionary(value, what: key)
    case "columns": profile.columns = try texts(value, what: key)
    case "decimal": profile.decimal = try choice(value, of: ExactDecimal.Mark.self, what: key)
    case "dates": profile.dates = try choice(value, of: DateOrder.self, what: key)
    case "no-value": profile.noValue = try texts(value, what: key)
    case "fill-down": profile.fillDown = try fillDown(value)
    case "constants":
      let fields = Set(Vocabulary.kinds.flatMap { $0.fields.map(\.name) })
      for (field, node, item) in try pairs(value, known: nil, what: key) {
        guard fields.contains(field) else {
          let near = nearestName(to: field, among: fields.sorted())
          note(
            error(
              node, "there is no field '\(field)'",
              remedy: near.map { "Did you mean '\($0)'?" } ?? "See the record kinds."))
          continue
        }
        profile.constants[field] = try text(item, what: "'\(field)'")
      }
    case "match": profile.match = try itemMatches(value)
    case "full": profile.isFull = try choice(value, of: YesOrNo.self, what: key) == .yes
    case "header": profile.header = try header(value)
    default: profile.records = try records(value)
    }
  }

  /// The names of the columns: a list, or a list for each table.
  private func header(_ node: Node) throws(FormatError) -> RecordedHeader {
    guard case .mapping = node else {
      return RecordedHeader(tables: [.init(name: nil, columns: try texts(node, what: "header"))])
    }
    var tables: [RecordedHeader.Table] = []
    for (table, _, list) in try pairs(node, known: nil, what: "header") {
      tables.append(.init(name: table, columns: try texts(list, what: "the columns of '\(table)'")))
    }
    return RecordedHeader(tables: tables)
  }

  private func itemMatches(_ node: Node) throws(FormatError) -> [ItemMatch] {
    var ways: [ItemMatch] = []
    let known = ItemMatch.allCases.map(\.rawValue)
    for name in try texts(node, what: "match") {
      guard let way = ItemMatch(rawValue: name) else {
        throw error(
          node, "items cannot be matched by '\(name)'",
          remedy: nearestName(to: name, among: known).map { "Did you mean '\($0)'?" }
            ?? "Known here: \(known.joined(separator: ", ")).")
      }
      guard !ways.contains(way) else { throw error(node, "'\(name)' stands twice in match") }
      ways.append(way)
    }
    guard !ways.isEmpty else {
      throw error(node, "match names nothing", remedy: "Known here: \(known.joined(separator: ", ")).")
    }
    return ways
  }

  private func fillDown(_ node: Node) throws(FormatError) -> MappingProfile.FillDown {
    var fill = MappingProfile.FillDown(group: "", columns: [])
    for (key, _, value) in try pairs(node, known: ["group", "columns"], what: "fill-down") {
      if key == "group" { fill.group = try text(value, what: key) } else { fill.columns = try texts(value, what: key) }
    }
    guard !fill.group.isEmpty, !fill.columns.isEmpty else { throw error(node, "fill-down needs group and columns") }
    return fill
  }

  private func records(_ node: Node) throws(FormatError) -> [MappingProfile.RecordMapping] {
    guard case .sequence(let sequence) = node else { throw error(node, "records must be a list") }
    var records: [MappingProfile.RecordMapping] = []
    var alternative = 0
    for item in sequence {
      if case .mapping(let mapping) = item, let list = mapping["one-of"] {
        guard mapping.count == 1, case .sequence(let choices) = list else {
          throw error(item, "one-of stands alone and has a list of records")
        }
        alternative += 1
        for choice in choices {
          attempt { () throws(FormatError) in
            var record = try record(choice)
            record.alternative = alternative
            records.append(record)
          }
        }
      } else {
        attempt { () throws(FormatError) in records.append(try record(item)) }
      }
    }
    return records
  }

  private enum YesOrNo: String, CaseIterable {
    case yes = "true"
    case no = "false"
  }

  private func record(_ node: Node) throws(FormatError) -> MappingProfile.RecordMapping {
    var record = MappingProfile.RecordMapping(kind: "", fields: [])
    var fieldsNode: Node?
    var isIgnored = false
    let before = budget.problems.count
    for (key, _, value) in try pairs(
      node, known: ["kind", "from", "when", "duplicates", "fields", "ignore"], what: "a record")
    {
      attempt { () throws(FormatError) in
        switch key {
        case "kind": record.kind = try kind(value)
        case "from": record.table = try text(value, what: key)
        case "when": record.condition = try condition(value)
        case "duplicates": record.duplicates = try choice(value, of: StagingContext.DuplicatePolicy.self, what: key)
        case "ignore": isIgnored = try choice(value, of: YesOrNo.self, what: key) == .yes
        default: fieldsNode = value
        }
      }
    }
    if isIgnored {
      guard record.kind.isEmpty, fieldsNode == nil else {
        throw error(node, "a record to be ignored has no kind or fields")
      }
      return record
    }
    // What lacks may be what was misspelt.
    let isComplete = budget.problems.count == before
    guard let kind = Vocabulary.kind(record.kind) else {
      if isComplete { throw error(node, "the record has no kind") }
      return record
    }
    guard let fieldsNode else {
      if isComplete { throw error(node, "the record has no fields") }
      return record
    }
    let known = kind.fields.map(\.name)
    for (key, _, value) in try pairs(fieldsNode, known: known, what: "the kind \(kind.name)") {
      attempt { () throws(FormatError) in record.fields.append(.init(field: key, value: try expression(value))) }
    }
    return record
  }

  private func kind(_ node: Node) throws(FormatError) -> String {
    let name = try text(node, what: "kind")
    guard Vocabulary.kind(name) == nil else { return name }
    let near = nearestName(to: name, among: Vocabulary.kinds.map(\.name))
    throw error(
      node, "there is no record kind '\(name)'",
      remedy: near.map { "Did you mean '\($0)'?" } ?? "Known: \(Vocabulary.kinds.map(\.name).joined(separator: ", ")).")
  }

  // MARK: Values

  private func expression(_ node: Node) throws(FormatError) -> ValueExpression {
    if case .scalar(let scalar) = node { return .column(scalar.string) }
    var source: ValueExpression.Source?
    var steps: [ValueStep] = []
    var isOptional = false
    let before = budget.problems.count
    for (key, keyNode, value) in try pairs(
      node, known: ["column", "columns", "constant", "template", "named", "apply", "optional"], what: "a value")
    {
      if key == "apply" {
        guard case .sequence(let sequence) = value else { throw error(value, "apply must be a list of steps") }
        for item in sequence { attempt { () throws(FormatError) in steps.append(try step(item)) } }
        continue
      }
      if key == "optional" {
        isOptional = try text(value, what: key) == "true"
        continue
      }
      guard source == nil else { throw error(keyNode, "a value has one source; '\(key)' is a second one") }
      switch key {
      case "column": source = .columns([try text(value, what: key)])
      case "columns": source = .columns(try texts(value, what: key))
      case "constant": source = .constant(try text(value, what: key))
      case "template": source = .template(try text(value, what: key))
      default: source = try named(value)
      }
    }
    guard let source else {
      // What lacks may be what was misspelt.
      if budget.problems.count > before { return .column("") }
      throw error(node, "the value has no column, constant or template")
    }
    return ValueExpression(source, steps: steps, isOptional: isOptional)
  }

  private func named(_ node: Node) throws(FormatError) -> ValueExpression.Source {
    var name = ""
    var value = ""
    var names: [String] = []
    for (key, _, item) in try pairs(node, known: ["name", "value", "is"], what: "named") {
      switch key {
      case "name": name = try text(item, what: key)
      case "value": value = try text(item, what: key)
      default: names = try texts(item, what: key)
      }
    }
    guard name.contains("{n}"), value.contains("{n}"), !names.isEmpty else {
      throw error(node, "named needs name and value with {n}, and is")
    }
    return .named(name: name, value: value, names: names)
  }

  private static let plainSteps: [String: ValueStep] = [
    "trim": .trim, "collapse-spaces": .collapseSpaces, "upper": .upper, "lower": .lower, "slug": .slug,
    "strip-html": .stripHTML, "negate": .negate, "absolute": .absolute, "amount": .amount, "currency": .currency,
  ]

  private static let settingSteps = [
    "strip-prefix", "strip-suffix", "split", "join", "replace", "regex", "map", "no-value", "key-value", "json",
    "divide",
    "multiply",
  ]

  private func step(_ node: Node) throws(FormatError) -> ValueStep {
    let known = Self.plainSteps.keys.sorted() + Self.settingSteps
    if case .scalar(let scalar) = node {
      if let step = Self.plainSteps[scalar.string] { return step }
      let near = nearestName(to: scalar.string, among: known)
      throw error(
        node, "there is no step '\(scalar.string)'",
        remedy: near.map { "Did you mean '\($0)'?" } ?? "Known: \(known.joined(separator: ", ")).")
    }
    let before = budget.problems.count
    let all = try pairs(node, known: known, what: "a step")
    if budget.problems.count > before { return .trim }
    guard all.count == 1, let (key, _, value) = all.first else { throw error(node, "a step has one name") }
    switch key {
    case "strip-prefix": return .stripPrefix(try text(value, what: key))
    case "strip-suffix": return .stripSuffix(try text(value, what: key))
    case "json": return .json(path: try text(value, what: key))
    case "no-value": return .noValue(try texts(value, what: key))
    case "divide":
      let operand = try operand(value, of: key)
      return .divide(operand.column, steps: operand.steps)
    case "multiply":
      let operand = try operand(value, of: key)
      return .multiply(operand.column, steps: operand.steps)
    case "split":
      let settings = try settings(value, ["by", "take"], of: key)
      let take = try settings["take"].map { node throws(FormatError) in try number(node, what: "take") } ?? 1
      guard take != 0 else { throw error(value, "take counts from 1, or from -1 at the end") }
      return .split(by: try required(settings, "by", of: key, at: value), take: take)
    case "join":
      let settings = try settings(value, ["by", "with", "most"], of: key)
      let most = try settings["most"].map { node throws(FormatError) in try number(node, what: "most") } ?? .max
      return .join(
        by: try required(settings, "by", of: key, at: value), with: try required(settings, "with", of: key, at: value),
        most: max(1, most))
    case "replace":
      let settings = try settings(value, ["text", "with"], of: key)
      return .replace(
        text: try required(settings, "text", of: key, at: value),
        with: try required(settings, "with", of: key, at: value))
    case "regex":
      let settings = try settings(value, ["pattern", "with"], of: key)
      let pattern = try required(settings, "pattern", of: key, at: value)
      guard TextPattern.isValid(pattern) else { throw error(value, "'\(pattern)' is not a regular expression") }
      return .regex(pattern: pattern, with: try required(settings, "with", of: key, at: value))
    case "map":
      let settings = try settings(value, ["values", "otherwise"], of: key)
      guard let values = settings["values"] else { throw error(value, "map needs values") }
      let otherwise = try settings["otherwise"].map { node throws(FormatError) in
        try choice(node, of: ValueStep.Otherwise.self, what: "otherwise")
      }
      return .map(values: try dictionary(values, what: "values"), otherwise: otherwise ?? .keep)
    case "key-value":
      let settings = try settings(value, ["pairs", "sign", "key"], of: key)
      return .keyValue(
        pairs: try required(settings, "pairs", of: key, at: value),
        sign: try required(settings, "sign", of: key, at: value),
        key: try required(settings, "key", of: key, at: value))
    default: throw error(node, "the step '\(key)' takes no settings")
    }
  }

  /// What a calculation takes for its second number: a column or a number, or a column with steps of its own.
  private func operand(_ node: Node, of key: String) throws(FormatError) -> (column: String, steps: [ValueStep]) {
    if case .scalar(let scalar) = node { return (scalar.string, []) }
    let settings = try settings(node, ["column", "apply"], of: key)
    let column = try required(settings, "column", of: key, at: node)
    guard let apply = settings["apply"] else { return (column, []) }
    guard case .sequence(let sequence) = apply else { throw error(apply, "apply must be a list of steps") }
    var steps: [ValueStep] = []
    for item in sequence {
      let step = try step(item)
      switch step {
      case .divide, .multiply: throw error(item, "a calculation within a calculation is not possible")
      default: steps.append(step)
      }
    }
    return (column, steps)
  }

  private func settings(_ node: Node, _ known: [String], of step: String) throws(FormatError) -> [String: Node] {
    var settings: [String: Node] = [:]
    for (key, _, value) in try pairs(node, known: known, what: "the step \(step)") { settings[key] = value }
    return settings
  }

  private func required(
    _ settings: [String: Node], _ key: String, of step: String, at node: Node
  ) throws(FormatError) -> String {
    guard let value = settings[key] else { throw error(node, "the step \(step) needs '\(key)'") }
    return try text(value, what: key)
  }

  // MARK: Conditions

  private func condition(_ node: Node) throws(FormatError) -> RowCondition {
    var parts: [RowCondition] = []
    for (key, _, value) in try pairs(node, known: nil, what: "when") {
      if key == "any" || key == "all", case .sequence(let sequence) = value {
        var inner: [RowCondition] = []
        for item in sequence { inner.append(try condition(item)) }
        parts.append(key == "any" ? .any(inner) : .all(inner))
      } else {
        parts.append(try test(value, of: key))
      }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// A number to compare with, written with a point.
  private func limit(_ node: Node, what: String) throws(FormatError) -> String {
    let text = try text(node, what: what)
    guard (try? ExactDecimal(parsing: text.utf8)) != nil else { throw error(node, "\(what) must be a number") }
    return text
  }

  private func test(_ node: Node, of column: String) throws(FormatError) -> RowCondition {
    switch node {
    case .scalar(let scalar):
      if scalar.string == "present" { return .column(column, .present) }
      if scalar.string == "blank" { return .column(column, .blank) }
      return .column(column, .oneOf([scalar.string]))
    case .sequence: return .column(column, .oneOf(try texts(node, what: "the texts for '\(column)'")))
    default: break
    }
    let known = [
      "equals", "one-of", "starts-with", "ends-with", "contains", "matches", "less-than", "greater-than", "not",
    ]
    var parts: [RowCondition] = []
    for (key, _, value) in try pairs(node, known: known, what: "a condition") {
      switch key {
      case "not": parts.append(.not(try test(value, of: column)))
      case "equals", "one-of": parts.append(.column(column, .oneOf(try texts(value, what: key))))
      case "starts-with": parts.append(.column(column, .startsWith(try text(value, what: key))))
      case "ends-with": parts.append(.column(column, .endsWith(try text(value, what: key))))
      case "contains": parts.append(.column(column, .contains(try text(value, what: key))))
      case "matches":
        let pattern = try text(value, what: key)
        guard TextPattern.isValid(pattern) else { throw error(value, "'\(pattern)' is not a regular expression") }
        parts.append(.column(column, .matches(pattern)))
      case "less-than": parts.append(.column(column, .lessThan(try limit(value, what: key))))
      default: parts.append(.column(column, .greaterThan(try limit(value, what: key))))
      }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }
}
