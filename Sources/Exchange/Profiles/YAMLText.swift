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

  /// A flow sequence of texts over as many lines as it needs.
  ///
  /// - Parameters:
  ///   - key: the key that the sequence is the value of, as YAML.
  ///   - indent: the spaces before each line of texts; the key has two fewer.
  static func lines(_ key: String, quoting texts: [String], indent: String) -> [String] {
    let end = indent.dropLast(2)
    var lines = ["\(end)\(key): ["]
    var line = indent
    for (index, text) in texts.enumerated() {
      let item = quoted(text) + (index == texts.count - 1 ? "" : ", ")
      if line.count + item.count > 110, line != indent {
        lines.append(String(line.dropLast()))
        line = indent
      }
      line += item
    }
    return lines + [line, end + "]"]
  }

  /// A flow mapping of texts, in the order of the keys.
  ///
  /// - Parameter key: how a key is written; as it is unless given.
  static func mapping(_ pairs: [String: String], key: (String) -> String = { $0 }) -> String {
    mapping(pairs.sorted { $0.key < $1.key }.map { "\(key($0.key)): \(quoted($0.value))" })
  }

  /// A flow mapping of pairs that are YAML already, such as `column: "Price"`.
  static func mapping(_ pairs: [String]) -> String { "{ \(pairs.joined(separator: ", ")) }" }
}
