internal import Foundation
internal import Synchronization

/// A report's document without its styles, which are one file then.
///
/// A report is a whole page with its style within it. Pages of ours may have none within them (Content Security Policy
/// Level 3, section 8.4), so that no text that gets into one can change its look.
struct ReportStyle: Sendable {
  /// The document without elements and attributes `style`.
  let document: String
  /// The text of the file.
  let text: String

  init(of document: String) {
    var reader = Reader(Array(document.utf8)[...])
    reader.read()
    self.document = String(decoding: reader.kept, as: UTF8.self)
    text = reader.styles.joined(separator: "\n")
  }

  /// Goes over a document once.
  private struct Reader {
    private var bytes: ArraySlice<UInt8>
    private(set) var kept: [UInt8] = []
    private(set) var styles: [String] = []
    /// The number of each value of an attribute `style`.
    private var numbers: [String: Int] = [:]

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    mutating func read() {
      kept.reserveCapacity(bytes.count)
      while let start = bytes.firstIndex(of: UInt8(ascii: "<")) {
        kept += bytes[..<start]
        bytes = bytes[start...]
        let inside = bytes.dropFirst()
        if inside.starts(with: "!--".utf8) {
          keep(to: ReportStyle.rest(of: bytes, after: "-->"))
        } else if let first = inside.first, ReportStyle.isLetter(first) {
          readElement(inside.prefix { !ReportStyle.endsName($0) })
        } else {
          keep(to: inside)
        }
      }
      kept += bytes
    }

    /// Keeps what is before the rest.
    private mutating func keep(to rest: ArraySlice<UInt8>) {
      kept += bytes[..<rest.startIndex]
      bytes = rest
    }

    private mutating func readElement(_ name: ArraySlice<UInt8>) {
      let before = kept.count
      keep(to: bytes[name.endIndex...])
      var media = ""
      let isClosed = readAttributes(&media)
      guard ReportStyle.lowercased(name) == "style", !isClosed else { return }
      kept.removeSubrange(before...)
      let style = ReportStyle.upToEnd(of: bytes)
      let text = String(decoding: style, as: UTF8.self)
      styles.append(media.isEmpty ? text : "@media \(media) {\(text)}")
      bytes = ReportStyle.rest(of: bytes[style.endIndex...], after: ">")
    }

    /// Goes over the attributes of a tag to its end.
    ///
    /// - Parameter media: for which media an element `style` is.
    /// - Returns: whether the tag closes itself, as in drawings.
    private mutating func readAttributes(_ media: inout String) -> Bool {
      var isClosed = false
      while let byte = bytes.first {
        if byte == UInt8(ascii: ">") {
          keep(to: bytes.dropFirst())
          return isClosed
        }
        isClosed = byte == UInt8(ascii: "/") || isClosed && ReportStyle.isSpace(byte)
        guard !ReportStyle.isSpace(byte), byte != UInt8(ascii: "/") else {
          keep(to: bytes.dropFirst())
          continue
        }
        let name = [byte] + bytes.dropFirst().prefix { !ReportStyle.endsName($0) && $0 != UInt8(ascii: "=") }
        var rest = bytes.dropFirst(name.count).drop(while: ReportStyle.isSpace)
        guard rest.first == UInt8(ascii: "=") else {
          keep(to: rest)
          continue
        }
        rest = rest.dropFirst().drop(while: ReportStyle.isSpace)
        let value: ArraySlice<UInt8>
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest.dropFirst(value.count + 2)
        } else {
          value = rest.prefix { !ReportStyle.isSpace($0) && $0 != UInt8(ascii: ">") }
          rest = rest.dropFirst(value.count)
        }
        let text = ReportStyle.unescaped(String(decoding: value, as: UTF8.self))
        switch ReportStyle.lowercased(name) {
        case "style":
          let attribute = number(of: text).map { "data-style=\"\($0)\"" } ?? ""
          kept += Array(attribute.utf8)
          bytes = rest
        case "media":
          // What has braces could be more than a condition.
          if !text.contains(where: { "{}".contains($0) }) { media = text }
          keep(to: rest)
        default: keep(to: rest)
        }
      }
      return isClosed
    }

    /// The number by which a rule of the file finds elements; nil for a value that could be more than one rule's.
    private mutating func number(of value: String) -> Int? {
      if let known = numbers[value] { return known }
      guard !value.isEmpty, !value.contains(where: { "{}".contains($0) }) else { return nil }
      let number = numbers.count + 1
      numbers[value] = number
      // Three times, because it counted more than the rules of the document.
      let attribute = "[data-style=\"\(number)\"]"
      styles.append("\(attribute)\(attribute)\(attribute) {\(value)}")
      return number
    }
  }

  // MARK: Reading HTML

  private static func upToEnd(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      if lowercased(rest.prefix(7)) == "</style" { return bytes[..<start] }
      rest = rest.dropFirst()
    }
    return bytes
  }

  private static func rest(of bytes: ArraySlice<UInt8>, after text: String) -> ArraySlice<UInt8> {
    var rest = bytes
    while !rest.isEmpty {
      if rest.starts(with: text.utf8) { return rest.dropFirst(text.utf8.count) }
      rest = rest.dropFirst()
    }
    return rest
  }

  /// The value of an attribute without the references that HTML writers use.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    return text.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  private static func lowercased(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self).lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) }

  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }
}

/// The styles of the reports that were shown last, as files with addresses of their own.
final class ReportStyles: Sendable {
  /// More than the reports of a shop in all languages have.
  private static let most = 100

  private let texts = Mutex<[(name: String, text: String)]>([])

  /// The address of a style, which stays while its page is being loaded.
  func address(of text: String) -> String {
    let name = MadePlan.digest(of: [[text]])
    texts.withLock { texts in
      texts.removeAll { $0.name == name }
      texts.append((name, text))
      if texts.count > Self.most { texts.removeFirst() }
    }
    return "/report-styles/\(name)"
  }

  func text(named name: String) -> String? { texts.withLock { $0.first { $0.name == name }?.text } }
}
