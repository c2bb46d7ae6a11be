/// How text feeds put several values, and values of several parts, into one field: `US:CA:Ground:6.49 USD,US:NY::0
/// USD`.
///
/// A value that contains a separator is in quotes, and its own quotes are doubled.
enum ListText {
  /// A longer text is not read as a list of values or parts.
  static let maximumBytes = 1 << 16

  /// The values of a field, without white space at their ends; empty ones are left out.
  static func values(_ text: String) -> [String] {
    text.utf8.count > maximumBytes ? [text] : pieces(text, at: ",").filter { !$0.isEmpty }
  }

  /// The parts of a value, empty ones included, with their quotes off.
  static func parts(_ value: String) -> [String] { pieces(value, at: ":").map(unquoted) }

  /// A value without the quotes around it.
  static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }

  /// A value in the form in which it is written among others.
  static func quoted(_ text: String, among marks: String) -> String {
    let needsQuotes = text.contains { marks.contains($0) || $0 == "\"" } || text.first?.isWhitespace == true
    return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }

  private static func pieces(_ text: String, at mark: Character) -> [String] {
    guard text.contains("\"") else {
      return text.split(separator: mark, omittingEmptySubsequences: false).map { trimmed($0) }
    }
    var found: [String] = []
    var piece = ""
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == mark, !isQuoted {
        found.append(trimmed(piece[...]))
        piece = ""
      } else {
        piece.append(character)
      }
    }
    // A quote that is never closed is text: twelve inches, not a list.
    if isQuoted { return text.split(separator: mark, omittingEmptySubsequences: false).map { trimmed($0) } }
    return found + [trimmed(piece[...])]
  }

  private static func trimmed(_ piece: Substring) -> String {
    var piece = piece
    while piece.first?.isWhitespace == true { piece.removeFirst() }
    while piece.last?.isWhitespace == true { piece.removeLast() }
    return String(piece)
  }
}
