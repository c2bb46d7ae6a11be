internal import FormatKit
internal import RetailValues

/// Columns of suppliers' lists that would be taken for what the shop itself has or asks.
extension UnusedColumns {
  /// Whether the list is of a supplier and of nobody else: the command names the supplier, and nothing says what goods are
  /// sold at.
  private var isOfSupplier: Bool {
    guard hints.given.contains("supplier"), !match.found.union(match.meanings.map(\.field)).isDisjoint(with: Self.costs)
    else { return false }
    return taken("price").allSatisfy(HeaderMatching.isRecommended)
  }

  private static let costs: Set<String> = ["unit_cost", "standard_cost"]

  /// What is available, in a supplier's list with his costs: most likely at the supplier.
  var stockOfSupplier: Found {
    guard has(.level), isOfSupplier, let name = taken("quantity").first, !columns.isGiven(name),
      let look = columns.look(of: name), ColumnWords.onHand.areIn(ColumnWords.words(of: name))
    else { return [] }
    let isShort = name.fitsOption
    func map(_ field: String) -> String { "--map \(ShellText.word("\(name)=\(field)"))" }
    var found = text(
      name, look,
      "would be set as the shop's stock, and may be the supplier's"
        + (isShort ? "; \(map("")) leaves it out, and \(map("quantity")) sets it" : ""))
    found.isUsed = true
    return [found]
  }

  /// Recommended prices of a supplier for items that the shop sells at prices of its own.
  var recommendedPrices: Found {
    let isList = hints.given.contains("price_type") || !taken("price_type").isEmpty
    guard isItems, !isList, isOfSupplier, let price = taken("price").first, !columns.isGiven(price),
      let look = columns.look(of: price), let known = hints.knownCodes,
      taken("sku", "barcode").contains(where: { known.havePrice(columns.look(of: $0)) })
    else { return [] }
    var found = text(
      price, look,
      "is a recommended price, and would replace what the shop sells at; --set price_type=list keeps it as a list price",
      field: "price")
    found.isUsed = true
    return [found]
  }
}
