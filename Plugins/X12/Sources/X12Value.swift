internal import RetailValues
internal import SupplyDocuments

/// The values of data elements by their types (X12.6, section 3.5.1).
enum X12Value {
  /// The code of data element 723 for a value that is not of its type; nil when it is.
  static func problem(in text: String, of type: ElementType) -> String? {
    switch type {
    case .numeric: isNumber(text.utf8, point: false) ? nil : "6"
    case .decimal: isNumber(text.utf8, point: true) ? nil : "6"
    case .date: date(text) == nil ? "8" : nil
    case .time: isTime(text) ? nil : "9"
    case .identifier, .string: text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? "6" : nil
    case .binary: nil
    }
  }

  /// Whether the bytes of an element already show that its type and length are right, as nearly always; then no text is made
  /// of them. The elements of a document with millions of lines are checked so.
  static func isPlainlyRight(_ bytes: ArraySlice<UInt8>, _ definition: ElementDefinition, component: UInt8) -> Bool {
    guard bytes.count >= definition.minimum, bytes.count <= definition.maximum, bytes.first != 0x20, bytes.last != 0x20
    else { return false }
    switch definition.type {
    case .numeric, .decimal:
      for byte in bytes where byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") || byte == component { return false }
      return true
    case .identifier, .string:
      for byte in bytes where byte < 0x20 || byte > 0x7E || byte == component { return false }
      return true
    case .date, .time, .binary: return false
    }
  }

  private static func isNumber(_ bytes: String.UTF8View, point: Bool) -> Bool {
    var digits = 0
    var points = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "-") where index == 0: break
      case UInt8(ascii: ".") where point: points += 1
      default: return false
      }
    }
    return digits > 0 && points <= 1
  }

  private static func isTime(_ text: String) -> Bool {
    let digits = text.utf8.map { Int($0) - 48 }
    guard [4, 6, 7, 8].contains(digits.count), digits.allSatisfy({ (0...9).contains($0) }) else { return false }
    return digits[0] * 10 + digits[1] < 24 && digits[2] * 10 + digits[3] < 60
      && (digits.count < 6 || digits[4] * 10 + digits[5] < 60)
  }

  /// The length that counts: signs and points of numbers do not.
  static func length(of bytes: ArraySlice<UInt8>, _ type: ElementType) -> Int {
    switch type {
    case .numeric, .decimal: bytes.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    default: bytes.count { $0 & 0xC0 != 0x80 }
    }
  }

  /// A date of 8 digits, or of 6 with the century left out, in ISO 8601; nil when there is no such day.
  ///
  /// Until version 004010 the year has two digits; from 70 on they are of the 1900s.
  static func date(_ text: String) -> String? {
    let digits = text.utf8.map { Int($0) - 48 }
    guard digits.count == 6 || digits.count == 8, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let yearDigits = digits.count - 4
    var year = digits[..<yearDigits].reduce(0) { $0 * 10 + $1 }
    if yearDigits == 2 { year += year >= 70 ? 1900 : 2000 }
    guard year >= 1 else { return nil }
    let month = digits[yearDigits] * 10 + digits[yearDigits + 1]
    let day = digits[yearDigits + 2] * 10 + digits[yearDigits + 3]
    return CalendarDate(year: year, month: month, day: day)?.description
  }

  /// The day a number of days after another, both in ISO 8601; nil beyond the year 9999.
  static func date(_ text: String, plus days: Int) -> String? {
    guard (0...999).contains(days) else { return nil }
    return CalendarDate(text)?.adding(days: days)?.description
  }

  /// The value as a batch holds it: dates in ISO 8601, numbers with their decimals; nil when it is not of its type.
  static func text(of text: String, _ type: ElementType) -> String? {
    guard !text.isEmpty, problem(in: text, of: type) == nil else { return nil }
    switch type {
    case .date: return date(text)
    case .numeric(let decimals) where decimals > 0: return ExactNumber(x12: text, decimals: decimals)?.text
    case .decimal, .numeric: return plain(text)
    default: return text
    }
  }

  /// A number as others write it: `.5` is `0.5`, `7.` is `7`. Its digits stay.
  private static func plain(_ text: String) -> String {
    var text = text
    if text.hasSuffix(".") { text.removeLast() }
    if text.hasPrefix(".") { return "0" + text }
    if text.hasPrefix("-.") { return "-0" + text.dropFirst() }
    return text
  }
}

extension ExactNumber {
  /// A number as X12 writes it, which has no plus sign; nil for any other text.
  ///
  /// - Parameter decimals: the number of implied decimals; a number with implied decimals has no point.
  init?(x12 text: String, decimals: Int = 0) {
    guard text.utf8.first != UInt8(ascii: "+") else { return nil }
    self.init(text, impliedDecimals: decimals)
  }
}
