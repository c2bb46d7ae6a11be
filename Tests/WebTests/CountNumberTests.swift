import RetailValues
import Testing
import Wording

@testable import Web

@Suite struct CountNumberTests {
  @Test(arguments: [
    ("9", "9"), (" 1,5 ", "1.5"), ("1.5", "1.5"), ("1,234,5", "1,234,5"), ("", ""), ("x", "x"),
    ("1 234", "1234"), ("1\u{A0}234,5", "1234.5"), ("1\u{202F}234\u{202F}567", "1234567"), (" 12 3 ", "12 3"),
    ("12\u{2009}3", "12\u{2009}3"), ("1 2345", "1 2345"), ("- 5", "-5"),
  ])
  func takesBothDecimalMarks(typed: String, number: String) {
    #expect(CountNumber.normalized(typed) == number)
  }

  @Test(arguments: [
    ("1.234,5", "1234.5"), ("1,234.5", "1234.5"), ("-12.345.678,25", "-12345678.25"), ("12,345,678.25", "12345678.25"),
    ("1.234,567", "1234.567"), (" 1.234,50 ", "1234.50"), ("+1.234,0", "+1234.0"), ("-1,234.567", "-1234.567"),
    ("12.345.678,125", "12345678.125"), ("5,", "5."), (",5", ".5"), ("1'234,5", "1'234.5"),
    ("1234567890123456789,5", "1234567890123456789.5"),
    // These are left to the command, which refuses them or reads them as always.
    ("1.23,5", "1.23,5"), ("1234.567,5", "1234.567,5"), ("0.123,5", "0.123,5"), ("1.234,5,6", "1.234,5,6"),
    ("1.234,567.8", "1.234,567.8"), ("1.234,", "1.234,"), ("1,234", "1.234"), ("1.234", "1.234"),
    ("1,234,567", "1,234,567"), ("1.234.567", "1.234.567"),
  ])
  func theLastOfBothMarksIsTheDecimalMark(typed: String, number: String) {
    #expect(CountNumber.normalized(typed) == number)
  }

  private static let ungrouped = "Write the digits without grouping them, such as 1234 or 0.250."

  @Test(arguments: [
    ("1.234", "1.234 can mean 1234 or 1.234", "Write 1234, or 1.2340."),
    ("1,234", "1,234 can mean 1234 or 1.234", "Write 1234, or 1.2340."),
    ("12.500", "12.500 can mean 12500 or 12.500", "Write 12500, or 12.5000."),
    (" 1 .000", "1.000 can mean 1000 or 1.000", "Write 1000, or 1.0000."),
    ("-1.234", "1.234 can mean 1234 or 1.234", "Write 1234, or 1.2340."),
    ("1,234 %", "1,234 can mean 1234 or 1.234", "Write 1234, or 1.2340."),
    ("1.234.567", "1.234.567 has marks between its digits", "Write 1234567."),
    ("1,234,567", "1,234,567 has marks between its digits", "Write 1234567."),
    ("1e3", "1e3 is not written in digits", "Write it as 7 or 0.250."),
    ("1.5E-3", "1.5E-3 is not written in digits", "Write it as 7 or 0.250."),
    ("12 3", "The digits of 12 3 are not in groups of three", ungrouped),
    (" -12\u{A0}3 %", "The digits of 12\u{A0}3 are not in groups of three", ungrouped),
    ("1'23", "The digits of 1'23 are not in groups of three", ungrouped),
    ("1 2345", "The digits of 1 2345 are not in groups of three", ungrouped),
    ("12\t345", "The digits of 12\t345 are not in groups of three", ungrouped),
    ("1 234 56,5", "The digits of 1 234 56,5 are not in groups of three", ungrouped),
    ("1.23,4", "The digits of 1.23,4 are not in groups of three", ungrouped),
    ("12.34,567", "The digits of 12.34,567 are not in groups of three", ungrouped),
    ("1.234,567,890", "The digits of 1.234,567,890 are not in groups of three", ungrouped),
    ("1,234.", "No digits follow the last mark of “1,234.”", ungrouped),
    ("1.234,", "No digits follow the last mark of “1.234,”", ungrouped),
    ("1.234.", "No digits follow the last mark of “1.234.”", ungrouped),
    ("1,234,", "No digits follow the last mark of “1,234,”", ungrouped),
    ("-12.345.678, kg", "No digits follow the last mark of “12.345.678,”", ungrouped),
  ])
  func aNumberThatCanMeanAnotherIsRefused(typed: String, title: String, remedy: String) throws {
    let failure = try #require(CountNumber.failure(typed))
    #expect(failure.title.description == title)
    #expect(failure.remedy.description == remedy)
  }

  @Test func whatToWriteIsInTheLanguageOfThePage() throws {
    let german = try PageMessages(.german, in: PageTexts.pages)
    let failure = try #require(CountNumber.failure("1.234"))
    #expect(failure.title.text(in: german) == "1.234 kann 1234 oder 1,234 bedeuten")
    #expect(failure.remedy.text(in: german) == "Schreiben Sie 1234 oder 1,2340.")
    #expect(CountNumber.failure("1,2340") == nil && CountNumber.normalized("1,2340") == "1.2340")
    let marked = try #require(CountNumber.failure("1.234.567"))
    #expect(marked.remedy.text(in: german) == "Schreiben Sie 1234567.")
    #expect(CountNumber.failure("1.234,567") == nil)
    let grouped = try #require(CountNumber.failure("12 3"))
    #expect(grouped.title.text(in: german) == "Die Ziffern von 12 3 sind nicht in Dreiergruppen")
    #expect(grouped.remedy.text(in: german).hasSuffix("zum Beispiel 1234 oder 0,250."))
    #expect(CountNumber.failure("1234,567") == nil)
    let cutOff = try #require(CountNumber.failure("1,234."))
    #expect(cutOff.title.text(in: german) == "Nach dem letzten Zeichen von „1,234.“ fehlen Ziffern")
    #expect(LocalizedText(typed: "17345.5").text(in: german) == "17345,5")
    #expect(LocalizedText(typed: "1.2.3").text(in: german) == "1.2.3")
  }

  @Test(arguments: [
    "", "7", "1234", "1,5", "12,50", "0,250", "0.250", "1234.5", "1234.567", "1.2340", "1.23", "x", "off",
    "1,234.5", "1.234,5", "1.234.567,25", "1.234,567", "1,234.567", "-1.234,567", "1.234,567 kg", "12.345.678,125",
    "1 234,567", "1\u{202F}234,567", "5,", "5.", "1234,",
    "e3", "1 234", "1'234", "1\u{202F}234,5", "12 345 678.25", "5 %", "12 pcs", "94006381333931",
  ])
  func aPlainNumberIsTaken(typed: String) { #expect(CountNumber.failure(typed) == nil) }

  @Test func whatThePageItselfWroteIsTaken() {
    #expect(CountNumber.failure("1.234", shown: "1.234") == nil)
    #expect(CountNumber.failure("1,234", shown: "1.234") != nil)
    #expect(CountNumber.failure("1.234", shown: "") != nil)
  }

  /// A page writes 9.502 with the decimal mark of its language, and takes it like that. The other mark is asked about.
  @Test(arguments: Language.allCases)
  func aNumberIsTakenAsThePageShowsIt(language: Language) {
    let messages = PageMessages(language, texts: [:])
    for plain in ["9.502", "0.250", "12.500", "-1.234", "1234.567", "1234567.125", "7", "1234.5"] {
      let shown = LocalizedText(number: plain).text(in: messages).replacing(messages.conventions.minus, with: "-")
      #expect(CountNumber.failure(shown, in: language) == nil, "\(shown)")
      #expect(CountNumber.normalized(shown) == plain, "\(shown)")
    }
    let other = language == .english ? "9,502" : "9.502"
    #expect(CountNumber.failure(other, in: language) != nil)
    // No page writes three zeros behind a decimal mark: a thousand may be meant in any language.
    for zeros in ["1,000", "1.000", "-12,000"] { #expect(CountNumber.failure(zeros, in: language) != nil, "\(zeros)") }
    #expect(CountNumber.failure("1.234.567", in: language) != nil && CountNumber.failure("9,50.2", in: language) != nil)
  }

  /// What a page fills into a field comes back as the same number, and a number as pages show it is never another one.
  @Test(arguments: Language.allCases)
  func aFilledInNumberIsReadBack(language: Language) {
    let messages = PageMessages(language, texts: [:])
    var random = SeededNumbers(state: 11)
    var (asked, read) = (0, 0)
    for _ in 0..<5_000 {
      let size = Int64.random(in: 1...10, using: &random)
      let digits = (0..<size).reduce(Int64(1)) { power, _ in power * 10 }
      let scaled = Int64.random(in: 0..<digits, using: &random)
      let plain = FixedPointText.shortest(scaled, fractionDigits: Int.random(in: 0...6, using: &random))
      let expected = try? ExactDecimal(parsing: plain.utf8)
      let field = LocalizedText(typed: plain).text(in: messages)
      #expect(CountNumber.failure(field, shown: field) == nil && CountNumber.normalized(field) == plain, "\(field)")
      for typed in [field, LocalizedText(number: plain).text(in: messages)] {
        guard CountNumber.failure(typed) == nil else {
          asked += 1
          continue
        }
        let number = try? ExactDecimal(parsing: CountNumber.normalized(typed).utf8)
        if number != nil { read += 1 }
        #expect(number == nil || number == expected, "\(typed) for \(plain)")
      }
    }
    #expect(asked > 100 && read > 4_000)
  }

  @Test func addsWithoutGoingBelowZero() {
    #expect(CountNumber.sum("0.1", "0.2") == "0.3")
    #expect(CountNumber.sum("9", "1") == "10")
    #expect(CountNumber.sum("0", "-1") == "0")
    #expect(CountNumber.sum("12", "x") == nil)
    #expect(CountNumber.sum("", "1") == nil)
    #expect(CountNumber.sum("1.2.3", "1") == nil)
    #expect(CountNumber.sum("99999999999999999999", "1") == nil)
  }

  @Test func multiplies() {
    #expect(CountNumber.product("2", "12") == "24")
    #expect(CountNumber.product("1.5", "0.25") == "0.375")
    #expect(CountNumber.product("2", "x") == nil)
  }

  @Test func anAddressKeepsWhatWasTyped() {
    var entry = CountEntryPages.Entry(FormValues(encoded: "way=list&item=A%261&quantity=1%2C5&skip=-4&change=1"))
    #expect(entry.way == .list)
    #expect(entry.item == "A&1")
    #expect(entry.skip == 0)
    #expect(entry.isChange)
    entry = CountEntryPages.Entry(FormValues(encoded: "way=unknown&skip=x"))
    #expect(entry.way == .scan)
    #expect(!entry.isChange)
  }

  @Test func aNumberOfAnAddressCannotLeaveItsRange() {
    for (text, skip) in [("9223372036854775807", Int.max / 2), ("-9223372036854775808", 0), ("12", 12)] {
      #expect(CountEntryPages.Entry(FormValues(encoded: "way=list&skip=\(text)")).skip == skip)
    }
  }

  @Test func aChangeKeepsTheWayOfCounting() {
    let entry = CountEntryPages.Entry(FormValues(encoded: "way=list&item=A&quantity=3&note=x&skip=2")).changing("B")
    #expect(entry.way == .list)
    #expect(entry.skip == 2)
    #expect(entry.item == "B")
    #expect(entry.quantity.isEmpty)
    #expect(entry.note.isEmpty)
    #expect(entry.isChange)
  }
}

/// The same numbers for the same seed (SplitMix64).
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
