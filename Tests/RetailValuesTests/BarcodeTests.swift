import RetailValues
import Testing

@Suite struct BarcodeTests {
  typealias Symbology = Barcode.Symbology
  typealias ParseError = Barcode.ParseError

  @Test(
    arguments: [
      ("96385074", .gtin8, "00000096385074"), ("036000291452", .gtin12, "00036000291452"),
      ("4006381333931", .gtin13, "04006381333931"), ("5901234123457", .gtin13, "05901234123457"),
      ("10012345678902", .gtin14, "10012345678902"), ("00036000291452", .gtin14, "00036000291452"),
      ("0036000291452", .gtin13, "00036000291452"), ("9780306406157", .isbn13, "09780306406157"),
      ("978-0-306-40615-7", .isbn13, "09780306406157"), ("9791034902781", .isbn13, "09791034902781"),
      ("0306406152", .isbn10, "09780306406157"), ("0-306-40615-2", .isbn10, "09780306406157"),
      ("080442957X", .isbn10, "09780804429573"), ("0-8044-2957-x", .isbn10, "09780804429573"),
      ("4 006381 333931", .gtin13, "04006381333931"), (" 4006381333931 ", .gtin13, "04006381333931"),
    ] as [(String, Symbology, String)])
  func readsRealCodes(text: String, symbology: Symbology, canonical: String) throws {
    let code = try Barcode(parsing: text)
    #expect(code.symbology == symbology)
    #expect(code.canonical == canonical)
    #expect(!code.isRestored)
  }

  /// The expansions of the GS1 General Specifications, section 5.2.2.4.2, one for each last digit.
  @Test(arguments: [
    ("01234505", "012000003455"), ("01234514", "012100003454"), ("01234523", "012200003453"),
    ("01234531", "012300000451"),
    ("01234543", "012340000053"), ("01234558", "012345000058"), ("01234565", "012345000065"),
    ("01234572", "012345000072"),
    ("01234589", "012345000089"), ("01234596", "012345000096"), ("04252614", "042100005264"),
  ])
  func expandsUPCE(text: String, upcA: String) throws {
    let code = try Barcode(parsing: text)
    #expect(code.symbology == .upcE)
    #expect(code.canonical == "00" + upcA)
    #expect(try Barcode(parsing: upcA).canonical == code.canonical)
  }

  @Test(
    arguments: [
      ("36000291452", .gtin12, "00036000291452"), ("12345678905", .gtin12, "00012345678905"),
      ("1234565", .upcE, "00012345000065"), ("4252614", .upcE, "00042100005264"),
    ] as [(String, Symbology, String)])
  func putsLostZerosBack(text: String, symbology: Symbology, canonical: String) throws {
    let code = try Barcode(parsing: text)
    #expect(code.symbology == symbology)
    #expect(code.canonical == canonical)
    #expect(code.isRestored)
    #expect(try Barcode(parsing: code.code).canonical == canonical)
  }

  @Test(
    arguments: [
      ("439023483", "0439023483", "09780439023481"), ("61120081", "0061120081", "09780061120084"),
      ("0439023483", nil, nil), ("439023484", nil, nil), ("553296981", "0553296981", "09780553296983"),
      ("43902-3483", "0439023483", "09780439023481"), ("123456", nil, nil),
      ("80442957X", "080442957X", "09780804429573"), ("", nil, nil),
      ("316769487", "0316769487", "09780316769488"), ("31676948X", nil, nil), ("7440424x", nil, nil),
    ] as [(String, String?, String?)])
  func isbnsThatLostZerosAreProvedByTheirCheckDigit(text: String, code: String?, canonical: String?) {
    let isbn = Barcode(isbnWithoutZeros: text)
    #expect(isbn?.code == code && isbn?.canonical == canonical)
    #expect(isbn.map { $0.isRestored && $0.symbology == .isbn10 } ?? true)
  }

  @Test(
    arguments: [
      ("4006381333932", "1"), ("036000291453", "2"), ("96385075", "4"), ("10012345678900", "2"), ("9780306406150", "7"),
      ("080442958X", "8"), ("4006381333930", "1"),
    ] as [(String, Character)])
  func saysWhichCheckDigitIsRight(text: String, expected: Character) {
    #expect(throws: ParseError.wrongCheckDigit(expected: expected)) { try Barcode(parsing: text) }
  }

  @Test(arguments: ["4.00638E+12", "4,00638E+12", "4E+12", "4.00638e+12"])
  func refusesScientificNotation(text: String) {
    #expect(throws: ParseError.scientificNotation) { try Barcode(parsing: text) }
  }

  @Test(
    arguments: [
      ("", .empty), ("   ", .empty), ("- -", .empty), ("A\u{0}B", .notACode), ("A\tB", .notACode),
      (String(repeating: "A", count: 81), .notACode), (String(repeating: "9", count: 100_000), .notACode),
    ] as [(String, ParseError)])
  func refusesWhatIsNoCode(text: String, expected: ParseError) {
    #expect(throws: expected) { try Barcode(parsing: text) }
  }

  @Test(
    arguments: [
      ("A-17", "A-17"), (" shelf 3 ", "SHELF 3"), ("1234", "1234"), ("123456", "123456"), ("00042", "00042"),
      ("ÄÖ-1", "ÄÖ-1"), ("123456789012345", "123456789012345"), ("12E4", "12E4"), ("4006381333931X", "4006381333931X"),
      ("12-34", "1234"), ("0804429570", "0804429570"), ("1234567", "1234567"),
    ] as [(String, String)])
  func keepsAShopsOwnCodes(text: String, canonical: String) throws {
    let code = try Barcode(parsing: text)
    #expect(code.symbology == .inStore)
    #expect(code.canonical == canonical)
    #expect(!code.isRestored)
  }

  /// The check digit catches every single wrong digit.
  @Test func catchesEveryWrongDigit() throws {
    let right = Array("4006381333931".utf8)
    for place in right.indices {
      for digit in UInt8(ascii: "0")...UInt8(ascii: "9") where digit != right[place] {
        var wrong = right
        wrong[place] = digit
        #expect(throws: ParseError.self) { try Barcode(parsing: String(decoding: wrong, as: UTF8.self)) }
      }
    }
  }

  @Test func survivesAnyText() {
    var random = RandomNumbers(seed: 5)
    let letters = Array("0123456789Xx-E+., ÅA\u{301}\n")
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...20, using: &random)
      let text = String((0..<count).map { _ in letters.randomElement(using: &random) ?? "0" })
      guard let code = try? Barcode(parsing: text) else { continue }
      #expect(!code.canonical.isEmpty)
      #expect(code.symbology == .inStore || code.canonical.count == 14)
    }
  }

  /// Digits in memory are read by a shorter way; it must say the same as the long one, or nothing.
  @Test func digitsInMemoryAreReadAlike() throws {
    var random = RandomNumbers(seed: 11)
    var read = 0
    for _ in 0..<20_000 {
      let zeros = Int.random(in: 0...8, using: &random)
      let count = Int.random(in: max(7, zeros)...15, using: &random)
      var text = String(repeating: "0", count: zeros)
      while text.utf8.count < count { text += String(Int.random(in: 0...9, using: &random)) }
      if Bool.random(using: &random), count > 8 {
        text = (Bool.random(using: &random) ? "978" : "979") + text.dropFirst(3)
      }
      let long = try? Barcode(parsing: text)
      let short = Array(text.utf8).withUnsafeBufferPointer { Barcode(digits: $0) }
      if let short {
        read += 1
        #expect(short == long)
      } else {
        #expect(long == nil || ![12, 13, 14].contains(count))
      }
      // What people know a canonical form by, calculated slowly.
      guard let canonical = long?.canonical, let (code, symbology) = Barcode.shortest(canonical) else { continue }
      let digits = String(canonical.drop { $0 == "0" })
      let length = try #require([8, 12, 13, 14].first { $0 >= digits.count })
      #expect(code == String(repeating: "0", count: length - digits.count) + digits)
      #expect(symbology == (try Barcode(parsing: code)).symbology)
    }
    #expect(read > 500)
  }

  @Test(arguments: [
    ("4012345000009", true), ("4098765000003", true), ("4098765000005", false), ("123", false), ("", false),
    ("409876500000", false), ("40987650000030", false), ("4098765 00000", false), ("40987650000O3", false),
    ("４０９８７６５０００００３", false),
  ])
  func aLocationNumberHasThirteenDigitsThatCheckOut(text: String, isOne: Bool) {
    #expect(Barcode.isLocationNumber(text) == isOne)
  }
}
