/// A text for customers, from XHTML, from HTML in a text, or plain.
enum MarkedUpText {
  /// The longest text that is kept.
  private static let maximumLength = 200_000
  /// Elements that begin a line.
  private static let blocks: Set<String> = [
    "p", "br", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "blockquote", "h1", "h2", "h3", "h4", "h5",
    "h6",
    "hr", "pre",
  ]
  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—", "lsquo": "‘",
    "rsquo": "’", "ldquo": "“", "rdquo": "”", "hellip": "…", "eacute": "é", "egrave": "è", "agrave": "à", "auml": "ä",
    "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "copy": "©", "reg": "®",
    "trade": "™",
    "pound": "£", "euro": "€", "bull": "•", "middot": "·", "shy": "",
  ]

  /// The text of an element and all within it, a line to each paragraph.
  static func plain(_ element: MessageElement) -> String {
    var text = ""
    gather(element, into: &text)
    let format = element.attribute("textformat") ?? ""
    // Senders put tags into texts that they call plain; what is surely a tag is one.
    if text.utf8.contains(UInt8(ascii: "<")) || format == "02" { text = withoutTags(text) }
    return lines(text)
  }

  private static func gather(_ element: MessageElement, into text: inout String) {
    for piece in element.pieces where text.utf8.count < maximumLength {
      switch piece {
      case .text(let part): text += part.shortened(maximumLength)
      case .element(let child):
        let isBlock = blocks.contains(child.name)
        if isBlock { text += "\n" }
        gather(child, into: &text)
        if isBlock { text += "\n" }
      }
    }
  }

  /// Removes HTML tags and replaces HTML entities; `a < b` stays unchanged.
  private static func withoutTags(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    var hadTag = false
    while let start = rest.firstIndex(of: "<") {
      result += rest[..<start]
      let inside = rest[rest.index(after: start)...].prefix(500)
      guard let end = inside.firstIndex(of: ">"), let name = tagName(inside[..<end]) else {
        result += "<"
        rest = rest[rest.index(after: start)...]
        continue
      }
      hadTag = true
      if blocks.contains(name) { result += "\n" }
      rest = rest[rest.index(after: end)...]
    }
    result += rest
    return hadTag ? withoutEntities(result) : result
  }

  private static func tagName(_ tag: Substring) -> String? {
    let name = tag.drop { $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
    return TagNames.markup.contains(name) ? name : nil
  }

  private static func withoutEntities(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let inside = rest[rest.index(after: start)...].prefix(12)
      if let end = inside.firstIndex(of: ";"), let known = character(inside[..<end]) {
        result += known
        rest = rest[rest.index(after: end)...]
      } else {
        result += "&"
        rest = rest[rest.index(after: start)...]
      }
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> String? {
    guard name.hasPrefix("#") else { return entities[String(name)] }
    let digits = name.dropFirst()
    let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
    let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { Unicode.Scalar($0) }.map { $0.value < 0x20 ? " " : String(Character($0)) }
  }

  private static func lines(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { String($0).tidied }.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
