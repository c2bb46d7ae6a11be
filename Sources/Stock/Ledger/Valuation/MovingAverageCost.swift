internal import ProblemKit
internal import RetailValues

/// The moving weighted average cost of one variant over all locations, updated with each of its movements.
///
/// An arrival with a cost is mixed with the stock on hand: (on hand × average + quantity × cost) ÷ (on hand +
/// quantity), rounded half away from zero to six decimals at each step. With no stock, negative stock or stock of
/// unknown cost, the arriving cost is the new average. Issues, and arrivals without a cost, do not change it. A receipt
/// or opening that is cancelled (negative, with its cost) is unmixed in the same way as long as some value is left.
struct MovingAverageCost {
  /// Millionths of the currency for one stock unit; nil while no cost is known.
  private(set) var average: Int64?
  /// Thousandths of the stock unit over all locations, goods on their way included.
  private(set) var onHand: Int64

  init(average: Int64? = nil, onHand: Int64 = 0) {
    self.average = average
    self.onHand = onHand
  }

  /// Movements that set the cost, as an SQL condition on a row of `movements`.
  static func setsCost(_ table: String) -> String {
    """
    (\(table).unit_cost IS NOT NULL AND (\(table).kind IN ('opening', 'receipt') AND \(table).quantity <> 0
      OR \(table).kind = 'adjustment' AND \(table).quantity > 0))
    """
  }

  /// Takes in one movement, transfers excepted.
  ///
  /// - Parameter cost: the cost of one unit when the movement sets the cost, else nil.
  /// - Throws: ``Problem/Code/refused`` when the stock leaves the range of a quantity.
  mutating func add(quantity: Int64, cost: Int64?) throws {
    let (after, overflow) = onHand.addingReportingOverflow(quantity)
    guard !overflow else {
      throw Problems(
        .refused, "the stock of a variant leaves the range of ±9,223,372,036,854,775.807",
        remedy: "Look for a quantity far too large, such as a barcode in the quantity column; nothing was changed.")
    }
    defer { onHand = after }
    guard let cost else { return }
    guard let average, onHand > 0 else {
      if quantity > 0 { self.average = cost }
      return
    }
    // Taken back down to nothing or below: no stock is left that could have another cost.
    guard after > 0 else { return }
    let value = Int128(onHand) * Int128(average) + Int128(quantity) * Int128(cost)
    if quantity < 0, (value < 0) != (average < 0) { return }
    if let mixed = Int64(exactly: value.dividedHalfAwayFromZero(by: Int128(after))) { self.average = mixed }
  }
}
