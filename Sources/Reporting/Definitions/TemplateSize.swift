internal import ProblemKit
internal import RetailValues

/// How large a page may become, estimated before it is made: sections in sections and templates in templates multiply.
struct TemplateSize {
  /// The maximum nesting of sections; every level takes room on the stack.
  static let deepest = 64
  /// The maximum number of bytes of a page held in memory.
  static let largest = 256.0 * 1024 * 1024
  /// The maximum number of bytes of a page without any rows.
  static let largestEmpty = 16.0 * 1024 * 1024
  /// The assumed size of one printed value.
  private static let value = 24.0

  let shared: [String: String]
  /// How many rows each query has.
  let rows: [String: Int]
  /// The query within whose rows a query's are found: all of them together are as many as it has.
  let within: [String: String]
  private var known: [String: Double] = [:]

  init(shared: [String: String], rows: [String: Int] = [:], within: [String: String] = [:]) {
    self.shared = shared
    self.rows = rows
    self.within = within
  }

  /// The bytes that a template may become, roughly; without any bound for what includes itself.
  mutating func bytes(of text: String, depth: Int = 0) -> Double {
    guard depth <= Self.deepest else { return .infinity }
    // Each open section multiplies what is in it.
    var open: [(name: String, base: Double, factor: Double)] = [("", 1, 1)]
    var total = Double(text.utf8.count)
    for tag in TemplateTags(text) {
      let factor = open[open.count - 1].factor
      switch tag.kind {
      case "#":
        let base = within[tag.name].flatMap { outer in open.last { $0.name == outer }?.base } ?? factor
        open.append((tag.name, base, base * Double(max(1, rows[tag.name] ?? 1))))
      case "^", "$", "<":
        if tag.kind == "<" { total += factor * bytes(named: tag.name, depth: depth) }
        open.append((tag.name, factor, factor))
      case "/": if open.count > 1 { open.removeLast() }
      case ">": total += factor * bytes(named: tag.name, depth: depth)
      default: total += factor * Self.value
      }
      // The text between two tags is short compared with the values; in a repeated section it counts once for each repetition.
      if factor > 1 { total += factor * Self.value }
    }
    return total
  }

  private mutating func bytes(named name: String, depth: Int) -> Double {
    if let size = known[name] { return size }
    guard let text = shared[name] else { return 0 }
    let size = bytes(of: text, depth: depth + 1)
    known[name] = size
    return size
  }

  /// The problem with the shape of a template, checked before anything reads it: sections too deep, names that are calls.
  static func problem(with text: String, source: String) -> Problem? {
    var depth = 0
    for tag in TemplateTags(text) {
      if tag.name.contains("(") {
        return Problem(
          .invalidTemplate, source: source, line: tag.line, "'\(tag.name.prefix(60))' is not a name",
          remedy: "Name a column, a parameter or a chart; templates call no functions.")
      }
      switch tag.kind {
      case "#", "^", "$", "<": depth += 1
      case "/": depth -= 1
      default: continue
      }
      guard depth <= deepest else {
        return Problem(
          .invalidTemplate, source: source, line: tag.line, "more than \(deepest) sections are nested",
          remedy: "Close the sections, or say it in the SQL.")
      }
    }
    return nil
  }
}
