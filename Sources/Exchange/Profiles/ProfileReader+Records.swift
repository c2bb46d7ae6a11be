internal import FormatKit
internal import RetailValues
internal import Stock
internal import Yams

/// Reading the records of a profile.
extension YAMLReader {
  func profile(_ root: Node) throws(Problems) -> MappingProfile {
    var profile = MappingProfile(name: "", records: [])
    let known = [
      "profile", "summary", "format", "options", "columns", "decimal", "dates", "no-value", "fill-down", "constants",
      "match", "full", "records", "header", "recognise", "ignored", "ignored-while",
    ]
    let all = try pairs(root, known: known, what: "a profile")
    for (key, _, value) in all {
      attempt { () throws(Problems) in try read(key, value, into: &profile) }
    }
    if let condition = all.first(where: { $0.key == "ignored-while" }), !all.contains(where: { $0.key == "ignored" }) {
      note(
        error(
          condition.node, "ignored-while goes with ignored: without it an import asks about no column",
          remedy: "Add `ignored: []`, with the columns that are left out with any value."))
    }
    if let error = Problems(collected: budget.problems) { throw error }
    guard !profile.name.isEmpty else {
      throw error(root, "the profile has no name", remedy: "Add a line `profile: NAME`.")
    }
    guard !profile.records.isEmpty else {
      throw error(root, "the profile maps no records", remedy: "Add `records:` with at least one record kind.")
    }
    return profile
  }

  private func read(_ key: String, _ value: Node, into profile: inout MappingProfile) throws(Problems) {
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
      for (field, node, item) in try pairs(value, known: nil, what: key) {
        if let problem = unknownField(field, at: node) {
          note(problem)
          continue
        }
        profile.constants[field] = try text(item, what: "'\(field)'")
      }
    case "match": profile.match = try itemMatches(value)
    case "full": profile.isFull = try choice(value, of: YesOrNo.self, what: key) == .yes
    case "recognise": profile.recognition = try recognition(value)
    case "header": profile.header = try header(value)
    case "ignored": profile.ignored = try texts(value, what: key)
    case "ignored-while": profile.ignoredWhile = try dictionary(value, what: key)
    default: profile.records = try records(value)
    }
  }

  /// The error about a name that no field has; nil for the name of one.
  func unknownField(_ name: String, at node: Node) -> Problems? {
    let fields = Set(Vocabulary.kinds.flatMap { $0.fields.map(\.name) })
    guard !fields.contains(name) else { return nil }
    let near = nearestName(to: name, among: fields.sorted())
    return error(
      node, "there is no field '\(name)'", remedy: near.map { "Did you mean '\($0)'?" } ?? "See the record kinds.")
  }

  /// The names of the columns: a list, or a list for each table.
  private func header(_ node: Node) throws(Problems) -> RecordedHeader {
    guard case .mapping = node else {
      return RecordedHeader(tables: [.init(name: nil, columns: try texts(node, what: "header"))])
    }
    var tables: [RecordedHeader.Table] = []
    for (table, _, list) in try pairs(node, known: nil, what: "header") {
      tables.append(.init(name: table, columns: try texts(list, what: "the columns of '\(table)'")))
    }
    return RecordedHeader(tables: tables)
  }

  private func recognition(_ node: Node) throws(Problems) -> MappingProfile.Recognition {
    var found = MappingProfile.Recognition(system: "", columns: [])
    for (key, _, value) in try pairs(
      node, known: ["system", "columns", "without", "refuse-plain"], what: "recognise")
    {
      switch key {
      case "system": found.system = try text(value, what: key)
      case "columns": found.columns = try texts(value, what: key)
      case "without": found.without = try texts(value, what: key)
      default: found.refusal = try text(value, what: key)
      }
    }
    guard !found.system.isEmpty, !found.columns.isEmpty else {
      throw error(node, "recognise needs system and columns")
    }
    return found
  }

  private func itemMatches(_ node: Node) throws(Problems) -> [ItemMatch] {
    var ways: [ItemMatch] = []
    let known = ItemMatch.allCases.map(\.rawValue)
    for name in try texts(node, what: "match") {
      guard let way = ItemMatch(rawValue: name) else {
        throw error(
          node, "items cannot be matched by '\(name)'",
          remedy: nearestName(to: name, among: known).map { "Did you mean '\($0)'?" }
            ?? "Known here: \(known.joined(separator: ", ")).")
      }
      guard !ways.contains(way) else { throw error(node, "'\(name)' is in match twice") }
      ways.append(way)
    }
    guard !ways.isEmpty else {
      throw error(node, "match names nothing", remedy: "Known here: \(known.joined(separator: ", ")).")
    }
    return ways
  }

  private func fillDown(_ node: Node) throws(Problems) -> MappingProfile.FillDown {
    var fill = MappingProfile.FillDown(group: "", columns: [])
    for (key, _, value) in try pairs(node, known: ["group", "columns"], what: "fill-down") {
      if key == "group" { fill.group = try text(value, what: key) } else { fill.columns = try texts(value, what: key) }
    }
    guard !fill.group.isEmpty, !fill.columns.isEmpty else { throw error(node, "fill-down needs group and columns") }
    return fill
  }

  private func records(_ node: Node) throws(Problems) -> [MappingProfile.RecordMapping] {
    guard case .sequence(let sequence) = node else { throw error(node, "records must be a list") }
    var records: [MappingProfile.RecordMapping] = []
    var alternative = 0
    for item in sequence {
      if case .mapping(let mapping) = item, let list = mapping["one-of"] {
        guard mapping.count == 1, case .sequence(let choices) = list else {
          throw error(item, "one-of must be the only key and has a list of records")
        }
        alternative += 1
        for choice in choices {
          attempt { () throws(Problems) in
            var record = try record(choice)
            record.alternative = alternative
            records.append(record)
          }
        }
      } else {
        attempt { () throws(Problems) in records.append(try record(item)) }
      }
    }
    return records
  }

  private enum YesOrNo: String, CaseIterable {
    case yes = "true"
    case no = "false"
  }

  private func record(_ node: Node) throws(Problems) -> MappingProfile.RecordMapping {
    var record = MappingProfile.RecordMapping(kind: "", fields: [])
    var fieldsNode: Node?
    var isIgnored = false
    let before = budget.problems.count
    for (key, _, value) in try pairs(
      node, known: ["kind", "from", "when", "duplicates", "fields", "ignore"], what: "a record")
    {
      attempt { () throws(Problems) in
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
    // A missing part may be the one that was misspelt.
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
      attempt { () throws(Problems) in record.fields.append(.init(field: key, value: try expression(value))) }
    }
    return record
  }

  private func kind(_ node: Node) throws(Problems) -> String {
    let name = try text(node, what: "kind")
    guard Vocabulary.kind(name) == nil else { return name }
    let near = nearestName(to: name, among: Vocabulary.kinds.map(\.name))
    throw error(
      node, "there is no record kind '\(name)'",
      remedy: near.map { "Did you mean '\($0)'?" } ?? "Known: \(Vocabulary.kinds.map(\.name).joined(separator: ", ")).")
  }
}
