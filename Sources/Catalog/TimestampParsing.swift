/// The order in which a file writes the parts of a date.
public enum DateOrder: String, Hashable, Sendable, CaseIterable, Codable {
  /// 2026-10-31 (ISO 8601, the default), also 2026/10/31 and 20261031.
  case yearMonthDay = "ymd"
  /// 31.10.2026, 31/10/2026.
  case dayMonthYear = "dmy"
  /// 10/31/2026.
  case monthDayYear = "mdy"
}

extension CalendarDate {
  /// Reads a date whose parts stand in the given order, separated by `-`, `.`, `/` or a space, or eight digits for ISO.
  /// Two-digit years are refused: they are not certain.
  public init?(_ text: some StringProtocol, order: DateOrder = .yearMonthDay) {
    var cursor = DigitCursor(text.utf8)
    guard let date = cursor.date(order), cursor.isAtEnd else { return nil }
    self = date
  }
}

extension Timestamp {
  /// Reads a date with an optional time of day (`18`, `18:00`, `18:00:05.250`, after `T` or a space, `am`/`pm` allowed) and
  /// an optional offset (`Z`, `+01:00`, `+0100`). Without an offset the time is that of the shop's clock.
  ///
  /// - Parameter endOfDay: whether a date alone means its last millisecond instead of its first.
  /// - Returns: nil when the text is not such a time.
  public init?(
    _ text: some StringProtocol, order: DateOrder = .yearMonthDay, clock: ShopClock, endOfDay: Bool = false
  ) {
    var cursor = DigitCursor(text.utf8)
    guard let date = cursor.date(order) else { return nil }
    if cursor.isAtEnd {
      self = clock.timestamp(date, millisecondOfDay: endOfDay ? 86_399_999 : 0)
      return
    }
    guard cursor.skip("T") || cursor.skip("t") || cursor.skip(" ") else { return nil }
    while cursor.skip(" ") {}
    guard let millisecondOfDay = cursor.timeOfDay() else { return nil }
    while cursor.skip(" ") {}
    if cursor.isAtEnd {
      self = clock.timestamp(date, millisecondOfDay: millisecondOfDay)
      return
    }
    guard let offset = cursor.offsetSeconds(), cursor.isAtEnd else { return nil }
    self.init(
      millisecondsSince1970: Int64(date.daysSince1970) * 86_400_000 + Int64(millisecondOfDay) - Int64(offset) * 1000)
  }
}

/// Walks over the digits and signs of a date-time without making strings.
private struct DigitCursor<Bytes: Collection<UInt8>> {
  private var rest: Bytes.SubSequence
  init(_ bytes: Bytes) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads between `least` and `most` digits.
  mutating func number(_ least: Int, _ most: Int) -> Int? {
    var value = 0
    var count = 0
    while count < most, let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      rest.removeFirst()
      count += 1
    }
    return count >= least ? value : nil
  }

  private mutating func separator() -> UInt8? {
    guard let byte = rest.first, "-./ ".utf8.contains(byte) else { return nil }
    rest.removeFirst()
    return byte
  }

  mutating func date(_ order: DateOrder) -> CalendarDate? {
    switch order {
    case .yearMonthDay:
      guard let year = number(4, 4) else { return nil }
      guard let sign = separator() else {
        guard let month = number(2, 2), let day = number(2, 2) else { return nil }
        return CalendarDate(year: year, month: month, day: day)
      }
      guard let month = number(1, 2), separator() == sign, let day = number(1, 2) else { return nil }
      return CalendarDate(year: year, month: month, day: day)
    case .dayMonthYear, .monthDayYear:
      guard let first = number(1, 2), let sign = separator(), let second = number(1, 2), separator() == sign,
        let year = number(4, 4)
      else { return nil }
      return order == .dayMonthYear
        ? CalendarDate(year: year, month: second, day: first) : CalendarDate(year: year, month: first, day: second)
    }
  }

  mutating func timeOfDay() -> Int? {
    guard var hour = number(1, 2) else { return nil }
    var milliseconds = 0
    if skip(":") {
      guard let minute = number(2, 2), minute < 60 else { return nil }
      milliseconds = minute * 60_000
      if skip(":") {
        guard let second = number(2, 2), second <= 60 else { return nil }
        milliseconds += min(second, 59) * 1000
        if skip(".") || skip(",") {
          var scale = 100
          var any = false
          while let digit = number(1, 1) {
            milliseconds += digit * scale
            scale /= 10
            any = true
          }
          guard any else { return nil }
        }
      }
    }
    var copy = self
    while copy.skip(" ") {}
    if copy.skip("a") || copy.skip("A"), copy.skip("m") || copy.skip("M"), (1...12).contains(hour) {
      if hour == 12 { hour = 0 }
      self = copy
    } else {
      copy = self
      while copy.skip(" ") {}
      if copy.skip("p") || copy.skip("P"), copy.skip("m") || copy.skip("M"), (1...12).contains(hour) {
        if hour != 12 { hour += 12 }
        self = copy
      }
    }
    guard hour < 24 else { return nil }
    return hour * 3_600_000 + milliseconds
  }

  mutating func offsetSeconds() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let negative: Bool
    if skip("+") { negative = false } else if skip("-") { negative = true } else { return nil }
    guard let hours = number(2, 2), hours <= 18 else { return nil }
    let minutes = !skip(":") && isAtEnd ? 0 : number(2, 2)
    guard let minutes, minutes < 60 else { return nil }
    return (negative ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
