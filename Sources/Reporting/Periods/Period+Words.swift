internal import RetailValues

/// Periods that move with the day: `yesterday`, `last-month`, `month-to-date`.
extension Period {
  /// The supported words, for remedies.
  static let understood = """
    2026, 2026-Q4, 2026-10, 2026-W47, 2026-10-31, today, yesterday, tomorrow, 7 days ago, in 7 days, this, last or next with \
    week, month, quarter or year, week-, month-, quarter- or year-to-date, last 30 days, next 30 days
    """

  /// Words that are understood, for "did you mean".
  static let words =
    ["today", "yesterday", "tomorrow"]
    + Unit.allCases.filter { $0 != .day }.flatMap { unit in
      ["this-\(unit)", "last-\(unit)", "next-\(unit)", "\(unit)-to-date"]
    }

  private enum Unit: String, CaseIterable, CustomStringConvertible {
    case day, week, month, quarter, year
    var description: String { rawValue }

    /// A unit by its name, or by that of several.
    init?(_ word: String) {
      guard let unit = Self(rawValue: word) ?? (word.hasSuffix("s") ? Self(rawValue: String(word.dropLast())) : nil)
      else { return nil }
      self = unit
    }
  }

  /// A century: farther away than anything that a shop asks about.
  private static let mostDays = 36_525

  /// Reads what ``init(_:)`` reads, and words that mean something else every day, their parts separated by hyphens or spaces.
  ///
  /// `last 7 days` are the seven that end with today, `next 7 days` the seven that begin with it; weeks begin on Monday.
  ///
  /// - Parameter today: the day of the report in the shop's time zone.
  init?(_ text: String, today: CalendarDate) {
    if let written = Period(text) {
      self = written
      return
    }
    guard text.utf8.count <= 40 else { return nil }
    let words = text.lowercased().split(omittingEmptySubsequences: false) { " -_".contains($0) }.map(String.init)
    let period: Period? =
      switch (words.first, words.count) {
      case ("today", 1): Self.days(0, 0, from: today)
      case ("yesterday", 1): Self.days(-1, -1, from: today)
      case ("tomorrow", 1): Self.days(1, 1, from: today)
      case ("this", 2): Unit(rawValue: words[1]).flatMap { Self.whole($0, 0, from: today) }
      case ("last", 2): Unit(rawValue: words[1]).flatMap { Self.whole($0, -1, from: today) }
      case ("next", 2): Unit(rawValue: words[1]).flatMap { Self.whole($0, 1, from: today) }
      case ("last", 3) where Unit(words[2]) == .day: Self.count(words[1]).flatMap { Self.days(1 - $0, 0, from: today) }
      case ("next", 3) where Unit(words[2]) == .day: Self.count(words[1]).flatMap { Self.days(0, $0 - 1, from: today) }
      case ("in", 3): Self.day(words[1], words[2], sign: 1, from: today)
      case (_, 3) where words[2] == "ago": Self.day(words[0], words[1], sign: -1, from: today)
      case (_, 3) where words[1...] == ["to", "date"]:
        Unit(rawValue: words[0]).flatMap { Self.whole($0, 0, from: today) }.map { Period(first: $0.first, last: today) }
      default: nil
      }
    guard let period, [period.first, period.last].allSatisfy({ (0...9999).contains($0.year) }) else { return nil }
    self = period
  }

  private static func days(_ first: Int, _ last: Int, from today: CalendarDate) -> Period {
    Period(
      first: CalendarDate(daysSince1970: today.daysSince1970 + first),
      last: CalendarDate(daysSince1970: today.daysSince1970 + last))
  }

  /// At least one, and no more than a century of days.
  private static func count(_ text: String) -> Int? {
    guard text.utf8.count <= 5, text.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(text),
      (1...mostDays).contains(count)
    else { return nil }
    return count
  }

  /// One day, at a distance of a number of days or weeks.
  private static func day(_ number: String, _ unit: String, sign: Int, from today: CalendarDate) -> Period? {
    guard let count = count(number), let unit = Unit(unit), unit == .day || unit == .week else { return nil }
    let days = sign * count * (unit == .week ? 7 : 1)
    return Self.days(days, days, from: today)
  }

  /// The whole week, month, quarter or year that many after today's.
  private static func whole(_ unit: Unit, _ offset: Int, from today: CalendarDate) -> Period? {
    let months: Int
    switch unit {
    case .day: return nil
    case .week:
      // 1970-01-01 was a Thursday.
      let monday = -(((today.daysSince1970 + 3) % 7 + 7) % 7) + 7 * offset
      return days(monday, monday + 6, from: today)
    case .month: months = 1
    case .quarter: months = 3
    case .year: months = 12
    }
    let month = today.year * 12 + today.month - 1
    let start = month - month % months + offset * months
    guard start >= 0, let first = CalendarDate(year: start / 12, month: start % 12 + 1, day: 1) else { return nil }
    let end = start + months - 1
    return lastDay(ofMonth: end % 12 + 1, year: end / 12).map { Period(first: first, last: $0) }
  }
}
