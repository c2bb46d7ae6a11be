internal import RetailValues

/// A text with variables in it, in the form in which it is looked up in message files.
package enum MessageText {
  /// A part of a text.
  package enum Part: Hashable, Sendable {
    case text(Substring)
    /// The name in `{{name}}`.
    case variable(Substring)
  }

  /// The texts between the variables, and the variables.
  package static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var start = text.startIndex
    var at = start
    while let open = text.utf8[at...].firstIndex(of: UInt8(ascii: "{")) {
      if let (name, end) = variable(at: open, in: text.utf8) {
        if start < open { parts.append(.text(text[start..<open])) }
        parts.append(.variable(text[name]))
        (start, at) = (end, end)
      } else {
        at = text.utf8.index(after: open)
      }
    }
    if start < text.endIndex { parts.append(.text(text[start...])) }
    return parts
  }

  /// The name and the end of the variable that begins at a brace; nil where none does.
  private static func variable(
    at open: String.Index, in bytes: String.UTF8View
  ) -> (name: Range<String.Index>, end: String.Index)? {
    var at = bytes.index(after: open)
    func take(_ byte: Unicode.ASCII.CodeUnit) -> Bool {
      guard at < bytes.endIndex, bytes[at] == byte else { return false }
      at = bytes.index(after: at)
      return true
    }
    func skip(_ isTaken: (UInt8) -> Bool) {
      while at < bytes.endIndex, isTaken(bytes[at]) { at = bytes.index(after: at) }
    }
    guard take(UInt8(ascii: "{")) else { return nil }
    skip(isSpace)
    let start = at
    skip(isNamePart)
    let name = start..<at
    skip(isSpace)
    guard !name.isEmpty, take(UInt8(ascii: "}")), take(UInt8(ascii: "}")) else { return nil }
    return (name, at)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// With single spaces, and `{{name}}` without any.
  package static func collapsed(_ text: String) -> String {
    let words = text.split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ")
    guard mayHaveVariables(words) else { return words }
    return parts(of: words).map { part in
      switch part {
      case .text(let text): String(text)
      case .variable(let name): "{{\(name)}}"
      }
    }.joined()
  }

  /// The names of its variables, sorted, each once.
  package static func variables(of text: String) -> [String] {
    guard mayHaveVariables(text) else { return [] }
    let names = parts(of: text).compactMap { if case .variable(let name) = $0 { String(name) } else { nil } }
    return Set(names).sorted()
  }

  private static func mayHaveVariables(_ text: some StringProtocol) -> Bool { text.utf8.contains(UInt8(ascii: "{")) }

  /// Whether it holds words for people, and not but variables and signs.
  package static func hasLetters(_ text: String) -> Bool {
    guard mayHaveVariables(text) else { return text.contains(where: \.isLetter) }
    return text.replacing(#/\{\{[^{}]*\}\}/#, with: "").contains(where: \.isLetter)
  }

  /// A translation as part of an HTML template: its variables unchanged, everything else as text only.
  ///
  /// - Returns: nil when its variables differ from those of the English.
  package static func markup(_ translation: String, of english: String) -> String? {
    guard variables(of: translation) == variables(of: english) else { return nil }
    return parts(of: translation).map { part in
      switch part {
      case .text(let text):
        // Braces would be tags of the template.
        HTMLText.escaped(String(text)).replacing("{", with: "&#123;").replacing("}", with: "&#125;")
      case .variable(let name): "{{\(name)}}"
      }
    }.joined()
  }
}
