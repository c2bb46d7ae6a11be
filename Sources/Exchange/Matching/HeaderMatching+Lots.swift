internal import FormatKit
internal import RetailValues

/// Lists by lots whose quantities would be lost.
extension HeaderMatching {
  /// Refuses a list of which only the lots would be taken, although a column has quantities of them.
  ///
  /// - Throws: `nothing-mapped` with the commands that take the quantities.
  static func refuseLotsAlone(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    guard match.records.allSatisfy({ $0.kind == Vocabulary.kind("lots")?.name }),
      let quantity = lostQuantity(match, columns)
    else { return }
    let option = mapOption(quantity, "quantity")
    let kinds = hints.given.contains("supplier") ? ["receipts", "stock_levels"] : ["stock_levels", "receipts"]
    let choices = kinds.map { Choice(kind: $0, options: [String(option.dropFirst())]) }
    throw question(
      quantity, "only lots would be taken, and the quantities of '\(quantity.prefix(80))' would be lost", choices,
      columns,
      source: source, hints: hints)
  }

  /// The column that most likely has quantities, among those that nothing is taken from.
  private static func lostQuantity(_ match: Match, _ columns: MatchedColumns) -> String? {
    let numbers = columns.names.filter { name in
      guard !match.used.contains(name), !columns.isLeftOut(name), let look = columns.look(of: name) else {
        return false
      }
      return look.isMostlyNumbers && look.dates == 0 && look.barcodes < look.filled && look.amounts * 2 < look.filled
        && !columns.isRowNumber(name)
    }
    let words = [ColumnWords.quantity, .moved, .received]
    return numbers.first { name in words.contains { $0.areIn(ColumnWords.words(of: name)) } }
      ?? numbers.first { !ColumnWords.harmlessNumber.areIn(ColumnWords.words(of: $0)) }
  }
}
