internal import FormatKit

/// Writes elements of a UBL document, indented, with the prefixes `cac` and `cbc` before their names.
struct ElementWriter {
  let sink: ByteSink
  private var open: [String] = []

  init(to sink: ByteSink) { self.sink = sink }

  /// Begins the document.
  mutating func beginDocument(_ name: String) throws(Problems) {
    let base = DocumentWalk.namespace
    try sink.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <\(name) xmlns="\(base)\(name)-2"
        xmlns:cac="\(base)CommonAggregateComponents-2"
        xmlns:cbc="\(base)CommonBasicComponents-2">

      """)
    open.append(name)
  }

  mutating func begin(_ name: String) throws(Problems) {
    try sink.write("\(indent)<cac:\(name)>\n")
    open.append("cac:\(name)")
  }

  mutating func end() throws(Problems) {
    guard let name = open.popLast() else { return }
    try sink.write("\(indent)</\(name)>\n")
  }

  /// Writes an element with a value; none when there is no value.
  mutating func value(_ name: String, _ text: String?, _ attributes: [(String, String)] = []) throws(Problems) {
    guard let text, !text.isEmpty else { return }
    let attributes = attributes.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
    try sink.write("\(indent)<cbc:\(name)\(attributes)>\(Self.escaped(text))</cbc:\(name)>\n")
  }

  /// Writes an element that holds one with a value, such as `Contract` with its `ID`.
  mutating func value(
    _ name: String, in outer: String, _ text: String?, _ attributes: [(String, String)] = []
  ) throws(Problems) {
    guard let text, !text.isEmpty else { return }
    try begin(outer)
    try value(name, text, attributes)
    try end()
  }

  private var indent: String { String(repeating: "  ", count: open.count) }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\r": escaped += "&#13;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Whether all characters of a text are allowed in XML 1.0 (section 2.2).
  static func isWritable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF || [9, 10, 13].contains(scalar.value)
    }
  }
}
