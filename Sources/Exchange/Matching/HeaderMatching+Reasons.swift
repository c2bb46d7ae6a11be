internal import FormatKit

/// Commands for lists of goods that came back or were written off, which need one of the shop's reasons.
extension HeaderMatching {
  /// The option for the reason of all rows, before the shop's reasons are known.
  static let reasonOption = "--set reason=REASON"

  /// The commands that take the rows for what they may be: one for each reason that the shop knows, where the list has none.
  static func commands(
    for choice: Choice, _ columns: MatchedColumns, source: String, hints: Hints
  ) -> [String] {
    let command = command(for: choice, columns, source: source, hints: hints)
    guard command.hasSuffix(reasonOption), let reasons = hints.knownCodes?.reasons, !reasons.isEmpty else {
      return [command]
    }
    return reasons.map { command.replacing(reasonOption, with: "--set reason=\($0)") }
  }

  /// What the name of a quantity says that is not what is on hand.
  static func soldMeaning(_ column: String) -> String {
    let what = MatchedColumns.isOfGoodsBack(column) ? "came back or was written off" : "was sold or received"
    return "says what \(what), which is not what is on hand"
  }

  /// Refuses sales or receipts whose quantity is called one of goods that came back or were written off.
  ///
  /// - Throws: `nothing-mapped` with the commands to choose from.
  static func refuseGoodsBack(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    guard hints.kind == nil, let quantity = match.column(for: "quantity"), !columns.isGiven(quantity),
      MatchedColumns.isOfGoodsBack(quantity)
    else { return }
    throw question(
      quantity,
      "the column '\(quantity)' says what came back or was written off, and not what was sold or received",
      choicesOfGoodsBack(quantity, columns, hints), columns, source: source, hints: hints)
  }

  /// What rows with a quantity that came back or was written off may be. A supplier or a customer says who got the goods back.
  static func choicesOfGoodsBack(_ column: String, _ columns: MatchedColumns, _ hints: Hints) -> [Choice] {
    if ColumnWords.writtenOff.areIn(ColumnWords.words(of: column)) {
      return [Choice(kind: "movements", options: ["--set movement_kind=write-off", reasonOption], quantity: column)]
    }
    let isOfSupplier = hints.given.contains("supplier") || columns.first(of: DocumentNames.supplier) != nil
    let isOfCustomer = columns.first(of: DocumentNames.customer) != nil
    let known = isOfSupplier == isOfCustomer ? nil : isOfSupplier ? "supplier-return" : "customer-return"
    return (known.map { [$0] } ?? ["customer-return", "supplier-return"]).map {
      Choice(kind: "movements", options: ["--set movement_kind=\($0)"], quantity: column)
    }
  }

  /// The import that takes a customer's orders for sales; nil where no column has the customer.
  static func salesCommand(
    number: String, _ columns: MatchedColumns, source: String, hints: Hints
  ) -> String? {
    guard columns.first(of: DocumentNames.customer) != nil else { return nil }
    return command(for: Choice(kind: "sales", number: number), columns, source: source, hints: hints)
  }
}
