/// The preferred cost for valuing stock. If it is unknown, the others follow: average, last, supplier's list, standard.
public enum ValuationMethod: String, Hashable, Sendable, CaseIterable {
  /// The moving weighted average over all locations.
  case movingAverage = "moving-average"
  /// First in, first out: what leaves has the cost of the oldest layer that is left.
  case fifo
  /// The standard cost of the catalog.
  case standard
  /// The cost of the last receipt.
  case last
  /// The retail method: the regular price times the ratio of cost to retail of the category.
  case retail
}

/// The source of a unit cost, in the order in which the sources are tried.
public enum CostSource: String, Hashable, Sendable, CaseIterable {
  /// The layers of a valuation by FIFO.
  case fifo
  /// The price times the ratio of cost to retail.
  case retailMethod = "retail-method"
  case movingAverage = "moving-average"
  case last
  case supplierList = "supplier-list"
  case standard
  /// No cost is known: counted in units, left out of money. Never zero.
  case unvalued
}

/// The cost of a number of units by the layers that they come from.
///
/// The units may come from layers of different cost, so the value is stored in addition to the unit cost. The unit cost
/// is the value divided by the units and is for display only.
public struct LayerCost: Hashable, Sendable {
  /// The value of the units, rounded once, half away from zero; its sign is that of the units.
  public var value: Money
  /// The average cost of one of these units, rounded half away from zero to six decimals.
  public var unitCost: UnitCost

  public init(value: Money, unitCost: UnitCost) {
    self.value = value
    self.unitCost = unitCost
  }
}

/// The cost of a unit by the retail method.
public struct RetailCost: Hashable, Sendable {
  /// Cost ÷ retail of the goods available, to six decimals: the part of 1.00 at retail that is cost.
  public let complement: Int64
  public let unitCost: UnitCost

  /// In millionths; a higher ratio cannot be a shop's ratio of cost to price.
  public static let largestComplement: Int64 = 1_000_000_000

  /// - Parameter complement: in millionths.
  /// - Returns: nil for a negative price, and for a result outside the range of a unit cost.
  public init?(price: Money, complement: Int64) {
    guard price.minorUnits >= 0, (0...Self.largestComplement).contains(complement) else { return nil }
    let scale = (price.currency.minorUnitDigits..<UnitCost.fractionDigits).reduce(Int128(1)) { power, _ in power * 10 }
    let product = Int128(price.minorUnits) * Int128(complement) * scale
    guard let cost = Int64(exactly: (product + 500_000) / 1_000_000) else { return nil }
    self.complement = complement
    unitCost = UnitCost(scaled: cost)
  }
}

/// The unit costs that are known of a variant at a moment, by where they come from.
public struct UnitCosts: Hashable, Sendable {
  /// The cost of the variance by the layers that it takes from or adds to; nil unless the method is FIFO, and if a
  /// layer among them has no known cost.
  public var layers: LayerCost?
  /// The price times the ratio of cost to retail; nil unless the method is the retail method, and without a price or a ratio.
  public var retail: RetailCost?
  /// The moving weighted average of the ledger.
  public var movingAverage: UnitCost?
  /// The cost of the last receipt.
  public var last: UnitCost?
  /// The lowest cost of the suppliers' lists in the shop's currency.
  public var supplierList: UnitCost?
  /// The standard cost of the catalog.
  public var standard: UnitCost?

  public init(
    layers: LayerCost? = nil, retail: RetailCost? = nil, movingAverage: UnitCost? = nil, last: UnitCost? = nil,
    supplierList: UnitCost? = nil,
    standard: UnitCost? = nil
  ) {
    self.layers = layers
    self.retail = retail
    self.movingAverage = movingAverage
    self.last = last
    self.supplierList = supplierList
    self.standard = standard
  }

  /// The first known cost, beginning with the one of the method, with where it was taken from.
  public func first(by method: ValuationMethod) -> (cost: UnitCost?, source: CostSource) {
    let preferred: (UnitCost?, CostSource) =
      switch method {
      case .fifo: (layers?.unitCost, .fifo)
      case .movingAverage: (movingAverage, .movingAverage)
      case .last: (last, .last)
      case .standard: (standard, .standard)
      case .retail: (retail?.unitCost, .retailMethod)
      }
    if let cost = preferred.0 { return (cost, preferred.1) }
    if let movingAverage { return (movingAverage, .movingAverage) }
    if let last { return (last, .last) }
    if let supplierList { return (supplierList, .supplierList) }
    if let standard { return (standard, .standard) }
    return (nil, .unvalued)
  }
}
