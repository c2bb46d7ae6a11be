/// What stands ahead of `AS name` in a statement, for each name: a look at its text, not at its grammar.
struct SelectedExpressions {
  private var all: [String: [String]] = [:]

  subscript(name: String) -> [String]? { all[name] }

  init(of sql: String) {
    for match in sql.matches(of: #/(?i)\bAS\s+"?([a-z_][a-z0-9_]*)"?/#) {
      all[String(match.output.1), default: []].append(Self.expression(before: match.range.lowerBound, of: sql))
    }
  }

  /// Back to the comma or the SELECT that it follows.
  private static func expression(before end: String.Index, of sql: String) -> String {
    var depth = 0
    var place = end
    while place > sql.startIndex {
      let before = sql.index(before: place)
      switch sql[before] {
      case ")": depth += 1
      case "(": depth -= 1
      case ",": if depth == 0 { return String(sql[place..<end]) }
      default: break
      }
      if depth < 0 { break }
      if depth == 0, sql[before...].prefix(7).uppercased() == "SELECT " {
        return String(sql[sql.index(before, offsetBy: 7)..<end])
      }
      place = before
    }
    return String(sql[place..<end])
  }

  /// What a value counts: the word for it, and the type of such columns.
  struct Unit: Hashable {
    let name: String
    let type: String
  }

  /// The unit of an expression by the columns of the views that it names; nil where they are compared, counted or divided, or
  /// where there is none.
  static func unit(of expression: String) -> Unit? {
    // Only what keeps the unit: sums, the least and greatest, what stands for NULL, signs and differences.
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
      // The difference of two moments is none.
      default: if !rest.contains("-") { units.insert(Unit(name: "milliseconds since 1970", type: "date-time")) }
      }
    }
    return units.count == 1 ? units.first : nil
  }
}
