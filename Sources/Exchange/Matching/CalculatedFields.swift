internal import FormatKit

/// What `--map` takes besides the fields of records: how an amount becomes that of one item in the currency's own unit.
public enum CalculatedFields {
  /// The number of items that the amounts of a row are for, such as 100 or `Karton à 6`.
  public static let priceUnit = "price_unit"
  /// The total of a row, which divided by its quantity is the price or the cost of one item.
  public static let lineTotal = "line_total"
  /// The fields that it is divided for, of which a kind has the first.
  static let dividedFields = ["unit_price", "unit_cost"]
  private static let minorSuffix = "_cents"

  /// The field of an amount that is given in cents or the like, such as `price` for `price_cents`; nil for any other field.
  static func fieldInMinorUnits(_ name: String) -> String? {
    guard name.hasSuffix(minorSuffix) else { return nil }
    let field = String(name.dropLast(minorSuffix.count))
    return amounts.contains(field) ? field : nil
  }

  private static let amounts = Set(
    Vocabulary.kinds.flatMap(\.fields).filter { [.money, .unitCost].contains($0.type) }.map(\.name))

  /// Whether a column can be taken for what a name says.
  public static func include(_ name: String) -> Bool {
    [priceUnit, lineTotal].contains(name) || fieldInMinorUnits(name) != nil
  }
}
