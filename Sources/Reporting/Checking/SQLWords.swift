internal import Stock
internal import Wording

/// The words that a statement makes by itself: the texts within it that the values of a column may be, such as `'late'` in
/// `CASE WHEN days > 0 THEN 'late' END AS state`.
///
/// It is read word by word, without knowledge of SQL. Texts that are compared with, listed after `IN` or passed to a
/// function do not count; those after `THEN` and `ELSE`, those that are alone, and the fallbacks of `COALESCE` do.
struct SQLWords {
  /// By the name of the column, of the whole statement and of everything within it.
  private(set) var words: [String: [String]] = [:]
  private var open = [Frame(opener: "")]
  private var previous: SQLTokens.Token?

  /// The text within parentheses, or within `CASE … END`.
  private struct Frame {
    /// The name before the parenthesis, in lower case.
    let opener: String
    var isSelect = false
    var isPastColumns = false
    /// The names of the columns of the first `SELECT`; those of others in a `UNION` are the same.
    var names: [String] = []
    var isFurther = false
    var place = 0
    /// The possible values of the current column, and those of the columns before it without a name of their own.
    var item: [String] = []
    var result: [String] = []
  }

  /// More than any column has; nothing is multiplied by nesting.
  private static let mostWords = 200

  init(of sql: String) {
    var tokens = SQLTokens(sql)
    while let token = tokens.next() {
      take(token)
      previous = token
    }
    endItem()
  }

  private mutating func take(_ token: SQLTokens.Token) {
    switch (token.kind, token.content) {
    case (.text, let text): if isValue, MessageText.hasLetters(text) { open[open.count - 1].item.append(text) }
    case (.sign, "("): open.append(Frame(opener: previousName ?? ""))
    case (.sign, ")"): close()
    case (.sign, ","): if open[open.count - 1].isSelect { endItem() }
    case (.name, let name) where !isAfterPoint: take(keyword: name.lowercased(), orName: name)
    case (.quotedName, let name): take(name: name)
    default: break
    }
  }

  /// Whether the current name is that of a column of something, and no keyword.
  private var isAfterPoint: Bool { previous?.kind == .sign && previous?.content == "." }

  /// The name or keyword before the current token, in lower case.
  private var previousName: String? { previous.flatMap { $0.kind == .name ? $0.lowercased : nil } }

  private mutating func take(keyword: String, orName name: String) {
    switch keyword {
    case "case": open.append(Frame(opener: keyword))
    case "end": if open[open.count - 1].opener == "case" { close() }
    case "select":
      open[open.count - 1].isSelect = true
      open[open.count - 1].item = []
    case "from":
      if open[open.count - 1].isSelect {
        endItem()
        open[open.count - 1].isPastColumns = true
      }
    case "union", "except", "intersect":
      endItem()
      open[open.count - 1].isPastColumns = false
      open[open.count - 1].isFurther = true
      open[open.count - 1].place = 0
    default: take(name: name)
    }
  }

  /// The name of a column comes after `AS`.
  private mutating func take(name: String) {
    guard previousName == "as" else { return }
    let frame = open[open.count - 1]
    guard frame.isSelect, !frame.isPastColumns, !frame.isFurther else { return }
    note(frame.item, of: name)
    open[open.count - 1].item = []
    while open[open.count - 1].names.count < frame.place { open[open.count - 1].names.append("") }
    open[open.count - 1].names.append(name)
  }

  /// Whether a text at this position is a value that a column or a function's result may have.
  private var isValue: Bool {
    let frame = open[open.count - 1]
    if frame.isPastColumns { return false }
    if let name = previousName { return ["then", "else", "select", "distinct", "all"].contains(name) }
    guard let previous, previous.kind == .sign else { return false }
    switch previous.content {
    case "||": return true
    case "(", ",": return frame.isSelect || ["coalesce", "ifnull", "min", "max"].contains(frame.opener)
    default: return false
    }
  }

  private mutating func note(_ item: [String], of name: String) {
    guard !item.isEmpty else { return }
    var known = words[name] ?? []
    for word in item where known.count < Self.mostWords && !known.contains(word) { known.append(word) }
    words[name] = known
  }

  /// A column ends: in a further `SELECT` of a `UNION` it has the name that the first one gave it.
  private mutating func endItem() {
    let frame = open[open.count - 1]
    guard frame.isSelect, !frame.isPastColumns else { return }
    if frame.isFurther, frame.place < frame.names.count { note(frame.item, of: frame.names[frame.place]) }
    open[open.count - 1].result += frame.item
    open[open.count - 1].item = []
    open[open.count - 1].place += 1
  }

  /// Makes the content of the inner frame part of the outer one.
  private mutating func close() {
    guard open.count > 1 else { return }
    endItem()
    let inner = open.removeLast()
    let frame = open[open.count - 1]
    if frame.isPastColumns || ["in", "exists"].contains(inner.opener) { return }
    open[open.count - 1].item = Array((frame.item + inner.result + inner.item).prefix(Self.mostWords))
  }
}

/// Texts that authors forget to list for translators.
extension ReportCheck {
  /// Words that the SQL of a label makes and that its column does not list, so that they are never translated.
  mutating func lookAtWords(of query: ReportQuery, _ sql: String, _ report: Report) {
    let made = SQLWords(of: sql).words
    for column in query.columns where column.type == .label {
      // A letter or a number is the same in all languages.
      let unknown = (made[column.name] ?? []).filter { $0.count > 1 && !column.words.all.contains($0) }
      guard let first = unknown.first else { continue }
      warn(
        report.files.path("report.yml"),
        "the SQL of '\(query.name)' makes '\(first)' in the column '\(column.name)', which is not among its words",
        "Add it to the words of the column, so that it can be translated.")
    }
  }
}
