internal import FormatKit
internal import RetailValues

/// Days to come from which on prices and costs are valid, said by a title, the name of a sheet or a file, or by a column's own name.
extension Surroundings {
  /// What to ask before prices or costs come into force too early.
  func validity(
    _ match: HeaderMatching.Match, _ columns: MatchedColumns, source: String, hints: HeaderMatching.Hints
  ) -> [Problem] {
    guard let today = hints.today, match.column(for: "valid_from") == nil, !hints.given.contains("valid_from"),
      !hints.given.contains("valid_to")
    else { return [] }
    let isPrice = match.records.contains { hints.kinds[$0.kind]?.part == .price }
    let price = isPrice ? match.column(for: "price") : nil
    let costs = match.meanings.filter { meaning in
      ["unit_cost", "standard_cost"].contains(meaning.field) && hints.columns[meaning.column] == nil
        && isOfItems(match, hints)
    }
    let amounts = ([price] + costs.map { $0.column }).compactMap { $0 }
    if let end = end(of: price, amounts.map { Name($0, .column) } + names, today, source) { return [end] }
    for name in amounts.map({ Name($0, .column) }) + names {
      let days = Self.starts(name, after: today)
      guard !days.isEmpty, !amounts.isEmpty else { continue }
      let isOfCost = name.place == .column && name.text != price
      if let price, !isOfCost {
        // New items have no other costs that would be replaced too early.
        let share = match.column(for: "sku").flatMap { hints.knownCodes?.share(of: columns.look(of: $0)) }
        let areNew = share == KnownCodes.Share.none
        return [question(name, days, of: price, costs.map(\.column), areNew: areNew, today, source)]
      }
      let known = costs.first { $0.column == name.text } ?? costs.first
      return known.map { [question(name, days, ofCost: $0.column, $0.field, source)] } ?? []
    }
    return []
  }

  /// What to ask about prices of which a name says nothing but a last day.
  private func end(of price: String?, _ names: [Name], _ today: CalendarDate, _ source: String) -> Problem? {
    guard let price else { return nil }
    for name in names {
      guard let days = Self.written(name, after: today), days.starts.isEmpty, !days.ends.isEmpty else { continue }
      let command = HeaderMatching.importCommand(source)
      return Problem(
        .titleNotUsed, source: source, value: name.text,
        "\(name.shown) names a last day, and the prices of '\(price.prefix(80))' would stay valid after it",
        remedy: HeaderMatching.instruction(
          "To take them until the end of that day:", days.ends.map { "\(command) --set valid_to=\($0)" }) + "\n"
          + HeaderMatching.instruction("To take them without an end:", ["\(command) --set valid_from=\(today)"]))
    }
    return nil
  }

  /// Whether the records describe items, and are not lines of documents, whose costs are those of their day.
  private func isOfItems(_ match: HeaderMatching.Match, _ hints: HeaderMatching.Hints) -> Bool {
    match.records.allSatisfy { hints.kinds[$0.kind]?.part != nil }
  }

  /// The days to come that a name says of the prices.
  static func starts(_ name: Name, after today: CalendarDate) -> [CalendarDate] {
    written(name, after: today)?.starts ?? []
  }

  /// The days to come in a name that may say something of the prices; nil for any other name.
  private static func written(_ name: Name, after today: CalendarDate) -> WrittenDays? {
    let isOfPrices =
      name.place == .column || ColumnWords.priceList.areIn(name.words) || ColumnWords.money.areIn(name.words)
    let isAlone = name.text.allSatisfy { $0.isNumber || $0.isPunctuation }
    guard isOfPrices || ColumnWords.validity.areIn(name.words) || isAlone && name.place != .file else { return nil }
    return WrittenDays(name.text, after: today, isOfPrices: isOfPrices)
  }

  private func question(
    _ name: Name, _ days: [CalendarDate], of price: String, _ costs: [String], areNew: Bool, _ today: CalendarDate,
    _ source: String
  ) -> Problem {
    let command = HeaderMatching.importCommand(source)
    let leftOut = costs.filter { $0.fitsOption }
      .map { " --map \(ShellText.word("\($0)="))" }.joined()
    var remedies = [
      HeaderMatching.instruction(
        costs.isEmpty ? "To take them from that day on:" : "To take the prices from that day on, and the costs now:",
        days.map { "\(command) --set valid_from=\($0)" })
    ]
    if !costs.isEmpty {
      let without = HeaderMatching.instruction(
        "To take the prices from that day on, and leave the costs out, which would count from now on:",
        days.map { "\(command) --set valid_from=\($0)\(leftOut)" })
      remedies.insert(without, at: areNew ? 1 : 0)
    }
    remedies.append(
      HeaderMatching.instruction("If they are valid already:", ["\(command) --set valid_from=\(today)"]))
    return Problem(
      .titleNotUsed, source: source, value: name.text,
      "\(name.shown) names a day to come, and the prices of '\(price.prefix(80))' would be valid from now on",
      remedy: remedies.joined(separator: "\n"))
  }

  private func question(
    _ name: Name, _ days: [CalendarDate], ofCost column: String, _ field: String, _ source: String
  ) -> Problem {
    Problem(
      .titleNotUsed, source: source, value: name.text,
      "\(name.shown) names a day to come, and the costs of '\(column.prefix(80))' would count from now on",
      remedy: "Import the list on \(days.map(\.description).joined(separator: " or ")).\n"
        + HeaderMatching.instruction(
          "To take the costs now:",
          ["\(HeaderMatching.importCommand(source))\(HeaderMatching.mapOption(column, field))"]))
  }
}
