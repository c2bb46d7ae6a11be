internal import CLibCrypto
internal import Foundation

/// Which styles of a document a browser may apply, by their hashes (Content Security Policy Level 3, sections 2.3.1 and 8.4).
///
/// A report is a whole page with its style within it. Pages of ours may have none, so that no text that gets into one can
/// change its look; a report is served with the hashes of exactly the styles that it has.
struct StylePolicy: Sendable {
  /// The texts of the elements `style`, those in drawings included.
  private(set) var elements: Set<String> = []
  /// The values of the attributes `style`.
  private(set) var attributes: Set<String> = []

  /// Finds the styles of a document.
  init(of document: String) {
    var bytes = Array(document.utf8)[...]
    while let start = bytes.firstIndex(of: UInt8(ascii: "<")) {
      bytes = bytes[bytes.index(after: start)...]
      if bytes.starts(with: "!--".utf8) {
        bytes = Self.rest(of: bytes, after: "-->")
        continue
      }
      guard let first = bytes.first, Self.isLetter(first) else { continue }
      let name = Self.lowercased(bytes.prefix { !Self.endsName($0) })
      bytes = bytes.dropFirst(name.utf8.count)
      let isClosed = takeAttributes(&bytes)
      guard name == "style", !isClosed else { continue }
      let text = Self.upToEnd(of: bytes)
      elements.insert(String(decoding: text, as: UTF8.self))
      bytes = bytes[text.endIndex...]
    }
  }

  /// The sources of `style-src` besides `'self'`.
  var sources: String {
    let all = elements.union(attributes).map { "'sha256-\(Self.hash(of: $0))'" }.sorted()
    // Without this word, hashes are for elements alone.
    return ((attributes.isEmpty ? [] : ["'unsafe-hashes'"]) + all).joined(separator: " ")
  }

  /// The policy of our pages with the styles of the document.
  var policy: String {
    guard !elements.isEmpty || !attributes.isEmpty else { return Gate.policy }
    return Gate.policy.replacing("style-src 'self'", with: "style-src 'self' \(sources)")
  }

  // MARK: Reading HTML

  /// Goes over the attributes of a tag to its end, keeping the value of `style`.
  ///
  /// - Returns: whether the tag closes itself, as in drawings.
  private mutating func takeAttributes(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    var isClosed = false
    while let byte = bytes.first {
      bytes = bytes.dropFirst()
      if byte == UInt8(ascii: ">") { return isClosed }
      isClosed = byte == UInt8(ascii: "/") || isClosed && Self.isSpace(byte)
      guard !Self.isSpace(byte), byte != UInt8(ascii: "/") else { continue }
      let name = Self.lowercased([byte] + bytes.prefix { !Self.endsName($0) && $0 != UInt8(ascii: "=") })
      bytes = bytes.dropFirst(name.utf8.count - 1).drop(while: Self.isSpace)
      guard bytes.first == UInt8(ascii: "=") else { continue }
      bytes = bytes.dropFirst().drop(while: Self.isSpace)
      let value: ArraySlice<UInt8>
      if let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        value = bytes.dropFirst().prefix { $0 != quote }
        bytes = bytes.dropFirst(value.count + 2)
      } else {
        value = bytes.prefix { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
        bytes = bytes.dropFirst(value.count)
      }
      if name == "style" { attributes.insert(Self.unescaped(String(decoding: value, as: UTF8.self))) }
    }
    return isClosed
  }

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

  /// The SHA-256 of a text in Base64.
  static func hash(of text: String) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    let bytes = Array(text.utf8)
    EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    return Data(digest).base64EncodedString()
  }
}
