internal import FormatKit
internal import RetailValues

/// Columns that say the same of all records as a title does elsewhere: the day of a list of stock, the currency of amounts.
extension UnusedColumns {
  /// The day as of which stock levels are, which would be set as of now without it.
  var stockDays: Found {
    guard has(.level), !isItems, taken("effective_at").isEmpty, !hints.given.contains("effective_at") else { return [] }
    return unused.compactMap { name, words, look in
      guard look.dates * 2 > look.filled, !ColumnWords.lastDay.areIn(words),
        look.distinct == 1 || ColumnWords.stockDay.areIn(words) || ColumnWords.listDay.areIn(words)
          || !ColumnWords.dayNames.isDisjoint(with: MatchedColumns.forms(name))
      else { return nil }
      return text(
        name, look, "has days and is not used, and the stock would be set as of now", field: "effective_at")
    }
  }

  /// A currency that is not the shop's, next to amounts of records that are always in the shop's.
  var foreignAmounts: Found {
    guard let own = hints.currency?.code, let amounts = taken("unit_cost", "unit_price", "line_amount").first,
      !kinds.contains(where: { $0.field("currency") != nil }), let column = currencyColumn,
      foreignCurrency(in: column) != nil, let look = unused.first(where: { $0.name == column })?.look
    else { return [] }
    return [
      text(
        column, look,
        "is not used, and '\(amounts.prefix(80))' would be taken in \(own); write the amounts in \(own), or leave them out "
          + "with --map \(ShellText.word("\(amounts)="))")
    ]
  }
}
