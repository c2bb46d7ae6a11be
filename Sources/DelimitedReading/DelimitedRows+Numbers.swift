public import FormatKit

extension DelimitedRows {
  /// An amount of money as digits; the cell unchanged, with an error, when it is not an amount, and nil when it is empty.
  ///
  /// - Parameter name: what the amount is, for people: `price`.
  public func amount(
    _ column: Int?, _ name: String, comma: NumberText.Comma, _ codes: DelimitedCodes, _ problems: inout [Problem]
  ) -> String? {
    guard let text = text(column) else { return nil }
    if let digits = NumberText.digits(text, comma: comma, isMoney: true), !digits.hasPrefix("-") { return digits }
    problems.append(problem(codes.invalidNumber, column, value: text, "the \(name) '\(text)' is not an amount"))
    return text
  }

  /// A quantity, likewise; it may be negative.
  public func quantity(
    _ column: Int?, comma: NumberText.Comma, _ codes: DelimitedCodes, _ problems: inout [Problem]
  ) -> String? {
    guard let text = text(column) else { return nil }
    if let digits = NumberText.digits(text, comma: comma) { return digits }
    problems.append(problem(codes.invalidNumber, column, value: text, "the quantity '\(text)' is not a number"))
    return text
  }
}
