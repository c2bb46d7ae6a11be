internal import FormatKit
internal import RetailValues

/// Lists that are refused because no record is sure to be meant.
extension HeaderMatching {
  /// A list of what was counted belongs into a count, which only the user can name.
  ///
  /// - Parameter isLastReading: whether the list is nothing else, so that a plain `count` is that of the goods.
  static func refuseCountedList(
    _ columns: MatchedColumns, isLastReading: Bool = false, source: String, hints: Hints
  ) throws(Problems) {
    guard let kind = hints.kinds.kinds.first(where: \.isCountLine) else { return }
    var assigned = columns.assign(kind.fields)
    if isLastReading, assigned.columns["counted_quantity"] == nil, let count = assigned.columns["count"],
      columns.look(of: count)?.isMostlyNumbers != false
    {
      assigned.columns["counted_quantity"] = count
      assigned.columns["count"] = nil
    }
    guard !hints.given.contains("count"), assigned.columns["count"] == nil,
      let counted = assigned.columns["counted_quantity"], isLastReading || !isOnHand(counted),
      isSufficient(kind, Set(assigned.columns.keys).union(["count"]), hints.given),
      columns.assign(hints.kinds["prices"]?.fields ?? []).columns["price"] == nil
    else { return }
    throw Problems(
      .nothingMapped, source: source, value: counted,
      "the columns are those of a counted list ('\(counted)'), and none says which count it belongs to",
      remedy: instruction(
        "Enter it into a count (`stockroom count open` begins one):",
        [
          "stockroom count enter N \(source == "standard input" ? "-" : ShellText.file(source))",
          "\(importCommand(source)) --kind \(kind.name) --set count=NAME",
        ])
        + "\n"
        + instruction(
          "If it is what is on hand now:", ["\(importCommand(source)) --map \(ShellText.word("\(counted)=quantity"))"]))
  }

  /// Whether the name of a counted quantity may as well be that of stock on hand: plain, or one of physical stock.
  static func isOnHand(_ counted: String) -> Bool {
    let forms = MatchedColumns.forms(counted)
    return ["quantity", "qty", "count"].contains(normalized(counted))
      || forms.contains { $0.contains(" ") && onHandNames.contains($0) }
  }

  private static let onHandNames = Vocabulary.headerNames(of: "quantity", in: "stock_levels")

  /// What to do where a column is called like the codes of a list of items.
  private static func asCodes(_ column: String, source: String) -> String {
    instruction(
      "If '\(column)' has the codes of the items:", ["\(importCommand(source))\(mapOption(column, "sku"))"])
      + "\nElse say what the list is with --kind KIND, and take columns for fields with --map COLUMN=FIELD."
  }

  static func nothingMapped(_ columns: MatchedColumns, source: String) -> Problems {
    let names = columns.names.prefix(12).map { String($0.prefix(40)) }.joined(separator: ", ")
    let remedy =
      columns.haveNoNames
      ? "The file has no header: `stockroom inspect FILE --save-profile NAME` writes a profile with its columns in order."
      : columns.names.count == 1 && names.contains(" ")
        ? "If the words are the names of several columns, give --option delimiter=space."
        : columns.asPriceList(source: source) ?? columns.likelyCode.map { asCodes($0, source: source) }
          ?? Problem.Code.nothingMapped.remedy
    return Problems(
      .nothingMapped, source: source, "the columns \(names) are not those of any record kind",
      remedy: remedy + columns.hint)
  }
}
