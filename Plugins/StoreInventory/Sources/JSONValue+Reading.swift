internal import FormatKit
internal import JSONReading
internal import RetailValues

extension JSONValue {
  /// A member by its key in any case; the exact one when there are several.
  func member(_ key: String) -> JSONValue? {
    self[key] ?? members.last { $0.key.lowercased() == key.lowercased() }?.value
  }

  /// The text of a member; nil when it is missing, empty or no scalar.
  func text(_ key: String) -> String? { member(key)?.scalar.flatMap { $0.isEmpty ? nil : $0 } }

  /// The number of the value, written as a number or as a text. An invalid value gets a problem.
  ///
  /// - Parameter name: what the value is, for messages: `the count of Medium`.
  func number(_ name: String, problems: inout [Problem]) -> ExactDecimal? {
    switch content {
    case .number(let digits):
      if let number = try? ExactDecimal(parsing: digits.utf8) { return number }
      if let value = Double(digits), value.isFinite, let number = try? ExactDecimal(parsing: "\(value)".utf8) {
        return number
      }
    case .string(let text):
      let trimmed = text.drop { $0 == " " }
      if let number = try? ExactDecimal(parsing: trimmed.utf8) {
        problems.append(
          Problem(.numberAsText, at: position, value: text, "\(name) is the text '\(text)' instead of a number"))
        return number
      }
    default: break
    }
    problems.append(Problem(.noNumber, at: position, value: self.text, "\(name) '\(shown)' is not a number"))
    return nil
  }

  /// The value for messages.
  var shown: String { scalar ?? String(text.prefix(60)) }
}

extension ExactDecimal {
  /// The digits without an exponent and without zeros at the end; nil above nine decimals or outside the range.
  var plainText: String? {
    guard let (value, isExact) = scaled(toFractionDigits: 9), isExact else { return nil }
    return FixedPointText.shortest(value, fractionDigits: 9)
  }
}
