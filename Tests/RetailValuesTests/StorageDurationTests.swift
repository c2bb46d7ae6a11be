import Foundation
import RetailValues
import Testing

@Suite struct StorageDurationTests {
  private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

  @Test(arguments: [
    ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-03-31", 1, "2026-04-30"),
    ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", 48, "2028-02-29"), ("2096-02-29", 48, "2100-02-28"),
    ("2026-11-30", 3, "2027-02-28"), ("2026-12-31", 2, "2027-02-28"), ("2026-05-15", 0, "2026-05-15"),
    ("2026-03-30", -1, "2026-02-28"),
  ])
  func monthsKeepToTheCalendar(_ from: String, _ months: Int, _ expected: String) throws {
    #expect(try day(from).adding(months: months)?.description == expected)
  }

  /// Against Foundation's calendar, over leap years and turns of centuries.
  @Test func monthsAgreeWithAnotherCalendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    for start in stride(from: -40_000, to: 60_000, by: 97) {
      let date = CalendarDate(daysSince1970: start)
      for months in [1, 2, 11, 12, 13, 48, 1200] {
        let other = calendar.date(
          byAdding: .month, value: months, to: Date(timeIntervalSince1970: Double(start) * 86_400))
        let days = try #require(other).timeIntervalSince1970 / 86_400
        #expect(date.adding(months: months)?.daysSince1970 == Int(days))
      }
    }
  }

  @Test(arguments: [
    ("3", "5", StorageDuration.Unit.days, "2026-01-31", "2026-02-03", "2026-02-05", "3 to 5 days"),
    ("5", "3", .days, "2026-01-31", "2026-02-03", "2026-02-05", "3 to 5 days"),
    ("1", "1", .months, "2024-01-31", "2024-02-29", "2024-02-29", "1 month"),
    ("", "1", .weeks, "2026-12-28", "2027-01-04", "2027-01-04", "up to 1 week"),
    ("2", "", .years, "2024-02-29", "2026-02-28", "2026-02-28", "at least 2 years"),
    ("1.5", "2", .years, "2026-01-31", "2027-07-31", "2028-01-31", "1.5 to 2 years"),
    ("0.5", "1", .months, "2026-01-31", "2026-02-15", "2026-02-28", "0.5 to 1 month"),
    ("2", "24", .hours, "2026-01-31", "2026-01-31", "2026-02-01", "2 to 24 hours"),
    ("0", "0", .days, "2026-01-31", "2026-01-31", "2026-01-31", "0 days"),
  ])
  func daysFollowFromTimes(
    _ minimum: String, _ maximum: String, _ unit: StorageDuration.Unit, _ from: String, _ first: String,
    _ last: String, _ words: String
  ) throws {
    let duration = StorageDuration(
      place: .pantry, condition: .stored, minimum: Quantity(minimum),
      maximum: Quantity(maximum), unit: unit)
    let days = try #require(duration.lastDays(from: try day(from)))
    #expect("\(days.lowerBound) \(days.upperBound)" == "\(first) \(last)")
    #expect(duration.words == words)
  }

  @Test(arguments: [
    (StorageDuration.Unit.indefinitely, "indefinitely"), (.notRecommended, "not recommended"),
    (.packageUseByDate, "until the use-by date on the package"), (.whenRipe, "until ripe"),
    (.notStated, "the table gives no time"), (.days, "the table gives no time"),
  ])
  func whatHasNoTimeIsSaidInWords(_ unit: StorageDuration.Unit, _ words: String) throws {
    let duration = StorageDuration(place: .freezer, condition: .stored, unit: unit)
    #expect(duration.lastDays(from: try day("2026-01-31")) == nil)
    #expect(duration.words == words)
  }

  /// Numbers far too large, as a file may bring them, give no day and stop nothing.
  @Test(arguments: StorageDuration.Unit.allCases) func aTimeBeyondTheCalendarHasNoDay(_ unit: StorageDuration.Unit)
    throws
  {
    for scaled in [Int64.max, .min, 9_999_999_999_000] {
      let duration = StorageDuration(
        place: .freezer, condition: .stored, maximum: Quantity(scaled: scaled), unit: unit)
      #expect(duration.lastDays(from: try day("9999-12-31")) == nil)
      _ = duration.words
    }
  }
}
