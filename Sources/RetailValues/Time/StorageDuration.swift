/// How long a food keeps in a place, as a table of storage durations gives it.
public struct StorageDuration: Hashable, Sendable {
  /// The storage location.
  public enum Place: String, Hashable, Sendable, CaseIterable {
    case pantry, refrigerator, freezer
  }

  /// From when the time counts.
  public enum Condition: String, Hashable, Sendable, CaseIterable {
    case stored, purchased, opened, thawed
  }

  /// The unit of the times, or the statement that replaces a time.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    case hours, days, weeks, months, years, indefinitely
    case notRecommended = "not-recommended"
    case packageUseByDate = "package-use-by-date"
    case whenRipe = "when-ripe"
    case notStated = "not-stated"

    /// Whether it makes a time of a number.
    public var isMeasured: Bool {
      switch self {
      case .hours, .days, .weeks, .months, .years: true
      case .indefinitely, .notRecommended, .packageUseByDate, .whenRipe, .notStated: false
      }
    }
  }

  public var place: Place
  public var condition: Condition
  /// Shortest and longest time that it keeps, in the unit.
  public var minimum: Quantity?
  public var maximum: Quantity?
  public var unit: Unit
  /// Advice on storing.
  public var tips: String?

  public init(
    place: Place, condition: Condition, minimum: Quantity? = nil, maximum: Quantity? = nil, unit: Unit,
    tips: String? = nil
  ) {
    self.place = place
    self.condition = condition
    self.minimum = minimum
    self.maximum = maximum
    self.unit = unit
    self.tips = tips
  }

  /// The last days of use that follow from a day; nil where the table gives no time, or the calendar has no such day.
  ///
  /// Of numbers in the wrong order the smaller is the shortest time. Where there is only one, both days are that day's.
  public func lastDays(from day: CalendarDate) -> ClosedRange<CalendarDate>? {
    let given = [minimum, maximum].compactMap { $0 }.compactMap { unit.day(after: $0, from: day) }
    guard let first = given.min(), let last = given.max() else { return nil }
    return first...last
  }

  /// The time in words: `3 to 5 days`, `up to 1 week`, `indefinitely`.
  public var words: String {
    if unit == .notStated, let number = maximum ?? minimum { return "\(number), and the table gives no unit" }
    guard unit.isMeasured, minimum != nil || maximum != nil else { return unit.words }
    var (shorter, longer) = (minimum, maximum)
    if let first = minimum, let second = maximum, first > second { (shorter, longer) = (second, first) }
    func unitName(_ number: Quantity) -> String {
      number.scaled == 1000 ? String(unit.rawValue.dropLast()) : unit.rawValue
    }
    switch (shorter, longer) {
    case (let shorter?, let longer?) where shorter == longer: return "\(longer) \(unitName(longer))"
    case (let shorter?, let longer?): return "\(shorter) to \(longer) \(unitName(longer))"
    case (nil, let longer?): return "up to \(longer) \(unitName(longer))"
    case (let shorter?, nil): return "at least \(shorter) \(unitName(shorter))"
    case (nil, nil): return unit.words
    }
  }
}

extension StorageDuration.Unit {
  /// The statement that replaces a time, in words.
  fileprivate var words: String {
    switch self {
    case .hours, .days, .weeks, .months, .years, .notStated: "the table gives no time"
    case .indefinitely: "indefinitely"
    case .notRecommended: "not recommended"
    case .packageUseByDate: "until the use-by date on the package"
    case .whenRipe: "until ripe"
    }
  }

  /// The day so long after another. Hours and parts of a day count as whole days only when they fill one; of a part of a month
  /// each day is a thirtieth, a part of a year is months.
  fileprivate func day(after number: Quantity, from day: CalendarDate) -> CalendarDate? {
    guard number.scaled >= 0 else { return nil }
    func whole(_ factor: Int64, per divisor: Int64 = 1000) -> Int? {
      let (product, overflow) = number.scaled.multipliedReportingOverflow(by: factor)
      return overflow ? nil : Int(exactly: product / divisor)
    }
    func monthsAndDays(_ thousandths: Int64) -> CalendarDate? {
      day.adding(months: Int(thousandths / 1000))?.adding(days: Int(thousandths % 1000 * 30 / 1000))
    }
    switch self {
    case .hours: return whole(1, per: 24_000).flatMap { day.adding(days: $0) }
    case .days: return whole(1).flatMap { day.adding(days: $0) }
    case .weeks: return whole(7).flatMap { day.adding(days: $0) }
    case .months: return monthsAndDays(number.scaled)
    case .years:
      let (months, overflow) = number.scaled.multipliedReportingOverflow(by: 12)
      return overflow ? nil : monthsAndDays(months)
    case .indefinitely, .notRecommended, .packageUseByDate, .whenRipe, .notStated: return nil
    }
  }
}

extension CalendarDate {
  /// The day that many days later; nil when it leaves the years 0 to 9999.
  public func adding(days: Int) -> CalendarDate? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    guard !overflow, (-719_528...2_932_896).contains(sum) else { return nil }
    return CalendarDate(daysSince1970: sum)
  }

  /// The same day of the month that many months later, or the last of a month that is too short: a month after 31 January is
  /// 28 February, or 29 in a leap year. Nil when it leaves the years 0 to 9999.
  public func adding(months: Int) -> CalendarDate? {
    let (count, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, (0..<120_000).contains(count) else { return nil }
    for day in stride(from: self.day, through: 28, by: -1) where day > 28 {
      if let date = CalendarDate(year: count / 12, month: count % 12 + 1, day: day) { return date }
    }
    return CalendarDate(year: count / 12, month: count % 12 + 1, day: min(day, 28))
  }
}
