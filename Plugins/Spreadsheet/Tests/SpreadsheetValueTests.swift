import Testing
import Workbook

@testable import SpreadsheetFormat

/// Numbers, dates and texts of single cells.
@Suite struct SpreadsheetValueTests {
  @Test(arguments: [
    ("1", "1"), ("1.10", "1.1"), ("100.0", "100"), ("0", "0"), ("-0.0", "0"), ("+7", "7"), (".5", "0.5"), ("5.", "5"),
    ("4.006381333931E12", "4006381333931"), ("1E-4", "0.0001"), ("4.1000000000000002E-2", "0.041"),
    ("0.30000000000000004", "0.3"), ("2.9999999999999996", "3"), ("0.33333333333333331", "0.333333333333333"),
    ("99999999999999.99", "100000000000000"), ("12345678901234567", "12345678901234567"),
    ("1.2345678901234567E+16", "12345678901234567"), ("1E300", "1E300"), ("-1.5e-300", "-1.5E-300"),
    ("00012", "12"), ("9.995E1", "99.95"),
  ])
  func numbersAreMadePlain(_ stored: String, _ plain: String) {
    #expect(NumberText.plain(Array(stored.utf8)) == plain)
  }

  @Test(arguments: [
    "", "-", "1,5", "0x1F", "1e", "1 2", "NaN", "--1", "1.2.3", "e5", String(repeating: "1", count: 1000),
  ])
  func whatIsNoNumberIsNone(_ stored: String) { #expect(NumberText.plain(Array(stored.utf8)) == nil) }

  @Test(arguments: [
    ("1", true), ("-12.5", true), ("12.50", true), ("0.00", true), ("123456789012345", true),
    ("1234567890123456", false),
    ("007", false), ("-0", false), ("1e5", false), ("+1", false), (".5", false), ("5.", false), ("-0.0", false),
    ("0.1234567890123456", false),
  ])
  func tellsWhatASpreadsheetKeeps(_ text: String, _ isKept: Bool) {
    #expect(NumberText.isKept(Array(text.utf8), allowingZeros: true) == isKept)
  }

  @Test(
    arguments: [
      ("General", .number), ("0.00", .number), ("#,##0.00 \"d\"", .number), ("[Red]0;[Blue]-0", .number),
      ("@", .number),
      ("0.00E+00", .number), ("yyyy-mm-dd", .date), ("m/d/yy", .date), ("mmm", .date), ("mmm-yy", .date),
      ("dddd", .date),
      ("[$-407]dd. mmmm yyyy;@", .date), ("\"day \"d", .date), ("d/m/yy h:mm", .dateTime),
      ("yyyy\\-mm\\-dd\\Thh:mm:ss", .dateTime), ("h:mm", .time), ("mm:ss", .time), ("h:mm AM/PM", .time),
      ("ss.00", .time),
      ("[h]:mm:ss", .duration), ("[mm]:ss", .duration), ("yyyy\"年\"m\"月\"", .date), ("", .number), ("\"", .number),
      ("[", .number), ("\\", .number), ("0;-0;0;@", .numberAsText), ("0.000;-0.000", .decimals(3)),
      ("0%", .percentage), ("0%;-0%;0%;@", .percentageAsText), ("0.0 %;[Red]-0.0 %", .percentage), ("\"%\" 0", .number),
      ("00000", .zeros(5)),
      ("00", .zeros(2)), ("0", .number), ("000-000", .number), (String(repeating: "0", count: 16), .number),
    ] as [(String, NumberFormat.Meaning)])
  func formatsTellDatesFromNumbers(_ code: String, _ meaning: NumberFormat.Meaning) {
    #expect(NumberFormat(code: code).meaning == meaning)
  }

  @Test(
    arguments: [
      ("#,##0.00 \"€\"", "€"), ("[$€-407] #,##0.00", "€"), ("#,##0.00 [$$-409]", "$"), ("[$USD] 0.00", "USD"),
      ("\"CHF\" 0.00", "CHF"), ("$#,##0.00", "$"), ("\\£0", "£"), ("_-* #,##0.00\\ \"zł\"_-", "zł"), ("0.00", nil),
      ("0 \"Stk\"", nil), ("[$-407]dd.mm.yyyy", nil), ("[$-409]0.00", nil), ("0.00 \"EUR\"%", nil),
      ("0.00 [$SEK]", "SEK"),
      ("\\", nil), ("0.00\\", nil),
    ] as [(String, String?)])
  func formatsNameCurrencies(_ code: String, _ currency: String?) {
    #expect(NumberFormat(code: code).currency == currency)
    if let currency { #expect(NumberFormat(code: NumberFormat.code(currency: currency)).currency == currency) }
  }

  /// Words around a number change what it means; signs, and a short word that may be a currency, do not.
  @Test(
    arguments: [
      ("0\" cases of 12\"", .init(after: " cases of 12")), ("0\" x 6\"", .init(after: " x 6")),
      ("#,##0\\ \\k\\g", .init(after: " kg")), ("0.00,\"k\"", .init(after: "k", thousands: 1)),
      ("0.0,,\" Mio\"", .init(after: " Mio", thousands: 2)), ("General\" Stk\"", .init(after: " Stk")),
      ("\"12 x \"0", .init(before: "12 x ")), ("#,##0,", nil), ("0.00 \"€\"", nil), ("\"Rs. \"0.00", nil),
      ("0.00 [$SEK]", nil), ("yyyy\"年\"", nil), ("0%", nil), ("(0.00)", nil), ("0;\"minus \"0", nil),
    ] as [(String, NumberFormat.Words?)])
  func formatsHaveWords(_ code: String, _ words: NumberFormat.Words?) {
    #expect(NumberFormat(code: code).words == words)
  }

  @Test(arguments: [
    ("45000", "yyyy-mm-dd", "2023-03-15"), ("45000.5", "yyyy-mm-dd", "2023-03-15T12:00:00"),
    ("45000", "yyyy-mm-dd h:mm", "2023-03-15T00:00:00"), ("45000.99999999", "d h:mm:ss", "2023-03-16T00:00:00"),
    ("1", "d", "1900-01-01"), ("59", "d", "1900-02-28"), ("60", "d", "1900-02-29"), ("61", "d", "1900-03-01"),
    ("2958465", "d", "9999-12-31"), ("0.5", "h:mm", "12:00:00"), ("1.5", "[h]:mm", "36:00:00"),
    ("45000.5", "h:mm", "2023-03-15T12:00:00"), ("0.000011574", "ss.000", "00:00:01"),
    ("45000.5", "yyyy-mm-dd h:mm\"Z\"", "2023-03-15T12:00:00Z"),
  ])
  func serialNumbersAreDates(_ stored: String, _ code: String, _ text: String) {
    #expect(SerialDate(countsFrom1904: false).text(stored, NumberFormat(code: code)) == text)
  }

  @Test func datesMayCountFrom1904() {
    #expect(SerialDate(countsFrom1904: true).text("0", NumberFormat(code: "d")) == "1904-01-01")
    #expect(SerialDate(countsFrom1904: true).text("43538", NumberFormat(code: "d")) == "2023-03-15")
  }

  @Test(arguments: ["-1", "2958466", "1e300", "nan", "x"]) func noDateStaysANumber(_ stored: String) {
    #expect(SerialDate(countsFrom1904: false).text(stored, NumberFormat(code: "d")) == nil)
  }

  /// A written date is read as the same text, to the millisecond.
  @Test func datesComeBack() {
    var generator = Generator(state: 5)
    for _ in 0..<2000 {
      let day = Int.random(in: 61...2_958_465, using: &generator)
      let time = Int.random(in: 0..<86_400_000, using: &generator)
      let code = NumberFormat.dateTimeCode(fractions: time % 1000 != 0, offset: "+01:00")
      let stored = "\(Double(day) + Double(time) / 86_400_000)"
      let text = SerialDate(countsFrom1904: false).text(stored, NumberFormat(code: code)) ?? ""
      let serial = DateSerial.serial(of: text)
      #expect(serial?.offset == "+01:00" && serial?.fractions == (time % 1000 != 0), "\(text)")
      #expect(abs((serial?.number ?? 0) - Double(day) - Double(time) / 86_400_000) < 1e-9, "\(text)")
    }
  }

  @Test(arguments: [("A1", 0, 1), ("XFD1048576", 16_383, 1_048_576), ("$B$17", 1, 17), ("aa3", 26, 3)])
  func cellsHaveNames(_ name: String, _ column: Int, _ row: Int) {
    let found = CellReference.parse(name.utf8)
    #expect(found?.column == column && found?.row == row)
    #expect(CellReference.letters(column) == name.filter(\.isLetter).uppercased())
  }

  @Test(arguments: ["", "1", "A0", "XFE1", "A1048577", "A1B", "Ä1", "AAAAAAAAAAAAAAAAA1", "A99999999999999999999"])
  func otherNamesAreNone(_ name: String) { #expect(CellReference.parse(name.utf8) == nil) }
}

private struct Generator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
