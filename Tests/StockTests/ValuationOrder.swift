import RetailValues

@testable import Stock

/// Movements in the order in which they are valued, when they come in order of their time and recording: at one moment the
/// counts last, in the order of their posting, and of each count of the moment one movement with the sum of its adjustment
/// and corrections.
func inOrderOfValuation(_ movements: [StockMovement]) -> [StockMovement] {
  var result: [StockMovement] = []
  var counts: [Int: StockMovement] = [:]
  func endMoment() {
    result += counts.sorted { $0.key < $1.key }.map(\.value)
    counts = [:]
  }
  for (index, movement) in movements.enumerated() {
    if index > 0, movements[index - 1].effectiveAt != movement.effectiveAt { endMoment() }
    guard movement.kind == .countAdjustment, let session = Int(movement.document.prefix { $0 != " " }) else {
      result.append(movement)
      continue
    }
    let quantity = movement.quantity.scaled + (counts[session]?.quantity.scaled ?? 0)
    counts[session] = StockMovement(
      id: movement.id, variantID: movement.variantID, location: movement.location, lot: movement.lot,
      quantity: Quantity(scaled: quantity), kind: movement.kind, effectiveAt: movement.effectiveAt,
      recordedAt: movement.recordedAt, unitCost: nil, reason: nil, documentKind: movement.documentKind,
      document: movement.document, documentLine: movement.documentLine, source: nil, sourceLine: nil,
      importNumber: nil, note: nil, reverses: nil)
  }
  endMoment()
  return result
}
