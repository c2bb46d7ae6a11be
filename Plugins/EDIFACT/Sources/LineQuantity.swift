internal import FormatKit
internal import SupplyDocuments

/// How much a line is about: the number, its unit, and the stock units in one of it.
struct LineQuantity: Sendable {
  var number: String?
  var unit: String?
  var packSize: String?

  init(_ quantity: Capture?, in line: Captures, problems: inout [EDIFACTProblem]) {
    guard let quantity else { return }
    number = WrittenNumber(quantity[2])?.text
    let code = quantity[3]
    let known = CodeLists.units[code.uppercased()]
    if !code.isEmpty {
      unit = known?.word ?? code
      if known == nil {
        problems.append(.unknownCode(code, of: "6411", at: quantity.place.at(1, 3), .segment))
      }
    }
    let isConsumerUnit = line.text("description_code") == "CU"
    if let pack = line["pack"], let stated = WrittenNumber(pack[2])?.text, ExactNumber(stated) != .zero {
      // Consumer units are counted already; the pack only shows how they are packed.
      packSize = isConsumerUnit ? "1" : stated
      if unit == nil { unit = isConsumerUnit ? "each" : "case" }
    } else {
      packSize = known?.stockUnits?.text ?? (isConsumerUnit ? "1" : nil)
    }
  }

  /// The price of one stock unit of a PRI composite; nil when the composite has no price.
  func unitPrice(_ price: Capture?, problems: inout [EDIFACTProblem]) -> String? {
    guard let price, let amount = WrittenNumber(price[2])?.text else { return nil }
    var divisors: [String] = []
    if let base = WrittenNumber(price[5])?.text, base != "1", ExactNumber(base) != .zero {
      divisors.append(base)
    }
    let priceUnit = CodeLists.units[price[6].uppercased()]
    if let content = priceUnit?.stockUnits {
      if !content.isOne { divisors.append(content.text) }
    } else if let packSize, packSize != "1" {
      divisors.append(packSize)
    }
    guard let unitPrice = Self.divided(amount, by: divisors) else {
      problems.append(
        EDIFACTProblem(
          .edifactInvalidNumber, .segment, error: 37, at: price.place.at(1, 2), value: price[2],
          "the price '\(price[2])' has too many digits to be divided exactly"))
      return nil
    }
    if !unitPrice.isExact {
      problems.append(
        EDIFACTProblem(
          .edifactInexactPrice, .segment, error: 12, at: price.place.at(1, 2), value: price[2],
          "the price '\(price[2])' for \(divisors.joined(separator: " × ")) does not come out even: \(unitPrice.text)"))
    }
    return unitPrice.text
  }

  /// A price for a number of units of a given size; nil when one of them is not a positive number or the numbers have
  /// too many digits.
  static func divided(_ price: String, by divisors: [String]) -> UnitPrice? {
    let numbers = divisors.compactMap { ExactNumber($0) }
    guard let amount = ExactNumber(price), numbers.count == divisors.count, !numbers.contains(where: \.isNegative)
    else { return nil }
    return UnitPrice(amount, written: price, per: numbers)
  }
}
