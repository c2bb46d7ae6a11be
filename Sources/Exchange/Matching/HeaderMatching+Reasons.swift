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

  /// What rows with a quantity that came back or was written off may be.
  static func choicesOfGoodsBack(_ column: String) -> [Choice] {
    if ColumnWords.writtenOff.areIn(ColumnWords.words(of: column)) {
      return [Choice(kind: "movements", options: ["--set movement_kind=write-off", reasonOption])]
    }
    return ["customer-return", "supplier-return"].map {
      Choice(kind: "movements", options: ["--set movement_kind=\($0)"])
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
