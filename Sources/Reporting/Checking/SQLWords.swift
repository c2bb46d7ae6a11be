/// The words that a statement makes by itself: the texts within it that the values of a column may be, such as `'late'` in
/// `CASE WHEN days > 0 THEN 'late' END AS state`.
///
/// It is read word by word, without knowledge of SQL. Texts that are compared with, listed after `IN` or passed to a
/// function do not count; those after `THEN` and `ELSE`, those that are alone, and the fallbacks of `COALESCE` do.
struct SQLWords {
  /// By the name of the column, of the whole statement and of everything within it.
  private(set) var words: [String: [String]] = [:]
  private var open = [Frame(opener: "")]
  private var previous = Token.sign(UInt8(ascii: "("))

  /// The text within parentheses, or within `CASE … END`.
  private struct Frame {
    /// The name before the parenthesis, in capitals.
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

  private enum Token {
    /// In capitals, and as written.
    case name(String, String)
    case text(String)
    case sign(UInt8)
    case concatenation
  }

  init(of sql: String) {
    var reader = Reader(bytes: Array(sql.utf8))
    while let token = reader.next() {
      take(token)
      previous = token
    }
    endItem()
  }

  // MARK: - Reading

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    mutating func next() -> Token? {
      while place < bytes.count {
        let byte = bytes[place]
        let following = place + 1 < bytes.count ? bytes[place + 1] : 0
        switch byte {
        case UInt8(ascii: "-") where following == byte:
          while place < bytes.count, bytes[place] != 10 { place += 1 }
        case UInt8(ascii: "/") where following == UInt8(ascii: "*"):
          place += 2
          while place + 1 < bytes.count, bytes[place] != UInt8(ascii: "*") || bytes[place + 1] != UInt8(ascii: "/") {
            place += 1
          }
          place += 2
        case UInt8(ascii: "'"): return .text(text())
        case UInt8(ascii: "|") where following == byte:
          place += 2
          return .concatenation
        case 0...32: place += 1
        case _ where Self.isPartOfName(byte):
          let start = place
          while place < bytes.count, Self.isPartOfName(bytes[place]) { place += 1 }
          let name = String(decoding: bytes[start..<place], as: UTF8.self)
          return .name(name.uppercased(), name)
        default:
          place += 1
          return .sign(byte)
        }
      }
      return nil
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"), 128...: true
      default: false
      }
    }

    /// A text in quotation marks, in which a doubled mark is one character.
    private mutating func text() -> String {
      var content: [UInt8] = []
      place += 1
      while place < bytes.count {
        if bytes[place] == UInt8(ascii: "'") {
          place += 1
          guard place < bytes.count, bytes[place] == UInt8(ascii: "'") else { break }
        }
        content.append(bytes[place])
        place += 1
      }
      return String(decoding: content, as: UTF8.self)
    }
  }

  private mutating func take(_ token: Token) {
    switch token {
    case .text(let text):
      if isValue, MessageText.hasLetters(text) { open[open.count - 1].item.append(text) }
    case .sign(UInt8(ascii: "(")):
      if case .name(let name, _) = previous { open.append(Frame(opener: name)) } else { open.append(Frame(opener: "")) }
    case .sign(UInt8(ascii: ")")): close()
    case .sign(UInt8(ascii: ",")): if open[open.count - 1].isSelect { endItem() }
    case .name("CASE", _): open.append(Frame(opener: "CASE"))
    case .name("END", _): if open[open.count - 1].opener == "CASE" { close() }
    case .name("SELECT", _):
      open[open.count - 1].isSelect = true
      open[open.count - 1].item = []
    case .name("FROM", _):
      if open[open.count - 1].isSelect {
        endItem()
        open[open.count - 1].isPastColumns = true
      }
    case .name("UNION", _), .name("EXCEPT", _), .name("INTERSECT", _):
      endItem()
      open[open.count - 1].isPastColumns = false
      open[open.count - 1].isFurther = true
      open[open.count - 1].place = 0
    case .name(_, let name):
      guard case .name("AS", _) = previous else { return }
      let frame = open[open.count - 1]
      guard frame.isSelect, !frame.isPastColumns, !frame.isFurther else { return }
      note(frame.item, of: name)
      open[open.count - 1].item = []
      while open[open.count - 1].names.count < frame.place { open[open.count - 1].names.append("") }
      open[open.count - 1].names.append(name)
    default: break
    }
  }

  /// Whether a text at this position is a value that a column or a function's result may have.
  private var isValue: Bool {
    let frame = open[open.count - 1]
    if frame.isPastColumns { return false }
    switch previous {
    case .name("THEN", _), .name("ELSE", _), .concatenation: return true
    case .name("SELECT", _), .name("DISTINCT", _), .name("ALL", _): return true
    case .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: ",")):
      return frame.isSelect || ["COALESCE", "IFNULL", "MIN", "MAX"].contains(frame.opener)
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
    if frame.isPastColumns || ["IN", "EXISTS"].contains(inner.opener) { return }
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
