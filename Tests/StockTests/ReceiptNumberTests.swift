import RetailValues
import Testing

@testable import Stock

/// Numbers of receipts that begin with the day of the sale.
@Suite struct ReceiptNumberTests {
  /// Each number of a sale of 2026-12-18, and what is left of it.
  @Test(arguments: [
    ("2026-12-18-7", "7"), ("18.12.2026-7", "7"), ("18.12.26-K1-7", "K1-7"), ("12/18/2026-7", "7"), ("20261218-7", "7"),
    ("181226-7", "7"), ("2026-12-17-7", "7"), ("2026-12-19-7", "7"),
  ]) func theDayIsLeftOut(number: String, rest: String) throws {
    let day = try #require(CalendarDate(year: 2026, month: 12, day: 18))
    #expect(ReceiptNumber.withoutDay(number, day) == rest)
  }

  /// In what two numbers of a sale of 2026-12-18 differ; nothing for those of two sales.
  @Test(
    arguments: [
      ("7", "2026-12-18-0007", "day"), ("2-7", "2-2026-12-18-7", "day"), ("2-7", "2026-12-18/02-0007", "day"),
      ("2026-12-18-7", "18.12.2026-7", "day"), ("1", "0001", "spelling"), ("K1-7", "k1 7", "spelling"),
      ("0", "000", "spelling"), ("7", "2-7", "till"), ("7", "K2/0007", "till"), ("7", "2026-12-18-K2-0007", "till"),
      ("B-7", "2-B-7", "till"), ("1-7", "2-7", nil), ("7", "17", nil), ("7", "7a", nil), ("1-17", "117", nil),
      ("2-7", "7-2", nil), ("", "7", nil), ("-", "7", nil),
    ] as [(String, String, String?)])
  func numbersOfOneSaleAreKnown(one: String, other: String, difference: String?) throws {
    let day = try #require(CalendarDate(year: 2026, month: 12, day: 18))
    #expect(ReceiptNumber.difference(one, other, on: day)?.rawValue == difference)
    #expect(ReceiptNumber.difference(other, one, on: day)?.rawValue == difference)
  }

  @Test(arguments: ["7", "K1-7", "2026-12-25-7", "2026-12-18", "2026-12-18-", "R2026-12-18-7", "12-18", "", "-7"])
  func otherNumbersStay(number: String) throws {
    let day = try #require(CalendarDate(year: 2026, month: 12, day: 18))
    #expect(ReceiptNumber.withoutDay(number, day) == number)
  }
}
