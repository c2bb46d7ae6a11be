internal import Catalog

/// The price of one stock unit, out of a price, its base and the pack.
struct UnitPrice: Hashable, Sendable {
  /// With as many decimals as it needs, at most six.
  var text: String
  var isExact: Bool

  /// Divides exactly, to six decimals, halves away from zero.
  ///
  /// - Returns: nil when a divisor is zero or the numbers have too many digits to be kept exactly.
  init?(_ price: String, per divisors: [String]) {
    guard let amount = try? ExactDecimal(parsing: Array(price.utf8)) else { return nil }
    var divisor: Int64 = 1
    var exponent = amount.exponent + Self.fractionDigits
    for text in divisors {
      guard let factor = try? ExactDecimal(parsing: Array(text.utf8)), factor.coefficient > 0 else { return nil }
      let (product, overflow) = divisor.multipliedReportingOverflow(by: factor.coefficient)
      if overflow { return nil }
      divisor = product
      exponent -= factor.exponent
    }
    var numerator = amount.coefficient
    for _ in 0..<min(40, exponent.magnitude) {
      let (product, overflow) = (exponent > 0 ? numerator : divisor).multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      if exponent > 0 { numerator = product } else { divisor = product }
    }
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: divisor)
    isExact = remainder == 0
    let isHalf = remainder.magnitude >= divisor.magnitude - remainder.magnitude
    let scaled = isHalf ? quotient + (numerator < 0 ? -1 : 1) : quotient
    // A price that nobody divided keeps its digits as written.
    text =
      divisor == 1 && exponent >= 0 && divisors.isEmpty
      ? price : FixedPointText.shortest(scaled, fractionDigits: Self.fractionDigits)
  }

  private static let fractionDigits = 6
}
