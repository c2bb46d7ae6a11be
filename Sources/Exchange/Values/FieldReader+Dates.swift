internal import FormatKit
internal import RetailValues

extension FieldReader {
  func time(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> WrittenTime {
    if dates.isDisputed, DateSign(bytes) == .doubtful {
      throw ValueProblem(
        code: .datesConflict,
        message: "\(name) '\(Self.shown(bytes))' may be two dates: day and month cannot be distinguished")
    }
    if let time = WrittenTime(bytes, order: dates.notation) { return time }
    if dates.isSerial, let time = Self.spreadsheetTime(bytes) { return time }
    let shown = Self.shown(bytes)
    if let serial = Self.spreadsheetDay(bytes) {
      throw ValueProblem(
        code: .dateIsSerial, message: "\(name) '\(shown)' is a number, with which spreadsheets mean \(serial)")
    }
    if case .certain(let order) = DateSign(bytes), let evidence = dates.evidence {
      throw ValueProblem(
        code: .orderDiffers,
        message:
          "\(name) '\(shown)' is a date in the order \(order.rawValue), but \(evidence.shown) is in \(dates.notation.rawValue)"
      )
    }
    throw ValueProblem(
      code: .notADate, message: "\(name) '\(shown)' is not a date (read as \(dates.notation.rawValue))")
  }

  /// The day that a spreadsheet's number represents, counted from 1899-12-30, if it is in the years 1954 to 2119.
  static func spreadsheetDay(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
    let whole = bytes.prefix(while: NumberNotation.isDigit)
    guard whole.count == 5 else { return nil }
    let rest = bytes.dropFirst(5)
    guard
      rest.isEmpty
        || [UInt8(ascii: "."), UInt8(ascii: ",")].contains(rest.first) && rest.count > 1
          && rest.dropFirst().allSatisfy(NumberNotation.isDigit)
    else { return nil }
    let number = whole.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return (20_000..<80_500).contains(number) ? CalendarDate(daysSince1970: number - 25_569) : nil
  }

  /// The day and the time of the day that a spreadsheet's number represents; nil for any other text.
  private static func spreadsheetTime(_ bytes: UnsafeBufferPointer<UInt8>) -> WrittenTime? {
    guard let day = spreadsheetDay(bytes) else { return nil }
    var text = "\(day)"
    let digits = String(decoding: bytes.dropFirst(6), as: UTF8.self)
    if !digits.isEmpty, let fraction = Double("0.\(digits)") {
      let seconds = min(86_399, Int((fraction * 86_400).rounded()))
      let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      text += " " + parts.joined(separator: ":")
    }
    return text.withUTF8 { WrittenTime($0, order: .yearMonthDay) }
  }

  /// The last day of a month that is written as `03/2027` or `2027-03`; nil for any other text.
  static func lastDay(ofMonth bytes: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
    guard (6...7).contains(bytes.count) else { return nil }
    let parts = bytes.split(omittingEmptySubsequences: false) { "-./".utf8.contains($0) }
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(NumberNotation.isDigit) }) else {
      return nil
    }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    let (year, month) =
      parts[0].count == 4 ? (numbers[0], numbers[1]) : parts[1].count == 4 ? (numbers[1], numbers[0]) : (0, 0)
    return year < 1900
      ? nil : (28...31).reversed().lazy.compactMap { CalendarDate(year: year, month: month, day: $0) }.first
  }

  /// The problem reported for a time that a change of the clock skipped or repeated.
  func doubtful(_ bytes: UnsafeBufferPointer<UInt8>, _ problem: ClockChanges.TimeProblem) -> ValueProblem {
    let shown = Self.shown(bytes)
    switch problem {
    case .skipped(let first, let second):
      return ValueProblem(
        code: .timeSkipped,
        message:
          "\(name) '\(shown)' never was in \(clock.identifier): it is read as \(clock.iso8601(first)), and may be \(clock.iso8601(second))"
      )
    case .repeated(let first, let second):
      return ValueProblem(
        code: .timeRepeated,
        message:
          "\(name) '\(shown)' was twice in \(clock.identifier): it is read as \(clock.iso8601(first)), and may be \(clock.iso8601(second))"
      )
    }
  }
}
