internal import Foundation
internal import ProblemKit
internal import Wording
internal import YAMLReading
internal import Yams

/// The columns that reports share, by name: `_shared/columns.yml` says what each is, as in a `report.yml`.
///
/// A query lists them by name: `columns: [sku, title, net_cost]`. A list may also say what a column is, in whole
/// (`- net_cost: money`) or in part, without a type (`- net_cost: {title: Net}`): the rest is as the shared columns have it.
/// Where shared columns show one with others, as in `title: {code: [sku, barcode]}`, those that the query lacks are left out.
struct SharedColumns {
  fileprivate(set) var nodes: [String: Node] = [:]
}

extension ReportFiles {
  /// The shared columns for the reports of one folder: those next to the report come first, so that a shop's own columns
  /// never change what a report that ships means by a name.
  func sharedColumns(for folder: String) throws(Problems) -> SharedColumns {
    let own = URL(fileURLWithPath: folder).deletingLastPathComponent().path + "/_shared"
    var columns = SharedColumns()
    for list in try sharedLists("columns.yml", in: [own] + sharedFolders, of: "columns", as: "name: type") {
      for (name, node) in list.entries where columns.nodes[name] == nil { columns.nodes[name] = node }
    }
    return columns
  }

  /// The entries of a YAML file in each shared folder that has it; one that is empty or has comments alone has none.
  func sharedLists(
    _ file: String, in folders: [String], of what: String, as example: String
  ) throws(Problems) -> [(source: String, entries: [(name: String, node: Node)])] {
    var lists: [(source: String, entries: [(name: String, node: Node)])] = []
    for folder in folders {
      let source = "\(folder)/\(file)"
      guard FileManager.default.fileExists(atPath: source) else { continue }
      let root: Node?
      do {
        root = try BoundedYAML.root(of: try Self.text(at: source))
      } catch let error as Problems {
        throw error
      } catch let problem as BoundedYAML.InvalidText {
        let remedy = "Correct the YAML; put words with a colon into quotation marks."
        throw Problems(Problem(problem, .invalidDefinition, source: source, remedy: remedy))
      } catch {
        throw Problems(.unreadable, source: source, "the file cannot be read", remedy: "Check that it is there.")
      }
      guard let root, root.scalar.map({ !$0.string.isEmpty }) ?? true else { continue }
      guard let mapping = root.mapping else {
        throw Problems(
          .invalidDefinition, source: source, line: root.mark?.line ?? 0, "the file is not a list of \(what)",
          remedy: "Write lines as `\(example)`.")
      }
      lists.append((source, mapping.compactMap { key, value in key.scalar.map { ($0.string, value) } }))
    }
    return lists
  }
}

extension DefinitionReader {
  /// A definition with the columns of each query by name and with all that is said of them, whether its author wrote them so
  /// or listed shared columns.
  mutating func completed(_ root: Node, with shared: SharedColumns) -> Node {
    root.changing("queries") { queries in
      guard let mapping = queries.mapping else { return queries }
      let pairs = mapping.map { key, query in
        (key, query.changing("columns") { columns in completed(columns: columns, with: shared) })
      }
      return .mapping(Node.Mapping(pairs, queries.tag, .any, queries.mark))
    }
  }

  private mutating func completed(columns: Node, with shared: SharedColumns) -> Node {
    guard let items = columns.sequence else { return columns }
    let names = Set(items.compactMap { ($0.mapping?.first?.key ?? $0).scalar?.string })
    var pairs: [(Node, Node)] = []
    for item in items {
      let pair = item.mapping.flatMap { $0.count == 1 ? $0.first : nil }
      let (key, given) = (pair?.key ?? item, pair?.value)
      guard let name = key.scalar?.string, !name.isEmpty else {
        problem(
          item, "one of the columns is not a name", remedy: "Write columns: [sku, title, net_cost: {title: Net}].")
        continue
      }
      if pairs.contains(where: { $0.0.scalar?.string == name }) {
        problem(item, "the column '\(name)' is listed twice", remedy: "List each column of the SQL once.")
      } else if let node = completed(name, given, at: item, with: shared, among: names) {
        pairs.append((key, node))
      }
    }
    return .mapping(Node.Mapping(pairs, columns.tag, .any, columns.mark))
  }

  private mutating func completed(
    _ name: String, _ given: Node?, at item: Node, with shared: SharedColumns, among names: Set<String>
  ) -> Node? {
    if let given, given.mapping.map({ $0["type"] != nil }) ?? true { return given }
    guard let known = shared.nodes[name]?.showing(only: names) else {
      problem(
        item, "the column '\(name)' has no type, and is not one that reports share",
        remedy: "Say what it is: \(name): text. Shared columns are listed in _shared/columns.yml."
          + suggestion(for: name, among: shared.nodes.keys.sorted()))
      return nil
    }
    guard let given else { return known.marked(item.mark) }
    let whole = known.mapping == nil ? Node.mapping(Node.Mapping([("type", known)], known.tag)) : known
    return whole.extended(by: given).marked(item.mark)
  }
}

extension Node {
  /// A shared column without the columns that it is shown with and the query lacks.
  fileprivate func showing(only names: Set<String>) -> Node {
    guard let mapping else { return self }
    func isKnown(_ text: Node) -> Bool {
      names.isSuperset(of: MessageText.variables(of: text.scalar?.string ?? "").filter { $0 != "." })
    }
    func isShown(_ line: Node) -> Bool {
      if let lines = line.mapping { return lines.allSatisfy { isShown($0.key) && isKnown($0.value) } }
      let text = line.scalar?.string ?? ""
      return text.contains("{{")
        ? isKnown(line) : names.contains(text.split(separator: ".").first.map(String.init) ?? "")
    }
    let pairs: [(Node, Node)] = mapping.compactMap { key, value in
      switch key.scalar?.string {
      case "says", "cell": return isKnown(value) ? (key, value) : nil
      case "code", "unit", "below", "flags": break
      default: return (key, value)
      }
      guard let lines = value.sequence else { return isShown(value) ? (key, value) : nil }
      return (key, .sequence(Sequence(lines.filter(isShown), value.tag, .any, value.mark)))
    }
    return .mapping(Mapping(pairs, mapping.tag, mapping.style, mapping.mark))
  }

  /// The node as if it were written in another place.
  fileprivate func marked(_ mark: Mark?) -> Node {
    switch self {
    case .scalar(let scalar): .scalar(Scalar(scalar.string, scalar.tag, scalar.style, mark))
    case .mapping(let mapping): .mapping(Mapping(mapping.map { ($0.key, $0.value) }, mapping.tag, mapping.style, mark))
    default: self
    }
  }

  /// A mapping with one of its entries changed; anything else unchanged.
  fileprivate func changing(_ name: String, _ change: (Node) -> Node) -> Node {
    guard let mapping else { return self }
    let pairs = mapping.map { key, value in (key, key.scalar?.string == name ? change(value) : value) }
    return .mapping(Mapping(pairs, mapping.tag, mapping.style, mapping.mark))
  }
}
