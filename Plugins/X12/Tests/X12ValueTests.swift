import Foundation
import SupplyDocuments
import Testing

@testable import X12Format

/// Values by their types, and arithmetic on them.
@Suite struct X12ValueTests {
  @Test(arguments: [
    ("20260228", "2026-02-28"), ("20240229", "2024-02-29"), ("20260229", nil), ("20261301", nil), ("20260100", nil),
    ("950613", "1995-06-13"), ("690101", "2069-01-01"), ("700101", "1970-01-01"), ("2026-1-1", nil), ("2026", nil),
    ("00000101", nil), ("\u{0660}00101", nil), ("19000229", nil), ("20000229", "2000-02-29"),
  ])
  func readsDates(_ text: String, _ expected: String?) { #expect(X12Value.date(text) == expected) }

  /// The calendar of the system gives the same days.
  @Test func addsDaysAsTheCalendarDoes() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withFullDate]
    for (start, days) in [
      ("2026-09-25", 30), ("2024-02-28", 1), ("2023-12-31", 1), ("2026-01-31", 999), ("2100-02-28", 1),
    ] {
      let day = try #require(format.date(from: start))
      let later = try #require(calendar.date(byAdding: .day, value: days, to: day))
      #expect(X12Value.date(start, plus: days) == format.string(from: later))
    }
    #expect(X12Value.date("9999-12-31", plus: 1) == nil)
    #expect(X12Value.date("2026-01-01", plus: 5000) == nil)
  }

  @Test(arguments: [
    ("1", ElementType.decimal, nil), ("-1.5", .decimal, nil), (".5", .decimal, nil), ("1.", .decimal, nil),
    ("1,5", .decimal, "6"),
    ("1.2.3", .decimal, "6"), (".", .decimal, "6"), ("1e5", .decimal, "6"), ("+1", .decimal, "6"),
    ("12", .numeric(2), nil),
    ("1.2", .numeric(2), "6"), ("-12", .numeric(0), nil), ("20261301", .date, "8"), ("2459", .time, "9"),
    ("2359", .time, nil),
    ("235960", .time, "9"), ("23595999", .time, nil), ("23", .time, "9"), ("a\u{1}", .string, "6"),
    ("A b", .string, nil),
  ])
  func checksTypes(_ text: String, _ type: ElementType, _ problem: String?) {
    #expect(X12Value.problem(in: text, of: type) == problem)
  }

  @Test(arguments: [
    ("1440", ElementType.numeric(2), "14.40"), ("-5", .numeric(2), "-0.05"), ("7", .numeric(0), "7"),
    (".5", .decimal, "0.5"),
    ("-.5", .decimal, "-0.5"), ("7.", .decimal, "7"), ("1.10", .decimal, "1.10"), ("950613", .date, "1995-06-13"),
  ])
  func writesValuesAsBatchesHoldThem(_ text: String, _ type: ElementType, _ expected: String) {
    #expect(X12Value.text(of: text, type) == expected)
  }

  @Test(arguments: [("1440", 2, "14.40"), ("-5", 2, "-0.05"), ("+5", 0, nil), ("1.5", 2, nil), ("1.5", 0, "1.5")])
  func readsNumbers(_ text: String, _ decimals: Int, _ expected: String?) {
    #expect(ExactNumber(x12: text, decimals: decimals)?.text == expected)
  }

  /// Codes without their check digit get it: examples of the GS1 General Specifications and of real goods.
  @Test(arguments: [
    ("03600029145", "036000291452"), ("003600029145", "0036000291452"), ("400638133393", "4006381333931"), ("x", "x"),
  ])
  func addsCheckDigits(_ text: String, _ expected: String) { #expect(ItemData.addingCheckDigit(to: text) == expected) }

  @Test func readsTheDictionary() throws {
    let order = try #require(SegmentDictionary.definition("PO1"))
    #expect(order.elements.count == 25)
    #expect(order.elements[1].isUsed && !order.elements[1].isMandatory)
    #expect(order.notes.count == 4)
    for id in ["BEG", "BIG", "HL", "ACK", "SDQ", "CTT"] {
      for place in try #require(SegmentDictionary.definition(id)).elements {
        guard let number = place.number else { continue }
        #expect(ElementDictionary.definition(number) != nil, "\(id) has data element \(number)")
      }
    }
  }
}
