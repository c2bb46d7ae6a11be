internal import RetailValues

/// A price less a discount, exact.
struct NetCost: Hashable, Sendable {
  /// With at most six decimals.
  let text: String
  let isExact: Bool

  /// A number as ONIX writes one: digits, with a point if it has decimals.
  static func isNumber(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count) && text.utf8.count <= 30
      && parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// - Parameters:
  ///   - price: the price before the discount.
  ///   - percent: 0 to 100.
  /// - Returns: nil if one of them is not such a number, or has more digits than can be stored.
  init?(_ price: String, lessPercent percent: String) {
    guard Self.isNumber(price), Self.isNumber(percent), let amount = try? ExactDecimal(parsing: Array(price.utf8)),
      let part = try? ExactDecimal(parsing: Array(percent.utf8)), part.exponent <= 0, part.exponent >= -9
    else { return nil }
    var hundred: Int64 = 100
    for _ in 0..<(-part.exponent) { hundred *= 10 }
    guard part.coefficient <= hundred else { return nil }
    // Both have at most 18 digits, and the product at most 36, which 128 bits hold.
    self.init(
      Int128(amount.coefficient) * Int128(hundred - part.coefficient), exponent: amount.exponent + part.exponent - 2)
  }

  /// A price less an amount; nil when the amount is more than the price.
  init?(_ price: String, lessAmount discount: String) {
    guard Self.isNumber(price), Self.isNumber(discount), let amount = try? ExactDecimal(parsing: Array(price.utf8)),
      let less = try? ExactDecimal(parsing: Array(discount.utf8)), let left = amount.scaled(toFractionDigits: 6),
      let right = less.scaled(toFractionDigits: 6), left.isExact, right.isExact, right.value <= left.value
    else { return nil }
    self.init(Int128(left.value - right.value), exponent: -6)
  }

  private init?(_ coefficient: Int128, exponent: Int) {
    var (value, places) = (coefficient, exponent)
    var isExact = true
    while places < -6 {
      let (quotient, remainder) = value.quotientAndRemainder(dividingBy: 10)
      if remainder != 0 { isExact = false }
      // Half away from zero, once, at the last digit that goes.
      value = places == -7 && remainder >= 5 ? quotient + 1 : quotient
      places += 1
    }
    while places > -6 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
      places -= 1
    }
    guard let scaled = Int64(exactly: value) else { return nil }
    text = FixedPointText.shortest(scaled, fractionDigits: 6)
    self.isExact = isExact
  }
}
