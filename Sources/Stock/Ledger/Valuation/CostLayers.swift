internal import ProblemKit
internal import RetailValues

/// The layers of one variant's stock over all locations, first in, first out, as its movements go by.
///
/// - What arrives makes a layer at its own cost; without one (a gain of a count, a correction, a receipt whose price is to
///   follow) at the cost of the latest layer.
/// - What leaves takes from the oldest layers.
/// - What a customer brings back is put in front again, at the cost of what was taken last: it is the next to be sold. Where
///   what was taken last came from a layer without a cost, it comes back without one.
/// - What goes back to a supplier takes the newest layer of the document's cost, else the newest layers.
/// - An opening without a cost that is taken back, because its cost became known, takes the newest layers without a cost: another
///   location may have opened its stock since.
/// - What leaves without a layer (stock below zero) has the cost of the latest layer, and what arrives next covers it first:
///   that much makes no layer. So no later receipt changes the value of what left before it.
///
/// A layer whose cost is not known is kept as such. Units from it have no value by FIFO; they are valued by the next source.
struct CostLayers {
  /// Units that came in together or at the same cost.
  struct Layer: Equatable {
    /// Thousandths of the stock unit; more than zero.
    var quantity: Int64
    /// Millionths of the currency for one stock unit; nil when unknown.
    var cost: Int64?
  }

  /// The quantity and value that a movement takes or adds.
  struct Flow: Equatable {
    /// Thousandths of the stock unit, negative for what leaves.
    var quantity: Int64
    /// Billionths of the currency, of the sign of the quantity; nil when a unit among them has no known cost.
    var value: Int128?

    static let nothing = Flow(quantity: 0, value: 0)
  }

  /// Of the kinds of movements, what matters to the layers.
  enum Kind {
    /// Makes a layer when it arrives, takes the oldest when it leaves.
    case ordinary
    /// A sale; brought back when its quantity is positive.
    case sale
    /// A receipt; taken back when its quantity is negative.
    case supply
    /// An opening; taken back when its quantity is negative.
    case opening
  }

  /// The layers from the oldest on, starting at index `first`; earlier layers are used up. A layer in between may be
  /// empty, but never the first or the last.
  private var layers: [Layer] = []
  private var first = 0
  /// The number of the layer at index 0: a layer keeps its number when earlier layers are removed.
  private var numberOfFirst = 0
  /// Of each cost the numbers of the layers that were made at it, the newest last; some may be used up. A supplier's return
  /// finds its layer by it, however many there are.
  private var made: [Int64: [Int]] = [:]
  /// Units that left without a layer and were not yet covered.
  private var shortage: Int64 = 0
  /// Sums over the layers: units of unknown cost, all units, and the value of those with a cost.
  private var uncosted: Int64 = 0
  private var units: Int64 = 0
  private var value: Int128 = 0
  /// The cost of the latest layer, used up or not; nil until one with a cost was made.
  private(set) var latestCost: Int64?
  /// The unit that was taken last by a sale or anything else but a supplier; nil until one was taken at a known cost or from
  /// a layer.
  private var lastTaken: TakenUnit?

  private struct TakenUnit {
    /// Millionths of the currency; nil when its layer has no known cost.
    var cost: Int64?
  }

  init() {}

  /// The layers that are left, the oldest first.
  var remaining: [Layer] { layers[first...].filter { $0.quantity > 0 } }

  /// The average cost of one remaining unit, in millionths; that of the latest layer if no units remain; nil if one of
  /// the costs is unknown.
  var stockCost: Int64? {
    guard units > 0 else { return latestCost }
    return uncosted > 0 ? nil : Self.rounded(value, by: Int128(units))
  }

  /// The flow of a variance, without changing the layers.
  func quote(_ quantity: Int64) throws -> Flow {
    var copy = self
    return try copy.add(quantity: quantity, kind: .ordinary, cost: nil)
  }

  /// Adds several movements as one: only their sum takes from the layers or makes a layer.
  ///
  /// - Returns: for each movement the sum up to and including it, of quantities and values. The last is the change of
  ///   the layers; the others are the changes that the layers would have had up to there. If one of these is unknown
  ///   but the last is known, the value of the last is distributed over the quantities.
  mutating func add(sumOf quantities: [Int64]) throws -> [Flow] {
    var sums: [Int64] = []
    for quantity in quantities {
      let (sum, overflow) = (sums.last ?? 0).addingReportingOverflow(quantity)
      guard !overflow else { throw Self.outOfRange }
      sums.append(sum)
    }
    guard let total = sums.last else { return [] }
    let flows = try sums.dropLast().map { try quote($0) }
    let flow = try add(quantity: total, kind: .ordinary, cost: nil)
    guard total != 0, let value = flow.value, flows.contains(where: { $0.value == nil }) else { return flows + [flow] }
    // Dividing first keeps the product in range; what the remainder loses is far below the smallest coin.
    return sums.map { Flow(quantity: $0, value: $0 == total ? value : value / Int128(total) * Int128($0)) }
  }

  /// Takes in one movement, transfers excepted.
  ///
  /// - Parameter cost: what the document says that one unit costs, if it sets the cost.
  /// - Throws: ``Problem/Code/refused`` when the stock leaves the range of a quantity.
  mutating func add(quantity: Int64, kind: Kind, cost: Int64?) throws -> Flow {
    if quantity > 0 { return try bring(quantity, kind: kind, cost: cost) }
    guard quantity < 0 else { return .nothing }
    guard quantity != .min else { throw Self.outOfRange }
    return try take(-quantity, kind: kind, cost: cost)
  }

  // MARK: - In

  private mutating func bring(_ quantity: Int64, kind: Kind, cost: Int64?) throws -> Flow {
    let isBroughtBack = kind == .sale
    let unitCost = cost ?? (isBroughtBack ? (lastTaken ?? TakenUnit(cost: latestCost)).cost : latestCost)
    let covered = min(shortage, quantity)
    shortage -= covered
    let left = quantity - covered
    if left > 0 {
      let (sum, overflow) = units.addingReportingOverflow(left)
      guard !overflow else { throw Self.outOfRange }
      units = sum
      if let unitCost { value += Int128(left) * Int128(unitCost) } else { uncosted += left }
      if isBroughtBack { putInFront(left, unitCost) } else { putBehind(left, unitCost) }
    }
    if let unitCost, !isBroughtBack { latestCost = unitCost }
    return Flow(quantity: quantity, value: unitCost.map { Int128(quantity) * Int128($0) })
  }

  private mutating func putInFront(_ quantity: Int64, _ cost: Int64?) {
    if first < layers.count, layers[first].cost == cost {
      layers[first].quantity += quantity
    } else {
      if first > 0 {
        first -= 1
        layers[first] = Layer(quantity: quantity, cost: cost)
      } else {
        layers.insert(Layer(quantity: quantity, cost: cost), at: 0)
        numberOfFirst -= 1
      }
      if let cost { made[cost, default: []].insert(numberOfFirst + first, at: 0) }
    }
  }

  /// Consecutive layers of the same cost are merged, because the value is the same.
  private mutating func putBehind(_ quantity: Int64, _ cost: Int64?) {
    if first < layers.count, layers[layers.count - 1].cost == cost {
      layers[layers.count - 1].quantity += quantity
    } else {
      layers.append(Layer(quantity: quantity, cost: cost))
      if let cost { made[cost, default: []].append(numberOfFirst + layers.count - 1) }
    }
  }

  // MARK: - Out

  private mutating func take(_ quantity: Int64, kind: Kind, cost: Int64?) throws -> Flow {
    let isReturned = kind == .supply || kind == .opening
    var left = quantity
    var taken: Int128 = 0
    var isKnown = true
    func note(_ units: Int64, _ cost: Int64?) {
      if let cost { taken -= Int128(units) * Int128(cost) } else { isKnown = false }
    }
    if isReturned, let cost, let index = newest(at: cost) {
      let part = min(left, layers[index].quantity)
      left -= part
      note(part, remove(part, at: index))
    }
    while left > 0, uncosted > 0, kind == .opening, cost == nil,
      let index = layers.lastIndex(where: { $0.cost == nil && $0.quantity > 0 })
    {
      let part = min(left, layers[index].quantity)
      left -= part
      note(part, remove(part, at: index))
    }
    while left > 0, first < layers.count {
      let index = isReturned ? layers.count - 1 : first
      let part = min(left, layers[index].quantity)
      left -= part
      let cost = remove(part, at: index)
      note(part, cost)
      if !isReturned { lastTaken = TakenUnit(cost: cost) }
    }
    if left > 0 {
      let (sum, overflow) = shortage.addingReportingOverflow(left)
      guard !overflow else { throw Self.outOfRange }
      shortage = sum
      let cost = isReturned ? cost ?? latestCost : latestCost
      note(left, cost)
      if !isReturned, let cost { lastTaken = TakenUnit(cost: cost) }
    }
    return Flow(quantity: -quantity, value: isKnown ? taken : nil)
  }

  /// Takes units out of a layer, and the layer away when nothing is left of it.
  private mutating func remove(_ quantity: Int64, at index: Int) -> Int64? {
    let cost = layers[index].cost
    units -= quantity
    if let cost { value -= Int128(quantity) * Int128(cost) } else { uncosted -= quantity }
    layers[index].quantity -= quantity
    guard layers[index].quantity == 0 else { return cost }
    if index == first {
      while first < layers.count, layers[first].quantity == 0 { first += 1 }
      // Used-up layers are dropped from time to time, so that years of deliveries need no more memory than the
      // remaining layers.
      if first >= 64, first * 2 >= layers.count { forgetUsedUp() }
    } else if index == layers.count - 1 {
      while layers.count > first, layers[layers.count - 1].quantity == 0 { layers.removeLast() }
    }
    return cost
  }

  private mutating func forgetUsedUp() {
    layers.removeFirst(first)
    numberOfFirst += first
    first = 0
    made.removeAll(keepingCapacity: true)
    for (index, layer) in layers.enumerated() where layer.quantity > 0 {
      if let cost = layer.cost { made[cost, default: []].append(numberOfFirst + index) }
    }
  }

  /// The newest layer of a cost that has something left.
  private mutating func newest(at cost: Int64) -> Int? {
    while let number = made[cost]?.last {
      let index = number - numberOfFirst
      if index >= first, index < layers.count, layers[index].cost == cost, layers[index].quantity > 0 { return index }
      made[cost]?.removeLast()
    }
    return nil
  }

  // MARK: - Numbers

  /// A quotient rounded half away from zero; nil when it is out of range.
  static func rounded(_ value: Int128, by divisor: Int128) -> Int64? {
    Int64(exactly: value.dividedHalfAwayFromZero(by: divisor))
  }

  private static let outOfRange = Problems(
    .refused, "the stock of a variant leaves the range of ±9,223,372,036,854,775.807",
    remedy: "Look for a quantity far too large, such as a barcode in the quantity column; nothing was changed.")
}

extension CostLayers.Flow {
  /// The value in minor units, rounded once, and the cost of one unit in millionths; nil when it is not known.
  ///
  /// - Parameter costDivisor: thousandths × millionths for one minor unit of the currency.
  func amounts(costDivisor: Int64) -> (value: Int64, unitCost: Int64)? {
    amounts(since: .nothing, costDivisor: costDivisor)
  }

  /// The same for what this sum has more than an earlier one. The values of several add up to the rounded value of their sum.
  func amounts(since earlier: Self, costDivisor: Int64) -> (value: Int64, unitCost: Int64)? {
    let (moved, overflow) = quantity.subtractingReportingOverflow(earlier.quantity)
    guard !overflow, moved != 0, let value, let before = earlier.value,
      let minor = CostLayers.rounded(value, by: Int128(costDivisor)),
      let minorBefore = CostLayers.rounded(before, by: Int128(costDivisor)),
      let difference = Int64(exactly: Int128(minor) - Int128(minorBefore)),
      let unitCost = CostLayers.rounded(value - before, by: Int128(moved))
    else { return nil }
    return (difference, unitCost)
  }
}

extension CostLayers.Kind {
  /// How a movement affects the layers.
  ///
  /// - Parameter kind: the kind as stored in the ledger.
  init(ledger kind: String) {
    switch kind {
    case "sale", "customer-return": self = .sale
    case "opening": self = .opening
    case "receipt", "supplier-return": self = .supply
    default: self = .ordinary
    }
  }
}
