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
struct ProfileReader {
  let source: String
  let budget = Budget()

  final class Budget {
    /// Anchors let a short profile stand for an endless one.
    var nodes = 100_000
    /// What is wrong, so that all of it is told at once.
    var problems: [Diagnostic] = []
    static let shownProblems = 50
  }

  /// Keeps an error and goes on.
  func note(_ error: FormatError) {
    if budget.problems.count < Budget.shownProblems { budget.problems.append(error.diagnostic) }
  }

  /// Reads one thing; when it is wrong, the next is read all the same.
  func attempt(_ body: () throws(FormatError) -> Void) {
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
}
