internal import RetailValues

/// Days and times as the number that a workbook stores for them.
package enum DateSerial {
  /// The day before the first one, in days since 1970.
  private static let day1900 = -25_569

  /// The number for an ISO date, or date and time, in a workbook that counts from 1900.
  ///
  /// - Returns: the number, whether it has parts of a second, and the offset from UTC as written; nil when the text is
  ///   not a date that would be read back unchanged.
  package static func serial(of text: String) -> (number: Double, isDateTime: Bool, fractions: Bool, offset: String)? {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (48...57).contains($0) }) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), let year = number(0..<4),
      let month = number(5..<7), let day = number(8..<10), let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    // Before this day spreadsheets count one too few.
    let serial = date.daysSince1970 - day1900
    guard serial > 60 else { return nil }
    if bytes.count == 10 { return (Double(serial), false, false, "") }
    guard bytes.count >= 19, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), let hour = number(11..<13), hour < 24, let minute = number(14..<16), minute < 60,
      let second = number(17..<19), second < 60
    else { return nil }
    var milliseconds = ((hour * 60 + minute) * 60 + second) * 1000
    var rest = 19
    if bytes.count >= 23, bytes[19] == UInt8(ascii: "."), let fraction = number(20..<23) {
      // Zeros would not come back.
      guard fraction > 0 else { return nil }
      milliseconds += fraction
      rest = 23
    }
    let offset = String(decoding: bytes[rest...], as: UTF8.self)
    guard offset.isEmpty || isOffset(offset) else { return nil }
    return (Double(serial) + Double(milliseconds) / 86_400_000, true, rest == 23, offset)
  }

  /// Whether a text is an offset from UTC as ISO 8601 writes it.
  package static func isOffset(_ text: String) -> Bool {
    if text == "Z" { return true }
    let bytes = Array(text.utf8)
    return bytes.count == 6 && (bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"))
      && bytes[3] == UInt8(ascii: ":") && [1, 2, 4, 5].allSatisfy { (48...57).contains(bytes[$0]) }
  }
}
