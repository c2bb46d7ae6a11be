public import FormatKit
internal import YAMLReading
public import Yams

/// Reads the nodes of a file of settings and reports the position of anything that is not understood.
///
/// Unknown keys are errors with the nearest known one. Reading goes on after an error, so that all errors are reported at once.
public struct YAMLReader {
  let source: String
  private let code: Problem.Code
  /// The name of the file for messages: `the profile`.
  private let whole: String
  let budget = Budget()

  /// - Parameters:
  ///   - code: that of everything that is wrong.
  ///   - whole: what the file is, for messages: `the profile`.
  ///   - source: the name shown in errors.
  public init(_ code: Problem.Code, of whole: String, source: String) {
    self.code = code
    self.whole = whole
    self.source = source
  }

  final class Budget {
    /// The problems found so far, so that all of them are reported at once.
    var problems: [Problem] = []
    static let shownProblems = 50
  }

  /// The problems so far.
  public var problems: [Problem] { budget.problems }

  /// The root of a text.
  public func root(of yaml: String) throws(Problems) -> Node {
    let root: Node?
    do {
      root = try BoundedYAML.root(of: yaml)
    } catch {
      throw Problems(
        code, source: source, at: SourcePosition(line: error.line, column: error.column),
        "the YAML cannot be read: \(error.message)", remedy: error.remedy)
    }
    guard let root else { throw Problems(code, source: source, "\(whole) is empty") }
    return root
  }

  /// Records an error and continues.
  public func note(_ error: Problems) {
    if budget.problems.count < Budget.shownProblems { budget.problems.append(error.first) }
  }

  /// Runs one part of the reading. If it fails, the error is recorded and reading continues.
  public func attempt(_ body: () throws(Problems) -> Void) {
    do throws(Problems) { try body() } catch { note(error) }
  }

  /// An error about a node.
  public func error(_ node: Node, _ message: String, remedy: String? = nil) -> Problems {
    let position = node.mark.map { SourcePosition(line: $0.line, column: $0.column) } ?? SourcePosition()
    return Problems(code, source: source, at: position, message, remedy: remedy)
  }

  /// The pairs of a mapping. Pairs with an unknown or repeated key are reported and left out.
  public func pairs(_ node: Node, known: [String]?, what: String) throws(Problems) -> [(
    key: String, node: Node, value: Node
  )] {
    guard case .mapping(let mapping) = node else { throw error(node, "\(what) must be a mapping of keys to values") }
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

  /// A text or a number as written.
  public func text(_ node: Node, what: String) throws(Problems) -> String {
    guard case .scalar(let scalar) = node else { throw error(node, "\(what) must be a text") }
    return scalar.string
  }

  /// A list of texts, or one.
  public func texts(_ node: Node, what: String) throws(Problems) -> [String] {
    if case .scalar(let scalar) = node { return [scalar.string] }
    guard case .sequence(let sequence) = node else { throw error(node, "\(what) must be a list of texts") }
    var all: [String] = []
    for item in sequence { all.append(try text(item, what: what)) }
    return all
  }

  /// A whole number.
  public func number(_ node: Node, what: String) throws(Problems) -> Int {
    guard let number = Int(try text(node, what: what)) else { throw error(node, "\(what) must be a whole number") }
    return number
  }

  /// One of the words of a choice.
  public func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: Node, of type: Choice.Type, what: String
  ) throws(Problems) -> Choice {
    let value = try text(node, what: what)
    guard let choice = Choice(rawValue: value) else {
      throw error(
        node, "'\(value)' is not a value for \(what)",
        remedy: "Allowed: \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return choice
  }

  /// A mapping of names to texts.
  public func dictionary(_ node: Node, what: String) throws(Problems) -> [String: String] {
    var values: [String: String] = [:]
    for pair in try pairs(node, known: nil, what: what) {
      values[pair.key] = try text(pair.value, what: "'\(pair.key)'")
    }
    return values
  }
}
