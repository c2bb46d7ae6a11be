public import FormatKit
internal import RetailValues
internal import Stock
public import Yams

/// The conditions on rows.
extension YAMLReader {
  /// A condition on a row: tests of columns that must all hold, and `any` and `all` with further ones.
  ///
  /// - Parameter columns: those that there are; nil when they are not known yet.
  public func condition(
    _ node: Node, what: String = "when", columns: [String]? = nil
  ) throws(Problems) -> RowCondition {
    var parts: [RowCondition] = []
    for (key, _, value) in try pairs(node, known: columns.map { $0 + ["any", "all"] }, what: what) {
      if key == "any" || key == "all", case .sequence(let sequence) = value {
        var inner: [RowCondition] = []
        for item in sequence { inner.append(try condition(item, what: what, columns: columns)) }
        parts.append(key == "any" ? .any(inner) : .all(inner))
      } else {
        parts.append(try test(value, of: key))
      }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// A number to compare with, written with a point.
  private func limit(_ node: Node, what: String) throws(Problems) -> String {
    let text = try text(node, what: what)
    guard (try? ExactDecimal(parsing: text.utf8)) != nil else { throw error(node, "\(what) must be a number") }
    return text
  }

  private func test(_ node: Node, of column: String) throws(Problems) -> RowCondition {
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
