public import RetailValues

extension OrderDifference {
  /// Whether two costs differ only because somebody rounded them: over the whole line by no more than the smallest amount of
  /// the currency, or one is the other with the decimals of the currency, within a hundredth of it.
  ///
  /// A case of twelve for 25.00 costs 2.083333 a piece, and the invoice says 2.08. Screws ordered at 0.012 and invoiced
  /// at 0.01 are not the same: that is a sixth of their price.
  ///
  /// - Parameters:
  ///   - currency: that of the order.
  ///   - units: what was ordered of the line, in stock units.
  public func isRounding(in currency: Currency, of units: Quantity) -> Bool {
    guard let expected = expectedCost?.scaled, let found = foundCost?.scaled else { return false }
    let smallest = (currency.minorUnitDigits..<UnitCost.fractionDigits).reduce(Int128(1)) { power, _ in power * 10 }
    let difference = Int128(max(expected, found)) - Int128(min(expected, found))
    if difference * Int128(units.scaled.magnitude) <= smallest * 1000 { return true }
    let isRounded = [expected, found].contains { Int128($0) % smallest == 0 }
    return isRounded && difference * 2 <= smallest && difference * 100 <= Int128(expected.magnitude)
  }
}
