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
    var place = 0
    func word(from start: Int) -> (text: String, end: Int) {
      let name = bytes[start...].prefix { Self.isPartOfName($0) }
      return (String(decoding: name, as: UTF8.self), name.endIndex)
    }
    while place < bytes.count {
      let byte = bytes[place]
      guard Self.isPartOfName(byte) else {
        place += 1
        switch byte {
        case UInt8(ascii: "("): starts.append(place)
        case UInt8(ascii: ")"): if starts.count > 1 { starts.removeLast() }
        case UInt8(ascii: ","): starts[starts.count - 1] = place
        case UInt8(ascii: "'"): place = (bytes[place...].firstIndex(of: byte) ?? bytes.count - 1) + 1
        default: break
        }
        continue
      }
      let begin = place
      let (text, end) = word(from: begin)
      place = end
      switch text.uppercased() {
      case "SELECT": starts[starts.count - 1] = end
      case "AS":
        let start = bytes[end...].firstIndex { $0 > 32 && $0 != UInt8(ascii: "\"") } ?? bytes.count
        let name = word(from: start)
        guard !name.text.isEmpty else { break }
        let expression = bytes[starts[starts.count - 1]..<begin]
        if expression.count <= Self.longest, all[name.text, default: []].count < Self.most {
          all[name.text, default: []].append(String(decoding: expression, as: UTF8.self))
        }
        place = name.end
        starts[starts.count - 1] = place
      default: break
      }
    }
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "_"): true
    default: false
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
      // The difference of two moments is not a moment.
      default: if !rest.contains("-") { units.insert(Unit(name: "milliseconds since 1970", type: "date-time")) }
      }
    }
    return units.count == 1 ? units.first : nil
  }
}
