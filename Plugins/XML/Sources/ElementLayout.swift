internal import CLibXML2
internal import FormatKit

/// Where each column of a table stands in a written record: which elements hold which.
struct ElementLayout {
  struct Node {
    let open: [UInt8]
    let close: [UInt8]
    /// The column of its text.
    var column: Int?
    var attributes: [Attribute] = []
    var children: [Int] = []
  }

  struct Attribute {
    let open: [UInt8]
    let column: Int
  }

  /// The record first.
  private(set) var nodes = [Node(open: [], close: [])]
  /// Columns whose names have no place among elements; they are written as `<field name="…">`.
  private(set) var unplaced: [Int] = []

  /// Deeper than this a reader might not follow.
  private static let maximumDepth = 64

  init(_ schema: Schema) {
    var index: [String: Int] = [:]
    for (column, name) in schema.columns.map(\.name).enumerated() where !place(column, name, &index) {
      unplaced.append(column)
    }
  }

  private mutating func place(_ column: Int, _ name: String, _ index: inout [String: Int]) -> Bool {
    let halves = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let path = halves[0].isEmpty ? [] : halves[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let attribute = halves.count == 2 ? halves[1] : nil
    guard path.count <= Self.maximumDepth, path.allSatisfy(Self.isName), attribute.map(Self.isName) ?? !path.isEmpty
    else { return false }
    // An element `field` with a name is read as a column of that name.
    if path.first == "field", attribute != nil || path.count > 1 { return false }
    let node = element(path, &index)
    if let attribute {
      guard !nodes[node].attributes.contains(where: { $0.open == Self.opening(attribute) }) else { return false }
      nodes[node].attributes.append(Attribute(open: Self.opening(attribute), column: column))
      return true
    }
    guard nodes[node].column == nil else { return false }
    nodes[node].column = column
    return true
  }

  private mutating func element(_ path: [String], _ index: inout [String: Int]) -> Int {
    var current = 0
    for length in 1..<(path.count + 1) {
      let key = path[..<length].joined(separator: ".")
      if let known = index[key] {
        current = known
        continue
      }
      let name = path[length - 1]
      nodes.append(Node(open: Array("<\(name)".utf8), close: Array("</\(name)>".utf8)))
      nodes[current].children.append(nodes.count - 1)
      current = nodes.count - 1
      index[key] = current
    }
    return current
  }

  private static func opening(_ attribute: String) -> [UInt8] { Array(" \(attribute)=\"".utf8) }

  /// Whether elements and attributes may have that name: without a prefix, and not kept back by the standard (XML 1.0,
  /// section 2.3; Namespaces in XML 1.0, section 4).
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count < 256 && !name.lowercased().hasPrefix("xml") && !name.contains("\0")
      && xmlValidateNCName(name, 0) == 0
  }
}

/// The characters and names that XML keeps for itself.
enum XMLNames {
  static let instanceNamespace = XMLWords.instanceNamespaceName
  static let emptyEnd = Array("/>".utf8)
  static let lineAndSpaces = [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: 64)

  static let always: UInt8 = 1
  static let attributeOnly: UInt8 = 2
  static let illegal: UInt8 = 3

  /// What is to be done with each byte: 0 nothing, else one of the three above.
  static let actions = ByteTable { byte in
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0x0D: always
    case UInt8(ascii: "\""), 0x09, 0x0A: attributeOnly
    case 0..<0x20, 0xEF: illegal
    default: 0
    }
  }

  static func reference(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: "&#\(byte);"
    }
  }

  static func escapedAttribute(_ text: String) -> String {
    text.utf8.reduce(into: [UInt8]()) { escaped, byte in
      if actions[byte] == 0 || actions[byte] == illegal {
        escaped.append(byte)
      } else {
        escaped.append(contentsOf: reference(byte).utf8)
      }
    }.asText
  }

  /// Whether a character that XML 1.0, section 2.2 leaves out begins here: a control, U+FFFE or U+FFFF.
  static func isIllegal(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    if text[index] < 0x20 { return ![0x09, 0x0A, 0x0D].contains(text[index]) }
    return index + 2 < text.count && text[index] == 0xEF && text[index + 1] == 0xBF && text[index + 2] >= 0xBE
  }

  /// The name of the first character in a text that XML cannot express; nil when there is none.
  static func illegal(in text: UnsafeBufferPointer<UInt8>) -> String? {
    for index in text.indices where isIllegal(text, at: index) {
      if text[index] < 0x20 {
        let digits = String(text[index], radix: 16, uppercase: true)
        return "the control character U+\(String(repeating: "0", count: 4 - digits.count))\(digits)"
      }
      return text[index + 2] == 0xBE ? "the character U+FFFE" : "the character U+FFFF"
    }
    return nil
  }
}

/// A table of 256 bytes that is looked up without a check.
struct ByteTable: Sendable {
  private let entries: [UInt8]
  init(_ entry: (UInt8) -> UInt8) { entries = (0...255).map { entry(UInt8($0)) } }
  @inline(__always)
  subscript(byte: UInt8) -> UInt8 { entries.withUnsafeBufferPointer { $0[Int(byte)] } }
}

extension [UInt8] {
  fileprivate var asText: String { String(decoding: self, as: UTF8.self) }
}
