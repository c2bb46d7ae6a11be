internal import Foundation
internal import HTTPTypes

/// Quantities as people type them.
enum CountNumber {
  /// A number with a point as its decimal mark, and without spaces; other text is left as it is.
  static func normalized(_ text: String) -> String {
    let text = text.filter { !$0.isWhitespace }
    guard text.count(where: { $0 == "," }) == 1, !text.contains(".") else { return text }
    return text.replacing(",", with: ".")
  }

  /// Why a typed number is not taken: its marks can be between thousands, or it has an exponent; nil for any other text.
  ///
  /// - Parameter shown: what the page itself put into the field, which is taken as it is.
  static func failure(_ typed: String, shown: String = "") -> PageFailure? {
    guard typed != shown else { return nil }
    let text = typed.filter { !$0.isWhitespace }
    if text.wholeMatch(of: /[+\-]?[0-9.,]+[eE][+\-]?[0-9]+/) != nil {
      return refused(LocalizedText("\(text) is not written in digits"), LocalizedText("Write it as 7 or 0.250."))
    }
    guard let match = text.wholeMatch(of: /[+\-]?([1-9][0-9]{0,2}(?:[.,][0-9]{3})+)[^0-9.,]*/) else { return nil }
    let number = String(match.1)
    let groups = number.split { $0 == "." || $0 == "," }.map(String.init)
    let marks = number.filter { $0 == "." || $0 == "," }
    let whole = groups.joined()
    guard groups.count > 2 else {
      let decimal = groups.joined(separator: ".")
      // A fourth decimal is never between thousands.
      let precise = LocalizedText(typed: decimal + "0")
      return refused(
        LocalizedText("\(number) can mean \(whole) or \(LocalizedText(typed: decimal))"),
        LocalizedText("Write \(whole), or \(precise)."))
    }
    // The last of two different marks is the decimal one.
    let plain = Set(marks).count == 1 ? whole : groups.dropLast().joined() + "." + (groups.last ?? "")
    return refused(
      LocalizedText("\(number) has marks between its digits"), LocalizedText("Write \(LocalizedText(typed: plain))."))
  }

  private static func refused(_ title: LocalizedText, _ remedy: LocalizedText) -> PageFailure {
    PageFailure(status: .unprocessableContent, title: title, remedy: remedy)
  }

  /// The sum of two numbers, not below zero; nil when one of them is not a number.
  static func sum(_ one: String, _ other: String) -> String? {
    guard let first = decimal(one), let second = decimal(other) else { return nil }
    return "\(max(0, first + second))"
  }

  private static func decimal(_ text: String) -> Decimal? {
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard !digits.isEmpty, digits.count < 16, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      digits.count(where: { $0 == "." }) < 2
    else { return nil }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }
}
