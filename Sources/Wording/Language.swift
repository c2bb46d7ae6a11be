internal import RetailValues

/// The languages that reports and pages are written in for people.
public enum Language: String, Hashable, Sendable, CaseIterable, Codable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case swedish = "sv"
}

/// The conventions of a language, after the Unicode Common Locale Data Repository.
package struct LanguageConventions: Hashable, Sendable {
  /// The order of the parts of a day.
  package enum DayOrder: Hashable, Sendable {
    /// `2026-10-31`.
    case iso
    /// Day, month, year with that sign between them.
    case dayFirst(String)
  }

  package let language: Language
  package let decimalPoint: String
  package let groupSeparator: String
  /// The minimum number of digits before the first separator: two in Spanish, 1234 and 12.345.
  package private(set) var digitsBeforeGroups = 1
  /// U+2212, as wide as a plus sign.
  package var minus: String { "\u{2212}" }
  /// Between a number and its sign or unit.
  package let unitSpace: String
  package let dayOrder: DayOrder
  /// Between a day and a time of day.
  package let timeSeparator: String

  package static let english = LanguageConventions(.english, ".", ",", unitSpace: " ", .iso, " ")

  package init(_ language: Language) {
    self =
      switch language {
      case .english: .english
      case .german: LanguageConventions(.german, ",", ".", .dayFirst("."), ", ")
      case .french: LanguageConventions(.french, ",", "\u{202F}", .dayFirst("/"), " ")
      case .spanish: LanguageConventions(.spanish, ",", ".", digitsBeforeGroups: 2, .dayFirst("/"), ", ")
      case .swedish: LanguageConventions(.swedish, ",", "\u{A0}", .iso, " ")
      }
  }

  private init(
    _ language: Language, _ decimalPoint: String, _ groupSeparator: String, digitsBeforeGroups: Int = 1,
    unitSpace: String = "\u{A0}", _ dayOrder: DayOrder, _ timeSeparator: String
  ) {
    self.language = language
    self.decimalPoint = decimalPoint
    self.groupSeparator = groupSeparator
    self.digitsBeforeGroups = digitsBeforeGroups
    self.unitSpace = unitSpace
    self.dayOrder = dayOrder
    self.timeSeparator = timeSeparator
  }

  /// Whether a separator comes before the digit at a position counted from the point, in a number with that many digits.
  package func separates(at place: Int, of digits: Int) -> Bool {
    place % 3 == 0 && digits >= 3 + digitsBeforeGroups
  }

  /// A day of ISO 8601, `2026-10-31`, in the format of the language; any other text unchanged.
  package func day(_ text: String) -> String {
    guard case .dayFirst(let sign) = dayOrder else { return text }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 }) else {
      return text
    }
    return [parts[2], parts[1], parts[0]].joined(separator: sign)
  }

  /// A moment as `2026-10-31 18:00`, as the language has it.
  package func moment(_ text: String) -> String {
    guard case .dayFirst = dayOrder else { return text }
    let parts = text.split(separator: " ")
    return parts.count == 2 ? day(String(parts[0])) + timeSeparator + parts[1] : text
  }

  /// A day or a moment that somebody typed in the format of the language, in ISO 8601. Any other text is unchanged, and
  /// so is a day that the calendar does not have, such as `31.02.2026`.
  ///
  /// ```swift
  /// LanguageConventions(.german).isoMoment("30.11.2026")         // 2026-11-30
  /// LanguageConventions(.french).isoMoment("30/11/2026 18:05")   // 2026-11-30T18:05
  /// ```
  package func isoMoment(_ typed: String) -> String {
    guard case .dayFirst(let sign) = dayOrder else { return typed }
    let words = typed.split(maxSplits: 1) { $0.isWhitespace || $0 == "," || $0 == "T" }
    guard let written = words.first else { return typed }
    let parts = written.split(omittingEmptySubsequences: false) { String($0) == sign }
    guard parts.count == 3, parts[2].utf8.count == 4, let day = CalendarDate(written, order: .dayMonthYear) else {
      return typed
    }
    guard words.count == 2 else { return day.description }
    let moment = "\(day)T\(words[1].trimmingSpaces())"
    return WrittenTime(moment.utf8) == nil ? typed : moment
  }

  /// A plain number such as `-1234.5` with the signs of the language.
  package func number(_ plain: String) -> String {
    let isNegative = plain.hasPrefix("-")
    let parts = (isNegative ? plain.dropFirst() : plain[...]).split(separator: ".")
    guard let whole = parts.first else { return plain }
    var text = isNegative ? minus : ""
    for (index, digit) in whole.enumerated() {
      if index > 0, separates(at: whole.count - index, of: whole.count) { text += groupSeparator }
      text.append(digit)
    }
    if parts.count > 1 { text += decimalPoint + parts[1] }
    return text
  }

  /// How a spreadsheet shows a day.
  package var dayInSpreadsheet: String {
    switch dayOrder {
    case .iso: "yyyy\\-mm\\-dd"
    case .dayFirst(let sign): "dd\\\(sign)mm\\\(sign)yyyy"
    }
  }
}
