public import FormatKit

/// Writes JSON text piece by piece into a sink, with commas, line ends and indentation where they belong; nothing is kept
/// but how deep the text is nested.
///
/// ```swift
/// var writer = JSONTextWriter(to: sink)
/// try writer.beginObject()
/// try writer.member("name", string: "Tea")
/// try writer.member("regular_price", number: "4.50")
/// try writer.endObject()
/// try writer.endLine()
/// ```
public struct JSONTextWriter {
  private let sink: ByteSink
  private let indentation: Int
  private var depth = 0
  /// Whether the container that is open has something in it.
  private var hasContent = false
  private var isAfterKey = false

  /// - Parameter indentation: spaces for each level; with 0 a value is written on one line, without spaces.
  public init(to sink: ByteSink, indentation: Int = 2) {
    self.sink = sink
    self.indentation = max(0, indentation)
  }

  public mutating func beginObject() throws(Problems) { try begin(UInt8(ascii: "{")) }
  public mutating func endObject() throws(Problems) { try end(UInt8(ascii: "}")) }
  public mutating func beginArray() throws(Problems) { try begin(UInt8(ascii: "[")) }
  public mutating func endArray() throws(Problems) { try end(UInt8(ascii: "]")) }

  /// Writes the name of a member; its value comes next.
  public mutating func key(_ name: String) throws(Problems) {
    try startValue()
    try quote(name)
    try sink.write(UInt8(ascii: ":"))
    if indentation > 0 { try sink.write(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  /// Writes a text in quotes, with the escapes that RFC 8259, section 7, demands and no others.
  public mutating func string(_ text: String) throws(Problems) {
    try startValue()
    try quote(text)
  }

  /// Writes a number with the digits given. A text that is not a number by RFC 8259, section 6, is written as a string.
  public mutating func number(_ digits: String) throws(Problems) {
    var digits = digits
    guard digits.withUTF8(JSONOutput.isNumber) else { return try string(digits) }
    try startValue()
    try sink.write(digits)
  }

  public mutating func boolean(_ flag: Bool) throws(Problems) {
    try startValue()
    try sink.write(flag ? "true" : "false")
  }

  public mutating func null() throws(Problems) {
    try startValue()
    try sink.write("null")
  }

  /// Writes a value with all that is in it.
  public mutating func value(_ value: JSONValue) throws(Problems) {
    switch value.content {
    case .string(let text): try string(text)
    case .number(let digits): try number(digits)
    case .boolean(let flag): try boolean(flag)
    case .null: try null()
    case .array(let elements):
      try beginArray()
      for element in elements { try self.value(element) }
      try endArray()
    case .object(let members):
      try beginObject()
      for member in members {
        try key(member.key)
        try self.value(member.value)
      }
      try endObject()
    }
  }

  /// Writes a member that is a text.
  public mutating func member(_ name: String, string text: String) throws(Problems) {
    try key(name)
    try string(text)
  }

  /// Writes a member that is a number; see ``number(_:)``.
  public mutating func member(_ name: String, number digits: String) throws(Problems) {
    try key(name)
    try number(digits)
  }

  /// Ends the line after a whole value; what follows is a value of its own, as in JSON Lines.
  public mutating func endLine() throws(Problems) {
    try sink.write(UInt8(ascii: "\n"))
    if depth == 0 { hasContent = false }
  }

  private mutating func begin(_ bracket: UInt8) throws(Problems) {
    try startValue()
    try sink.write(bracket)
    depth += 1
    hasContent = false
  }

  private mutating func end(_ bracket: UInt8) throws(Problems) {
    depth -= 1
    if hasContent { try breakLine() }
    try sink.write(bracket)
    hasContent = true
  }

  private mutating func startValue() throws(Problems) {
    if isAfterKey {
      isAfterKey = false
    } else if depth > 0 {
      if hasContent { try sink.write(UInt8(ascii: ",")) }
      try breakLine()
    }
    hasContent = true
  }

  private func breakLine() throws(Problems) {
    guard indentation > 0 else { return }
    try sink.write(UInt8(ascii: "\n"))
    for _ in 0..<(depth * indentation) { try sink.write(UInt8(ascii: " ")) }
  }

  private func quote(_ text: String) throws(Problems) {
    try sink.write(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte >= 0x20, byte != 0x22, byte != 0x5C {
        try sink.write(byte)
      } else {
        try JSONOutput.escape(byte, to: sink)
      }
    }
    try sink.write(UInt8(ascii: "\""))
  }
}
