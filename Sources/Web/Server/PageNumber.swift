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
