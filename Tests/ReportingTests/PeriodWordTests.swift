import Foundation
import ProblemKit
import RetailValues
import Stock
import Testing

@testable import Reporting

private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

@Test(arguments: [
  ("today", "2026-11-21", "2026-11-21/2026-11-21", "2026-11-21"),
  ("Yesterday", "2026-03-01", "2026-02-28/2026-02-28", "2026-02-28"),
  ("yesterday", "2024-03-01", "2024-02-29/2024-02-29", "2024-02-29"),
  ("tomorrow", "2026-12-31", "2027-01-01/2027-01-01", "2027-01-01"),
  ("1 day ago", "2026-01-01", "2025-12-31/2025-12-31", "2025-12-31"),
  ("30-days-ago", "2026-03-15", "2026-02-13/2026-02-13", "2026-02-13"),
  ("2 weeks ago", "2026-11-21", "2026-11-07/2026-11-07", "2026-11-07"),
  ("in 40 days", "2026-11-21", "2026-12-31/2026-12-31", "2026-12-31"),
  ("this week", "2026-11-22", "2026-11-16/2026-11-22", "2026-W47"),
  ("this_week", "2026-11-23", "2026-11-23/2026-11-29", "2026-W48"),
  ("last-week", "2027-01-01", "2026-12-21/2026-12-27", "2026-W52"),
  ("this-week", "2027-01-01", "2026-12-28/2027-01-03", "2026-W53"),
  ("next week", "2027-01-01", "2027-01-04/2027-01-10", "2027-W01"),
  ("last-month", "2026-01-15", "2025-12-01/2025-12-31", "2025-12"),
  ("last month", "2024-03-31", "2024-02-01/2024-02-29", "2024-02"),
  ("next month", "2026-12-31", "2027-01-01/2027-01-31", "2027-01"),
  ("last quarter", "2026-02-01", "2025-10-01/2025-12-31", "2025-Q4"),
  ("this-quarter", "2026-11-21", "2026-10-01/2026-12-31", "2026-Q4"),
  ("last-year", "2026-11-21", "2025-01-01/2025-12-31", "2025"),
  ("month-to-date", "2026-11-21", "2026-11-01/2026-11-21", "2026-11-01/2026-11-21"),
  ("month-to-date", "2026-11-30", "2026-11-01/2026-11-30", "2026-11"),
  ("year-to-date", "2026-11-21", "2026-01-01/2026-11-21", "2026-01-01/2026-11-21"),
  ("quarter to date", "2026-11-21", "2026-10-01/2026-11-21", "2026-10-01/2026-11-21"),
  ("week-to-date", "2026-11-18", "2026-11-16/2026-11-18", "2026-11-16/2026-11-18"),
  ("last 7 days", "2026-03-03", "2026-02-25/2026-03-03", "2026-02-25/2026-03-03"),
  ("last 1 day", "2026-03-03", "2026-03-03/2026-03-03", "2026-03-03"),
  ("next 7 days", "2026-12-28", "2026-12-28/2027-01-03", "2026-W53"),
  ("2026-W47", "2026-01-01", "2026-11-16/2026-11-22", "2026-W47"),
  ("2026-w53", "2026-01-01", "2026-12-28/2027-01-03", "2026-W53"),
  ("2024-Q1", "2026-01-01", "2024-01-01/2024-03-31", "2024-Q1"),
])
func wordsMeanThoseDays(_ text: String, _ today: String, _ days: String, _ shown: String) throws {
  let period = try #require(Period(text, today: try day(today)))
  #expect("\(period.first)/\(period.last)" == days)
  #expect("\(period)" == shown)
}

@Test(arguments: [
  "", "to-day", "last", "last months", "last 0 days", "last 99999 days", "last -1 days", "last ９ days", "0 days ago",
  "in 1000000 days", "3 months ago", "day-to-date", "last day week", "2025-W53", "2026-W00", "2026-W54", "2026-W1",
  "999999999999999999999 days ago", "36525 weeks ago", String(repeating: "last ", count: 1000),
])
func otherWordsMeanNothing(_ text: String) throws {
  #expect(Period(text, today: try day("0050-01-01")) == nil)
}

@Test func noPeriodLeavesTheCalendar() throws {
  #expect(Period("last-year", today: try day("0000-06-01")) == nil)
  #expect(Period("next-month", today: try day("9999-12-31")) == nil)
  #expect(Period("tomorrow", today: try day("9999-12-31")) == nil)
  #expect(Period("this-year", today: try day("9999-12-31"))?.last == (try day("9999-12-31")))
}

/// Counted day by day, with Foundation's calendar: another program's arithmetic.
@Test func wholeUnitsAgreeWithAnotherCalendar() throws {
  var calendar = Calendar(identifier: .iso8601)
  calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
  let units: [(String, Calendar.Component)] = [("week", .weekOfYear), ("month", .month), ("year", .year)]
  for number in stride(from: 19_000, to: 22_000, by: 13) {
    let date = Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200)
    for (word, component) in units {
      for (name, offset) in [("last", -1), ("this", 0), ("next", 1)] {
        let moved = try #require(calendar.date(byAdding: component, value: offset, to: date))
        let interval = try #require(calendar.dateInterval(of: component, for: moved))
        let period = try #require(Period("\(name)-\(word)", today: CalendarDate(daysSince1970: number)))
        #expect(Double(period.first.daysSince1970) * 86_400 == interval.start.timeIntervalSince1970)
        #expect(Double(period.last.daysSince1970 + 1) * 86_400 == interval.end.timeIntervalSince1970)
      }
    }
  }
}

private let dated = [
  "dated/report.yml": """
  title: Dated
  summary: Days.
  parameters:
    on: {type: date, help: A day., default: yesterday, minimum: 2020-01-01, maximum: today}
    until: {type: date, help: A day., date-means: end, default: last-month}
    period: {type: period, help: A period., default: month-to-date}
    from: {type: date-time, help: From.}
    to: {type: date-time, help: To., date-means: end, maximum: tomorrow}
    share: {type: percent, help: A share., minimum: 0.5, maximum: 50}
    price: {type: money, help: A price., maximum: 99.99}
    number: {type: whole-number, help: A number., minimum: -3}
    code: {type: text, help: "Two letters and a digit, such as AB1.", pattern: "[A-Z]{2}[0-9]"}
    left: {type: text, help: Left.}
    right: {type: text, help: Right.}
  at-most-one-of: [[left, right]]
  queries:
    given:
      file: given.sql
      rows: one
      columns: {from_at: date-time, to_at: date-time, on_day: date, until_day: date}
  """,
  "dated/given.sql": "SELECT :from AS from_at, :to AS to_at, :on AS on_day, :until AS until_day",
]

/// Berlin puts its clocks back on 2026-10-25 and forward on 2026-03-29; the report's day begins there an hour or two before UTC.
@Test(arguments: [
  ("2026-11-20T23:30:00Z", "2026-11-01T00:00:00+01:00", "2026-11-21T23:59:59.999+01:00", "2026-11-20", "2026-10-31"),
  ("2026-10-25T12:00:00Z", "2026-10-01T00:00:00+02:00", "2026-10-25T23:59:59.999+01:00", "2026-10-24", "2026-09-30"),
  ("2026-03-29T00:30:00Z", "2026-03-01T00:00:00+01:00", "2026-03-29T23:59:59.999+02:00", "2026-03-28", "2026-02-28"),
  ("2024-03-31T22:30:00Z", "2024-04-01T00:00:00+02:00", "2024-04-01T23:59:59.999+02:00", "2024-03-31", "2024-03-31"),
])
private func daysInWordsFollowTheClockOfTheShop(
  _ now: String, _ from: String, _ to: String, _ yesterday: String, _ until: String
) throws {
  try withReport(dated) { library in
    try withShop { _ in
    } _: { path in
      let report = try library.report(named: "dated")
      var bytes: [UInt8] = []
      let moment = try #require(Timestamp(now, clock: .utc))
      try report.run(on: path, ReportOptions(format: .json, generatedAt: moment)) { bytes.append(contentsOf: $0) }
      let text = String(decoding: bytes, as: UTF8.self)
      for (name, value) in [("from_at", from), ("to_at", to), ("on_day", yesterday), ("until_day", until)] {
        #expect(text.contains("\"\(name)\": \"\(value)\""), "\(text)")
      }
    }
  }
}

@Test func limitsPatternsAndExclusionsAreAllChecked() throws {
  try withReport(dated) { library in
    try withShop { _ in
    } _: { path in
      let report = try library.report(named: "dated")
      let fine = [
        "on": "2026-11-21", "to": "tomorrow", "from": "last week", "share": "50 %", "price": "99.99", "number": "-3",
        "code": "AB1", "left": "x",
      ]
      _ = try report.text(on: path, fine)
      let wrong = [
        "on": "tomorrow", "to": "2026-11-23", "share": "0.49", "price": "100", "number": "-4", "code": "AB12",
        "left": "x", "right": "y",
      ]
      let error = #expect(throws: Problems.self) { _ = try report.text(on: path, wrong) }
      let text = error?.description ?? ""
      #expect(error?.all.count == 7, "\(text)")
      for line in [
        "on 'tomorrow' is out of range\nGive a day from 2020-01-01 up to today.", "to '2026-11-23' is out of range",
        "share '0.49' is out of range", "price '100' is out of range\nGive an amount up to 99.99.", "number '-4'",
        "code 'AB12' is not written as it should be\nTwo letters and a digit, such as AB1.",
        "left and right are both given\nGive at most one of left, right.",
      ] {
        #expect(text.contains(line), "\(text)")
      }
      let near = #expect(throws: Problems.self) { _ = try report.text(on: path, ["on": "yesterdy"]) }
      #expect(near?.description.contains("Did you mean 'yesterday'?") == true, "\(near?.description ?? "")")
    }
  }
}

@Test func aSlowPatternIsGivenUp() {
  #expect(ParameterPattern.isMatch("(a|a)*", "aaa"))
  #expect(!ParameterPattern.isMatch("(a|a)*b", String(repeating: "a", count: 190)))
  #expect(!ParameterPattern.isMatch("a*", String(repeating: "a", count: 300)))
}

@Test(arguments: [
  ("a: {type: text, help: A., minimum: 3}", "has a minimum, but text has no order"),
  ("a: {type: date, help: A., maximum: someday}", "maximum 'someday' is not a date"),
  ("a: {type: whole-number, help: A., pattern: x}", "the pattern 'x', which cannot be used"),
  ("a: {type: text, help: A., pattern: '('}", "the pattern '(', which cannot be used"),
  ("a: {type: choice, help: A.}", "has no choices"),
])
private func parametersThatCannotBeAreRefused(_ parameter: String, _ message: String) throws {
  var files = itemsFiles
  files["items/report.yml"]?.append("\nparameters:\n  \(parameter)\nat-most-one-of: [a, b]\n")
  try withReport(files) { library in
    let error = #expect(throws: Problems.self) { _ = try library.report(named: "items") }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("at-most-one-of: the report has no parameter 'b'") == true)
  }
}
