internal import SupplyDocuments

extension LineMeasure {
  /// - Parameter pack: the content of the item's pack, if the document gives it.
  init(unitCode: String, pack: ExactNumber?) {
    self.init(unitCode: unitCode, of: CodeLists.units, pack: pack)
  }

  private static let families: [Set<String>] = [
    ["kg", "g", "mg", "t", "dt", "hg"], ["l", "ml", "cl", "dl", "hl"], ["m", "cm", "mm", "dm", "km"],
  ]

  private static func family(_ unit: SupplyUnit?) -> Int? {
    unit.flatMap { unit in families.firstIndex { $0.contains(unit.word) } }
  }

  /// The code of the stock unit that goods of a line's unit are kept in: a kilogram, a litre, a metre, or one.
  static func stockUnitCode(for code: String) -> String {
    family(CodeLists.units[code]).map { ["KGM", "LTR", "MTR"][$0] } ?? "C62"
  }

  /// The number of stock units in one unit that a price is for; nil when the document does not say.
  ///
  /// - Parameter factor: how often the price's unit is in the line's (OrderableUnitFactorRate).
  func content(ofPriceUnit code: String, factor: ExactNumber?) -> ExactNumber? {
    if code.isEmpty || code == unitCode { return content }
    if let base = CodeLists.units[code], let content = base.stockUnits {
      let (own, other) = (Self.family(unit), Self.family(base))
      // A price for a kilogram says nothing of a piece.
      if own == other || unit?.stockUnits == nil { return content }
      return nil
    }
    if let factor, !factor.isZero, let content, let (share, isExact) = content.divided(by: factor, decimals: 9), isExact
    {
      return share
    }
    return nil
  }
}
