internal import RetailValues

/// A span of whole days in the shop's time zone, from its first to its last millisecond.
struct Period: Hashable, CustomStringConvertible {
  let first: CalendarDate
  let last: CalendarDate

  init(first: CalendarDate, last: CalendarDate) {
    self.first = first
    self.last = last
  }

  /// Reads a year `2026`, a quarter `2026-Q4`, a month `2026-10`, an ISO week `2026-W44` or a day `2026-10-31`; nil
  /// when the text is not a period.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let yearText = parts.first, yearText.utf8.count == 4, let year = Self.number(yearText) else { return nil }
    var months: ClosedRange<Int> = 1...12
    switch parts.count {
    case 1: break
    case 2 where parts[1].utf8.count == 2 && parts[1].uppercased().hasPrefix("Q"):
      guard let quarter = Self.number(parts[1].dropFirst()), (1...4).contains(quarter) else { return nil }
      months = (quarter * 3 - 2)...(quarter * 3)
    case 2 where parts[1].utf8.count == 3 && parts[1].uppercased().hasPrefix("W"):
      // A day of that week: Monday is its first.
      guard let monday = CalendarDate("\(text.uppercased())-1") else { return nil }
      self.init(first: monday, last: CalendarDate(daysSince1970: monday.daysSince1970 + 6))
      return
    case 2 where parts[1].utf8.count == 2:
      guard let month = Self.number(parts[1]), (1...12).contains(month) else { return nil }
      months = month...month
    default:
      guard let day = CalendarDate(text) else { return nil }
      self.init(first: day, last: day)
      return
    }
    guard let first = CalendarDate(year: year, month: months.lowerBound, day: 1),
      let last = Self.lastDay(ofMonth: months.upperBound, year: year)
    else { return nil }
    self.init(first: first, last: last)
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  static func lastDay(ofMonth month: Int, year: Int) -> CalendarDate? {
    (28...31).reversed().lazy.compactMap { CalendarDate(year: year, month: month, day: $0) }.first
  }

  /// The first and the last moment, both within the period.
  func bounds(on clock: ShopClock) -> (from: Timestamp, to: Timestamp) {
    (clock.timestamp(first), clock.timestamp(last, millisecondOfDay: 86_399_999))
  }

  /// The period in the form in which it is read: `2026-10`, or an interval of ISO 8601, `2026-11-01/2026-11-21`, if it
  /// is not one of those.
  var description: String {
    if first == last { return first.description }
    let year = String(first.description.prefix(4))
    let months = (first.month...max(first.month, last.month))
    guard first.year == last.year, first.day == 1, Self.lastDay(ofMonth: last.month, year: last.year) == last else {
      let thursday = CalendarDate(daysSince1970: first.daysSince1970 + 3)
      guard last.daysSince1970 - first.daysSince1970 == 6, let week = Self.week(holding: thursday),
        Period(week) == self
      else { return "\(first)/\(last)" }
      return week
    }
    switch (months.count, first.month % 3) {
    case (12, _): return year
    case (3, 1): return "\(year)-Q\(last.month / 3)"
    case (1, _): return String(first.description.prefix(7))
    default: return "\(first)/\(last)"
    }
  }

  /// The ISO week of a Thursday, whose year is that of the week.
  private static func week(holding thursday: CalendarDate) -> String? {
    guard let newYear = CalendarDate(year: thursday.year, month: 1, day: 1) else { return nil }
    let number = (thursday.daysSince1970 - newYear.daysSince1970) / 7 + 1
    return "\(thursday.description.prefix(4))-W\(number < 10 ? "0" : "")\(number)"
  }
}
