/// The texts of a template for people: the runs of text between its tags, and the attributes that are read or heard.
///
/// A run reaches from one tag of HTML, section or included template to the next; variables are part of it. Styles, scripts and
/// comments hold none, nor do names that programs know: a single word within `<code>` or `<kbd>`.
package struct TemplateText {
  package enum Piece: Hashable, Sendable {
    /// A part of the template, unchanged.
    case verbatim(String)
    /// A run with the English that message files know it by.
    case run(String, english: String)
  }

  package private(set) var pieces: [Piece] = []
  /// Blocks and included templates within a style or script, which have no text for people.
  package private(set) var silent: Set<String> = []
  /// Variables in contexts where escaping the five characters is not enough.
  package private(set) var unguarded: [Unguarded] = []

  package struct Unguarded: Hashable, Sendable {
    package let name: String
    package let line: Int
    package let reason: String
    package let remedy: String
  }

  /// The texts for people, in order.
  package var runs: [String] {
    pieces.compactMap { if case .run(_, let english) = $0 { english } else { nil } }
  }

  /// The template with its runs translated.
  ///
  /// - Parameter translation: the translation of an English text; nil where it is not translated, or is not to be.
  package func translated(by translation: (String) -> String?) -> String {
    pieces.map { piece in
      switch piece {
      case .verbatim(let text): text
      case .run(let text, let english):
        translation(english).flatMap { MessageText.markup($0, of: english) } ?? text
      }
    }.joined()
  }

  // MARK: - Taking apart

  private enum Place: Equatable {
    case text
    case tag
    /// The value of an attribute, from its beginning up to that quotation mark.
    case value(Use, quote: UInt8, from: Int)
    /// In a style or script.
    case raw(element: String)
    case comment
  }

  /// The use of an attribute's value by browsers.
  private enum Use {
    case readAloud, script, style, link, other

    init(_ attribute: String, of element: String) {
      switch attribute {
      case "aria-label", "alt", "title", "placeholder", "aria-description": self = .readAloud
      // What the style shows before a cell.
      case "data-label": self = .readAloud
      case "style": self = .style
      case "srcdoc": self = .script
      case "formaction", "action": self = .link
      case "href", "xlink:href": self = ["a", "area", "base"].contains(element) ? .link : .other
      case "src", "data": self = ["iframe", "frame", "embed", "object", "script"].contains(element) ? .link : .other
      default: self = attribute.hasPrefix("on") ? .script : .other
      }
    }
  }

  private let bytes: [UInt8]
  private var at = 0
  /// The start of the text that is not in a piece yet, and the start of the current run.
  private var start = 0
  private var runStart: Int?
  /// The element that began last; empty after the end of one.
  private var element = ""

  /// - Parameter silent: blocks within a style of the page that the template extends.
  package init(_ template: String, silent blocks: Set<String> = []) {
    bytes = Array(template.utf8)
    var place = Place.text
    var attribute = ""
    var silentUntil: String?
    while at < bytes.count {
      if matches("{{") {
        takeTag(place: place, silentBlocks: blocks, silentUntil: &silentUntil)
        continue
      }
      if silentUntil != nil {
        at += 1
        continue
      }
      let byte = bytes[at]
      switch place {
      case .text:
        if matches("<!--") {
          endRun(in: place)
          place = .comment
        } else if byte == UInt8(ascii: "<"), at + 1 < bytes.count, Self.beginsTag(bytes[at + 1]) {
          endRun(in: place)
          place = .tag
          element = word(from: at + 1)
          attribute = ""
        } else if runStart == nil {
          runStart = at
        }
        at += 1
      case .tag:
        if byte == UInt8(ascii: ">") {
          place = ["style", "script"].contains(element) ? .raw(element: element) : .text
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          place = .value(Use(attribute, of: element), quote: byte, from: at + 1)
        } else if Self.isNamePart(byte), at == 0 || !Self.isNamePart(bytes[at - 1]) {
          attribute = word(from: at)
        }
        at += 1
      case .value(let use, let quote, _):
        if byte == quote {
          endRun(in: place)
          place = .tag
          attribute = ""
        } else if use == .readAloud, runStart == nil {
          runStart = at
        }
        at += 1
      case .raw(let raw):
        if matches("</"), word(from: at + 2) == raw {
          place = .tag
          element = ""
        }
        at += 1
      case .comment:
        if matches("-->") { place = .text }
        at += 1
      }
    }
    endRun(in: place)
    if start < bytes.count { pieces.append(.verbatim(String(decoding: bytes[start...], as: UTF8.self))) }
  }

  private func matches(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard at + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[at + $0] == text.utf8Start[$0] }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
      UInt8(ascii: ":"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether a byte may be in the name of a column, a file or a command.
  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func beginsTag(_ byte: UInt8) -> Bool {
    isNamePart(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
  }

  private func word(from place: Int) -> String {
    let name = bytes[min(place, bytes.count)...].prefix { Self.isNamePart($0) }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  /// Goes past a tag of the template; a variable belongs to the run, anything else ends it.
  private mutating func takeTag(place: Place, silentBlocks: Set<String>, silentUntil: inout String?) {
    let isTriple = matches("{{{")
    let end = end(of: isTriple ? "}}}" : "}}")
    let content = String(decoding: bytes[(at + (isTriple ? 3 : 2))..<end.inner], as: UTF8.self)
    let kind = content.first
    let isVariable = !isTriple && kind.map { $0.isLetter || $0.isNumber || "._ ".contains($0) } ?? false
    if isVariable || isTriple {
      noteUnguarded(content.filter { $0 != " " }, place)
    }
    if isVariable {
      let isRead =
        switch place {
        case .text: silentUntil == nil
        case .value(let use, _, _): use == .readAloud && silentUntil == nil
        default: false
        }
      if isRead, runStart == nil { runStart = at }
    } else {
      endRun(in: place)
      let name = content.dropFirst().trimmingCharacters
      if let kind {
        if case .raw = place, kind == "$" || kind == ">" { silent.insert(name) }
        if kind == "$", silentUntil == nil, silentBlocks.contains(name) {
          silentUntil = name
        } else if kind == "/", silentUntil == name {
          silentUntil = nil
        }
      }
    }
    at = end.outer
  }

  private mutating func noteUnguarded(_ name: String, _ place: Place) {
    let (reason, remedy): (String, String)
    switch place {
    case .tag: (reason, remedy) = ("outside of quotation marks", "Put the value into quotation marks.")
    case .raw(let element):
      (reason, remedy) = (
        "within <\(element)>", "Show it in an element, or keep it in an attribute of the type data-…."
      )
    case .value(.script, _, _):
      (reason, remedy) = ("in an attribute that is run as a script", "Keep it in an attribute of the type data-….")
    case .value(.style, _, _):
      (reason, remedy) = ("in a style, of which it may be any part", "Choose a class by it, or show it in an element.")
    // What the person who runs the report gives; the command takes nothing there that runs a script.
    case .value(.link, _, _) where name == "report.links": return
    case .value(.link, _, let from) where !bytes[from..<at].contains(where: Self.endsScheme):
      (reason, remedy) = (
        "at the beginning of an address, which may be one that runs a script",
        "Begin the address in the template, such as https://example.com/ or #, or show it as a text."
      )
    case .text, .value, .comment: return
    }
    unguarded.append(
      Unguarded(name: name, line: bytes[..<at].count { $0 == 10 } + 1, reason: reason, remedy: remedy))
  }

  /// Whether what follows can no longer change what sort of address it is.
  private static func endsScheme(_ byte: UInt8) -> Bool {
    [UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "?")].contains(byte)
  }

  /// The end of the content of a tag, and of the tag itself; the end of the template for one that is not closed.
  private func end(of close: StaticString) -> (inner: Int, outer: Int) {
    let count = close.utf8CodeUnitCount
    var place = at + 2
    while place + count <= bytes.count {
      if (0..<count).allSatisfy({ bytes[place + $0] == close.utf8Start[$0] }) {
        return (max(place, min(at + count, bytes.count)), place + count)
      }
      place += 1
    }
    return (bytes.count, bytes.count)
  }

  /// - Parameter place: where the run is.
  private mutating func endRun(in place: Place) {
    defer { runStart = nil }
    guard let from = runStart else { return }
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    var first = from
    var last = at
    while first < last, isSpace(bytes[first]) { first += 1 }
    while last > first, isSpace(bytes[last - 1]) { last -= 1 }
    guard first < last else { return }
    if place == .text, ["code", "kbd"].contains(element), bytes[first..<last].allSatisfy(Self.isInName) { return }
    let text = String(decoding: bytes[first..<last], as: UTF8.self)
    let english = MessageText.collapsed(HTMLReferences.read(text))
    guard MessageText.hasLetters(english) else { return }
    if start < first { pieces.append(.verbatim(String(decoding: bytes[start..<first], as: UTF8.self))) }
    pieces.append(.run(text, english: english))
    start = last
  }
}

extension Substring {
  fileprivate var trimmingCharacters: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}

/// The character references that templates are written with.
enum HTMLReferences {
  private static let names: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "ndash": "–", "mdash": "—",
    "hellip": "…", "middot": "·", "minus": "\u{2212}", "times": "×", "thinsp": "\u{2009}", "shy": "\u{AD}",
  ]

  /// The text with references resolved; unknown ones are left unchanged.
  static func read(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return text.replacing(#/&(#x[0-9A-Fa-f]{1,6}|#[0-9]{1,7}|[A-Za-z]{2,8});/#) { match in
      let name = match.output.1
      guard name.hasPrefix("#") else { return names[name] ?? String(match.output.0) }
      let digits = name.dropFirst()
      let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init).map { String($0) } ?? String(match.output.0)
    }
  }
}
