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

  @Test(arguments: ["7", "K1-7", "2026-12-25-7", "2026-12-18", "2026-12-18-", "R2026-12-18-7", "12-18", "", "-7"])
  func otherNumbersStay(number: String) throws {
    let day = try #require(CalendarDate(year: 2026, month: 12, day: 18))
    #expect(ReceiptNumber.withoutDay(number, day) == number)
  }
}
