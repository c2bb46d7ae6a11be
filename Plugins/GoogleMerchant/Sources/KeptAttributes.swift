internal import RetailValues

/// A value of the `attributes` of a record: text, or the parts of a group.
enum KeptValue: Hashable, Sendable {
  case text(String)
  case parts([KeptPart])
}

/// One part of a group.
struct KeptPart: Hashable, Sendable {
  let name: String
  let text: String
}

/// What of an item has no field of its own, as the JSON object that `attributes` of a record is.
///
/// An attribute that is there once is a text or an object, one that is there several times an array of them.
enum KeptAttributes {
  /// The object with its names in order; nil for nothing.
  static func json(_ attributes: [String: [KeptValue]]) -> String? {
    guard !attributes.isEmpty else { return nil }
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    for (index, (name, values)) in attributes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
      .enumerated()
    {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONText.append(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if values.count > 1 { bytes.append(UInt8(ascii: "[")) }
      for (number, value) in values.enumerated() {
        if number > 0 { bytes.append(UInt8(ascii: ",")) }
        append(value, to: &bytes)
      }
      if values.count > 1 { bytes.append(UInt8(ascii: "]")) }
    }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ value: KeptValue, to bytes: inout [UInt8]) {
    switch value {
    case .text(let text): JSONText.append(text, to: &bytes)
    case .parts(let parts):
      bytes.append(UInt8(ascii: "{"))
      for (index, part) in parts.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONText.append(part.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        JSONText.append(part.text, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Reads such an object, in the order of its names; nil if the text is not such an object. Numbers and booleans keep
  /// their text; null is left out.
  static func parse(_ json: String) -> [(name: String, values: [KeptValue])]? {
    var scanner = ObjectScanner(json)
    return scanner.object()
  }
}

/// Reads a JSON object (RFC 8259) of values that are at most two deep.
private struct ObjectScanner {
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func object() -> [(name: String, values: [KeptValue])]? {
    var found: [(name: String, values: [KeptValue])] = []
    let isWhole = members { (scanner, name) in
      guard let values = scanner.values() else { return false }
      if !values.isEmpty { found.append((name, values)) }
      return true
    }
    skipSpace()
    return isWhole && place == bytes.count ? found : nil
  }

  private mutating func values() -> [KeptValue]? {
    skipSpace()
    guard take("[") else {
      guard let value = value() else { return nil }
      return value.map { [$0] } ?? []
    }
    var found: [KeptValue] = []
    skipSpace()
    if take("]") { return found }
    repeat {
      guard let value = value() else { return nil }
      if let value { found.append(value) }
      skipSpace()
    } while take(",")
    return take("]") ? found : nil
  }

  /// The outer optional is nil if there is no value; the inner one is nil for null.
  private mutating func value() -> KeptValue?? {
    skipSpace()
    if place < bytes.count, bytes[place] == UInt8(ascii: "{") {
      var parts: [KeptPart] = []
      let isWhole = members { (scanner, name) in
        guard let text = scanner.scalar() else { return false }
        if let text { parts.append(KeptPart(name: name, text: text)) }
        return true
      }
      return isWhole ? .some(.parts(parts)) : nil
    }
    guard let text = scalar() else { return nil }
    return .some(text.map { .text($0) })
  }

  private mutating func members(_ body: (inout ObjectScanner, String) -> Bool) -> Bool {
    skipSpace()
    guard take("{") else { return false }
    skipSpace()
    if take("}") { return true }
    repeat {
      skipSpace()
      guard let name = string() else { return false }
      skipSpace()
      guard take(":"), body(&self, name) else { return false }
      skipSpace()
    } while take(",")
    return take("}")
  }

  /// The outer optional is nil if there is no text, number, boolean or null; the inner one is nil for null.
  private mutating func scalar() -> String?? {
    skipSpace()
    guard place < bytes.count else { return nil }
    if bytes[place] == UInt8(ascii: "\"") { return string().map { .some($0) } }
    let start = place
    while place < bytes.count, ByteSet.word.contains(bytes[place]) { place += 1 }
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    switch word {
    case "null": return .some(nil)
    case "true", "false": return word
    default: return (try? ExactDecimal(parsing: Array(word.utf8))) == nil ? nil : .some(word)
    }
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard place < bytes.count else { return nil }
        let sign = bytes[place]
        place += 1
        if sign == UInt8(ascii: "u") {
          guard let scalar = escapedScalar() else { return nil }
          text += String(Character(scalar)).utf8
        } else {
          guard let plain = Self.escapes[sign] else { return nil }
          text.append(plain)
        }
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "/"): UInt8(ascii: "/"),
    UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
  ]

  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let first = fourDigits() else { return nil }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), take("\\"), take("u"), let second = fourDigits(),
      (0xDC00..<0xE000).contains(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
  }

  private mutating func fourDigits() -> UInt16? {
    guard place + 4 <= bytes.count else { return nil }
    let digits = bytes[place..<(place + 4)]
    guard digits.allSatisfy({ ByteSet.hexadecimal.contains($0) }) else { return nil }
    place += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }
}

private enum ByteSet {
  static let word = Set("0123456789+-.eEtrufalsn".utf8)
  static let hexadecimal = Set("0123456789abcdefABCDEF".utf8)
}
