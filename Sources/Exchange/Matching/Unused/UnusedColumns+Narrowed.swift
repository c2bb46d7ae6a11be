internal import FormatKit
internal import RetailValues

/// Columns without which something that holds for some would hold for all: prices of one shop, of one group of customers or from a
/// number of pieces on; rows of several items with one code; receipts of several tills.
extension UnusedColumns {
  /// For whom prices are.
  var narrowed: Found {
    guard has(.price), let price = taken("price").first else { return [] }
    return unused.compactMap { name, words, look in
      guard let whose = whose(name, words, look) else { return nil }
      return text(
        name, look,
        "says \(whose.what), and is not used: '\(price.prefix(80))' would be the price for everybody"
          + rows(of: name, besides: whose.kept, look))
    }
  }

  /// What a column says of whom a price is for, with the value whose rows are for everybody; nil for any other column.
  private func whose(_ name: String, _ words: Set<String>, _ look: ColumnLook) -> (what: String, kept: String?)? {
    let forms = MatchedColumns.forms(name)
    if look.isMostlyNumbers, !ColumnWords.fromQuantityNames.isDisjoint(with: forms) {
      return isLimitOfStock || look.words.isSubset(of: ["0", "1"])
        ? nil : ("from which quantity on a price is valid", "1")
    }
    guard look.dates == 0, look.amounts == 0, !look.samples.contains(where: { $0.contains("://") }) else { return nil }
    if ColumnWords.isShop(name), taken("quantity").isEmpty { return ("which shop a price is for", look.samples.first) }
    // The same customer in every row is the one that the list was made for.
    let isOneOfSeveral =
      look.distinct > 1 && !ColumnWords.priceLevelNames.union(DocumentNames.customer).isDisjoint(with: forms)
    guard isOneOfSeveral || !ColumnWords.customerGroupNames.isDisjoint(with: forms) else { return nil }
    return ("which customers a price is for", look.samples.first)
  }

  /// Whether a minimum is that of the stock, as the columns next to it show.
  private var isLimitOfStock: Bool {
    !taken("quantity", "unit_cost").isEmpty
      || columns.names.contains { name in
        let words = ColumnWords.words(of: name)
        return !words.isDisjoint(with: ["max", "maximum", "reorder", "order"]) || ColumnWords.onHand.areIn(words)
      }
  }

  /// The options that take only the rows with one value, and the one that takes all of them.
  private func rows(of name: String, besides kept: String?, _ look: ColumnLook) -> String {
    guard !haveProfile, name.fitsOption else { return "" }
    let all = "; if it is, --map \(ShellText.word("\(name)=")) takes all rows"
    let others = look.samples.filter { $0 != kept && $0.count <= 60 }
    guard let kept, look.samples.contains(kept), !others.isEmpty, others.count <= 6, look.distinct <= 7 else {
      return all
    }
    let options = others.map { "--leave-out \(ShellText.word("\(name)=\($0)"))" }.joined(separator: " ")
    return "; \(options) takes only the rows of '\(FieldReader.shown(kept))'" + all
  }

  // MARK: Rows that become one item

  /// The column by which rows differ that are the same in everything that is taken, and would be one item.
  var merged: Found {
    guard isItems, let key = taken("sku").first, let look = columns.look(of: key), look.distinct < look.filled else {
      return []
    }
    let pairs = sameRows(key)
    guard !pairs.isEmpty else { return [] }
    let apart = unused.filter { name, words, look in
      saysWhich(name, words, look)
        && pairs.contains { first, second in
          guard look.rows.indices.contains(second), let one = look.rows[first], let other = look.rows[second] else {
            return false
          }
          return one != other
        }
    }
    guard let best = apart.first(where: { $0.look.isUnique }) ?? apart.first else { return [] }
    let isCode = ColumnGuess.isKey(best.look) && best.look.plainWords == 0
    return [
      text(
        best.name, best.look,
        "is different in rows that would be one item ('\(look.example)' in '\(key.prefix(80))'), and is not used"
          + (isCode ? "" : "; give each of them a code of its own")
          + (haveProfile ? "" : "; if they are one, say --map \(ShellText.word("\(best.name.prefix(80))="))"),
        field: isCode ? "sku" : nil)
    ]
  }

  /// The rows that are the same in all columns that are taken as an earlier one, which has the same code.
  private func sameRows(_ key: String) -> [(first: Int, second: Int)] {
    let looks = columns.names.filter(match.used.contains).compactMap { columns.look(of: $0)?.rows }
    guard let codes = columns.look(of: key)?.rows else { return [] }
    var known: [[Int?]: Int] = [:]
    var pairs: [(first: Int, second: Int)] = []
    for row in codes.indices where codes[row] != nil {
      let values = looks.map { $0.indices.contains(row) ? $0[row] : nil }
      if let first = known[values] { pairs.append((first, row)) } else { known[values] = row }
    }
    return pairs
  }

  /// Whether a column may say which item a row is of: no days, addresses of pictures, numbers of rows, or collections of items.
  private func saysWhich(_ name: String, _ words: Set<String>, _ look: ColumnLook) -> Bool {
    let isNumber = look.isMostlyNumbers && ColumnWords.harmlessNumber.areIn(words) && !ColumnWords.serial.areIn(words)
    return look.dates == 0 && look.times == 0 && !look.countsRows && !look.isPhrase && !isNumber
      && !ColumnWords.picture.areIn(words) && !ColumnWords.collections.areIn(words)
      && !look.samples.contains { $0.contains("/") }
  }

  // MARK: Prices

  /// Columns of prices in a list of items of which nothing is taken, although none is one of those that are asked about.
  var lostPrices: Found {
    guard isItems, taken("price", "unit_cost", "standard_cost", "line_amount").isEmpty else { return [] }
    let all = unused.filter { name, words, look in
      ColumnWords.money.areIn(words) && look.isMostlyNumbers && !look.isBarcode && look.dates == 0
        && ![ColumnWords.discount, .group, .priceUnit, .offer, .newer].contains { $0.areIn(words) }
        && words.isDisjoint(with: ["shipping", "freight", "delivery", "level", "compare", "exponent", "change"])
    }
    let gross = all.filter { ColumnWords.isGross($0.words) && !ColumnWords.isNet($0.words) }
    guard let best = gross.count == 1 ? gross.first : all.first else { return [] }
    let isClear = gross.count == 1 || all.count == 1 && !ColumnWords.isNet(best.words)
    return [
      text(
        best.name, best.look, "has prices, and no column of prices is used", field: isClear ? "price" : nil)
    ]
  }

  // MARK: Tills

  /// The till next to the numbers of receipts, which each till counts by itself.
  var tills: Found {
    guard kinds.contains(where: { $0.isMovement && !$0.matching.isPurchase }), let number = taken("document").first
    else { return [] }
    return unused.compactMap { name, _, look in
      guard ColumnWords.isTill(name), !columns.isRowNumber(name) else { return nil }
      let isShort = !haveProfile && name.fitsOption
      let remedy =
        isShort
        ? "; --map \(ShellText.word("\(name)=document")) keeps the tills apart, and --map \(ShellText.word("\(name)=")) says "
          + "that no two tills have the same number" : ""
      return text(
        name, look,
        "says which till the numbers in '\(number.prefix(80))' are of, and is not used: two tills may have the same"
          + remedy)
    }
  }
}
