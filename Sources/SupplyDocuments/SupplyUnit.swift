/// A unit of measure of a standard's code list.
public struct SupplyUnit: Hashable, Sendable {
  /// The name for people; the word of `order_unit`.
  public let word: String
  /// The number of stock units in it, if that is the same for all goods; nil for a case, a carton, a pallet.
  public let stockUnits: ExactNumber?

  public init(word: String, stockUnits: ExactNumber?) {
    self.word = word
    self.stockUnits = stockUnits
  }

  /// Reads a code list: entries `CODE word` or `CODE word stock-units`, separated by commas or line ends. The last of two entries
  /// for one code counts.
  public static func list(_ text: String) -> [String: SupplyUnit] {
    var found: [String: SupplyUnit] = [:]
    for entry in text.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
      var words = entry.split(separator: " ")
      let stockUnits = words.count > 2 ? words.last.flatMap { ExactNumber($0) } : nil
      if stockUnits != nil { words.removeLast() }
      guard words.count > 1 else { continue }
      found[String(words[0])] = SupplyUnit(word: words.dropFirst().joined(separator: " "), stockUnits: stockUnits)
    }
    return found
  }
}

/// The unit in which a line counts, and the number of stock units in it.
public struct LineMeasure: Sendable {
  /// The code of the unit; empty when the line has none.
  public let unitCode: String
  /// The unit of that code; nil when the code is not known.
  public let unit: SupplyUnit?
  /// The number of stock units in one unit of the line; nil when the document does not say.
  public let content: ExactNumber?

  /// - Parameters:
  ///   - pack: the number of stock units in the item's pack, if the document gives it.
  ///   - isPacked: whether the line is about packs. A line without a unit and without a pack counts in stock units.
  public init(unitCode: String, of units: [String: SupplyUnit], pack: ExactNumber?, isPacked: Bool = false) {
    self.unitCode = unitCode
    unit = units[unitCode]
    let stated = pack.flatMap { $0.isZero ? nil : $0 }
    content = unit?.stockUnits ?? stated ?? (unitCode.isEmpty && !isPacked ? .one : nil)
  }

  /// The name of the unit; its code when it is not known, nil without a code.
  public var word: String? { unitCode.isEmpty ? nil : unit?.word ?? unitCode }

  /// A quantity in stock units; nil when the content is not known.
  public func stockUnits(_ quantity: ExactNumber) -> ExactNumber? { content.flatMap { quantity.multiplied(by: $0) } }
}
