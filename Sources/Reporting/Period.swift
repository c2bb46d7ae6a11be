internal import Catalog

/// A span of whole days in the shop's time zone, from its first to its last millisecond.
struct Period: Hashable {
  let first: CalendarDate
  let last: CalendarDate

  /// Reads a year `2026`, a quarter `2026-Q4`, a month `2026-10` or a day `2026-10-31`; nil when the text is none.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let yearText = parts.first, yearText.utf8.count == 4, let year = Self.number(yearText) else { return nil }
    var months: ClosedRange<Int> = 1...12
    switch parts.count {
    case 1: break
    case 2 where parts[1].utf8.count == 2 && parts[1].uppercased().hasPrefix("Q"):
      guard let quarter = Self.number(parts[1].dropFirst()), (1...4).contains(quarter) else { return nil }
      months = (quarter * 3 - 2)...(quarter * 3)
    case 2 where parts[1].utf8.count == 2:
      guard let month = Self.number(parts[1]), (1...12).contains(month) else { return nil }
      months = month...month
    default:
      guard let day = CalendarDate(text) else { return nil }
      first = day
      last = day
      return
    }
    guard let first = CalendarDate(year: year, month: months.lowerBound, day: 1),
      let last = (28...31).reversed().lazy.compactMap({
        CalendarDate(year: year, month: months.upperBound, day: $0)
      }).first
    else { return nil }
    self.first = first
    self.last = last
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  /// The first and the last moment, both within the period.
  func bounds(on clock: ShopClock) -> (from: Timestamp, to: Timestamp) {
    (clock.timestamp(first), clock.timestamp(last, millisecondOfDay: 86_399_999))
  }
}
