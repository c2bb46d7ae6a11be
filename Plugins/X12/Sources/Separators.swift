/// One separator of an interchange: a character of any length in UTF-8.
struct Separator: Hashable, Sendable {
  let bytes: [UInt8]
  let first: UInt8

  init(_ scalar: Unicode.Scalar) {
    bytes = Array(String(Character(scalar)).utf8)
    first = bytes.first ?? 0
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var count: Int { bytes.count }

  /// Whether it is at an index of the text.
  func stands(at index: Int, in text: [UInt8]) -> Bool {
    guard text[index] == first else { return false }
    guard bytes.count > 1 else { return true }
    return index + bytes.count <= text.count && text[index..<(index + bytes.count)].elementsEqual(bytes)
  }

  /// Whether it ends a line, so that no segment can contain line ends.
  var isLineEnd: Bool { first == UInt8(ascii: "\n") || first == UInt8(ascii: "\r") }
}

/// The separators of an interchange, as its ISA segment has them (X12.5, section 3.5).
struct Separators: Hashable, Sendable {
  var element: Separator
  var component: Separator
  /// From version 00402 on, where ISA11 holds a separator.
  var repetition: Separator?
  var terminator: Separator

  static let usual = Separators(
    element: Separator("*"), component: Separator(">"), repetition: nil, terminator: Separator("~"))

  /// For people: the separators in the order of the standard.
  var shown: String {
    let all = [element, component, repetition, terminator].compactMap { $0 }
    return all.map { separator in
      switch separator.text {
      case "\n": "LF"
      case "\r": "CR"
      case "\t": "tab"
      default: separator.text
      }
    }.joined(separator: " ")
  }
}
