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
  /// Reads a date whose parts are in the given order, separated by `-`, `.`, `/` or a space, or eight digits for ISO.
  ///
  /// In every order, a month may be a name (`31-Oct-26`, `31. Oktober 2026`, `Oct 31, 2026`; see
  /// ``monthNumber(named:)``) and a day may be an ISO week date (`2026-W44-6`). A year of two digits is accepted only
  /// in last position, after a point, a slash or a month's name, and means 2000 to 2079. Other years of two digits are
  /// refused because they are ambiguous.
  public init?(_ text: some StringProtocol, order: DateOrder = .yearMonthDay) {
    let date = ContiguousArray(text.utf8).withUnsafeBufferPointer { bytes in
      var cursor = DigitCursor(bytes)
      return cursor.date(order).flatMap { cursor.isAtEnd ? $0 : nil }
    }
    guard let date else { return nil }
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
    guard let written = WrittenTime(text.utf8, order: order) else { return nil }
    self = written.moment(on: clock, endOfDay: endOfDay)
  }
}

/// A date or a time as it was written, before a clock says which moment it is.
public struct WrittenTime: Hashable, Sendable {
  public let date: CalendarDate
  /// Nil for a date without a time.
  public let millisecondOfDay: Int?
  /// The offset from UTC that was written; nil for the time of a wall clock.
  public let offsetSeconds: Int?

  /// Reads UTF-8 as ``Timestamp/init(_:order:clock:endOfDay:)`` does; nil if the text is not such a time.
  public init?(_ bytes: some Collection<UInt8>, order: DateOrder = .yearMonthDay) {
    guard let time = ContiguousArray(bytes).withUnsafeBufferPointer({ WrittenTime($0, order: order) }) else {
      return nil
    }
    self = time
  }

  /// The same for bytes in memory.
  public init?(_ bytes: UnsafeBufferPointer<UInt8>, order: DateOrder = .yearMonthDay) {
    var cursor = DigitCursor(bytes)
    guard let date = cursor.date(order) else { return nil }
    self.date = date
    if cursor.isAtEnd {
      millisecondOfDay = nil
      offsetSeconds = nil
      return
    }
    guard cursor.skip("T") || cursor.skip("t") || cursor.skip(" ") else { return nil }
    while cursor.skip(" ") {}
    guard let time = cursor.timeOfDay() else { return nil }
    millisecondOfDay = time
    while cursor.skip(" ") {}
    if cursor.isAtEnd {
      offsetSeconds = nil
      return
    }
    guard let offset = cursor.offsetSeconds(), cursor.isAtEnd else { return nil }
    offsetSeconds = offset
  }

  /// The moment that is meant.
  ///
  /// - Parameter endOfDay: whether a date alone means its last millisecond instead of its first.
  public func moment(on clock: ShopClock, endOfDay: Bool = false) -> Timestamp {
    guard let offsetSeconds else {
      return clock.timestamp(date, millisecondOfDay: millisecondOfDay ?? (endOfDay ? 86_399_999 : 0))
    }
    return Timestamp(millisecondsSince1970: localMilliseconds - Int64(offsetSeconds) * 1000)
  }

  /// The milliseconds on a clock showing this time since it showed 1970.
  var localMilliseconds: Int64 { Int64(date.daysSince1970) * 86_400_000 + Int64(millisecondOfDay ?? 0) }
}

/// Walks over the digits and signs of a date-time without making strings.
///
/// Over bytes in memory and nothing more general: times come by the million, and generic code costs ten times as much.
private struct DigitCursor {
  private var rest: Slice<UnsafeBufferPointer<UInt8>>
  init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

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
    let start = rest
    if let date = numberedDate(order) { return date }
    rest = start
    if let date = weekDate() { return date }
    rest = start
    return namedDate()
  }

  private mutating func numberedDate(_ order: DateOrder) -> CalendarDate? {
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
        let year = year(mayBeShort: sign == UInt8(ascii: ".") || sign == UInt8(ascii: "/"))
      else { return nil }
      return order == .dayMonthYear
        ? CalendarDate(year: year, month: second, day: first) : CalendarDate(year: year, month: first, day: second)
    }
  }

  /// Four digits, or two that mean 2000 to 2079.
  private mutating func year(mayBeShort: Bool) -> Int? {
    guard let first = number(2, 2) else { return nil }
    if let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      return number(2, 2).map { first * 100 + $0 }
    }
    return mayBeShort && first < 80 ? 2000 + first : nil
  }

  /// A day of an ISO week: `2026-W44-6`, `2026W446`.
  private mutating func weekDate() -> CalendarDate? {
    guard let year = number(4, 4) else { return nil }
    let isExtended = skip("-")
    guard skip("W"), let week = number(2, 2), (1...53).contains(week), skip("-") == isExtended,
      let weekday = number(1, 1), (1...7).contains(weekday), let fourth = CalendarDate(year: year, month: 1, day: 4)
    else { return nil }
    // The week of 4 January is the first; 1970-01-01 was a Thursday.
    let monday = fourth.daysSince1970 - (((fourth.daysSince1970 + 3) % 7) + 7) % 7
    let date = CalendarDate(daysSince1970: monday + (week - 1) * 7 + weekday - 1)
    if week == 53 {
      // The year has 53 weeks only when the Thursday of the last one is its own.
      guard CalendarDate(daysSince1970: monday + 52 * 7 + 3).year == year else { return nil }
    }
    return (0...9999).contains(date.year) ? date : nil
  }

  /// A day with the month's name: `31-Oct-26`, `31. Oktober 2026`, `31 de octubre de 2026`, `Oct 31, 2026`.
  private mutating func namedDate() -> CalendarDate? {
    let month: Int
    let day: Int
    if let first = number(1, 2) {
      day = first
      skipSeparators()
      guard let named = monthName() else { return nil }
      month = named
      skipSeparators()
      if word() == "de" { skipSeparators() }
      return year(mayBeShort: true).flatMap { CalendarDate(year: $0, month: month, day: day) }
    }
    guard let named = monthName() else { return nil }
    skipSeparators()
    guard let number = number(1, 2) else { return nil }
    _ = skip(",")
    skipSeparators()
    return year(mayBeShort: false).flatMap { CalendarDate(year: $0, month: named, day: number) }
  }

  private mutating func skipSeparators() {
    for _ in 0..<2 where separator() == nil { return }
  }

  private mutating func monthName() -> Int? {
    guard let first = word() else { return nil }
    guard first == "de" else { return CalendarDate.monthNumber(named: first) }
    skipSeparators()
    return word().flatMap { CalendarDate.monthNumber(named: $0) }
  }

  /// Consumes at most twelve bytes of letters. Returns nil and consumes nothing if there are no letters, or more.
  private mutating func word() -> String? {
    let start = rest
    var letters: [UInt8] = []
    while let byte = rest.first, byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) {
      guard letters.count < 12 else {
        rest = start
        return nil
      }
      letters.append(byte)
      rest.removeFirst()
    }
    return letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self)
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
