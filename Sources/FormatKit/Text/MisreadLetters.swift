internal import ProblemKit
internal import RetailValues

/// Watches text that was detected as Windows-1252 for signs where letters belong, as the letters of older character sets look:
/// `K„se` is `Käse` in code page 850 of DOS, `KŠse` in the set of the old Mac OS, and `Pi³ka` is `Piłka` in Windows-1250.
struct MisreadLetters {
  /// Bytes that are signs within words, and bytes that are letters where letters belong.
  private var signs = 0
  private var letters = 0
  /// How well the letters of the other sets would fit.
  private var scores = [0, 0, 0]
  private static let others = [Charset.cp850, .macintosh, .windows1250]
  private static let tables = others.map(\.upperHalf)
  /// Where the first sign is in the text.
  private var first: Int?
  private var before: UInt8 = 0x20
  private var current: UInt8 = 0x20
  private var offset = 0
  private var foreign = ForeignLetters()

  /// Takes note of the byte before the first one that is looked at.
  mutating func begin(after byte: UInt8) { current = byte }

  mutating func look(at byte: UInt8, after offset: Int) {
    foreign.look(at: byte, after: offset)
    if current >= 0x80 { judge(next: byte) }
    (before, current, self.offset) = (current, byte, offset)
  }

  private mutating func judge(next: UInt8) {
    for (index, table) in Self.tables.enumerated() {
      scores[index] += Self.score(table[Int(current) - 0x80], isFirst: !Self.isLetter(before), before, next)
    }
    if isSign(next: next) {
      // Letters of Central Europe look like Western ones as often as like signs; a small 1 or 3 within a word decides.
      signs += Self.isSmallDigit(current) ? 2 : 1
      if first == nil { first = offset }
    } else if Self.isLetter(current) {
      letters += 1
    }
  }

  /// Whether the current byte is a sign that no text has at such a place. Apostrophes, dashes, points and trade marks are within
  /// words in any text.
  private func isSign(next: UInt8) -> Bool {
    let (follows, precedes) = (Self.isLetter(before), Self.isLetter(next))
    switch current {
    case 0x81, 0x8D, 0x8F, 0x90, 0x9D: return true
    // Low quotation marks begin words.
    case 0x82, 0x84: return follows
    case 0x99: return !follows && Self.isSmall(next)
    case 0x8A, 0x8C, 0x8E, 0x9F: return follows && (Self.isSmall(before) || Self.isSmall(next))
    case 0x80, 0x83, 0x86...0x89, 0x8B, 0x93...0x95, 0x98, 0x9B, 0xA1...0xA9, 0xAB, 0xAC, 0xAF, 0xB1, 0xB6, 0xBB...0xBF:
      return follows && precedes
    case _ where Self.isSmallDigit(current): return follows && Self.isSmall(next)
    default: return false
    }
  }

  /// The superscripts 1 and 3, which are `ą` and `ł` in Windows-1250.
  private static func isSmallDigit(_ byte: UInt8) -> Bool { byte == 0xB3 || byte == 0xB9 }

  private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xD7, 0xF7: false
    case 0xC0...0xFF, 0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F: true
    default: isSmall(byte | 0x20)
    }
  }

  /// How well a character fits between two bytes: a small letter within words, a capital at their beginning.
  private static func score(_ unit: UInt16, isFirst: Bool, _ before: UInt8, _ next: UInt8) -> Int {
    guard let properties = Unicode.Scalar(unit)?.properties, properties.isAlphabetic else { return -2 }
    if isFirst { return properties.isUppercase ? 2 : 1 }
    guard isSmall(before) || isSmall(next) else { return 1 }
    return properties.isLowercase ? 2 : 0
  }

  /// The error for a source with signs in its words; nil where the other letters are those of Windows-1252.
  ///
  /// - Parameters:
  ///   - undefined: a byte that Windows-1252 does not have.
  ///   - place: the line and the word of a byte of the text.
  func error(
    for source: ByteSource, undefined: UInt8?, place: (Int) -> (line: Int, word: String)
  ) -> Problems? {
    var end = self
    end.look(at: 0x20, after: offset)
    if let found = end.foreign.finding() { return Self.error(for: source, found, place: place) }
    guard let first = end.first, undefined != nil || end.signs >= end.letters else { return nil }
    let index = end.scores.indices.reduce(0) { end.scores[$1] > end.scores[$0] ? $1 : $0 }
    let (line, word) = place(first)
    let right = Self.decoded(word, by: Self.tables[index])
    let name = Self.others[index].rawValue
    let windows = Charset.windows1252.rawValue
    let why =
      undefined.map { "windows-1252 has no character for the byte '\(UTF8Evidence.hexadecimal([$0]))'" }
      ?? "as windows-1252 it has signs within words, such as '\(word)'"
    return Problems(
      .invalidText, source: source.name, at: SourcePosition(line: line, byteOffset: first), value: word,
      "the text is not utf-8, and \(why)",
      remedy: "Repeat the command with --option charset=\(name), which reads '\(right)'; where '\(word)' is right, "
        + "charset=\(windows) keeps it.")
  }

  /// The error for a source with the letters of another language.
  private static func error(
    for source: ByteSource, _ found: ForeignLetters.Finding, place: (Int) -> (line: Int, word: String)
  ) -> Problems {
    let (line, word) = place(found.offset)
    let windows = Charset.windows1252.rawValue
    let remedy =
      if let charset = found.charset {
        "Repeat the command with --option charset=\(charset.rawValue), which reads '\(decoded(word, by: charset.upperHalf))'; "
      } else {
        "Save it as UTF-8 with `iconv -f CP932 -t UTF-8 \(ShellText.word(source.name)) > NEW`, and repeat the command with NEW; "
      }
    let what =
      found.charset == nil ? "looks like Shift JIS, which is not read here" : "has the letters of another language"
    return Problems(
      .invalidText, source: source.name, at: SourcePosition(line: line, byteOffset: found.offset), value: word,
      "the text is not utf-8, and \(what): '\(word)' as windows-1252",
      remedy: remedy + "where '\(word)' is right, --option charset=\(windows) keeps it.")
  }

  /// A word that was read as Windows-1252, read by another set.
  private static func decoded(_ word: String, by table: [UInt16]) -> String {
    let windows = Charset.windows1252.upperHalf
    return String(
      String.UnicodeScalarView(
        word.unicodeScalars.map { scalar in
          windows.firstIndex { UInt32($0) == scalar.value }.flatMap { Unicode.Scalar(table[$0]) } ?? scalar
        }))
  }
}

/// Watches UTF-8 for letters that were decoded with the wrong set and encoded again: `KÃ¤se` for `Käse`.
///
/// The first byte of a letter in UTF-8 looks like `Ã` in Windows-1252, and the second like a sign or a symbol, which no word has after
/// that letter.
struct DecodedTwice {
  private var state = 0
  private var found = 0
  private var characters = 0
  private var first: Int?

  mutating func look(at bytes: UnsafeRawBufferPointer, after offset: Int) {
    var next = 0
    while next < bytes.count {
      // Most text is ASCII, of which eight bytes are passed over at once.
      if next + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        (state, next) = (0, next + 8)
        continue
      }
      let (index, byte) = (next, bytes[next])
      next += 1
      if byte < 0x80 {
        state = 0
        continue
      }
      if byte >= 0xC0 { characters += 1 }
      switch (state, byte) {
      case (1, 0x83): state = 2
      // The signs and symbols that the second byte of `ä`, `ö`, `ß` … looks like.
      case (2, 0xC2), (2, 0xC5), (2, 0xC6), (2, 0xCB), (2, 0xE2):
        state = 0
        found += 1
        if first == nil { first = offset + index }
      default: state = byte == 0xC3 ? 1 : 0
      }
    }
  }

  /// The error for a source of which most letters were decoded twice.
  func error(for source: ByteSource, place: (Int) -> (line: Int, word: String)) -> Problems? {
    guard let first, found * 4 >= characters else { return nil }
    let (line, word) = place(first)
    return Problems(
      .invalidText, source: source.name, at: SourcePosition(line: line, byteOffset: first), value: word,
      "'\(word)' looks like UTF-8 that was read as windows-1252 and saved again",
      remedy:
        "Export the file again as UTF-8, or restore it with `iconv -f UTF-8 -t WINDOWS-1252 \(ShellText.word(source.name)) > NEW`; "
        + "where the letters are right, repeat the command with --option charset=utf-8.")
  }
}
