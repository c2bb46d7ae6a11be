internal import Reporting
internal import RetailValues

/// Days and periods of reports as a definition may name them that holds for every night: seen from the cut-off.
enum RelativeDay {
  /// The value for a report's parameter. A text that is not such a word, and a text for a parameter of another type, is
  /// returned unchanged.
  static func resolve(_ text: String, for type: ReportParameterType, at moment: Timestamp, _ clock: ShopClock) -> String
  {
    let today = clock.date(of: moment)
    let days = ["today": 0, "yesterday": -1]
    switch type {
    case .date, .dateTime, .period:
      if let days = days[text] { return CalendarDate(daysSince1970: today.daysSince1970 + days).description }
    default: return text
    }
    guard type == .period else { return text }
    let months = today.year * 12 + today.month - 1
    switch text {
    case "this-month": return month(months)
    case "last-month": return month(months - 1)
    case "this-quarter": return quarter(months / 3)
    case "last-quarter": return quarter(months / 3 - 1)
    case "this-year": return year(today.year)
    case "last-year": return year(today.year - 1)
    default: return text
    }
  }

  private static func year(_ year: Int) -> String { String(String(10_000 + max(0, year)).suffix(4)) }

  private static func month(_ months: Int) -> String {
    let month = months % 12 + 1
    return "\(year(months / 12))-\(month < 10 ? "0" : "")\(month)"
  }

  private static func quarter(_ quarters: Int) -> String { "\(year(quarters / 4))-Q\(quarters % 4 + 1)" }
}
