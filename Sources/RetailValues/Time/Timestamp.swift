import Foundation

/// A day of the Gregorian calendar (ISO 8601 `2026-10-31`).
public struct CalendarDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 0 to 9999 if read from a file; a day counted from 1970 may be outside this range.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  /// The day; nil if the calendar does not have it.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01.
  public var daysSince1970: Int {
    // The civil-from-days arithmetic of the proleptic Gregorian calendar, with the year starting in March.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day that many days after 1970-01-01.
  public init(daysSince1970: Int) {
    // A damaged file may hold any number.
    let shifted = max(-100_000_000, min(daysSince1970, 100_000_000)) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
    month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  public var description: String {
    let digits = String(year.magnitude)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return (year < 0 ? "-" : "") + padded + (month < 10 ? "-0" : "-") + "\(month)"
      + (day < 10 ? "-0" : "-") + "\(day)"
  }
}

/// A moment, to the millisecond, in UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
  public let millisecondsSince1970: Int64
  public init(millisecondsSince1970: Int64) { self.millisecondsSince1970 = millisecondsSince1970 }

  public static func < (left: Self, right: Self) -> Bool { left.millisecondsSince1970 < right.millisecondsSince1970 }

  /// The moment at which this is called.
  public static var now: Timestamp { Timestamp(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000)) }

  /// ISO 8601 in UTC: `2026-10-31T18:00:00Z`, with milliseconds only where there are any.
  public var iso8601: String { local(offsetSeconds: 0) + "Z" }

  /// The moment in milliseconds of a wall clock, kept within 100,000 years of 1970 so that calculations cannot overflow.
  fileprivate func shifted(bySeconds seconds: Int) -> Int64 {
    let limit: Int64 = 3_155_760_000_000_000
    return min(max(millisecondsSince1970, -limit), limit) + Int64(seconds) * 1000
  }

  fileprivate func local(offsetSeconds: Int) -> String {
    let shifted = shifted(bySeconds: offsetSeconds)
    let days = Int((shifted >= 0 ? shifted : shifted - 86_399_999) / 86_400_000)
    let rest = Int(shifted - Int64(days) * 86_400_000)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var text = "\(CalendarDate(daysSince1970: days))T\(two(rest / 3_600_000)):\(two(rest / 60_000 % 60))"
    text += ":\(two(rest / 1000 % 60))"
    let milliseconds = rest % 1000
    if milliseconds != 0 { text += "." + String(String(1000 + milliseconds).dropFirst()) }
    return text
  }
}

/// The shop's time zone: turns wall-clock times without an offset into moments, and moments into local text.
public struct ShopClock: Sendable {
  /// The identifier of the IANA time zone database, such as `Europe/Berlin`.
  public let identifier: String
  private let zone: TimeZone

  /// The clock of a time zone; nil if the database does not have that zone.
  public init?(timeZone identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    self.identifier = identifier
    self.zone = zone
  }

  public static let utc = ShopClock(identifier: "UTC", zone: TimeZone(secondsFromGMT: 0)!)

  private init(identifier: String, zone: TimeZone) {
    self.identifier = identifier
    self.zone = zone
  }

  /// The moment of a wall-clock time. A time that a change of the clock skips counts from the old offset, one that
  /// happens twice is the first of the two.
  public func timestamp(_ date: CalendarDate, millisecondOfDay: Int = 0) -> Timestamp {
    let local = Int64(date.daysSince1970) * 86_400_000 + Int64(millisecondOfDay)
    func offset(at milliseconds: Int64) -> Int64 {
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000))) * 1000
    }
    // The offset in force a day earlier settles both doubtful hours: it is the old one.
    let old = offset(at: local - 86_400_000)
    let candidate = local - old
    if offset(at: candidate) == old { return Timestamp(millisecondsSince1970: candidate) }
    let new = offset(at: candidate)
    let second = local - new
    return Timestamp(millisecondsSince1970: offset(at: second) == new ? second : candidate)
  }

  /// The wall-clock text of a moment: `2026-10-31T18:00:00+01:00`.
  public func iso8601(_ moment: Timestamp) -> String {
    let seconds = offsetSeconds(at: moment)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let magnitude = abs(seconds)
    return moment.local(offsetSeconds: seconds)
      + (seconds < 0 ? "-" : "+") + two(magnitude / 3600) + ":" + two(magnitude / 60 % 60)
  }

  /// The wall-clock text without offset, to the minute, as people read it: `2026-10-31 18:00`.
  public func display(_ moment: Timestamp) -> String {
    let text = moment.local(offsetSeconds: offsetSeconds(at: moment))
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  /// The day on which a moment falls in the shop.
  public func date(of moment: Timestamp) -> CalendarDate {
    let shifted = moment.shifted(bySeconds: offsetSeconds(at: moment))
    return CalendarDate(daysSince1970: Int((shifted >= 0 ? shifted : shifted - 86_399_999) / 86_400_000))
  }

  func offsetSeconds(at moment: Timestamp) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.millisecondsSince1970) / 1000))
  }
}
