/// The price of one stock unit, from the price of a unit of a document.
public struct UnitPrice: Hashable, Sendable {
  /// It has as many decimals as it needs, at most six.
  public let text: String
  /// Whether the division is exact to six decimals.
  public let isExact: Bool

  private static let decimals = 6

  /// Divides a price, to six decimals, rounded half away from zero.
  ///
  /// - Parameters:
  ///   - written: the price as the document has it; a price that nothing divides keeps these digits.
  ///   - divisors: the quantities that the price is for: a number of units, and the stock units in each.
  /// - Returns: nil when a divisor is zero or the numbers have too many digits.
  public init?(_ price: ExactNumber, written: String? = nil, per divisors: ExactNumber...) {
    self.init(price, written: written, per: divisors)
  }

  public init?(_ price: ExactNumber, written: String? = nil, per divisors: [ExactNumber]) {
    var product = ExactNumber.one
    for factor in divisors {
      guard let next = product.multiplied(by: factor) else { return nil }
      product = next
    }
    if product.isOne, price.decimals <= Self.decimals {
      (text, isExact) = (written ?? price.text, true)
      return
    }
    guard let (value, isExact) = price.divided(by: product, decimals: Self.decimals) else { return nil }
    (text, self.isExact) = (value.shortest, isExact)
  }
}
