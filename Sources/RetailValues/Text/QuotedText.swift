// Text quoted for other languages. All of them compare bytes or Unicode scalars. To Swift, a quotation mark and a
// combining accent form one character that differs from a quotation mark, but the program that reads the output still
// sees a quotation mark.

/// Fields of CSV (RFC 4180).
public enum CSVText {
  /// In quotes when it holds a comma, a quote or the end of a line, or begins or ends with a space.
  public static func field(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { ",\"\n\r".utf8.contains($0) }
    guard needsQuotes || text.utf8.first == UInt8(ascii: " ") || text.utf8.last == UInt8(ascii: " ") else {
      return text
    }
    return "\"" + String(text.unicodeScalars.replacing("\"".unicodeScalars, with: "\"\"".unicodeScalars)) + "\""
  }

  /// Puts an apostrophe before a text that a spreadsheet would take for a formula; see ``FormulaGuard``.
  public static func harmless(_ text: String) -> String { FormulaGuard.spreadsheet.guarded(text) }
}

/// Strings of JSON (RFC 8259, section 7), which are also valid strings of YAML in double quotes.
public enum JSONText {
  public static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text in quotation marks; these, the reverse solidus and control characters are escaped.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case 0..<0x20:
        bytes += "\\u00".utf8
        for digit in [byte >> 4, byte & 15] {
          bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// Words of a command line as a POSIX shell reads them.
public enum ShellText {
  /// The word unchanged, or in single quotes where a shell would read something else; a file that begins with `-` is
  /// not an option.
  public static func file(_ path: String) -> String { word(path.utf8.first == UInt8(ascii: "-") ? "./" + path : path) }

  /// The word unchanged, or in single quotes where a shell would read something else.
  public static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-+=,:@%".utf8.contains(byte)
      }
    }
    guard !isPlain || text.isEmpty else { return text }
    return "'" + String(text.unicodeScalars.replacing("'".unicodeScalars, with: "'\\''".unicodeScalars)) + "'"
  }
}

/// Text in HTML, within elements and within quoted attributes.
public enum HTMLText {
  /// The five characters that HTML reads as its own, as references.
  public static func escaped(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars { append(scalar, to: &shown) }
    return shown
  }

  /// The same in one line: tabs and ends of lines become spaces, other control characters a middle dot.
  public static func line(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\t": shown += " "
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): shown += "·"
      default: append(scalar, to: &shown)
      }
    }
    return shown
  }

  private static func append(_ scalar: Unicode.Scalar, to shown: inout String) {
    switch scalar {
    case "&": shown += "&amp;"
    case "<": shown += "&lt;"
    case ">": shown += "&gt;"
    case "\"": shown += "&quot;"
    case "'": shown += "&#39;"
    default: shown.unicodeScalars.append(scalar)
    }
  }
}
