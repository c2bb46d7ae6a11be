internal import GRDB

/// Adds the movements of one variant after another to its layers, in the order in which they are valued.
///
/// That order is the time of the movements. At one moment the papers come first, in the order of their recording, and the
/// counts last: a count at that moment finds what was there when everything of the moment had moved. The adjustment of a
/// count line and its later corrections are one movement to the layers, of their sum. So the layers are those that the same
/// papers give when they are booked in order of their time.
struct LayerReplay {
  private(set) var layers = CostLayers()
  private let costDivisor: Int64
  private var variantID: Int64?
  private var effectiveAt: Int64?
  /// The entries of the current moment so far.
  private var entries: [LayerCosts.Entry] = []
  private var adjustments: [CountAdjustment] = []

  /// A movement of a posted count.
  private struct CountAdjustment {
    /// The count line that it adjusts or corrects; 0 for other movements.
    var lineID: Int64
    var movementID: Int64
    var quantity: Int64
  }

  /// - Parameter costDivisor: thousandths × millionths for one minor unit of the currency.
  init(costDivisor: Int64) { self.costDivisor = costDivisor }

  /// Adds the next movement.
  ///
  /// - Parameters:
  ///   - row: the ``LayerCosts/columns`` of a movement; movements come in order of variant, time and number.
  ///   - receive: gets the entries of the moment before, in order of their movements' numbers.
  mutating func add(_ row: Row, into receive: (LayerCosts.Entry) throws -> Void) throws {
    let (variantID, effectiveAt): (Int64, Int64) = (row[0], row[1])
    if variantID != self.variantID || effectiveAt != self.effectiveAt {
      try endMoment(into: receive)
      if variantID != self.variantID { layers = CostLayers() }
      (self.variantID, self.effectiveAt) = (variantID, effectiveAt)
    }
    if let lineID: Int64 = row[6] {
      adjustments.append(CountAdjustment(lineID: lineID, movementID: row[2], quantity: row[3]))
      return
    }
    let kind: String = row[4]
    let flow = try layers.add(quantity: row[3], kind: CostLayers.Kind(ledger: kind), cost: row[5])
    append(movementID: row[2], flow.amounts(costDivisor: costDivisor))
  }

  /// Ends the moment of the last movement: adds its counts and hands its entries out. To be called after the last movement.
  mutating func endMoment(into receive: (LayerCosts.Entry) throws -> Void) throws {
    if !adjustments.isEmpty {
      try addCounts()
      entries.sort { $0.movementID < $1.movementID }
    }
    let stockCost = layers.stockCost
    for var entry in entries {
      entry.stockCost = stockCost
      try receive(entry)
    }
    entries.removeAll(keepingCapacity: true)
  }

  private mutating func addCounts() throws {
    adjustments.sort { ($0.lineID, $0.movementID) < ($1.lineID, $1.movementID) }
    var start = 0
    while start < adjustments.count {
      let lineID = adjustments[start].lineID
      var end = start + 1
      while end < adjustments.count, lineID != 0, adjustments[end].lineID == lineID { end += 1 }
      let sums = try layers.add(sumOf: adjustments[start..<end].map(\.quantity))
      var before = CostLayers.Flow.nothing
      for (adjustment, sum) in zip(adjustments[start..<end], sums) {
        append(movementID: adjustment.movementID, sum.amounts(since: before, costDivisor: costDivisor))
        before = sum
      }
      start = end
    }
    adjustments.removeAll(keepingCapacity: true)
  }

  private mutating func append(movementID: Int64, _ amounts: (value: Int64, unitCost: Int64)?) {
    guard let variantID, let effectiveAt else { return }
    entries.append(
      LayerCosts.Entry(
        variantID: variantID, effectiveAt: effectiveAt, movementID: movementID, costValue: amounts?.value,
        unitCost: amounts?.unitCost))
  }
}
