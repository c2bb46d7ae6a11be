internal import FormatKit
internal import RetailValues

/// Several columns that are one thing each time: quantities of sizes or places, prices in several currencies or from a number of
/// pieces on.
extension UnusedColumns {
  /// Columns of small whole numbers under the names of places or sizes: a table of what is on hand.
  var grid: Found {
    guard isItems, taken("quantity", "counted_quantity").isEmpty else { return [] }
    let counts = unused.filter { _, _, look in
      look.filled > 0 && look.wholeNumbers == look.filled && look.longest <= 5 && look.negatives == 0
        && !look.words.isSubset(of: ["0", "1"])
    }
    let places = counts.filter { columns.isPlaceWithQuantities($0.name) }
    if !places.isEmpty { return places.map { ofPlace($0, among: places) } }
    let named = counts.filter { ColumnWords.isSize($0.name) }
    let numbers = counts.filter { name, words, _ in
      MatchedColumns.isUnknown(name) && !ColumnWords.otherMoney.areIn(words) && !ColumnWords.otherQuantity.areIn(words)
    }
    let sizes = named.count > 1 ? named : numbers.filter { !ColumnWords.sizes.isDisjoint(with: $0.words) }
    let hasSum = numbers.contains { ColumnWords.sum.areIn($0.words) }
    let found = sizes.count > 1 ? sizes : hasSum && numbers.count > 2 || areTitled(numbers) ? numbers : []
    return found.map { name, _, look in
      text(
        name, look,
        "looks like quantities of a size or a place, and is not used; write a row for each of them, with the columns sku, "
          + "location and quantity")
    }
  }

  /// Numbers next to the quantities of the shop's locations: perhaps those of a further place, or those of the locations next to
  /// quantities that are taken.
  var besideLocations: Found {
    guard let places = LocationColumns(columns, hints) else { return [] }
    let haveQuantities = !taken("quantity", "counted_quantity").isEmpty
    let areCounted =
      kinds.contains(where: \.isCountLine) && places.all.contains { match.used.contains($0.name) }
    return unused.compactMap { name, words, look in
      let leftOut = name.fitsOption ? "; --map \(ShellText.word("\(name)=")) leaves it out" : ""
      if let place = places.all.first(where: { $0.name == name }) {
        return haveQuantities
          ? text(name, look, "is called by the location '\(place.location)' of the shop, and is not used\(leftOut)")
          : nil
      }
      let isExplained = [ColumnWords.otherMoney, .otherQuantity, .harmlessNumber, .measured, .discount, .shelf]
        .contains { $0.areIn(words) }
      if areCounted, ColumnWords.expected.areIn(words) { return nil }
      guard has(.level) || areCounted, look.isMostlyNumbers, look.wholeNumbers == look.numbers, !look.isBarcode,
        !isExplained, !columns.isRowNumber(name), !ColumnWords.money.areIn(words),
        MatchedColumns.isUnknown(name) || ColumnWords.place.union(.quantity).areIn(words)
      else { return nil }
      if ColumnWords.sum.areIn(words) {
        return text(
          name, look,
          "is not the sum of the quantities of the shop's locations, and is not used: a column may be missing, or a number wrong"
            + leftOut)
      }
      return text(
        name, look,
        "has numbers next to the quantities of the shop's locations, and is not used: no location is called so. To make one, "
          + "say `stockroom location add`\(leftOut)")
    }
  }

  /// Numbers in columns that are called by days, weeks, months or years: what was sold or counted then.
  var periods: Found {
    guard isItems || has(.level), taken("quantity", "counted_quantity").isEmpty else { return [] }
    let found = unused.filter { name, _, look in
      look.isMostlyNumbers && !look.isBarcode && look.wholeNumbers == look.numbers && ColumnPeriod.isName(name)
    }
    // A year alone may be that of a vintage or a model.
    guard found.count > 1 || found.contains(where: { Int($0.name) == nil }) else { return [] }
    return found.map { name, _, look in
      text(
        name, look,
        "has the numbers of a day, a week, a month or a year, and is not used; write a row for each of them, with the columns "
          + "date, sku and quantity")
    }
  }

  /// Numbers of packs next to what is taken for all that is on hand, was counted or moved.
  var packsNextToPieces: Found {
    let isCount = kinds.contains { $0.isCountLine }
    let isMoved = kinds.contains { $0.isMovement }
    guard isItems || has(.level) || isCount || isMoved, let quantity = taken("quantity", "counted_quantity").first,
      !columns.isGiven(quantity), !HeaderUnits(quantity).isPerPack
    else { return [] }
    // Many delivery notes have the number of packs next to all pieces, in a column that does not say that it counts pieces.
    if isMoved, !ColumnWords.words(of: quantity).contains(where: QuantityWords.isPieces) { return [] }
    return unused.compactMap { name, words, look in
      let rest = ColumnWords.quantity.removed(from: words)
      // What is counted in a `Karton` is not how many pieces are in one.
      guard !rest.isEmpty,
        rest.allSatisfy({ ColumnWords.packs.contains($0) || isCount && Self.countedPacks.contains($0) }),
        look.isMostlyNumbers, !look.isBarcode, look.wholeNumbers == look.numbers, name.count <= 80,
        quantity.count <= 80
      else { return nil }
      let all =
        isCount
        ? "if it has all pieces, leave the packs out of the file"
        : "if it has all pieces, say --map \(ShellText.word("\(quantity)=quantity"))"
      return text(
        name, look,
        "has numbers of packs (\(look.wholeSum) in \(look.filled + look.blank) rows), and is not used: the pieces in them may "
          + "be missing in '\(quantity)'. Add them to it in the file; \(all)")
    }
  }

  /// Packs that a count sheet counts under the name of one; short forms such as `VE` are mostly the size of a pack.
  private static let countedPacks: Set<String> = [
    "karton", "carton", "case", "kiste", "palette", "pallet", "caja", "kartong", "låda", "cartone", "scatola", "cassa",
  ]

  /// What is on hand at the place that a column is called by.
  private func ofPlace(_ column: Unused, among places: [Unused]) -> UnusedColumn {
    let others = places.filter { $0.name != column.name }.map { " --map \(ShellText.word("\($0.name)="))" }.joined()
    return text(
      column.name, column.look,
      "looks like quantities of a place, and is not used; import the file once for each place, this one with --map "
        + "\(ShellText.word("\(column.name)=quantity"))\(others) --location "
        + ShellText.word(Vocabulary.normalized(column.name)))
  }

  /// Whether several columns are called by nothing but one word with a capital letter, as places are, or by a number, as
  /// sizes are.
  private func areTitled(_ columns: [Unused]) -> Bool {
    columns.count > 1
      && columns.allSatisfy { name, _, _ in
        name.allSatisfy(\.isNumber) && Int(name).map { (16...64).contains($0) } == true
          || name.allSatisfy(\.isLetter) && name.count > 2 && name.first?.isUppercase == true
            && name.dropFirst().allSatisfy(\.isLowercase)
      }
  }

  /// Prices in another currency than those that are taken, under the same name.
  var otherCurrencies: Found {
    guard has(.price), let price = taken("price").first, !columns.isGiven(price), let own = columns.units[price],
      let currency = own.currency
    else { return [] }
    return unused.compactMap { name, _, look in
      guard let units = columns.units[name], let other = units.currency, other != currency, units.bare == own.bare,
        look.isMostlyNumbers, name.fitsOption
      else { return nil }
      let leftOut = ShellText.word("\(name)=")
      return text(
        name, look,
        "has prices in another currency, and is not used; --map \(leftOut) leaves them out, and to take them as well, import "
          + "the file once more with --kind prices --set currency=\(other) --map \(ShellText.word("\(name)=price")) "
          + "--map \(ShellText.word("\(price)="))")
    }
  }

  /// Prices from a number of pieces on, such as `qty 10+`.
  var priceBreaks: Found {
    unused.compactMap { name, words, look in
      guard Self.isPriceBreak(name, words, look) else { return nil }
      return text(
        name, look,
        "has prices from a number of pieces on, for which there is no field, and is not used; --map "
          + "\(ShellText.word("\(name.prefix(80))=")) leaves it out")
    }
  }

  /// Whether a column that is called by a quantity with a number has amounts of money.
  static func isPriceBreak(_ name: String, _ words: Set<String>, _ look: ColumnLook) -> Bool {
    look.isMostlyNumbers && look.amounts * 2 >= look.filled && ColumnWords.quantity.areIn(words)
      && words.contains { Int($0) != nil } && !ColumnWords.lineAmount.areIn(words)
  }
}
