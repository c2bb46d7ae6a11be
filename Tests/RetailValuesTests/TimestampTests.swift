import Foundation
import RetailValues
import Testing

@Suite struct TimestampTests {
  private func clock(_ zone: String) throws -> ShopClock { try #require(ShopClock(timeZone: zone)) }

  @Test func agreesWithFoundationOnDays() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for number in -36_600...36_600 {
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(number) * 86_400))
      let date = CalendarDate(daysSince1970: number)
      #expect(date.year == parts.year && date.month == parts.month && date.day == parts.day, "\(number)")
      #expect(date.daysSince1970 == number)
    }
  }

  @Test func countsDaysWithoutGaps() throws {
    var expected = try #require(CalendarDate(year: 0, month: 1, day: 1)).daysSince1970
    #expect(expected == -719_528)
    for year in 0...9999 {
      for month in 1...12 {
        for day in 1...31 {
          guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
          if date.daysSince1970 != expected || CalendarDate(daysSince1970: expected) != date { Issue.record("\(date)") }
          expected += 1
        }
      }
    }
    #expect(expected == 2_932_897)
  }

  @Test(arguments: [
    (2026, 2, 29), (2025, 13, 1), (2025, 0, 1), (2025, 4, 31), (1900, 2, 29), (-1, 1, 1), (10_000, 1, 1),
  ])
  func refusesDaysThatDoNotExist(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test(
    arguments: [
      ("2026-10-31", .yearMonthDay, "2026-10-31"), ("2026/1/5", .yearMonthDay, "2026-01-05"),
      ("20261031", .yearMonthDay, "2026-10-31"), ("31.10.2026", .dayMonthYear, "2026-10-31"),
      ("1/2/2026", .dayMonthYear, "2026-02-01"), ("1/2/2026", .monthDayYear, "2026-01-02"),
      ("31 10 2026", .dayMonthYear, "2026-10-31"), ("2026 10 31", .yearMonthDay, "2026-10-31"),
      ("2000-02-29", .yearMonthDay, "2000-02-29"), ("0000-01-01", .yearMonthDay, "0000-01-01"),
      ("", .yearMonthDay, nil), ("2026-13-01", .yearMonthDay, nil), ("2026-02-29", .yearMonthDay, nil),
      ("26-10-31", .yearMonthDay, nil), ("26-10-31", .dayMonthYear, nil), ("31.10.26", .dayMonthYear, "2026-10-31"),
      ("10/31/79", .monthDayYear, "2079-10-31"), ("31.10.80", .dayMonthYear, nil), ("31.10.202", .dayMonthYear, nil),
      ("31-Oct-26", .yearMonthDay, "2026-10-31"), ("31. Okt 2026", .yearMonthDay, "2026-10-31"),
      ("31 oct. 2026", .monthDayYear, "2026-10-31"), ("31 octobre 2026", .dayMonthYear, "2026-10-31"),
      ("31 de octubre de 2026", .yearMonthDay, "2026-10-31"), ("1 augusti 2026", .yearMonthDay, "2026-08-01"),
      ("4. März 2026", .yearMonthDay, "2026-03-04"), ("1 FÉVR. 2026", .yearMonthDay, "2026-02-01"),
      ("Oct 31, 2026", .yearMonthDay, "2026-10-31"), ("31-Oct", .yearMonthDay, nil),
      ("31-Okx-2026", .yearMonthDay, nil),
      ("31-Feb-2026", .yearMonthDay, nil), ("de de de", .yearMonthDay, nil), ("31 de", .yearMonthDay, nil),
      ("2026-W44-6", .yearMonthDay, "2026-10-31"), ("2026W446", .dayMonthYear, "2026-10-31"),
      ("2026-W01-1", .yearMonthDay, "2025-12-29"), ("2026-W53-7", .yearMonthDay, "2027-01-03"),
      ("2025-W53-1", .yearMonthDay, nil), ("2026-W44", .yearMonthDay, nil), ("2026-W446", .yearMonthDay, nil),
      ("2026-W44-8", .yearMonthDay, nil), ("0000-W01-1", .yearMonthDay, "0000-01-03"),
      ("2026-10/31", .yearMonthDay, nil),
      ("2026-10-31x", .yearMonthDay, nil), ("2026103", .yearMonthDay, nil), ("10/31/2026", .dayMonthYear, nil),
      (" 2026-10-31", .yearMonthDay, nil), ("2026-10-311", .yearMonthDay, nil), ("٢٠٢٦-10-31", .yearMonthDay, nil),
    ] as [(String, DateOrder, String?)])
  func readsDates(text: String, order: DateOrder, expected: String?) {
    #expect(CalendarDate(text, order: order)?.description == expected)
  }

  @Test(
    arguments: [
      ("2026-10-31T18:00:00Z", .yearMonthDay, "2026-10-31T18:00:00Z"),
      ("2026-10-31t18:00z", .yearMonthDay, "2026-10-31T18:00:00Z"),
      ("2026-10-31 18:00", .yearMonthDay, "2026-10-31T18:00:00Z"),
      ("2026-10-31 18", .yearMonthDay, "2026-10-31T18:00:00Z"),
      ("2026-10-31", .yearMonthDay, "2026-10-31T00:00:00Z"),
      ("2026-10-31T18:00:05.25+02:00", .yearMonthDay, "2026-10-31T16:00:05.250Z"),
      ("2026-10-31T18:00:05,5-0530", .yearMonthDay, "2026-10-31T23:30:05.500Z"),
      ("2026-10-31T18:00+02", .yearMonthDay, "2026-10-31T16:00:00Z"),
      ("2026-10-31T18:00:05.1234567Z", .yearMonthDay, "2026-10-31T18:00:05.123Z"),
      ("2026-10-31T18:00:05.999999999Z", .yearMonthDay, "2026-10-31T18:00:05.999Z"),
      ("2026-12-31T23:59:60Z", .yearMonthDay, "2026-12-31T23:59:59Z"),
      ("31.10.2026 6:05 pm", .dayMonthYear, "2026-10-31T18:05:00Z"),
      ("10/31/2026 12:00 AM", .monthDayYear, "2026-10-31T00:00:00Z"),
      ("10/31/2026 12:00PM", .monthDayYear, "2026-10-31T12:00:00Z"),
      ("10/31/2026 6 pm", .monthDayYear, "2026-10-31T18:00:00Z"),
      ("10/31/2026  6:00:00 am +01:00", .monthDayYear, "2026-10-31T05:00:00Z"),
      ("2026-01-01T00:30:00+02:00", .yearMonthDay, "2025-12-31T22:30:00Z"),
      ("1960-01-01T00:00:00.001Z", .yearMonthDay, "1960-01-01T00:00:00.001Z"),
      ("2026-10-31T24:00", .yearMonthDay, nil), ("2026-10-31T18:60", .yearMonthDay, nil),
      ("2026-10-31T18:00:61", .yearMonthDay, nil), ("2026-10-31T18:5", .yearMonthDay, nil),
      ("2026-10-31T", .yearMonthDay, nil), ("2026-10-31T18:00.", .yearMonthDay, nil),
      ("2026-10-31T18:00:00.", .yearMonthDay, nil), ("2026-10-31 13:00 pm", .yearMonthDay, nil),
      ("2026-10-31 0:30 am", .yearMonthDay, nil), ("2026-10-31T18:00+25:00", .yearMonthDay, nil),
      ("2026-10-31T18:00+01:60", .yearMonthDay, nil), ("2026-10-31T18:00+1", .yearMonthDay, nil),
      ("2026-10-31T18:00+01:", .yearMonthDay, nil), ("2026-10-31T18:00 Zx", .yearMonthDay, nil),
      ("2026-10-31X18:00", .yearMonthDay, nil), ("2026-10-31 6 xm", .yearMonthDay, nil), ("18:00", .yearMonthDay, nil),
    ] as [(String, DateOrder, String?)])
  func readsMoments(text: String, order: DateOrder, expected: String?) {
    #expect(Timestamp(text, order: order, clock: .utc)?.iso8601 == expected)
  }

  @Test func readsAFractionOfAnyLength() {
    let text = "2026-10-31T18:00:05." + String(repeating: "9", count: 1_000_000)
    #expect(Timestamp(text, clock: .utc)?.iso8601 == "2026-10-31T18:00:05.999Z")
  }

  @Test func endsADay() throws {
    let berlin = try clock("Europe/Berlin")
    // The days on which clocks change have 23 and 25 hours.
    for (day, end) in [
      ("2026-10-31", "2026-10-31T22:59:59.999Z"), ("2026-03-29", "2026-03-29T21:59:59.999Z"),
      ("2026-10-25", "2026-10-25T22:59:59.999Z"),
    ] {
      #expect(Timestamp(day, clock: berlin, endOfDay: true)?.iso8601 == end)
    }
  }

  /// A skipped time counts from the old offset; of a time that comes twice the first is meant.
  @Test(arguments: [
    ("Europe/Berlin", "2026-03-29 01:59", "2026-03-29T00:59:00Z", "2026-03-29T01:59:00+01:00"),
    ("Europe/Berlin", "2026-03-29 02:00", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00+02:00"),
    ("Europe/Berlin", "2026-03-29 02:30", "2026-03-29T01:30:00Z", "2026-03-29T03:30:00+02:00"),
    ("Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00+02:00"),
    ("Europe/Berlin", "2026-03-29 12:00", "2026-03-29T10:00:00Z", "2026-03-29T12:00:00+02:00"),
    ("Europe/Berlin", "2026-10-25 01:59", "2026-10-24T23:59:00Z", "2026-10-25T01:59:00+02:00"),
    ("Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:30:00Z", "2026-10-25T02:30:00+02:00"),
    ("Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00:00Z", "2026-10-25T03:00:00+01:00"),
    ("America/New_York", "2026-03-08 01:59", "2026-03-08T06:59:00Z", "2026-03-08T01:59:00-05:00"),
    ("America/New_York", "2026-03-08 02:30", "2026-03-08T07:30:00Z", "2026-03-08T03:30:00-04:00"),
    ("America/New_York", "2026-03-08 03:00", "2026-03-08T07:00:00Z", "2026-03-08T03:00:00-04:00"),
    ("America/New_York", "2026-11-01 01:30", "2026-11-01T05:30:00Z", "2026-11-01T01:30:00-04:00"),
    ("America/New_York", "2026-11-01 02:00", "2026-11-01T07:00:00Z", "2026-11-01T02:00:00-05:00"),
    ("America/New_York", "2026-07-04 23:59", "2026-07-05T03:59:00Z", "2026-07-04T23:59:00-04:00"),
    ("Asia/Kolkata", "2026-07-04 05:29", "2026-07-03T23:59:00Z", "2026-07-04T05:29:00+05:30"),
  ])
  func readsWallClocks(zone: String, text: String, moment: String, shown: String) throws {
    let clock = try clock(zone)
    let timestamp = try #require(Timestamp(text, clock: clock))
    #expect(timestamp.iso8601 == moment)
    #expect(clock.iso8601(timestamp) == shown)
    #expect(clock.display(timestamp) == shown.prefix(10) + " " + shown.dropFirst(11).prefix(5))
    #expect(clock.date(of: timestamp).description == shown.prefix(10))
  }

  /// Both readings of the times that a clock change makes ambiguous, and one reading of all others.
  @Test(arguments: [
    ("Europe/Madrid", "2026-03-29T02:30", "skipped 2026-03-29T01:30:00Z 2026-03-29T00:30:00Z"),
    ("Europe/Madrid", "2026-10-25T02:30", "repeated 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z"),
    ("America/New_York", "2026-11-01 01:59:59", "repeated 2026-11-01T05:59:59Z 2026-11-01T06:59:59Z"),
    ("Australia/Lord_Howe", "2026-10-04 02:15", "skipped 2026-10-03T15:45:00Z 2026-10-03T15:15:00Z"),
    ("Europe/Madrid", "2026-03-29T02:30+02:00", ""), ("Europe/Madrid", "2026-03-29", ""),
    ("Europe/Madrid", "2026-03-29T01:59", ""), ("Europe/Madrid", "2026-03-29T03:00", ""),
    ("Europe/Madrid", "2026-10-25T01:59", ""), ("Europe/Madrid", "2026-10-25T03:00", ""),
    ("Europe/Madrid", "2026-10-27T02:30", ""), ("UTC", "2026-03-29T02:30", ""),
  ]) func tellsDoubtfulTimes(zone: String, text: String, expected: String) throws {
    let clock = try clock(zone)
    let time = try #require(WrittenTime(text.utf8))
    let shown =
      switch ClockChanges(clock: clock).problem(with: time) {
      case nil: ""
      case .skipped(let first, let second): "skipped \(first.iso8601) \(second.iso8601)"
      case .repeated(let first, let second): "repeated \(first.iso8601) \(second.iso8601)"
      }
    #expect(shown == expected)
    // The first reading is the one that is taken.
    if !expected.isEmpty { #expect(expected.contains(" \(time.moment(on: clock).iso8601)")) }
  }

  @Test func returnsEveryHourOfAYear() throws {
    for zone in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC"] {
      let clock = try clock(zone)
      var instant = try #require(Timestamp("2025-12-31T00:00Z", clock: .utc)).millisecondsSince1970
      for _ in 0..<(366 * 48) {
        let moment = Timestamp(millisecondsSince1970: instant)
        #expect(Timestamp(clock.iso8601(moment), clock: clock) == moment)
        // Without the offset the first of two equal wall-clock times comes back, at most an hour early.
        let wall = try #require(Timestamp(clock.display(moment), clock: clock))
        #expect(wall == moment || (wall < moment && clock.display(wall) == clock.display(moment)))
        instant += 1_800_000
      }
    }
  }

  @Test func readsWhatItPrints() {
    var random = RandomNumbers(seed: 6)
    for _ in 0..<2000 {
      let moment = Timestamp(
        millisecondsSince1970: Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random))
      #expect(Timestamp(moment.iso8601, clock: .utc) == moment)
    }
  }

  @Test func knowsItsZones() throws {
    #expect(ShopClock(timeZone: "Europe/Nowhere") == nil)
    #expect(ShopClock(timeZone: "") == nil)
    #expect(try clock("Europe/Berlin").identifier == "Europe/Berlin")
    #expect(ShopClock.utc.iso8601(Timestamp(millisecondsSince1970: -1)) == "1969-12-31T23:59:59.999+00:00")
  }

  @Test func printsMomentsOutsideTheYearsOfFourDigits() {
    #expect(Timestamp("9999-12-31T23:00-05:00", clock: .utc)?.iso8601 == "10000-01-01T04:00:00Z")
    #expect(Timestamp("0000-01-01T00:00+01:00", clock: .utc)?.iso8601 == "-0001-12-31T23:00:00Z")
    for milliseconds in [Int64.min, -62_167_219_200_001, 253_402_300_800_000, Int64.max] {
      let moment = Timestamp(millisecondsSince1970: milliseconds)
      #expect(!moment.iso8601.isEmpty)
      #expect(!ShopClock.utc.display(moment).isEmpty)
    }
  }
}
