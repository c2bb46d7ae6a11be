/// The names, texts and signs of SQL in their order, without comments and white space.
///
/// Everything that looks into the text of a statement reads it with this: what a report may read is decided with it, and
/// reports are checked with it. Only tokens are known here, and no grammar.
package struct SQLTokens {
  /// A part of a statement.
  package struct Token {
    package enum Kind {
      /// A name or keyword as it is.
      case name
      /// A name within `"`, `` ` `` or brackets.
      case quotedName
      /// A text within `'`, which SQLite may also take for a name.
      case text
      /// `:name`.
      case parameter
      /// One byte of anything else, or `||`.
      case sign
    }

    package let kind: Kind
    /// What it says, without quotation marks; of a parameter its name.
    package let content: String
    /// Its bytes in the UTF-8 of the statement, with the quotation marks.
    package let range: Range<Int>

    /// In lower case, as SQLite compares names; a parameter with its colon, so that it is never taken for a keyword.
    package var lowercased: String { kind == .parameter ? ":" + content : content.lowercased() }
  }

  private let bytes: [UInt8]
  private var index = 0

  package init(_ sql: String) { bytes = Array(sql.utf8) }

  private func byte(_ offset: Int = 0) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

  /// The next token; nil at the end.
  package mutating func next() -> Token? {
    while let byte = byte() {
      switch byte {
      case 0...UInt8(ascii: " "): index += 1
      case UInt8(ascii: "-") where self.byte(1) == byte:
        while let other = self.byte(), other != UInt8(ascii: "\n") { index += 1 }
      case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "'"): return quoted(.text, until: byte)
      case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(.quotedName, until: byte)
      case UInt8(ascii: "["): return quoted(.quotedName, until: UInt8(ascii: "]"))
      case UInt8(ascii: ":") where self.byte(1).map(Self.isWord) ?? false: return word(.parameter, after: 1)
      case _ where Self.isWord(byte): return word(.name, after: 0)
      default: return sign(byte)
      }
    }
    return nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private mutating func skipComment() {
    index += 2
    while let other = byte(), !(other == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { index += 1 }
    index += 2
  }

  private mutating func word(_ kind: Token.Kind, after sign: Int) -> Token {
    let start = index
    index += sign
    while let other = byte(), Self.isWord(other) { index += 1 }
    return Token(
      kind: kind, content: String(decoding: bytes[(start + sign)..<index], as: UTF8.self), range: start..<index)
  }

  private mutating func sign(_ byte: UInt8) -> Token {
    let start = index
    index += byte == UInt8(ascii: "|") && self.byte(1) == byte ? 2 : 1
    return Token(kind: .sign, content: String(decoding: bytes[start..<index], as: UTF8.self), range: start..<index)
  }

  private mutating func quoted(_ kind: Token.Kind, until end: UInt8) -> Token {
    let start = index
    index += 1
    var text: [UInt8] = []
    while let byte = byte() {
      index += 1
      if byte == end {
        // A doubled quote is one character.
        guard self.byte() == end, end != UInt8(ascii: "]") else { break }
        index += 1
      }
      text.append(byte)
    }
    return Token(kind: kind, content: String(decoding: text, as: UTF8.self), range: start..<index)
  }
}
