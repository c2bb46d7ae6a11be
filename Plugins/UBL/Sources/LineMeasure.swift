internal import FormatKit

/// How much of an item a line is about: the unit of its quantity, and what one of that holds.
struct LineMeasure {
  /// The code of the unit; empty when there is none.
  let unitCode: String
  let unit: CodeLists.Unit?
  /// Stock units in one unit of the line; nil when the document does not tell.
  let content: ExactNumber?

  /// - Parameter pack: what the item's pack holds, where the document says so.
  init(unitCode: String, pack: ExactNumber?) {
    self.unitCode = unitCode
    unit = CodeLists.units[unitCode]
    let told = pack.flatMap { $0.isZero ? nil : $0 }
    content = unit?.factor ?? told ?? (unitCode.isEmpty ? .one : nil)
  }

  /// What the unit is called; its code when it is not known, nil when there is none.
  var word: String? { unitCode.isEmpty ? nil : unit?.word ?? unitCode }

  private static let families: [Set<String>] = [
    ["kg", "g", "mg", "t", "dt", "hg"], ["l", "ml", "cl", "dl", "hl"], ["m", "cm", "mm", "dm", "km"],
  ]

  private static func family(_ unit: CodeLists.Unit?) -> Int? {
    unit.flatMap { unit in families.firstIndex { $0.contains(unit.word) } }
  }

  /// The code of the stock unit that goods of a line's unit are kept in: a kilogram, a litre, a metre, or one.
  static func stockUnitCode(for code: String) -> String {
    family(CodeLists.units[code]).map { ["KGM", "LTR", "MTR"][$0] } ?? "C62"
  }

  /// Stock units in one unit that a price is for; nil when that cannot be told.
  ///
  /// - Parameter factor: how often the price's unit is in the line's (OrderableUnitFactorRate).
  func content(ofPriceUnit code: String, factor: ExactNumber?) -> ExactNumber? {
    if code.isEmpty || code == unitCode { return content }
    if let base = CodeLists.units[code], let content = base.factor {
      let (own, other) = (Self.family(unit), Self.family(base))
      // A price for a kilogram says nothing of a piece.
      if own == other || unit?.factor == nil { return content }
      return nil
    }
    if let factor, !factor.isZero, let content, let (share, isExact) = content.divided(by: factor, decimals: 9), isExact
    {
      return share
    }
    return nil
  }

  /// A quantity in stock units; nil when the content is not told.
  func stockUnits(_ quantity: ExactNumber) -> ExactNumber? { content.flatMap { quantity.multiplied(by: $0) } }
}

/// The price of one stock unit, out of a price, its base and what a unit holds.
struct UnitPrice {
  let text: String
  let isExact: Bool

  /// Nil when a divisor is zero or the numbers are too long.
  init?(_ price: ExactNumber, base: ExactNumber, content: ExactNumber) {
    guard let divisor = base.multiplied(by: content) else { return nil }
    // A price that nobody divides keeps its digits as written.
    if divisor.isOne, price.decimals <= 6 {
      (text, isExact) = (price.text, true)
      return
    }
    guard let (value, isExact) = price.divided(by: divisor, decimals: 6) else { return nil }
    (text, self.isExact) = (value.shortest, isExact)
  }
}
