internal import Foundation
internal import HTTPTypes
internal import RetailValues
internal import Wording

/// Quantities as people type them.
enum CountNumber {
  /// The signs that can be the decimal mark, each with its name.
  private static let marks: [(sign: Character, name: ExactDecimal.Mark)] = [(".", .point), (",", .comma)]

  private static func isMark(_ character: Character) -> Bool { marks.contains { $0.sign == character } }

  /// A number with a point as its decimal mark, and without spaces. Other text is left as it is, and so is a number
  /// whose digits are grouped in another way than in threes.
  ///
  /// Where both marks occur, the last one is the decimal mark, in any language: `1.234,5` is `1,234.5`.
  static func normalized(_ text: String) -> String {
    guard misgrouped(text) == nil else { return text.trimmed }
    let text = text.filter { !$0.isWhitespace }
    guard let last = text.lastIndex(where: isMark), let decimal = marks.first(where: { $0.sign == text[last] }),
      isNumber(text, mark: decimal.name)
    else { return text }
    let (whole, fraction) = (text[..<last], text[text.index(after: last)...])
    // Nothing follows the decimal mark of `1.234,`: it was not typed to its end.
    guard !fraction.isEmpty || !whole.contains(where: isMark) else { return text }
    let digits = String(whole).filter { !isMark($0) }
    return "\(digits).\(fraction)"
  }

  /// A number that was typed, with a decimal mark in place of the other one: `3,15` is `3.15` where the point is the mark. A
  /// number that can mean two, as `3,150` can, and any other text are left as they are.
  static func written(_ typed: String, withMark mark: Character) -> String {
    guard let last = typed.last(where: isMark), last != mark, failure(typed) == nil else { return typed }
    let plain = normalized(typed)
    return isNumber(plain, mark: .point) ? plain.replacing(".", with: String(mark)) : typed
  }

  /// Digits of the longest quantity; what is longer was scanned into the wrong field.
  private static let longestQuantity = 7

  /// Why a plain number is not how many there are of an item; nil where it is.
  static func failure(ofQuantity number: String) -> PageFailure? {
    guard !number.isEmpty else {
      return refused(LocalizedText("The number is missing"), LocalizedText("Write it as 7 or 0.250."))
    }
    guard number.count <= longestQuantity || number.contains(".") else {
      return refused(
        LocalizedText("\(number) looks like a code, so nothing was saved"),
        LocalizedText("Write how many there are. Then scan the next code into its field."))
    }
    guard Quantity(number).map({ $0.scaled >= 0 }) == true else {
      return refused(LocalizedText("\(number) is not a number of units"), LocalizedText("Write it as 7 or 0.250."))
    }
    return nil
  }

  /// Why a typed number is not taken: its marks can be between thousands, its digits are not in groups of three, no digit
  /// follows its second mark, or it has an exponent; nil for any other text.
  ///
  /// - Parameters:
  ///   - shown: what the page itself put into the field, in its language, which is taken as it is.
  ///   - language: that of the page. Its decimal mark is one, also before three digits: the page itself writes `9,502`.
  ///     Its mark between thousands is asked about all the same: scales and other keyboards have it as a decimal mark. So
  ///     are three zeros, which no page writes: `1,000` may be a thousand on a German page as well.
  static func failure(_ typed: String, shown: String = "", in language: Language? = nil) -> PageFailure? {
    guard typed != shown else { return nil }
    let text = typed.filter { !$0.isWhitespace }
    if text.wholeMatch(of: /[+\-]?[0-9.,]+[eE][+\-]?[0-9]+/) != nil {
      return refused(LocalizedText("\(text) is not written in digits"), LocalizedText("Write it as 7 or 0.250."))
    }
    let number = text.wholeMatch(of: /[+\-]?([0-9.,]+)[^0-9.,]*/).map { String($0.output.1) } ?? ""
    guard let groups = thousands(of: number) else {
      let ungrouped = LocalizedText("Write the digits without grouping them, such as 1234 or 0.250.")
      if let number = misgrouped(typed) {
        return refused(LocalizedText("The digits of \(number) are not in groups of three"), ungrouped)
      }
      // One mark alone, as in `5,`, can only be the decimal mark.
      let isCutOff = number.wholeMatch(of: /[0-9]+[.,].*[.,]/) != nil
      return isCutOff ? refused(LocalizedText("No digits follow the last mark of “\(number)”"), ungrouped) : nil
    }
    let whole = groups.joined()
    let canBeDecimal = groups.count == 2 && groups[1] != "000"
    if canBeDecimal, let language, number.contains(LanguageConventions(language).decimalPoint) { return nil }
    guard groups.count == 2 else {
      return refused(LocalizedText("\(number) has marks between its digits"), LocalizedText("Write \(whole)."))
    }
    let decimal = groups.joined(separator: ".")
    // A fourth decimal is never between thousands.
    let precise = LocalizedText(typed: decimal + "0")
    return refused(
      LocalizedText("\(number) can mean \(whole) or \(LocalizedText(typed: decimal))"),
      LocalizedText("Write \(whole), or \(precise)."))
  }

  /// The groups of three digits between marks of one kind, which is then not sure to be the decimal mark: `1.234`; nil
  /// for other texts, and where both marks occur, because the last one is then the decimal mark.
  private static func thousands(of number: String) -> [String]? {
    let groups = number.split(whereSeparator: isMark).map(String.init)
    guard groups.count > 1, let decimal = marks.first(where: { !number.contains($0.sign) }),
      (try? ExactDecimal(parsing: number.utf8, mark: decimal.name)) != nil
    else { return nil }
    return groups
  }

  /// The number in a text whose digits are grouped in another way than in threes, such as `12 3`; nil for other texts.
  private static func misgrouped(_ text: String) -> String? {
    guard let match = text.wholeMatch(of: /\s*[+\-]?([0-9][0-9.,'’\s]*[0-9])[^0-9]*/) else { return nil }
    let number = String(match.1)
    return marks.contains { isNumber(number, mark: $0.name) } ? nil : number
  }

  /// Whether a text is a number with that decimal mark, also one with more digits than can be kept.
  private static func isNumber(_ text: String, mark: ExactDecimal.Mark) -> Bool {
    do {
      _ = try ExactDecimal(parsing: text.utf8, mark: mark)
      return true
    } catch .tooManyDigits {
      return true
    } catch {
      return false
    }
  }

  private static func refused(_ title: LocalizedText, _ remedy: LocalizedText) -> PageFailure {
    PageFailure(status: .unprocessableContent, title: title, remedy: remedy)
  }

  /// The sum of two numbers, not below zero; nil when one of them is not a number.
  static func sum(_ one: String, _ other: String) -> String? {
    guard let first = decimal(one), let second = decimal(other) else { return nil }
    return "\(max(0, first + second))"
  }

  /// The product of two numbers; nil when one of them is not a number.
  static func product(_ one: String, _ other: String) -> String? {
    guard let first = decimal(one), let second = decimal(other) else { return nil }
    return "\(first * second)"
  }

  private static func decimal(_ text: String) -> Decimal? {
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard !digits.isEmpty, digits.count < 16, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      digits.count(where: { $0 == "." }) < 2
    else { return nil }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }
}
