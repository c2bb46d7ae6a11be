internal import FormatKit
internal import RetailValues

/// Columns without which something that holds for some would hold for all: prices of one shop, of one group of customers or from a
/// number of pieces on.
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
    let isLevel = look.distinct > 1 && !ColumnWords.priceLevelNames.isDisjoint(with: forms)
    guard isLevel || !ColumnWords.customerGroupNames.union(DocumentNames.customer).isDisjoint(with: forms) else {
      return nil
    }
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
    guard !haveProfile, name.count <= 80, !name.contains("=") else { return "" }
    let all = "; if it is, --map \(ShellText.word("\(name)=")) takes all rows"
    let others = look.samples.filter { $0 != kept && $0.count <= 60 }
    guard let kept, look.samples.contains(kept), !others.isEmpty, others.count <= 6, look.distinct <= 7 else {
      return all
    }
    let options = others.map { "--leave-out \(ShellText.word("\(name)=\($0)"))" }.joined(separator: " ")
    return "; \(options) takes only the rows of '\(FieldReader.shown(kept))'" + all
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
}
