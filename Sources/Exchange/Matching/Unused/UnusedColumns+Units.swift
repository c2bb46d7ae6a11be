internal import FormatKit
internal import RetailValues

/// Columns that say how many items an amount or a quantity is of: units, packs, and what a price is for.
extension UnusedColumns {
  /// What amounts may be for more than one item: a unit of packs, a number of items, or the size of a pack next to the only
  /// amount of a new item.
  var priceUnits: Found {
    let amounts = taken("unit_cost", "standard_cost", "price", "unit_price")
    guard let amount = taken("unit_cost", "standard_cost").first ?? amounts.first, !isOfOneUnit(amount),
      columns.priceUnits(in: columns.inUnits(match.records)).isEmpty
    else { return [] }
    let found = unused.filter { isPriceUnit($0, of: amount) }
    // `cost@unit` and `cost@qty` say it together.
    let numbers = found.filter { $0.look.numbers == $0.look.filled }
    return (numbers.isEmpty ? found : numbers).map { priceUnit($0.name, $0.look, of: amount, isUsed: false) }
      + packsOfOnlyCosts(amount)
  }

  /// Whether a column has the very name of a field for amounts of one unit, such as `unit_cost`.
  private func isOfOneUnit(_ amount: String) -> Bool {
    ["unit_cost", "standard_cost", "unit_price"].contains(amount)
  }

  private func isPriceUnit(_ column: Unused, of amount: String) -> Bool {
    let (name, words, look) = column
    let forms = MatchedColumns.forms(name)
    guard look.dates == 0, look.samples.contains(where: Self.isSeveral), !look.samples.contains(where: Self.isMeasured),
      look.amounts == 0, !ColumnWords.otherMoney.areIn(words)
    else { return false }
    if !Vocabulary.priceUnitNames.isDisjoint(with: forms) || ColumnWords.priceUnit.areIn(words) { return true }
    if Vocabulary.normalized(name) == "basis" || name.hasPrefix("\(amount)@") { return true }
    // `Verkaufseinheit` and the like: how goods are kept, and mostly what their price is for.
    let isOther = forms.contains { MatchedColumns.vocabulary.contains($0) && !Self.units.contains($0) }
    guard isItems, !isOther, ColumnWords.unit.areIn(words), look.numbers < look.filled else { return false }
    // `Verpackung: Karton` is what the goods are wrapped in, and `Verpackung: Karton à 6` how many.
    return !Self.units.union(ColumnWords.unitNames).isDisjoint(with: forms)
      || look.samples.contains { Self.isSeveral($0) && $0.contains(where: \.isNumber) }
  }

  /// Sizes of packs next to nothing but a cost, of items that the shop does not have: it cannot compare the cost with another.
  private func packsOfOnlyCosts(_ cost: String) -> Found {
    guard isItems, taken("price").isEmpty, let code = taken("sku").first,
      hints.knownCodes?.share(of: columns.look(of: code)) == KnownCodes.Share.none,
      let pack = taken("pack_size").first, !columns.isGiven(pack), let look = columns.look(of: pack),
      look.samples.contains(where: Self.isSeveral)
    else { return [] }
    return [priceUnit(pack, look, of: cost, isUsed: true)]
  }

  /// An amount that is not of one unit: the total of a line, which the quantity divides, or the price of a pack.
  func divided(
    _ name: String, _ words: Set<String>, _ look: ColumnLook, _ what: String, _ field: String
  ) -> UnusedColumn {
    let isPack = HeaderUnits(name).isPerPack || ColumnWords.otherUnit.areIn(words) || ColumnWords.per.areIn(words)
    let costs = field == "price" && !ColumnWords.retail.areIn(words) ? [moneyFields.cost].compactMap { $0 } : []
    if let found = ofPack(name, look, costs + [field]) { return found }
    guard !isItems, !isPack, !taken("quantity", "order_quantity", "invoiced_quantity").isEmpty, name.fitsOption,
      CalculatedFields.dividedFields.contains(field)
    else {
      return text(
        name, look,
        what + "; the price of one unit follows from it in a profile, such as of 12 units with `\(field): { column: "
          + "\(name.prefix(80)), apply: [divide: 12] }`")
    }
    let option = ShellText.word("\(name)=\(CalculatedFields.lineTotal)")
    return text(
      name, look, what + "; if it is the total of the row, --map \(option) divides it by the quantity, and rounds")
  }

  /// The price of a pack next to a column that says how many pieces it has; nil for any other amount.
  ///
  /// - Parameter fields: what it may be of one piece.
  func ofPack(_ name: String, _ look: ColumnLook, _ fields: [String]) -> UnusedColumn? {
    let pack = columns.names.first { column in
      column != name && column.fitsOption && !columns.isLeftOut(column)
        && !ColumnWords.packNames.isDisjoint(with: MatchedColumns.forms(column))
        && columns.look(of: column).map { $0.filled > 0 && $0.numbers == $0.filled } == true
    }
    guard isItems, !haveProfile, HeaderUnits(name).isPerPack, name.fitsOption, let pack else { return nil }
    let options = fields.map { field in
      "--map \(ShellText.word("\(name)=\(field)")) --map \(ShellText.word("\(pack)=\(CalculatedFields.priceUnit)"))"
    }
    return text(
      name, look,
      "has amounts of money for packs and is not used; \(options.joined(separator: " or ")) divides them by the pieces in "
        + "a pack")
  }

  private func priceUnit(_ name: String, _ look: ColumnLook, of amount: String, isUsed: Bool) -> UnusedColumn {
    let isShort = name.fitsOption
    func map(_ field: String) -> String { "--map \(ShellText.word("\(name)=\(field)"))" }
    let remedy =
      isShort
      ? "; \(map(CalculatedFields.priceUnit)) divides the amounts by it, and "
        + "\(map(isUsed ? "pack_size" : "")) takes them as they are" : ""
    var found = text(name, look, "may say for how many items the amounts in '\(amount.prefix(80))' are" + remedy)
    found.isUsed = isUsed
    return found
  }

  /// Whole amounts of money objects, `{"amount": 280, "currency": "EUR"}`, which web interfaces give in cents.
  var minorAmounts: Found {
    match.meanings.compactMap { name, field in
      guard ["price", "unit_price", "unit_cost", "standard_cost"].contains(field), !columns.isGiven(name),
        let look = columns.look(of: name), isAmountOfObject(name), !HeaderUnits(name).isMinor,
        hints.currency.map({ $0.minorUnitDigits > 0 }) ?? true, look.wholeNumbers == look.filled,
        look.samples.contains(where: { (Int($0) ?? 0) >= 100 })
      else { return nil }
      var found = text(
        name, look,
        "has whole amounts and may be in cents; --map \(ShellText.word("\(name)=\(field)_cents")) divides them by 100, and "
          + "--map \(ShellText.word("\(name)=\(field)")) takes them as they are")
      found.isUsed = true
      return found
    }
  }

  /// Whether a column is the amount of an object that has a currency too.
  private func isAmountOfObject(_ name: String) -> Bool {
    guard let point = name.lastIndex(of: "."), ["amount", "value"].contains(name[point...].dropFirst().lowercased())
    else { return false }
    let object = name[...point]
    return columns.names.contains {
      $0.hasPrefix(object) && $0.dropFirst(object.count).lowercased().hasPrefix("currency")
    }
  }

  /// Whether a value stands for more than one item.
  private static func isSeveral(_ text: String) -> Bool { PriceUnit.items(text).map { $0 > 1 } ?? true }

  /// Whether a value is a weight, a length or a volume.
  private static func isMeasured(_ text: String) -> Bool {
    text.split { !$0.isLetter }.contains { QuantityWords.isMeasure($0.lowercased()) && $0 != "M" }
  }

  private static let units = Vocabulary.headerNames(of: ["stock_unit", "pack_size", "order_unit"])

  /// Units other than pieces, without which a number of cases is taken for one of pieces. Lines of documents of supply have
  /// a field for them.
  var units: Found {
    let hasQuantity = match.meanings.contains { $0.field == "quantity" || $0.field.hasSuffix("_quantity") }
    guard hasQuantity, taken("stock_unit", "order_unit").isEmpty else { return [] }
    return unused.compactMap { name, words, look in
      let isNamed = !ColumnWords.unitNames.isDisjoint(with: MatchedColumns.forms(name))
      let isOfPacks = ColumnWords.unit.areIn(words) && look.samples.contains(where: Self.isPack)
      guard isNamed || isOfPacks, look.isUnit else { return nil }
      let what = "says in which unit the quantities are, and is not used"
      guard let unit = kinds.compactMap(\.quantityUnit).first else {
        return text(name, look, what + "; they must be in pieces")
      }
      return text(name, look, what, field: unit.name)
    }
  }

  private static func isPack(_ text: String) -> Bool {
    text.lowercased().split { !$0.isLetter }.contains { QuantityWords.isPack(String($0)) }
  }

  /// Codes with the check digit of barcodes, where no column is the barcode.
  var barcodes: Found {
    guard isItems, taken("barcode").isEmpty else { return [] }
    let found = unused.filter { $0.look.barcodes == $0.look.filled && $0.look.distinct == $0.look.filled }
    return found.map { name, words, look in
      guard MatchedColumns.isOfPacks(words) else {
        return text(name, look, "has barcodes, and is not used", field: "barcode")
      }
      return packBarcodes(name, look, isOnly: !found.contains { !MatchedColumns.isOfPacks($0.words) })
    }
  }

  /// The barcodes of packs, which are counted as one piece unless the number of pieces comes with them.
  private func packBarcodes(_ name: String, _ look: ColumnLook, isOnly: Bool) -> UnusedColumn {
    let size = columns.names.first { column in
      !ColumnWords.packNames.isDisjoint(with: MatchedColumns.forms(column)) && column.fitsOption
    }
    let pieces = size.map { "--map \(ShellText.word("\($0)=pack_quantity"))" } ?? "--set pack_quantity=NUMBER"
    let what = "has barcodes of packs, and is not used"
    if isOnly { return text(name, look, what, field: "barcode", with: " \(pieces)") }
    return text(
      name, look,
      what + "; import the file once more with --kind barcodes --map "
        + "\(ShellText.word("\(name.prefix(80))=barcode")) \(pieces)")
  }
}
