internal import RetailValues

/// A day, a moment or a period as a DTM gives it, by its format code (2379).
struct WrittenPeriod: Hashable, Sendable {
  /// The start: `2026-10-31` or `2026-10-31T18:00:00`.
  var start: String
  /// The end; equal to the start when it is not a period.
  var end: String
  /// Whether it was read by its digits, which do not suit its format.
  var isDoubtful = false

  /// The day that it begins or ends on.
  var startDay: String { String(start.prefix(10)) }
  var endDay: String { String(end.prefix(10)) }

  /// - Returns: nil when it is not a date in its stated format, nor a date by its digits.
  init?(_ text: String, format: String) {
    let digits = Array(text.utf8)
    if let found = Self.read(digits, format) {
      self = found
      return
    }
    // A sender that writes a time under the code of a day, or a day without a code, is still clear.
    let guess: String? =
      switch digits.count {
      case 8: "102"
      case 12: "203"
      case 14: "204"
      default: nil
      }
    guard let guess, guess != format, let found = Self.read(digits, guess) else { return nil }
    self = found
    isDoubtful = !(format.isEmpty && guess == "102")
  }

  private init(_ start: String, _ end: String) {
    self.start = start
    self.end = end
  }

  /// The layouts of moments: the positions of year, month, day, hour, minute and second. `C` is a century, `Z` a zone
  /// that is recognised but not needed.
  private static let layouts: [String: String] = [
    "2": "DDMMYY", "3": "MMDDYY", "4": "DDMMCCYY", "5": "DDMMCCYYhhmm", "101": "YYMMDD", "102": "CCYYMMDD",
    "201": "YYMMDDhhmm", "202": "YYMMDDhhmmss", "203": "CCYYMMDDhhmm", "204": "CCYYMMDDhhmmss",
    "205": "CCYYMMDDhhmmZZZZZ", "301": "YYMMDDhhmmZZZ", "303": "CCYYMMDDhhmmZZZ", "304": "CCYYMMDDhhmmssZZZ",
  ]

  /// Periods of two moments, with or without a hyphen between them.
  private static let periods: [String: String] = [
    "711": "102", "713": "201", "715": "101", "717": "101", "718": "102", "719": "203",
  ]

  private static func read(_ digits: [UInt8], _ format: String) -> WrittenPeriod? {
    if let layout = layouts[format] { return moment(digits[...], layout).map { WrittenPeriod($0, $0) } }
    if let half = periods[format], let layout = layouts[half] {
      let length = layout.utf8.count
      let rest = digits.dropFirst(length).drop { $0 == 45 }
      guard let start = moment(digits.prefix(length), layout), let end = moment(rest, layout) else { return nil }
      return WrittenPeriod(start, end)
    }
    guard digits.allSatisfy({ (48...57).contains($0) }), let number = Int(String(decoding: digits, as: UTF8.self))
    else {
      return nil
    }
    switch (format, digits.count) {
    case ("602", 4):
      return span(CalendarDate(year: number, month: 1, day: 1), CalendarDate(year: number, month: 12, day: 31))
    case ("609", 4): return month(century(number / 100), number % 100)
    case ("610", 6): return month(number / 100, number % 100)
    case ("615", 4): return week(century(number / 100), number % 100)
    case ("616", 6): return week(number / 100, number % 100)
    default: return nil
    }
  }

  private static func century(_ year: Int) -> Int { year < 70 ? 2000 + year : 1900 + year }

  private static func span(_ first: CalendarDate?, _ last: CalendarDate?) -> WrittenPeriod? {
    guard let first, let last else { return nil }
    return WrittenPeriod(first.description, last.description)
  }

  private static func month(_ year: Int, _ month: Int) -> WrittenPeriod? {
    guard let first = CalendarDate(year: year, month: month, day: 1) else { return nil }
    let next =
      month == 12 ? CalendarDate(year: year + 1, month: 1, day: 1) : CalendarDate(year: year, month: month + 1, day: 1)
    return span(first, next.map { CalendarDate(daysSince1970: $0.daysSince1970 - 1) })
  }

  /// A week of ISO 8601: the first one has the fourth of January.
  private static func week(_ year: Int, _ week: Int) -> WrittenPeriod? {
    guard (1...53).contains(week), let fourth = CalendarDate(year: year, month: 1, day: 4) else { return nil }
    // 1970-01-01 was a Thursday; weeks begin with Monday.
    let weekday = ((fourth.daysSince1970 + 3) % 7 + 7) % 7
    let monday = fourth.daysSince1970 - weekday + (week - 1) * 7
    return span(CalendarDate(daysSince1970: monday), CalendarDate(daysSince1970: monday + 6))
  }

  private static func moment(_ digits: ArraySlice<UInt8>, _ layout: String) -> String? {
    let letters = Array(layout.utf8)
    guard digits.count == letters.count else { return nil }
    var parts: [UInt8: Int] = [:]
    for (digit, letter) in zip(digits, letters) {
      if letter == UInt8(ascii: "Z") { continue }
      guard (48...57).contains(digit) else { return nil }
      parts[letter, default: 0] = parts[letter, default: 0] * 10 + Int(digit - 48)
    }
    let short = parts[UInt8(ascii: "Y")] ?? 0
    let year = parts[UInt8(ascii: "C")].map { $0 * 100 + short } ?? century(short)
    guard
      let day = CalendarDate(year: year, month: parts[UInt8(ascii: "M")] ?? 0, day: parts[UInt8(ascii: "D")] ?? 0)
    else { return nil }
    guard let hour = parts[UInt8(ascii: "h")] else { return day.description }
    let minute = parts[UInt8(ascii: "m")] ?? 0
    let second = parts[UInt8(ascii: "s")] ?? 0
    guard hour < 24, minute < 60, second < 60 else { return nil }
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(day)T\(two(hour)):\(two(minute)):\(two(second))"
  }
}
