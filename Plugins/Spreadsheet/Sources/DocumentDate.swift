internal import RetailValues
internal import Workbook

/// Dates and lengths of time as OpenDocument stores them, by ISO 8601, made those of ``SerialDate``.
enum DocumentDate {
  private static let millisecondsOfDay = 86_400_000

  /// A date, with a time unless that is midnight, its parts of a second to thousandths; nil when it is not a date.
  ///
  /// A year before 1 or after 9999 leaves it a text.
  static func date(_ stored: [UInt8]) -> (text: String, kind: SheetRow.Kind)? {
    var scan = DateScan(stored)
    let isNegative = scan.skip("-")
    guard let year = scan.number(4...9), scan.skip("-"), let month = scan.number(2...2), scan.skip("-"),
      let day = scan.number(2...2), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var milliseconds = 0
    if scan.skip("T") || scan.skip(" ") {
      guard let time = scan.clock() else { return nil }
      milliseconds = time
    }
    let zone = scan.rest
    guard zone.isEmpty || DateSerial.isOffset(zone) else { return nil }
    guard !isNegative, (1...9999).contains(year) else { return (String(decoding: stored, as: UTF8.self), .text) }
    guard let date = CalendarDate(year: year, month: month, day: day) else { return nil }
    let whole = CalendarDate(daysSince1970: date.daysSince1970 + milliseconds / millisecondsOfDay)
    let time = milliseconds % millisecondsOfDay
    if time == 0, zone.isEmpty { return (whole.description, .date) }
    return (whole.description + "T" + SerialDate.duration(days: 0, time) + zone, .dateTime)
  }

  /// Hours, minutes and seconds, the hours beyond 24 too; nil when it is not a length of time that a cell can show.
  ///
  /// In addition to lengths of time, `PT18H00M00S`, it accepts times of day, which some programs store.
  static func time(_ stored: [UInt8]) -> String? {
    var scan = DateScan(stored)
    if let time = scan.clock(), scan.rest.isEmpty { return SerialDate.duration(days: 0, time) }
    scan = DateScan(stored)
    let isNegative = scan.skip("-")
    guard scan.skip("P") else { return nil }
    var milliseconds = 0
    var hasParts = false
    /// Adds the number before a unit's letter.
    func part(_ letter: Character, _ unit: Int) {
      var ahead = scan
      guard let number = ahead.number(1...9) else { return }
      let fraction = letter == "S" ? ahead.fraction() : 0
      guard ahead.skip(letter) else { return }
      scan = ahead
      milliseconds += number * unit + fraction
      hasParts = true
    }
    part("D", millisecondsOfDay)
    if scan.skip("T") {
      part("H", 3_600_000)
      part("M", 60_000)
      part("S", 1000)
    }
    guard hasParts, scan.rest.isEmpty else { return nil }
    return (isNegative && milliseconds > 0 ? "-" : "") + SerialDate.duration(days: 0, milliseconds)
  }
}

/// Goes through the text of a date.
private struct DateScan {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The rest of the text.
  var rest: String { String(decoding: bytes[index...], as: UTF8.self) }

  mutating func skip(_ character: Character) -> Bool {
    guard index < bytes.count, bytes[index] == character.asciiValue else { return false }
    index += 1
    return true
  }

  /// A number with one of the given numbers of digits.
  mutating func number(_ lengths: ClosedRange<Int>) -> Int? {
    let digits = bytes[index...].prefix { (48...57).contains($0) }
    guard lengths.contains(digits.count) else { return nil }
    index += digits.count
    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// A time of day, in milliseconds.
  mutating func clock() -> Int? {
    guard let hour = number(2...2), hour < 24, skip(":"), let minute = number(2...2), minute < 60, skip(":"),
      let second = number(2...2), second < 60
    else { return nil }
    return ((hour * 60 + minute) * 60 + second) * 1000 + fraction()
  }

  /// Thousandths of the fraction that may follow, rounded.
  mutating func fraction() -> Int {
    var ahead = self
    guard ahead.skip(".") || ahead.skip(",") else { return 0 }
    let digits = ahead.bytes[ahead.index...].prefix { (48...57).contains($0) }
    guard !digits.isEmpty else { return 0 }
    ahead.index += digits.count
    self = ahead
    let thousandths = (Array(digits.prefix(3)) + [48, 48, 48]).prefix(3).reduce(0) { $0 * 10 + Int($1) - 48 }
    return thousandths + (digits.dropFirst(3).first.map { $0 >= 53 } == true ? 1 : 0)
  }
}
