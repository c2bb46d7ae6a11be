internal import FormatKit
internal import RetailValues

/// Columns of amounts next to what goods are sold at: perhaps what they cost.
extension UnusedColumns {
  /// Whether the records are of goods that the shop buys.
  var isPurchase: Bool { kinds.contains(where: \.matching.isPurchase) }

  /// Amounts that are neither another price of the same goods nor explained by their name.
  var unknownCosts: Found {
    guard isItems, !taken("price").isEmpty, taken("unit_cost", "standard_cost").isEmpty else { return [] }
    return unused.compactMap { name, words, look in
      guard !isOtherPrice(name, words), look.isMostlyNumbers, !look.isBarcode, look.amounts * 2 >= look.filled,
        !name.contains("%"), !ColumnWords.otherMoney.areIn(words), !ColumnWords.discount.areIn(words),
        !ColumnWords.measured.areIn(words), !words.contains(where: QuantityWords.isMeasure)
      else { return nil }
      let field = has(.supply) ? "unit_cost" : "standard_cost"
      if HeaderUnits(name).isPerPack {
        return divided(name, words, look, "has amounts of money and is not used", field)
      }
      return text(name, look, "has amounts of money and is not used", field: field)
    }
  }

  /// Whether a column has other prices than what goods cost: the old one, that of an offer, or the one that is taken without
  /// its tax. `Ihr Preis` and `Bezugspreis` are others.
  private func isOtherPrice(_ name: String, _ words: Set<String>) -> Bool {
    guard !ColumnWords.cost.areIn(words), words.isDisjoint(with: ["supply", "works"]) else { return false }
    if !ColumnWords.priceNames.isDisjoint(with: MatchedColumns.forms(name)) { return true }
    // `Preis 2` is a second price.
    let plain = words.filter { !$0.contains(where: \.isNumber) }
    if plain.count == 1, plain.count < words.count, !plain.isDisjoint(with: ColumnWords.priceNames) { return true }
    let rest = Set(ColumnWords.withoutTax(Array(words)))
    let isTaxed = rest.count < words.count
    if isTaxed, taken("price").contains(where: { isSame(rest, as: ColumnWords.words(of: $0)) }) { return true }
    return ColumnWords.otherPrice.areIn(words) && (ColumnWords.money.areIn(words) || isTaxed)
  }

  /// Whether the name of a price is that of another one but for its tax: `Netto` of `Brutto`, `Price ex VAT` of `Price`.
  private func isSame(_ rest: Set<String>, as used: Set<String>) -> Bool {
    let usedRest = Set(ColumnWords.withoutTax(Array(used)))
    return rest == usedRest || !rest.isEmpty && !usedRest.isDisjoint(with: rest)
  }

  /// The option that makes prices valid from the day to come in the name of their column; empty without one.
  func validFrom(_ name: String, _ field: String, _ options: String) -> String {
    guard field == "price", let today = hints.today, !hints.given.contains("valid_from"),
      !options.contains("valid_from")
    else { return "" }
    let days = Surroundings.starts(Surroundings.Name(name, .column), after: today)
    return days.count == 1 ? " --set valid_from=\(days[0])" : ""
  }

  /// The currency of costs that is not the shop's, in which an item's own cost is; nil without one.
  var foreignCurrency: String? {
    if let given = hints.constants["currency"] { return given.uppercased() == hints.currency?.code ? nil : given }
    return currencyColumn.flatMap { foreignCurrency(in: $0) }
  }

  /// The column with the currencies of the amounts.
  var currencyColumn: String? {
    columns.first(of: ColumnWords.currencyNames).flatMap { columns.isLeftOut($0) ? nil : $0 }
  }

  /// A currency other than the shop's among the values of a column.
  func foreignCurrency(in column: String) -> String? {
    guard let own = hints.currency?.code else { return nil }
    return columns.look(of: column)?.words.map { $0.uppercased() }.filter { $0 != own && CurrencySigns.isKnown($0) }
      .min()
  }

  /// Days in a column of their own from which on the prices are valid.
  var validity: Found {
    guard has(.price), taken("valid_from").isEmpty else { return [] }
    return unused.compactMap { name, words, look in
      guard look.dates > 0, look.dates * 2 > look.filled, ColumnWords.validity.areIn(words) else { return nil }
      return text(name, look, "says from when on the prices are valid, and is not used", field: "valid_from")
    }
  }
}
