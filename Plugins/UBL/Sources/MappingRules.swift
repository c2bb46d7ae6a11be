internal import XMLReading

/// One step of a path below the current element: `AllowanceCharge[ChargeIndicator=false]`, `ID[gtin]`.
struct MappingStep: Hashable, Sendable {
  let name: String
  /// A child element that must have one of these texts, as the condition lists them.
  private var child: (name: String, value: String)? { childName.map { ($0, childValue) } }
  private var childName: String?
  private var childValue = ""
  /// The list of ``CodeLists/schemes`` in which the attribute schemeID must be.
  private var scheme: String?

  init(_ text: Substring) {
    guard let start = text.firstIndex(of: "["), text.last == "]" else {
      name = String(text)
      return
    }
    name = String(text[..<start])
    let condition = text[text.index(after: start)...].dropLast()
    if let sign = condition.firstIndex(of: "=") {
      childName = String(condition[..<sign])
      childValue = String(condition[condition.index(after: sign)...])
    } else {
      scheme = String(condition)
    }
  }

  func matches(_ element: XMLElement) -> Bool {
    guard element.name == name, Self.isOfLibrary(element.namespace) else { return false }
    if let scheme {
      guard let given = element[attribute: "schemeID"] else { return false }
      return CodeLists.schemes[scheme]?.contains(given.uppercased()) ?? false
    }
    if let child { return CodeLists.plain(element.value(child.name)) == child.value }
    return true
  }

  /// Whether a namespace is one of UBL's component libraries. Names with an undeclared prefix are accepted unchanged.
  static func isOfLibrary(_ namespace: String?) -> Bool {
    namespace?.hasPrefix("urn:oasis:names:specification:ubl:schema:xsd:Common") ?? true
  }
}

/// The path at which the value of a column is looked up.
struct MappingPath: Hashable, Sendable {
  let steps: [MappingStep]
  let attribute: String?

  init(_ text: Substring) {
    let parts = text.split(separator: "@")
    steps = (parts.first ?? "").split(separator: "/").map { MappingStep($0) }
    attribute = parts.count > 1 ? String(parts[1]) : nil
  }

  /// Hands over the elements that the path leads to from one of its first step.
  func visit(_ element: XMLElement, at step: Int = 0, _ take: (XMLElement) -> Void) {
    guard step < steps.count, steps[step].matches(element) else { return }
    if step == steps.count - 1 { return take(element) }
    for child in element.children { visit(child, at: step + 1, take) }
  }
}

/// One line of a mapping table: `column = path | path`, the better paths first.
struct MappingRule: Sendable {
  enum Mode: String, Sendable {
    /// The value of the best path, the first of it.
    case first
    /// The value if all that are found are the same.
    case only
    /// All values, one after the other.
    case join
    /// Every value with its element, for what is counted together.
    case all
  }

  let target: String
  let mode: Mode
  /// The list of ``CodeLists/translations`` that gives the value its word.
  let list: String?
  let paths: [MappingPath]

  /// `column`, `column:mode`, `column<list>`; nil for any other line.
  init?(_ line: Substring) {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    // Conditions contain an equals sign too, but never before the first one.
    var name = parts[0].filter { $0 != " " }[...]
    var list: String?
    if let start = name.firstIndex(of: "<"), let end = name.lastIndex(of: ">"), start < end {
      list = String(name[name.index(after: start)..<end])
      name = name[..<start]
    }
    let words = name.split(separator: ":")
    target = String(words.first ?? "")
    mode = words.count > 1 ? Mode(rawValue: String(words[1])) ?? .first : .first
    self.list = list
    paths = parts[1].split(separator: "|").map { MappingPath($0.filter { $0 != " " }[...]) }
  }
}

/// A mapping table, ready to be applied to the children of an element.
struct MappingRules: Sendable {
  let rules: [MappingRule]
  /// The rules and paths that begin with an element of a name.
  private let starts: [String: [(rule: Int, rank: Int)]]

  init(_ text: String) {
    rules = text.split(separator: "\n").compactMap { MappingRule($0) }
    var starts: [String: [(rule: Int, rank: Int)]] = [:]
    for (index, rule) in rules.enumerated() {
      for (rank, path) in rule.paths.enumerated() {
        guard let first = path.steps.first else { continue }
        starts[first.name, default: []].append((index, rank))
      }
    }
    self.starts = starts
  }

  /// Whether anything is taken from an element of that name.
  func uses(_ name: String) -> Bool { starts[name] != nil }

  /// Takes what the rules want from an element.
  func take(_ element: XMLElement, into captures: inout Captures) {
    for start in starts[element.name] ?? [] {
      let rule = rules[start.rule]
      let path = rule.paths[start.rank]
      path.visit(element) { captures.add($0, attribute: path.attribute, rank: start.rank, of: rule) }
    }
  }
}

/// The values taken from elements, by the names of columns.
struct Captures {
  struct Value {
    var text: String
    let element: XMLElement
    fileprivate(set) var rank: Int
    /// Whether there is another value, where there may be one only.
    fileprivate(set) var isContradicted = false
    fileprivate(set) var list: String?
  }

  private static let maximumTextBytes = 4000
  private static let maximumValues = 2000
  private var single: [String: Value] = [:]
  private var several: [String: [Value]] = [:]

  mutating func add(_ element: XMLElement, attribute: String?, rank: Int, of rule: MappingRule) {
    let text = attribute.map { element[attribute: $0] ?? "" } ?? element.text
    guard !text.isEmpty || rule.mode == .all else { return }
    let value = Value(text: text, element: element, rank: rank, list: rule.list)
    switch rule.mode {
    case .first:
      if let known = single[rule.target], known.rank <= rank { return }
      single[rule.target] = value
    case .only:
      if let known = single[rule.target] {
        if known.text != text { single[rule.target]?.isContradicted = true }
      } else {
        single[rule.target] = value
      }
    case .join:
      guard let known = single[rule.target]?.text else {
        single[rule.target] = value
        return
      }
      if known.utf8.count + text.utf8.count < Self.maximumTextBytes { single[rule.target]?.text = known + "; " + text }
    case .all:
      guard several[rule.target]?.count ?? 0 < Self.maximumValues else { return }
      several[rule.target, default: []].append(value)
    }
  }

  /// The value of a column; nil when it is missing, or there are several where only one is allowed.
  subscript(target: String) -> Value? { single[target].flatMap { $0.isContradicted ? nil : $0 } }

  func text(_ target: String) -> String? { self[target]?.text }

  /// Whether there are several values where there may be one only.
  func isContradicted(_ target: String) -> Bool { single[target]?.isContradicted ?? false }

  func all(_ target: String) -> [Value] { several[target] ?? [] }
}
