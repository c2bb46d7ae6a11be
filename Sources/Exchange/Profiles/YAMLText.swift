/// Texts as they are written into profiles.
enum YAMLText {
  /// A text as a double-quoted YAML scalar.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case let control where control.value < 0x20 || (0x7F...0x9F).contains(control.value):
        let digits = String(control.value, radix: 16)
        result += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
      // YAML takes these for line ends, byte-order marks or no characters at all.
      case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": result += "\\u" + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A flow sequence of texts.
  static func list(quoting texts: [String]) -> String { list(texts.map(quoted)) }

  /// A flow sequence of what is YAML already.
  static func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }
}
