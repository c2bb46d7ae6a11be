internal import RetailValues
internal import SupplyDocuments

/// Values of elements as records have them.
enum DocumentValue {
  /// The day of an `xsd:date`, whose offset does not matter for a day; nil when the text is not such a date.
  static func day(_ text: String) -> String? {
    guard let found = text.wholeMatch(of: /(\d{4}-\d\d-\d\d)(Z|[+\-]\d\d:\d\d)?/) else { return nil }
    let day = String(found.1)
    return CalendarDate(day) == nil ? nil : day
  }

  /// A day with the time of another element, where there is one.
  static func moment(_ day: String, _ time: String?) -> String? {
    guard let date = Self.day(day) else { return nil }
    guard let time, let found = time.wholeMatch(of: /(\d\d:\d\d:\d\d)(\.\d+)?(Z|[+\-]\d\d:\d\d)?/) else { return date }
    return date + "T" + found.1 + (found.3 ?? "")
  }

  /// A code or name in one line.
  static func line(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
    return text.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
  }

  /// Whether a text is a GLN by its length and its check digit, which is that of a GTIN-13.
  static func isGLN(_ text: String) -> Bool { text.utf8.count == 13 && ItemNumbers.isGTIN(text) }
}
