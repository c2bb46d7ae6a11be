import FormatKit
import FormatKitTesting
import Testing

/// One table of inputs, each read in chunks of every size, gives the same text, set and error.
@Suite struct TextStreamTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var given: Charset?
    var text: String
    var charset: Charset?
    var evidence: String
    /// The number of bytes before the invalid text; nil if all text is valid.
    var invalidAfter: Int?
    var testDescription: String { name }

    init(
      _ name: String, _ bytes: [UInt8], given: Charset? = nil, _ text: String, _ charset: Charset?, _ evidence: String,
      invalidAfter: Int? = nil
    ) {
      self.name = name
      self.bytes = bytes
      self.given = given
      self.text = text
      self.charset = charset
      self.evidence = evidence
      self.invalidAfter = invalidAfter
    }
  }

  private static let looked = "its characters beyond ASCII are valid UTF-8"
  private static let wide = "every other of the first bytes is zero"
  private static func foreign(_ byte: String) -> String { "the byte \(byte) is not UTF-8" }
  private static let mark = "byte-order mark"
  private static let long = String(repeating: "sku;größe;€\n", count: 40) + "🦊"

  private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return bigEndian ? [high, low] : [low, high]
    }
  }

  static let cases: [Case] = [
    Case("empty", [], "", nil, "all bytes are ASCII"),
    Case("ASCII", Array("a,b\n".utf8), "a,b\n", nil, "all bytes are ASCII"),
    Case(
      "ASCII ending on a block", Array(String(repeating: "x", count: 64).utf8), String(repeating: "x", count: 64), nil,
      "all bytes are ASCII"),
    Case("mark only", [0xEF, 0xBB, 0xBF], "", .utf8, mark),
    Case("half a mark", [0xEF, 0xBB], "ï»", .windows1252, foreign("ef")),
    Case("UTF-8", Array(long.utf8), long, .utf8, looked),
    Case("UTF-8 with mark", [0xEF, 0xBB, 0xBF] + long.utf8, long, .utf8, mark),
    Case("UTF-8 given, with mark", [0xEF, 0xBB, 0xBF] + long.utf8, given: .utf8, long, .utf8, "given"),
    Case("UTF-16LE with mark", [0xFF, 0xFE] + utf16(long, bigEndian: false), long, .utf16LittleEndian, mark),
    Case("UTF-16BE with mark", [0xFE, 0xFF] + utf16(long, bigEndian: true), long, .utf16BigEndian, mark),
    Case("UTF-16LE given", utf16(long, bigEndian: false), given: .utf16LittleEndian, long, .utf16LittleEndian, "given"),
    Case("UTF-16LE mark only", [0xFF, 0xFE], "", .utf16LittleEndian, mark),
    Case("UTF-16 one byte short", [0xFF, 0xFE, 0x41, 0, 0x42], "A", .utf16LittleEndian, mark, invalidAfter: 1),
    Case(
      "UTF-16 high surrogate at the end", [0xFE, 0xFF, 0, 0x41, 0xD8, 0x3E], "A", .utf16BigEndian, mark, invalidAfter: 1
    ),
    Case(
      "UTF-16 high surrogate alone", [0xFE, 0xFF, 0, 0x41, 0xD8, 0x3E, 0, 0x42], "A", .utf16BigEndian, mark,
      invalidAfter: 1),
    Case("UTF-16 low surrogate first", [0xFF, 0xFE, 0x41, 0, 0, 0xDC], "A", .utf16LittleEndian, mark, invalidAfter: 1),
    Case(
      "Windows-1252", Array("na".utf8) + [0xEF] + Array("ve ".utf8) + [0x80, 0x93], "naïve €“", .windows1252,
      foreign("ef")),
    Case("Windows-1252, one byte at the end", Array("caf".utf8) + [0xE9], "café", .windows1252, foreign("e9")),
    Case("Windows-1252 settled before UTF-8", [0xE9, 0x20, 0xC3, 0xA9], "é Ã©", .windows1252, foreign("e9")),
    Case(
      "UTF-8 with a broken first character", Array("sku,name\nA,Gr".utf8) + [0xC3] + Array("e\nB,Größe für 3 €\n".utf8),
      "sku,name\nA,GrÃe\nB,GrÃ¶ÃŸe fÃ¼r 3 â‚¬\n", .windows1252, foreign("c3"), invalidAfter: 13),
    Case(
      "Windows-1252 with what looks like UTF-8 once", Array("CAF".utf8) + [0xC9, 0xAE, 0x20, 0xFC, 0x20, 0xE4],
      "CAFɮ ", .utf8, looked, invalidAfter: 6),
    Case(
      "Windows-1252 with what looks like UTF-8 later", [0xFC, 0x20, 0x43, 0xC9, 0xAE, 0x20, 0xE4], "ü CÉ® ä",
      .windows1252, foreign("fc")),
    Case("UTF-16LE without mark", utf16(long, bigEndian: false), long, .utf16LittleEndian, wide),
    Case("UTF-16BE without mark", utf16(long, bigEndian: true), long, .utf16BigEndian, wide),
    Case("zeros in the middle", [0x41, 0x42, 0, 0x43], "AB\0C", nil, "all bytes are ASCII"),
    Case("Windows-1252 given, UTF-8 bytes", [0xC3, 0xA9], given: .windows1252, "Ã©", .windows1252, "given"),
    Case(
      "Windows-1252 given, open bytes", [0x81, 0x8D, 0x9D], given: .windows1252, "\u{81}\u{8D}\u{9D}", .windows1252,
      "given"),
    Case(
      "not UTF-8, and a byte that Windows-1252 does not have", [0x84, 0x81], "„\u{81}", .windows1252, foreign("84"),
      invalidAfter: 3),
    Case("ISO 8859-1 given", [0x80, 0xE9], given: .iso8859_1, "\u{80}é", .iso8859_1, "given"),
    Case("invalid after valid UTF-8", Array("é,abc".utf8) + [0xFF, 0x41], "é,abc", .utf8, looked, invalidAfter: 6),
    Case("UTF-8 cut off in a character", Array("é".utf8) + [0xE2, 0x82], "é", .utf8, looked, invalidAfter: 2),
    Case(
      "UTF-8 given, Windows-1252 bytes", Array("caf".utf8) + [0xE9], given: .utf8, "caf", .utf8, "given",
      invalidAfter: 3),
    Case("overlong", Array("é".utf8) + [0xC0, 0xAF], "é", .utf8, looked, invalidAfter: 2),
    Case("encoded surrogate", Array("é".utf8) + [0xED, 0xA0, 0x80], "é", .utf8, looked, invalidAfter: 2),
    Case("beyond Unicode", Array("é".utf8) + [0xF4, 0x90, 0x80, 0x80], "é", .utf8, looked, invalidAfter: 2),
    Case("lone continuation", Array("é".utf8) + [0x80], "é", .utf8, looked, invalidAfter: 2),
    Case("second mark is text", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x41], "\u{FEFF}A", .utf8, mark),
  ]

  @Test(arguments: cases)
  func readsTheSameWhateverTheChunks(_ expected: Case) {
    for chunk in [1, 2, 3, 4, 5, 7, 16, 17, 4096] {
      for room in [16, 19, 4096] {
        let outcome = Self.read(expected.bytes, given: expected.given, chunk: chunk, room: room)
        let context = "chunks of \(chunk), room for \(room)"
        #expect(String(validating: outcome.bytes, as: UTF8.self) == expected.text, "\(context)")
        #expect(outcome.charset == expected.charset, "\(context)")
        #expect(outcome.finding?.evidence == expected.evidence, "\(context)")
        #expect(outcome.error?.first.position.byteOffset == expected.invalidAfter, "\(context)")
        if let error = outcome.error { #expect(error.code == .invalidText, "\(context)") }
      }
    }
  }

  /// The bytes of a list, and the start of the remedy of the error about its letters; nil where they are right.
  @Test(
    arguments: [
      ("K\u{84}se\n\u{99}l", "charset=cp850, which reads 'Käse'"),
      ("K\u{8A}se\n\u{85}l", "charset=macintosh, which reads 'Käse'"),
      ("Gr\u{81}ner Tee", "charset=cp850, which reads 'Grüner'"),
      ("Caf\u{82}\n", "charset=cp850, which reads 'Café'"),
      ("Jalape\u{96}o, Caf\u{8E} au lait, cr\u{8F}me", "charset=macintosh, which reads 'Café'"),
      ("Mi\u{9C};Pi\u{B3}ka;Ksi\u{B9}\u{BF}ka", "charset=windows-1250, which reads 'Piłka'"),
      ("5 m\u{B3}/h, 20 cm\u{B2}, 3 m\u{B3} Erde", nil),
      (
        "Objednac\u{ED} \u{E8}\u{ED}slo;N\u{E1}zev;\u{D8}ezn\u{ED}k;Pon\u{EC}kud",
        "charset=windows-1250, which reads 'Řezník'"
      ),
      ("F\u{F5}z\u{F5}poh\u{E1}r;t\u{E1}l", "charset=windows-1250, which reads 'Főzőpohár'"),
      ("\u{C7}ay barda\u{F0}\u{FD};Sat\u{FD}\u{FE}", "charset=windows-1254, which reads 'bardağı'"),
      ("\u{C5}\u{EB}\u{E9}\u{DD}\u{F2};\u{D6}\u{DD}\u{F4}\u{E1}", "charset=windows-1253, which reads 'Ελιές'"),
      ("\u{D5}\u{EB}\u{E5}\u{E1};\u{D7}\u{E0}\u{E9}", "charset=windows-1251, which reads 'Хлеб'"),
      ("Ilo\u{9C}\u{E6};Pi\u{B3}ka;Ksi\u{B9}\u{BF}ka", "charset=windows-1250, which reads"),
      // Green tea, soy sauce.
      ("\u{97}\u{CE}\u{92}\u{83},\u{8F}\u{DD}\u{96}\u{FB}", "iconv -f CP932 -t UTF-8"),
      ("Caff\u{E8} luned\u{EC};pi\u{F9}, virt\u{F9}", nil),
      ("Bot\u{F5}es, p\u{F5}e, a\u{E7}\u{FA}car", nil),
      ("R\u{F8}dgr\u{F8}d med fl\u{F8}de, cr\u{E8}me", nil),
      ("br\u{FB}l\u{E9}e, ao\u{FB}t, \u{E0} la cr\u{E8}me", nil),
      ("\u{DE}orramatur, ma\u{F0}ur, s\u{E1}l", nil),
      // Signs that Windows-1252 has in words and around them.
      ("L\u{92}eau \u{84}Quelle\u{93}", nil),
      ("Lego\u{99} 5\u{80} Mac\u{96}Cheese", nil),
      ("\u{8A}koda Du\u{9A}an na\u{EF}ve", nil),
      // One slip among letters that are right.
      ("K\u{E4}se \u{D6}l a\u{93}b", nil),
    ] as [(String, String?)])
  func asksForTheSetOfLettersThatAreSigns(text: String, expected: String?) {
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    for chunk in [1, 4096] {
      let error = Self.read(bytes, given: nil, chunk: chunk, room: 16).error
      #expect((error == nil) == (expected == nil), "\(error?.headline ?? "none")")
      if let expected { #expect(error?.remedy.contains(expected) == true, "\(error?.remedy ?? "")") }
    }
    #expect(Self.read(bytes, given: .windows1252, chunk: 3, room: 16).error == nil)
  }

  @Test func readsTheSetsOfOtherSystems() {
    let bytes: [UInt8] = [0x84, 0x94, 0x81, 0xE1]
    #expect(String(decoding: Self.read(bytes, given: .cp850, chunk: 2, room: 16).bytes, as: UTF8.self) == "äöüß")
    let mac: [UInt8] = [0x8A, 0x9A, 0x9F, 0xA7, 0xDB]
    #expect(String(decoding: Self.read(mac, given: .macintosh, chunk: 2, room: 16).bytes, as: UTF8.self) == "äöüß€")
    let central: [UInt8] = [0xB9, 0xE6, 0xEA, 0xB3, 0xF1, 0xF3, 0x9C, 0x9F, 0xBF, 0xF8, 0xF9, 0x80]
    #expect(
      String(decoding: Self.read(central, given: .windows1250, chunk: 2, room: 16).bytes, as: UTF8.self)
        == "ąćęłńóśźżřů€")
    for (charset, bytes, text) in [
      (.windows1251, [0xD5, 0xEB, 0xE5, 0xE1], "Хлеб"), (.windows1253, [0xD6, 0xDD, 0xF4, 0xE1], "Φέτα"),
      (.windows1254, [0xD0, 0xDD, 0xDE, 0xF0, 0xFD, 0xFE, 0xE7], "ĞİŞğışç"),
    ] as [(Charset, [UInt8], String)] {
      #expect(String(decoding: Self.read(bytes, given: charset, chunk: 2, room: 16).bytes, as: UTF8.self) == text)
    }
  }

  @Test func asksAboutLettersThatWereDecodedTwice() {
    for mark in [[], [0xEF, 0xBB, 0xBF] as [UInt8]] {
      let error = Self.read(mark + "A;KÃ¤se\nB;Ã–l\n".utf8, given: nil, chunk: 5, room: 16).error
      #expect(error?.headline == "goods.csv:1: 'KÃ¤se' looks like UTF-8 that was read as windows-1252 and saved again")
      #expect(error?.remedy.contains("--option charset=utf-8") == true)
    }
    #expect(Self.read(Array("KÃ¤se".utf8), given: .utf8, chunk: 5, room: 16).error == nil)
    #expect(Self.read(Array("MAÇÃ ÃO Käse Öl Straße".utf8), given: nil, chunk: 5, room: 16).error == nil)
  }

  /// A file that is UTF-8 but for one line is not to be read as anything else.
  @Test func suggestsNoOtherSetForOneBrokenPlace() {
    let mixed = Array("Käse\nÖl\nBr".utf8) + [0xF6] + Array("tchen\n".utf8)
    let error = Self.read(mixed, given: nil, chunk: 4096, room: 4096).error
    #expect(error?.first.position.line == 3)
    #expect(error?.remedy.contains("charset") == false && error?.remedy.contains("line 3") == true)
    let first = Array("Br".utf8) + [0xF6] + Array("tchen\nKäse\nÖl\n".utf8)
    #expect(Self.read(first, given: nil, chunk: 4096, room: 4096).error?.remedy.contains("charset") == false)
    let odd = Self.read([0xFF, 0xFE, 0x41, 0, 0x42], given: nil, chunk: 4096, room: 16).error
    #expect(odd?.remedy.contains("charset") == false)
    // Most letters are those of Windows-1252, and one pair of them happens to be UTF-8.
    let windows = Array("CAF".utf8) + [0xC9, 0xAE, 0x20, 0xFC, 0x20, 0xE4]
    #expect(
      Self.read(windows, given: nil, chunk: 4096, room: 16).error?.remedy.contains("charset=windows-1252") == true)
  }

  @Test func tellsTheBytesThatAreNotText() {
    let error = Self.read(Array("é".utf8) + [0xFF, 0x0A], given: nil, chunk: 1, room: 16).error
    #expect(error?.headline == "goods.csv:1: the bytes 'ff 0a' after 2 bytes of text are not valid utf-8")
  }

  @Test func readsEveryByteOfASingleByteSet() {
    let bytes = Array(UInt8.min...UInt8.max)
    let text = Self.read(bytes, given: .windows1252, chunk: 3, room: 16).bytes
    #expect(String(validating: text, as: UTF8.self)?.unicodeScalars.count == 256)
  }

  @Test func readsRandomTextInEverySet() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let scalars = (0..<Int.random(in: 1...80, using: &generator)).map { _ in
        let limit = [0x7F, 0x7FF, 0xD7FF, 0x10FFFF].randomElement(using: &generator) ?? 0x7F
        return Unicode.Scalar(UInt32.random(in: 1...UInt32(limit), using: &generator)) ?? "?"
      }
      // A mark at the start would not be text.
      let text = "x" + String(String.UnicodeScalarView(scalars))
      for (bytes, charset) in [
        (Array(text.utf8), Charset.utf8), (Self.utf16(text, bigEndian: true), .utf16BigEndian),
        (Self.utf16(text, bigEndian: false), .utf16LittleEndian),
      ] {
        let outcome = Self.read(bytes, given: charset, chunk: Int.random(in: 1...9, using: &generator), room: 17)
        #expect(outcome.bytes == Array(text.utf8))
      }
    }
  }

  private struct Outcome {
    var bytes: [UInt8] = []
    var charset: Charset?
    var finding: SourceFinding?
    var error: Problems?
  }

  private static func read(_ bytes: [UInt8], given: Charset?, chunk: Int, room: Int) -> Outcome {
    var outcome = Outcome()
    do throws(Problems) {
      let stream = try TextStream(.memory(bytes, name: "goods.csv", chunk: chunk), charset: given, chunk: 16)
      defer {
        outcome.charset = stream.detectedCharset
        outcome.finding = stream.charsetFinding
      }
      var buffer = [UInt8](repeating: 0, count: room)
      while case let count = try stream.fill(&buffer), count > 0 {
        #expect(String(validating: buffer[..<count], as: UTF8.self) != nil, "a character is split")
        outcome.bytes += buffer[..<count]
      }
    } catch {
      outcome.error = error
    }
    return outcome
  }
}
