internal import RetailValues

/// Days and times as a workbook counts them, made text by ISO 8601.
struct SerialDate {
  /// Whether days count from 1904-01-01, as old Macintosh programs have it, instead of 1900.
  let countsFrom1904: Bool

  private static let day1904 = CalendarDate(year: 1904, month: 1, day: 1)?.daysSince1970 ?? 0
  private static let day1900 = CalendarDate(year: 1899, month: 12, day: 30)?.daysSince1970 ?? 0
  private static let lastDay = CalendarDate(year: 9999, month: 12, day: 31)?.daysSince1970 ?? 0

  /// The text of a stored number; nil when it is before or after all dates of a workbook, and is a number then.
  ///
  /// A date without a time is one even where the format would show more, and a time is kept where the format shows none.
  func text(_ stored: String, _ format: NumberFormat) -> String? {
    guard let value = Double(stored), value >= 0, value < 3_000_000 else { return nil }
    var day = Int(value)
    // A time shown without parts of a second is rounded to seconds, which corrects the error of the binary fraction.
    let unit = format.showsFractions ? 1 : 1000
    var milliseconds = Int(((value - Double(day)) * 86_400_000 / Double(unit)).rounded()) * unit
    if milliseconds >= 86_400_000 {
      day += 1
      milliseconds -= 86_400_000
    }
    if format.meaning == .duration { return Self.duration(days: day, milliseconds) }
    if format.meaning == .time, day == 0 { return Self.time(milliseconds) }
    guard let date = date(day) else { return nil }
    if format.meaning == .date, milliseconds == 0 { return date }
    return date + "T" + Self.time(milliseconds) + format.offset
  }

  /// Day 60 is the 29th of February 1900, which never was, but which all spreadsheets have.
  private func date(_ day: Int) -> String? {
    if countsFrom1904 { return Self.shown(Self.day1904 + day) }
    switch day {
    case 0: return "1900-01-00"
    case 60: return "1900-02-29"
    default: return Self.shown(Self.day1900 + day + (day < 60 ? 1 : 0))
    }
  }

  private static func shown(_ day: Int) -> String? {
    day <= lastDay ? CalendarDate(daysSince1970: day).description : nil
  }

  private static func time(_ milliseconds: Int) -> String {
    duration(days: 0, milliseconds)
  }

  /// Hours that continue beyond 24, minutes, seconds, and parts of one where there are any.
  static func duration(days: Int, _ milliseconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = milliseconds / 1000
    var text = "\(two(days * 24 + seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    let rest = milliseconds % 1000
    if rest != 0 { text += "." + String(String(1000 + rest).dropFirst()) }
    return text
  }
}
