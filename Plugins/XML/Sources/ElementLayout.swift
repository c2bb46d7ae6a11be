internal import CLibXML2
internal import FormatKit

/// The position of each column of a table in a written record: which elements contain which.
final class ElementLayout {
  /// An element, in raw memory so that writing a field counts no references.
  struct Node {
    let open: UnsafeBufferPointer<UInt8>
    let close: UnsafeBufferPointer<UInt8>
    /// The column of its text; -1 if it has none.
    var column = -1
    var attributes = UnsafeBufferPointer<Attribute>(start: nil, count: 0)
    /// The places of its child elements among all nodes.
    var children = UnsafeBufferPointer<Int>(start: nil, count: 0)
  }

  struct Attribute {
    let open: UnsafeBufferPointer<UInt8>
    let column: Int
  }

  /// The record first.
  let nodes: UnsafeBufferPointer<Node>
  /// Columns whose names have no place among elements; they are written as `<field name="…">`.
  let unplaced: [Int]

  init(_ schema: Schema) {
    var plan = LayoutPlan(names: Set(schema.columns.map(\.name)))
    for (column, name) in schema.columns.map(\.name).enumerated() { plan.place(column, name) }
    unplaced = plan.unplaced
    let made = plan.elements.map { element in
      Node(
        open: Self.keep("<\(element.name)".utf8), close: Self.keep("</\(element.name)>".utf8),
        column: element.column ?? -1,
        attributes: Self.keep(
          element.attributes.map { Attribute(open: Self.keep(" \($0.name)=\"".utf8), column: $0.column) }),
        children: Self.keep(element.children))
    }
    nodes = Self.keep(made)
  }

  deinit {
    for node in nodes {
      for attribute in node.attributes { attribute.open.deallocate() }
      node.open.deallocate()
      node.close.deallocate()
      node.attributes.deallocate()
      node.children.deallocate()
    }
    nodes.deallocate()
  }

  private static func keep<Element>(_ elements: some Collection<Element>) -> UnsafeBufferPointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return UnsafeBufferPointer(memory)
  }

  /// Whether elements and attributes may have that name: without a prefix, and not kept back by the standard (XML 1.0,
  /// section 2.3; Namespaces in XML 1.0, section 4).
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count < 256 && !name.lowercased().hasPrefix("xml") && !name.contains("\0")
      && xmlValidateNCName(name, 0) == 0
  }
}

/// Finds a place for each column of a schema.
private struct LayoutPlan {
  struct Element {
    let name: String
    var column: Int?
    var attributes: [(name: String, column: Int)] = []
    var children: [Int] = []
  }

  /// The names of all columns.
  let names: Set<String>
  var elements = [Element(name: "")]
  var unplaced: [Int] = []
  private var index: [String: Int] = [:]

  init(names: Set<String>) { self.names = names }

  /// Deeper than this a reader might not follow.
  private static let maximumDepth = 64

  mutating func place(_ column: Int, _ name: String) {
    let halves = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let path =
      halves[0].isEmpty ? [] : halves[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let attribute = halves.count == 2 ? halves[1] : nil
    let isPath = path.count <= Self.maximumDepth && path.allSatisfy(ElementLayout.isName)
    // An element `field` with a name is read as a column of that name.
    let isTaken = path.first == "field" && (attribute != nil || path.count > 1)
    guard isPath, !isTaken, !isWithinText(path), attribute.map(ElementLayout.isName) ?? !path.isEmpty else {
      unplaced.append(column)
      return
    }
    let place = element(path)
    if let attribute, !elements[place].attributes.contains(where: { $0.name == attribute }) {
      elements[place].attributes.append((attribute, column))
    } else if attribute == nil, elements[place].column == nil {
      elements[place].column = column
    } else {
      unplaced.append(column)
    }
  }

  /// Whether an element on the path would be read as a part of the text around it.
  private func isWithinText(_ path: [String]) -> Bool {
    path.indices.dropFirst().contains {
      XMLWords.inlineNames.contains(path[$0]) && names.contains(path[..<$0].joined(separator: "."))
    }
  }

  private mutating func element(_ path: [String]) -> Int {
    var current = 0
    for length in 1..<(path.count + 1) {
      let key = path[..<length].joined(separator: ".")
      if let known = index[key] {
        current = known
        continue
      }
      elements.append(Element(name: path[length - 1]))
      elements[current].children.append(elements.count - 1)
      current = elements.count - 1
      index[key] = current
    }
    return current
  }
}

/// The characters and names that XML keeps for itself.
enum XMLNames {
  static let instanceNamespace = XMLWords.instanceNamespaceName

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

  /// The name of the first character in a text that XML cannot express; nil if there is no such character.
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

/// A table of 256 bytes that is looked up without a check; it lives as long as the program.
struct ByteTable: @unchecked Sendable {
  private let entries: UnsafePointer<UInt8>
  init(_ entry: (UInt8) -> UInt8) {
    let made = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    for byte in 0...255 { made[byte] = entry(UInt8(byte)) }
    entries = UnsafePointer(made)
  }
  @inline(__always)
  subscript(byte: UInt8) -> UInt8 { entries[Int(byte)] }
}

extension [UInt8] {
  fileprivate var asText: String { String(decoding: self, as: UTF8.self) }
}
