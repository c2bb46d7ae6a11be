import FormatKit
import FormatKitTesting
import SupplyDocuments
import Testing

@testable import EDIFACTFormat

@Suite struct EDIFACTValueTests {
  @Test(arguments: [
    ("20261031", "102", "2026-10-31", "2026-10-31"), ("261031", "101", "2026-10-31", "2026-10-31"),
    ("991231", "101", "1999-12-31", "1999-12-31"), ("311026", "2", "2026-10-31", "2026-10-31"),
    ("202610311805", "203", "2026-10-31T18:05:00", "2026-10-31T18:05:00"),
    ("20261031180559", "204", "2026-10-31T18:05:59", "2026-10-31T18:05:59"),
    ("2610311805", "201", "2026-10-31T18:05:00", "2026-10-31T18:05:00"),
    ("20261031-20261107", "718", "2026-10-31", "2026-11-07"), ("2026103120261107", "718", "2026-10-31", "2026-11-07"),
    ("202602", "610", "2026-02-01", "2026-02-28"), ("202402", "610", "2024-02-01", "2024-02-29"),
    ("2026", "602", "2026-01-01", "2026-12-31"),
    // Weeks of ISO 8601: the first week of 2026 begins in 2025, and 2020 has fifty-three.
    ("202601", "616", "2025-12-29", "2026-01-04"), ("202053", "616", "2020-12-28", "2021-01-03"),
    ("2653", "615", "2026-12-28", "2027-01-03"), ("202612", "610", "2026-12-01", "2026-12-31"),
    ("202610311805UTC", "303", "2026-10-31T18:05:00", "2026-10-31T18:05:00"),
    ("20261031", "", "2026-10-31", "2026-10-31"),
  ])
  func readsDates(_ text: String, _ format: String, _ start: String, _ end: String) throws {
    let found = try #require(WrittenPeriod(text, format: format))
    #expect(found.start == start)
    #expect(found.end == end)
    #expect(!found.isDoubtful)
  }

  @Test func readsATimeUnderTheCodeOfADayWithDoubt() throws {
    let found = try #require(WrittenPeriod("199910060000", format: "102"))
    #expect(found.startDay == "1999-10-06")
    #expect(found.isDoubtful)
  }

  @Test(arguments: [
    ("20260230", "102"), ("2026-10-31", "102"), ("202654", "616"), ("20261031-2026", "718"), ("", "102"),
    ("abc", "101"),
    ("202610312460", "203"), ("19999715", "102"), ("202613", "610"), ("99999999999999999999", "602"),
  ])
  func refusesWhatIsNoDate(_ text: String, _ format: String) {
    #expect(WrittenPeriod(text, format: format) == nil)
  }

  @Test(arguments: [
    ("1202.58", "1202.58"), ("1202,58", "1202.58"), (",5", "0.5"), ("-12", "-12"), ("+3", "3"), ("5.", "5"),
    ("007", "007"),
  ])
  func readsNumbers(_ text: String, _ expected: String) { #expect(WrittenNumber(text)?.text == expected) }

  @Test(arguments: [
    "", "1020A", "$1.179", "1.2.3", "1.000,50", "-", "1 000", "1e5", "--1", String(repeating: "9", count: 41),
  ])
  func refusesWhatIsNoNumber(_ text: String) { #expect(WrittenNumber(text) == nil) }

  @Test(arguments: [
    ("30.00", ["12"], "2.5", true), ("12.80", [], "12.80", true), ("0012.5", [], "0012.5", true),
    ("100", ["3"], "33.333333", false), ("10", ["2.5", "4"], "1", true),
  ])
  func bringsPricesToOneUnit(_ price: String, _ divisors: [String], _ expected: String, _ isExact: Bool) throws {
    let found = try #require(LineQuantity.divided(price, by: divisors))
    #expect(found.text == expected)
    #expect(found.isExact == isExact)
  }

  @Test(arguments: [
    ("1", ["0"]), ("1", ["-3"]), ("x", ["1"]), ("1", ["x"]), ("1234567890123456789012345", ["2"]),
    ("123456789012345678901234", ["0.000001", "0.00000001"]),
  ])
  func refusesPricesThatCannotBeDivided(_ price: String, _ divisors: [String]) {
    #expect(LineQuantity.divided(price, by: divisors) == nil)
  }

  @Test func addsWhatIsANumber() {
    var sum = ExactSum()
    for text in ["0,1", "0.2", "x", "", "-1000000"] { sum.add(written: text) }
    #expect(sum.value?.shortest == "-999999.7")
    sum.add(written: String(repeating: "9", count: 25))
    #expect(sum.value == nil)
  }

  @Test(arguments: [
    ("UNA:+.? '", true), ("UNA=*.? ~", true), ("UNA:+,?*'", true), ("UNA:+. \u{20}'", true), ("UNA:+.?x'", false),
    ("UNA::.? '", false), ("UNA:+;? '", false), ("UNA:+.? \n", true),
  ])
  func judgesServiceCharacters(_ text: String, _ isValid: Bool) {
    #expect((ServiceCharacters(una: ArraySlice(Array(text.utf8)[3...])) != nil) == isValid)
  }
}
