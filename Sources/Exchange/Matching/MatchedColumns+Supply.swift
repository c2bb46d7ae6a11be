internal import FormatKit
internal import RetailValues

/// The units and prices of documents of supply, where their columns have plain names: `Einheit`, `Prix`.
extension MatchedColumns {
  /// Takes the only column with a plain name of prices for the price of an order or of the answer to it: it is what the supplier
  /// asks. Next to packs it may be the price of a pack, so that it is a question.
  func takePrice(_ assigned: inout Assignment, of kind: RecordKind) {
    guard kind.document != nil, kind.matching.isPurchase, kind.field("line_amount") == nil,
      let cost = kind.field("unit_cost"), assigned.columns[cost.name] == nil
    else { return }
    let prices = plainPrices(as: cost, besides: assigned)
    let unitColumns = [assigned.columns["order_unit"]].compactMap { $0 } + units(besides: assigned)
    guard prices.count == 1, assigned.columns["pack_size"] == nil, !unitColumns.contains(where: havePacks) else {
      return
    }
    assigned.columns[cost.name] = prices[0]
    assigned.evidence[cost.name] = "by its name; it is the only price of the order"
  }

  /// Takes the only column of units for the unit of a document's quantities, where all its words are known. A column of nothing
  /// but pieces and measures is read with the quantities instead; and packs next to a price are a question about the price.
  func takeUnit(_ assigned: inout Assignment, of kind: RecordKind) {
    guard let unit = kind.quantityUnit, assigned.columns[unit.name] == nil else { return }
    let found = units(besides: assigned)
    guard found.count == 1, let column = found.first, let words = look(of: column)?.words,
      !words.allSatisfy({ QuantityWords.isPieces($0) || MeasureUnit.named($0) != nil })
    else { return }
    let hasPrices =
      ["unit_cost", "line_amount"].contains { assigned.columns[$0] != nil }
      || kind.field("unit_cost").map { !plainPrices(as: $0, besides: assigned).isEmpty } == true
    guard !hasPrices || !havePacks(column) else { return }
    assigned.columns[unit.name] = column
    assigned.evidence[unit.name] = "by its name; all its values are units, such as '\(look(of: column)?.example ?? "")'"
  }

  /// The columns that are called a unit and have nothing but known words for units.
  private func units(besides assigned: Assignment) -> [String] {
    names.filter { name in
      guard !assigned.uses(name), given[name] == nil, !isOfHead(name), let look = look(of: name),
        !ColumnWords.unitNames.isDisjoint(with: Self.forms(name)), !look.words.isEmpty, look.distinct <= 20
      else { return false }
      return look.words.allSatisfy { UnitWords.meaning(of: $0) != nil }
    }
  }

  private func havePacks(_ column: String) -> Bool {
    look(of: column)?.words.contains { UnitWords.meaning(of: $0) == UnitWords.pack } == true
  }

  /// The columns of amounts that are called a price and nothing else.
  private func plainPrices(as cost: RecordField, besides assigned: Assignment) -> [String] {
    names.filter { name in
      !assigned.uses(name) && given[name] == nil && !isOfHead(name) && suits(name, cost)
        && !Self.plainPriceNames.isDisjoint(with: Self.forms(name)) && look(of: name)?.isMostlyNumbers != false
    }
  }

  private static let plainPriceNames = Vocabulary.headerNames(of: "unit_price", in: "sales").filter { name in
    let words = Set(name.split(separator: " ").map(String.init))
    return ![ColumnWords.retail, .sold, .offer].contains { $0.areIn(words) } && !ColumnWords.isWithTax(name)
  }
}
