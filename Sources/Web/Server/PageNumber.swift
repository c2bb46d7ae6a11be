internal import FormatKit

/// How pages write numbers; reports write theirs the same way.
enum PageNumber {
  /// A number of a command, such as an amount, as the language of the page writes it: in English with a comma between thousands.
  ///
  /// What is not a plain number is shown as it is; nil is empty.
  ///
  /// ```swift
  /// PageNumber.text("25062.84")  // 25,062.84
  /// PageNumber.text("-1200")     // −1,200
  /// ```
  static func text(_ plain: String?) -> LocalizedText { LocalizedText(number: plain) }

  /// A whole number as the language of the page writes it.
  static func text(_ number: Int) -> LocalizedText { text("\(number)") }

  /// A value of a command by its type: numbers, days and moments as the language of the page writes them, and `yes` or `no`.
  ///
  /// Texts and codes are shown as they are, even where they are digits alone. So is what does not have its type.
  ///
  /// ```swift
  /// PageNumber.value("1234.50", of: .money)  // 1,234.50
  /// PageNumber.value("0012345", of: .code)   // 0012345
  /// ```
  static func value(_ plain: String?, of type: ValueType) -> LocalizedText {
    switch type {
    case .quantity, .unitCost, .money, .percent, .degrees, .wholeNumber: text(plain)
    case .date, .dateTime: day(plain ?? "")
    case .boolean: LocalizedText(word: ["true": "yes", "false": "no"][plain ?? ""] ?? plain)
    case .choice: LocalizedText(word: ImportPages.words(plain))
    case .text, .code, .barcode, .currency: LocalizedText(verbatim: plain ?? "")
    }
  }

  /// A day or a moment of ISO 8601, without its offset and without seconds that are zero.
  private static func day(_ plain: String) -> LocalizedText {
    let pattern = /([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)[^ ]*)?/
    guard let match = plain.wholeMatch(of: pattern) else { return LocalizedText(verbatim: plain) }
    guard let time = match.2 else { return LocalizedText(moment: plain) }
    let isWholeMinute = time.utf8.count > 5 && time.hasSuffix(":00")
    return LocalizedText(moment: "\(match.1) \(isWholeMinute ? time.dropLast(3) : time)")
  }

  /// A limit as settings show it: `1,200`, `5 %`, `3 years`, `off`.
  static func limit(_ plain: String?) -> LocalizedText {
    let parts = (plain ?? "").split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      let isNumber = plain?.first?.isNumber ?? false
      return isNumber ? text(plain) : LocalizedText(word: plain)
    }
    let number = text(parts[0])
    guard parts[1] == "years" else {
      return LocalizedText([number, LocalizedText(verbatim: parts[1])], separator: " ")
    }
    return LocalizedText(count: Int(parts[0]) ?? 0, one: "1 year", other: "\(number) years")
  }

  /// The size of a file: `120 bytes`, `12 kB`, `1,234.5 MB`.
  static func size(_ bytes: Int) -> LocalizedText {
    let whole = text(bytes < 1_000 ? bytes : bytes / 1_000)
    if bytes < 1_000 { return LocalizedText(count: bytes, one: "1 byte", other: "\(whole) bytes") }
    if bytes < 1_000_000 { return LocalizedText("\(whole) kB") }
    let tenths = bytes / 100_000
    let number = text("\(tenths / 10).\(tenths % 10)")
    return LocalizedText("\(number) MB")
  }

  /// A number of things: `1 record`, `1,200 records`.
  static func of(_ count: Int, _ noun: Noun) -> LocalizedText {
    let number = text(count)
    return switch noun {
    case .record: LocalizedText(count: count, one: "1 record", other: "\(number) records")
    case .file: LocalizedText(count: count, one: "1 file", other: "\(number) files")
    case .error: LocalizedText(count: count, one: "1 error", other: "\(number) errors")
    case .row: LocalizedText(count: count, one: "1 row", other: "\(number) rows")
    case .change: LocalizedText(count: count, one: "1 change", other: "\(number) changes")
    case .case: LocalizedText(count: count, one: "1 case", other: "\(number) cases")
    }
  }

  /// What is counted in sentences.
  enum Noun { case record, file, error, row, change, `case` }
}

extension JSONValue {
  /// A number as pages write it; empty for anything but a number or a text.
  var numberText: LocalizedText { PageNumber.text(text) }
}
