internal import FormatKit
internal import RetailValues

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
    let isOfSupplier = isOfSupplier(columns, hints)
    let isOfCustomer = columns.first(of: DocumentNames.customer) != nil
    let known = isOfSupplier == isOfCustomer ? nil : isOfSupplier ? "supplier-return" : "customer-return"
    return (known.map { [$0] } ?? ["customer-return", "supplier-return"]).map {
      Choice(kind: "movements", options: ["--set movement_kind=\($0)"], quantity: column)
    }
  }

  /// Whether the list, the command, a title or the name of the file names a supplier.
  static func isOfSupplier(_ columns: MatchedColumns, _ hints: Hints) -> Bool {
    hints.given.contains("supplier") || columns.first(of: DocumentNames.supplier) != nil
      || hints.surroundings.names.contains { !DocumentNames.supplier.isDisjoint(with: $0.words) }
  }

  /// Refuses to book goods as received where a column says that they go back to the supplier.
  ///
  /// - Throws: `nothing-mapped` with the command that takes them out of stock.
  static func refuseSentBack(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    guard isOfSupplier(columns, hints), isReceived(match, hints),
      let column = columns.names.first(where: {
        ColumnWords.sentBack.areIn(ColumnWords.words(of: $0)) && columns.look(of: $0).map(\.isMostlyNumbers) != true
          && match.column(for: "quantity") != $0
      })
    else { return }
    throw question(
      column,
      "the column '\(column)' is that of goods that go back to the supplier, and they would be booked as received",
      [Choice(kind: "movements", options: ["--set movement_kind=supplier-return"], number: column)], columns,
      source: source, hints: hints)
  }

  /// Refuses to book goods as received where a title or the name of the file says that they go back, or a column why they did.
  ///
  /// - Throws: `nothing-mapped` with the commands to choose from.
  static func refuseReturn(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    guard isReceived(match, hints) else { return }
    let number = match.column(for: "document")
    let end = ", and they would be booked as received"
    func refuse(_ value: String, _ what: String, _ choices: [Choice]) -> Problems {
      let choices = choices.map { choice in
        var choice = choice
        choice.number = number
        return choice
      }
      return question(
        value, what + end, choices + [Choice(kind: "receipts")], columns, source: source, hints: hints)
    }
    if let (name, sort) = hints.surroundings.document(in: [.title, .table, .file]), sort.isReturn {
      throw refuse(name.text, "\(name.shown) is that of goods that go back or came back", returns(columns, hints))
    }
    if let column = reasonColumn(columns, besides: match.used) {
      throw refuse(
        column, "the column '\(column.prefix(80))' says why goods went back or were written off",
        returns(columns, hints) + [Choice(kind: "movements", options: ["--set movement_kind=write-off"])])
    }
  }

  /// Whether a list would be booked as goods received, and the user did not say so.
  private static func isReceived(_ match: Match, _ hints: Hints) -> Bool {
    hints.kind == nil
      && match.records.contains { record in
        hints.kinds[record.kind].map { $0.movement?.isOutgoing == false && !$0.statesMovementKind } == true
      }
  }

  /// The movements that goods which went back may be.
  static func returns(_ columns: MatchedColumns, _ hints: Hints) -> [Choice] {
    let movements = isOfSupplier(columns, hints) ? ["supplier-return"] : ["supplier-return", "customer-return"]
    return movements.map { Choice(kind: "movements", options: ["--set movement_kind=\($0)"]) }
  }

  /// The movements that goods may be which would be taken for received or sold: what has a reason was mostly written off or came
  /// back.
  static func otherMovements(_ columns: MatchedColumns, _ hints: Hints) -> [Choice] {
    var movements: [String] = []
    if columns.first(of: DocumentNames.reason) != nil {
      movements = ["write-off", isOfSupplier(columns, hints) ? "supplier-return" : "customer-return"]
    }
    var choices = movements.map { Choice(kind: "movements", options: ["--set movement_kind=\($0)"]) }
    if hints.surroundings.document(in: [.title, .table, .file])?.sort.isReturn == true {
      choices += returns(columns, hints).filter { other in !choices.contains { $0.options == other.options } }
    }
    return choices
  }

  /// The column by whose values the rows are goods that were written off, with the command that takes them as such. Nil where
  /// no column has only reasons of the shop or words for goods that are gone.
  static func losses(
    _ columns: MatchedColumns, _ hints: Hints
  ) -> (column: String, choice: Choice, areReasons: Bool)? {
    func choice(_ options: String...) -> Choice {
      Choice(kind: "movements", options: ["--set movement_kind=write-off"] + options)
    }
    let free = columns.names.filter { name in
      !columns.isLeftOut(name) && !columns.isGiven(name) && name.fitsOption
        && DocumentNames.reason.isDisjoint(with: MatchedColumns.forms(name))
    }
    let known = hints.knownCodes?.reasonWords ?? []
    let reasons = free.first { name in
      columns.look(of: name)?.areWords { (known.contains($0) || isLoss($0)) && !isReturn($0) } == true
    }
    if let reasons { return (reasons, choice("--map \(ShellText.word("\(reasons)=reason"))"), true) }
    let hasReasons = columns.first(of: DocumentNames.reason) != nil
    let gone = free.first { columns.look(of: $0)?.areWords(isGone) == true }
    return gone.map { ($0, hasReasons ? choice() : choice(reasonOption), false) }
  }

  /// Refuses to book goods as received or sold where a column says in each row that they are gone, and why.
  ///
  /// - Throws: `nothing-mapped` with the commands to choose from.
  static func refuseLosses(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    let kinds = match.records.compactMap { hints.kinds[$0.kind] }
    guard hints.kind == nil, let kind = kinds.first(where: { $0.isMovement && !$0.statesMovementKind }),
      let losses = losses(columns, hints), !match.used.contains(losses.column)
    else { return }
    let isSold = kind.movement?.isOutgoing == true
    // What was sold for less may have been damaged.
    if isSold, !losses.areReasons || match.column(for: "unit_price") != nil { return }
    throw question(
      losses.column,
      "the values of the column '\(losses.column.prefix(80))' say that the goods are gone, and they would be booked as "
        + (isSold ? "sold" : "received"),
      [losses.choice, Choice(kind: kind.name)], columns, source: source, hints: hints)
  }

  private static func words(of value: String) -> Set<String> {
    Set(Vocabulary.normalized(value).split(separator: " ").map(String.init))
  }

  /// Whether a value is a reason for which goods are gone, such as `Bruch`.
  private static func isLoss(_ value: String) -> Bool {
    ColumnWords.lost.union(.loss).areIn(words(of: value))
  }

  private static func isReturn(_ value: String) -> Bool { ColumnWords.cameBack.areIn(words(of: value)) }

  /// Whether a value says that goods are gone, and not that they were sold, such as `Abgang`.
  private static func isGone(_ value: String) -> Bool {
    let words = words(of: value)
    return ColumnWords.wentOut.union(.writtenOff).areIn(words) && !ColumnWords.sold.areIn(words)
  }

  /// The column that is called one of reasons; nil where the user left it out, and where it is empty.
  private static func reasonColumn(_ columns: MatchedColumns, besides used: Set<String>) -> String? {
    columns.names.first { name in
      !used.contains(name) && !columns.isLeftOut(name)
        && !DocumentNames.reason.isDisjoint(with: MatchedColumns.forms(name))
        && columns.look(of: name).map { $0.filled > 0 && !$0.isMostlyNumbers } ?? true
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
