internal import FormatKit
internal import XMLReading

/// An element of a message under its reference name, with all that is in it.
struct MessageElement: Sendable {
  enum Piece: Sendable {
    case text(String)
    case element(MessageElement)
  }

  /// The reference name, for both styles of names; for elements that ONIX does not have, the name in the document.
  let name: String
  private let tag: XMLTag
  var pieces: [Piece] = []

  init(name: String, tag: XMLTag) {
    self.name = name
    self.tag = tag
  }

  var line: Int { tag.line }
  var byteOffset: Int { tag.byteOffset }
  var position: SourcePosition { SourcePosition(line: tag.line, byteOffset: tag.byteOffset, path: tag.path) }

  /// The value of an attribute, tidied; nil if the element does not have it.
  func attribute(_ name: String) -> String? { tag[attribute: name]?.tidied }

  var children: [MessageElement] {
    pieces.compactMap { if case .element(let child) = $0 { child } else { nil } }
  }

  /// Its own text, in one line, without white space and invisible characters at its ends.
  var text: String {
    var joined = ""
    for piece in pieces { if case .text(let text) = piece { joined += text } }
    return joined.tidied
  }

  /// The children of that name, in order.
  func all(_ name: String) -> [MessageElement] {
    pieces.compactMap { if case .element(let child) = $0, child.name == name { child } else { nil } }
  }

  func has(_ name: String) -> Bool { first(name) != nil }

  /// The first element that a path of names leads to.
  func first(_ path: String...) -> MessageElement? { first(path[...]) }

  private func first(_ path: ArraySlice<String>) -> MessageElement? {
    guard let name = path.first else { return self }
    for piece in pieces {
      guard case .element(let child) = piece, child.name == name else { continue }
      if let found = child.first(path.dropFirst()) { return found }
    }
    return nil
  }

  /// The text at the end of a path; nil when it is missing or empty.
  func value(_ path: String...) -> String? {
    guard let text = first(path[...])?.text, !text.isEmpty else { return nil }
    return text
  }
}

extension String {
  /// In one line: white space and characters without width at the ends left out, line ends and runs of spaces made one
  /// space.
  var tidied: String {
    let isPlain = utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    if isPlain { return self }
    var result = String.UnicodeScalarView()
    var hasGap = false
    for scalar in unicodeScalars {
      if scalar.isInvisible { continue }
      if scalar.properties.isWhitespace {
        hasGap = !result.isEmpty
      } else {
        if hasGap { result.append(" ") }
        hasGap = false
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// A space without width, a byte-order mark or a soft hyphen, which come with text that was copied from elsewhere.
  var isInvisible: Bool { value == 0x200B || value == 0xFEFF || value == 0x2060 || value == 0xAD }
}
