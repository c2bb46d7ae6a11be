/// A value that is written into a YAML text.
public enum YAMLEntryValue: Hashable, Sendable {
  /// A text, in quotes where it would be taken for something else without them.
  case text(String)
  /// A number, or a word such as `off`, which is written without quotes. Nothing else may be given here.
  case bare(String)
  case list([String])
  case mapping([Entry])

  /// An entry of a mapping.
  public struct Entry: Hashable, Sendable {
    public var key: String
    public var value: YAMLEntryValue

    public init(_ key: String, _ value: YAMLEntryValue) { (self.key, self.value) = (key, value) }
  }

  /// The value on one line, such as `{ role: counter, name: Ben }`.
  public var flow: String {
    switch self {
    case .text(let text): Self.written(text)
    case .bare(let text): text
    case .list(let texts): "[" + texts.map(Self.written).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{ " + entries.map { "\(Self.written($0.key)): \($0.value.flow)" }.joined(separator: ", ") + " }"
    }
  }

  /// The lines of an entry with this value: one, or one for each entry of a mapping that is not within another or has
  /// mappings itself.
  ///
  /// - Parameter indent: what each line begins with.
  func lines(named name: String, indent: String) -> [String] {
    guard case .mapping(let entries) = self, indent.isEmpty || entries.contains(where: { $0.value.isMapping }) else {
      return ["\(indent)\(Self.written(name)): \(flow)"]
    }
    return ["\(indent)\(Self.written(name)):"]
      + entries.flatMap { $0.value.lines(named: $0.key, indent: indent + "  ") }
  }

  private var isMapping: Bool {
    if case .mapping = self { true } else { false }
  }

  /// A text as YAML reads it back.
  static func written(_ text: String) -> String { text.written }
}

extension String {
  /// Words that mean something else than a text when they are not in quotes.
  private static let words: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

  /// The text as it is where YAML cannot take it for anything else, else in quotes.
  fileprivate var written: String {
    let isPlain =
      first?.isLetter == true && last != " " && !Self.words.contains(lowercased())
      && allSatisfy { $0.isLetter || $0.isNumber || " -_.".contains($0) }
    return isPlain ? self : quoted
  }

  private var quoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\" + String(scalar)
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value): text += "\\x" + Self.hex(scalar, 2)
      case "\u{2028}", "\u{2029}", "\u{FEFF}": text += "\\u" + Self.hex(scalar, 4)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  private static func hex(_ scalar: Unicode.Scalar, _ digits: Int) -> String {
    let text = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
