internal import RetailValues
internal import Stock

/// The days, weeks, months, quarters or years of a report's period in the shop's time zone, as an expression that its
/// queries read. SQL alone cannot determine when a day begins where clocks are put forward and back.
enum CalendarStep: String, CaseIterable {
  case day, week, month, quarter, year

  /// More than any shop's books have, and few enough to be listed: ten years of days, a century of weeks.
  var limit: Int {
    switch self {
    case .day: 3660
    case .week: 5300
    default: 1200
    }
  }

  /// The first day of the step that a day is in; nil beyond the calendar. Weeks begin on Monday (ISO 8601).
  private func start(of day: Int) -> Int? {
    let date = CalendarDate(daysSince1970: day)
    switch self {
    case .day: return day
    // 1970-01-01 was a Thursday.
    case .week: return day - ((day + 3) % 7 + 7) % 7
    case .month: return day - date.day + 1
    case .quarter: return CalendarDate(year: date.year, month: (date.month - 1) / 3 * 3 + 1, day: 1)?.daysSince1970
    case .year: return CalendarDate(year: date.year, month: 1, day: 1)?.daysSince1970
    }
  }

  /// No fewer days than the longest step has, and fewer than the shortest two have.
  private var longest: Int {
    switch self {
    case .day: 1
    case .week: 7
    case .month: 31
    case .quarter: 92
    case .year: 366
    }
  }

  /// The name of a step by its first day: `2026-10-31`, `2026-W44`, `2026-10`, `2026-Q4` or `2026`.
  private func name(_ start: Int) -> String {
    let date = CalendarDate(daysSince1970: start)
    switch self {
    case .day: return date.description
    case .week:
      // A week belongs to the year that has its Thursday.
      let thursday = CalendarDate(daysSince1970: start + 3)
      let first = CalendarStep.year.start(of: start + 3) ?? start
      let number = (start + 3 - first) / 7 + 1
      return "\(thursday.description.prefix(4))-W\(number < 10 ? "0" : "")\(number)"
    case .month: return String(date.description.prefix(7))
    case .quarter: return "\(date.description.prefix(4))-Q\((date.month + 2) / 3)"
    case .year: return String(date.description.prefix(4))
    }
  }

  /// The expression for the steps from the first to the last movement within `from` and `to`, with its name under `column`,
  /// `starts_at` and `ends_at`; no rows when there is no movement. No more than the limit and one.
  static func sql(
    _ step: CalendarStep, as column: String, from: Int64?, to: Int64?, movements: (first: Int64, last: Int64)?,
    on clock: ShopClock, atMost limit: Int? = nil
  ) -> (sql: String, count: Int) {
    var rows: [String] = []
    if let movements {
      let first = max(from ?? movements.first, movements.first)
      let last = min(to ?? movements.last, movements.last)
      var day = clock.date(of: Timestamp(millisecondsSince1970: first)).daysSince1970
      while rows.count <= limit ?? step.limit, let start = step.start(of: day),
        let next = step.start(of: start + step.longest)
      {
        let starts = clock.timestamp(CalendarDate(daysSince1970: start)).millisecondsSince1970
        let ends = clock.timestamp(CalendarDate(daysSince1970: next)).millisecondsSince1970
        guard starts <= last else { break }
        rows.append("('\(step.name(start))', \(starts), \(ends - 1))")
        day = next
      }
    }
    guard !rows.isEmpty else { return ("SELECT '' AS \(column), 0 AS starts_at, 0 AS ends_at WHERE 1 = 0", 0) }
    return (
      """
      SELECT column1 AS \(column), column2 AS starts_at, column3 AS ends_at FROM (VALUES \(rows.joined(separator: ", "))) listed
      """, rows.count
    )
  }
}
