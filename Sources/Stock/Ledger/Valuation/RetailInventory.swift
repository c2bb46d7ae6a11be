internal import RetailValues

/// Cost and retail of the goods of one category that were available during a year: the conventional retail method.
///
/// The complement is (opening cost + purchases at cost) ÷ (opening retail + purchases at retail + markups − markup
/// cancellations). Markdowns are left out of it, so that marked-down goods are valued below their cost, and not above
/// their net realisable value. Sales are in neither sum, because the remaining goods are known by the piece.
///
/// The price valid when goods were last received, or when the year began, is their original price. A price rise above
/// it is a markup of all stock on hand, and a later fall back to it is a markup cancellation. A fall below it is a
/// markdown. Markdowns of a sales event are always cancelled when the event ends.
struct RetailInventory: Equatable {
  /// An event of a category's goods, in the order of time.
  enum Event: Equatable {
    /// Goods on hand when a year begins, at the price until then, which an event may have marked down from the original one.
    case opening(variant: Int64, quantity: Int64, price: Int64, original: Int64)
    /// Another price for what is on hand.
    case price(variant: Int64, onHand: Int64, before: Int64, after: Int64)
    /// Goods that come in with a cost, or go back with one.
    case purchase(variant: Int64, quantity: Int64, unitCost: Int64, price: Int64)
  }

  /// Minor units.
  private(set) var cost: Int128 = 0
  private(set) var retail: Int128 = 0
  /// Millionths; nil until something was bought that has a price.
  private(set) var complement: Int64?
  private var openingRetail: Int128 = 0
  private var isChanged = false
  /// The complement of the year before.
  private var carried: Int64?
  private var originalPrices: [Int64: Int64] = [:]
  private let costDivisor: Int128

  /// - Parameter costDivisor: thousandths × millionths for one minor unit.
  init(costDivisor: Int64) { self.costDivisor = Int128(costDivisor) }

  /// Begins another year: its opening stock is what ``Event/opening(variant:quantity:price:original:)`` names, at the complement
  /// of the year before.
  mutating func beginYear() {
    carried = complement
    (cost, retail, openingRetail) = (0, 0, 0)
  }

  mutating func add(_ event: Event) {
    switch event {
    case .opening(let variant, let quantity, let price, let original):
      originalPrices[variant] = original
      guard quantity > 0, let carried else { return }
      openingRetail += (Int128(quantity) * Int128(price)).dividedHalfAwayFromZero(by: 1000)
      retail = openingRetail
      cost = (openingRetail * Int128(carried)).dividedHalfAwayFromZero(by: 1_000_000)
    case .price(let variant, let onHand, let before, let after):
      guard onHand > 0 else { return }
      let original = originalPrices[variant] ?? before
      let markup = Int128(max(after, original)) - Int128(max(before, original))
      guard markup != 0 else { return }
      retail += (Int128(onHand) * markup).dividedHalfAwayFromZero(by: 1000)
      isChanged = true
    case .purchase(let variant, let quantity, let unitCost, let price):
      if quantity > 0 { originalPrices[variant] = price }
      cost += (Int128(quantity) * Int128(unitCost)).dividedHalfAwayFromZero(by: costDivisor)
      retail += (Int128(quantity) * Int128(price)).dividedHalfAwayFromZero(by: 1000)
      isChanged = true
    }
  }

  /// Computes the ratio when everything of one moment was added.
  ///
  /// A year without purchases and markups, or in which all of them went back, has no ratio of its own; the one before stays.
  mutating func settle() {
    guard isChanged else { return }
    isChanged = false
    guard retail > 0, cost >= 0 else { return }
    let ratio = (cost * 1_000_000).dividedHalfAwayFromZero(by: retail)
    if let ratio = Int64(exactly: ratio), ratio <= RetailCost.largestComplement { complement = ratio }
  }
}
