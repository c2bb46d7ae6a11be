/// The further properties of an item as the text of a JSON object (RFC 8259): names with texts, or with lists of them.
public struct AttributeText: Equatable, Sendable {
  public enum Value: Equatable, Sendable {
    case text(String)
    case list([String])
  }

  public private(set) var values: [(name: String, value: Value)] = []
  /// How many bytes names and values have.
  public private(set) var size = 0

  public init() {}

  public static func == (left: Self, right: Self) -> Bool {
    left.values.count == right.values.count
      && zip(left.values, right.values).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }

  /// The value of that name; nil when there is no such name.
  public subscript(name: String) -> Value? { values.first { $0.name == name }?.value }

  /// The text of that name; nil when there is no such name or its value is a list.
  public func text(_ name: String) -> String? {
    if case .text(let text)? = self[name] { return text }
    return nil
  }

  /// Adds a property unless it has no value.
  public mutating func add(_ name: String, _ text: String?) {
    guard let text else { return }
    values.append((name, .text(text)))
    size += name.utf8.count + text.utf8.count
  }

  /// Adds a property with several values unless the list is empty.
  public mutating func add(_ name: String, _ list: [String]) {
    guard !list.isEmpty else { return }
    values.append((name, .list(list)))
    size += list.reduce(name.utf8.count) { $0 + $1.utf8.count }
  }

  /// The object; nil when there is nothing in it.
  public var json: String? {
    guard !values.isEmpty else { return nil }
    var text = "{"
    for (name, value) in values {
      if text.utf8.count > 1 { text += "," }
      Self.write(name, to: &text)
      text += ":"
      switch value {
      case .text(let value): Self.write(value, to: &text)
      case .list(let list):
        text += "["
        for (index, value) in list.enumerated() {
          if index > 0 { text += "," }
          Self.write(value, to: &text)
        }
        text += "]"
      }
    }
    return text + "}"
  }

  private static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Reads an object of texts, numbers, booleans and lists of those; nil for anything else. What is `null` is left out.
  public init?(parsing json: String) {
    var parser = Parser(bytes: Array(json.utf8))
    guard parser.take(UInt8(ascii: "{")) else { return nil }
    if parser.take(UInt8(ascii: "}")) {
      guard parser.isAtEnd else { return nil }
      return
    }
    repeat {
      guard let name = parser.string(), parser.take(UInt8(ascii: ":")) else { return nil }
      if parser.take(UInt8(ascii: "[")) {
        var list: [String] = []
        if !parser.take(UInt8(ascii: "]")) {
          repeat {
            guard case .some(.some(let value)) = parser.scalar() else { return nil }
            list.append(value)
          } while parser.take(UInt8(ascii: ","))
          guard parser.take(UInt8(ascii: "]")) else { return nil }
        }
        add(name, list)
      } else {
        guard let value = parser.scalar() else { return nil }
        add(name, value)
      }
    } while parser.take(UInt8(ascii: ","))
    guard parser.take(UInt8(ascii: "}")), parser.isAtEnd else { return nil }
  }

  private struct Parser {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func skipSpaces() {
      while index < bytes.count, [9, 10, 13, 32].contains(bytes[index]) { index += 1 }
    }

    var isAtEnd: Bool {
      mutating get {
        skipSpaces()
        return index == bytes.count
      }
    }

    mutating func take(_ byte: UInt8) -> Bool {
      skipSpaces()
      guard index < bytes.count, bytes[index] == byte else { return false }
      index += 1
      return true
    }

    /// A text, number or boolean; `.some(nil)` for null, nil for anything else.
    mutating func scalar() -> String?? {
      skipSpaces()
      guard index < bytes.count else { return nil }
      if bytes[index] == UInt8(ascii: "\"") { return string().map { $0 } }
      let start = index
      while index < bytes.count, !" \t\r\n,}]".utf8.contains(bytes[index]) { index += 1 }
      let word = String(decoding: bytes[start..<index], as: UTF8.self)
      if word == "null" { return .some(nil) }
      let isNumber = word.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) } && !word.isEmpty
      return isNumber || word == "true" || word == "false" ? .some(word) : nil
    }

    mutating func string() -> String? {
      guard take(UInt8(ascii: "\"")) else { return nil }
      var units: [UInt8] = []
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "\"") { return String(decoding: units, as: UTF8.self) }
        guard byte == UInt8(ascii: "\\") else {
          units.append(byte)
          continue
        }
        guard index < bytes.count else { return nil }
        let sign = bytes[index]
        index += 1
        switch sign {
        case UInt8(ascii: "n"): units.append(10)
        case UInt8(ascii: "r"): units.append(13)
        case UInt8(ascii: "t"): units.append(9)
        case UInt8(ascii: "b"): units.append(8)
        case UInt8(ascii: "f"): units.append(12)
        case UInt8(ascii: "u"):
          guard let scalar = escapedScalar() else { return nil }
          units += Array(String(scalar).utf8)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(sign)
        default: return nil
        }
      }
      return nil
    }

    private mutating func unit() -> UInt32? {
      guard index + 4 <= bytes.count,
        let value = UInt32(String(decoding: bytes[index..<(index + 4)], as: UTF8.self), radix: 16)
      else { return nil }
      index += 4
      return value
    }

    private mutating func escapedScalar() -> Unicode.Scalar? {
      guard let first = unit() else { return nil }
      guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
      guard index + 2 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
        return nil
      }
      index += 2
      guard let second = unit(), (0xDC00..<0xE000).contains(second) else { return nil }
      return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }
  }
}
