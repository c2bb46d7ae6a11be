internal import Foundation
internal import HTTPTypes
internal import RetailValues

/// Quantities as people type them.
enum CountNumber {
  /// A number with a point as its decimal mark, and without spaces. Other text is left as it is, and so is a number
  /// whose digits are grouped in another way than in threes.
  ///
  /// Where both marks occur, the last one is the decimal mark, in any language: `1.234,5` is `1,234.5`.
  static func normalized(_ text: String) -> String {
    guard misgrouped(text) == nil else { return text.trimmed }
    let text = text.filter { !$0.isWhitespace }
    let grouped =
      text.wholeMatch(of: /([+\-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})+),([0-9]+)/)
      ?? text.wholeMatch(of: /([+\-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+)\.([0-9]+)/)
    if let grouped {
      let whole = String(grouped.1).filter { $0 != "." && $0 != "," }
      return "\(whole).\(grouped.2)"
    }
    guard text.count(where: { $0 == "," }) == 1, !text.contains(".") else { return text }
    return text.replacing(",", with: ".")
  }

  /// Why a typed number is not taken: its marks can be between thousands, its digits are not in groups of three, or it
  /// has an exponent; nil for any other text.
  ///
  /// - Parameter shown: what the page itself put into the field, in its language, which is taken as it is.
  static func failure(_ typed: String, shown: String = "") -> PageFailure? {
    guard typed != shown else { return nil }
    let text = typed.filter { !$0.isWhitespace }
    if text.wholeMatch(of: /[+\-]?[0-9.,]+[eE][+\-]?[0-9]+/) != nil {
      return refused(LocalizedText("\(text) is not written in digits"), LocalizedText("Write it as 7 or 0.250."))
    }
    guard let match = text.wholeMatch(of: /[+\-]?([1-9][0-9]{0,2}(?:[.,][0-9]{3})+)[^0-9.,]*/) else {
      guard let number = misgrouped(typed) else { return nil }
      return refused(
        LocalizedText("The digits of \(number) are not in groups of three"),
        LocalizedText("Write the digits without grouping them, such as 1234 or 0.250."))
    }
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

  /// The number in a text whose digits are grouped in another way than in threes, such as `12 3`; nil for other texts.
  private static func misgrouped(_ text: String) -> String? {
    guard let match = text.wholeMatch(of: /\s*[+\-]?([0-9][0-9.,'’\s]*[0-9])[^0-9]*/) else { return nil }
    let number = String(match.1)
    for mark in ExactDecimal.Mark.allCases {
      do {
        _ = try ExactDecimal(parsing: number.utf8, mark: mark)
        return nil
      } catch .tooManyDigits {
        return nil
      } catch {
        // Another mark may be the decimal one.
      }
    }
    return number
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
