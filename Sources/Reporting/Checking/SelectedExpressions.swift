internal import Stock

/// The expression before `AS name` in a statement, for each name, found in the text without parsing the grammar.
///
/// It is read once from the beginning to the end, and long expressions are skipped: their units are unknown.
struct SelectedExpressions {
  private var all: [String: [String]] = [:]

  /// More than an expression that keeps its unit has, and more than a statement's parts give to one name.
  private static let longest = 512
  private static let most = 20

  subscript(name: String) -> [String]? { all[name] }

  init(of sql: String) {
    let bytes = Array(sql.utf8)
    // The start of the current expression, in each open parenthesis.
    var starts = [0]
    /// The expression before `AS`, when the last token was that.
    var named: Range<Int>?
    var tokens = SQLTokens(sql)
    while let token = tokens.next() {
      let expression = named
      named = nil
      switch (token.kind, token.lowercased) {
      case (.sign, "("): starts.append(token.range.upperBound)
      case (.sign, ")"): if starts.count > 1 { starts.removeLast() }
      case (.sign, ","), (.name, "select"): starts[starts.count - 1] = token.range.upperBound
      case (.name, "as"): named = starts[starts.count - 1]..<token.range.lowerBound
      case (.name, _), (.quotedName, _):
        guard let expression else { break }
        if expression.count <= Self.longest, all[token.content, default: []].count < Self.most {
          all[token.content, default: []].append(String(decoding: bytes[expression], as: UTF8.self))
        }
        starts[starts.count - 1] = token.range.upperBound
      default: break
      }
    }
  }

  /// The unit of a value: the word for it, and the type of such columns.
  struct Unit: Hashable {
    let name: String
    let type: String
  }

  /// The unit of an expression by the columns of the views that it names; nil where they are compared, counted or
  /// divided, or where they have no unit.
  static func unit(of expression: String) -> Unit? {
    // Only what keeps the unit: sums, the least and greatest, a value in place of NULL, signs and differences.
    let rest = expression.replacing(#/(?i)\b(?:SUM|MIN|MAX|COALESCE|ABS|IFNULL|TOTAL)\s*\(/#, with: "(")
    guard !rest.contains(where: { "<>=/|'%".contains($0) }),
      rest.firstMatch(of: #/(?i)\b(?:CASE|COUNT|IS|IN|BETWEEN|LIKE|SELECT|CAST|OVER|AND|OR|NOT)\b|[a-z_]\s*\(/#) == nil
    else { return nil }
    var units: Set<Unit> = []
    for match in rest.matches(of: #/(?i)\b(?:[a-z_][a-z0-9_]*\.)?[a-z][a-z0-9_]*_(minor|micro|milli|at)\b/#) {
      switch match.output.1.lowercased() {
      case "minor": units.insert(Unit(name: "minor units of a currency", type: "money"))
      case "micro": units.insert(Unit(name: "millionths", type: "unit-cost"))
      case "milli": units.insert(Unit(name: "thousandths", type: "quantity"))
      // The difference of two moments is not a date and time.
      default: if !rest.contains("-") { units.insert(Unit(name: "milliseconds since 1970", type: "date-time")) }
      }
    }
    return units.count == 1 ? units.first : nil
  }
}
