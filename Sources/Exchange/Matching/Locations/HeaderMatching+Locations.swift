internal import FormatKit
internal import RetailValues

/// Lists of stock with a column for each location.
extension HeaderMatching {
  /// The match of a list that has a column for each location, as one of stock levels; nil for any other list.
  static func levels(_ columns: MatchedColumns, _ hints: Hints) -> Match? {
    hints.kinds.kinds.first { $0.part == .level }.flatMap { kind in
      levels(kind, columns.assign(kind.fields), columns, hints)
    }
  }

  /// The match of a list that is said to be one of stock levels and has a column for each location; nil for any other list.
  static func levels(
    _ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints
  ) -> Match? {
    guard kind.part == .level, let places = LocationColumns(columns, hints) else { return nil }
    var assigned = assigned
    for field in ["quantity", "location"] {
      assigned.columns[field] = nil
      assigned.evidence[field] = nil
    }
    let fields = fields(of: kind, assigned, isNamed: true).union(["quantity"])
    guard isSufficient(kind, fields, hints.given, isNamed: true) else { return nil }
    var match = single(kind, assigned, columns, hints)
    guard let index = match.records.firstIndex(where: { $0.kind == kind.name }) else { return nil }
    let level = match.records.remove(at: index)
    let levels = places.all.map { place in
      var record = level
      record.fields += place.values.map { MappingProfile.FieldMapping(field: $0.0, value: $0.1) }
      return record
    }
    match.records.insert(contentsOf: levels, at: index)
    match.used.formUnion(places.all.map(\.name))
    match.meanings += places.all.map { (column: $0.name, field: "quantity") }
    return places.leavingOutTotal(match)
  }

  /// Refuses stock at the shop's locations where something else in the list, or the command, may say where it is or how much.
  ///
  /// - Throws: `nothing-mapped` with the commands to choose from.
  static func refuseDoubtfulLocations(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    guard match.records.contains(where: { hints.kinds[$0.kind]?.part == .level }) else { return }
    guard let places = LocationColumns(columns, hints) else {
      return try refuseOtherLocation(match, columns, source: source, hints: hints)
    }
    let command = importCommand(source) + (hints.kind.map { " --kind \($0)" } ?? "")
    let named = places.all.prefix(6).map { "'\($0.name.prefix(40))'" }.joined(separator: ", ")
    let columnsAre =
      places.all.count == 1
      ? "the column \(named) is called by a location of the shop"
      : "the columns \(named) are called by locations of the shop"
    let oneByOne = instruction(
      places.all.count == 1 ? "To take it:" : "To take one location at a time:",
      places.all.prefix(6).map { place in
        let others = places.all.filter { $0.name != place.name }.map { mapOption($0.name, "") }.joined()
        let rest = [places.otherQuantity, places.otherLocation].compactMap { $0 }.map { mapOption($0, "") }.joined()
        return
          "\(command)\(mapOption(place.name, "quantity"))\(others)\(rest) --location \(ShellText.word(place.location))"
      })
    func question(_ value: String, _ what: String, _ remedies: [String]) -> Problems {
      Problems(
        .nothingMapped, source: source, value: value, "\(columnsAre), and \(what)",
        remedy: remedies.joined(separator: "\n"))
    }
    let all = "To take the quantity of each location:"
    if let other = places.otherQuantity {
      let leftOut = places.all.map { mapOption($0.name, "") }.joined()
      throw question(
        other, "'\(other.prefix(80))' has quantities too, perhaps the sum of them",
        [
          instruction(all, ["\(command)\(mapOption(other, ""))"]),
          instruction(
            "To take '\(other.prefix(80))' alone:",
            ["\(command)\(mapOption(other, "quantity"))\(leftOut) --location CODE"]),
        ])
    }
    if let other = places.otherLocation {
      throw question(
        other, "'\(other.prefix(80))' says where the goods are too",
        [instruction(all, ["\(command)\(mapOption(other, ""))"]), oneByOne])
    }
    let isLocationGiven =
      hints.constants["location"] != nil || hints.given.contains("location") && hints.usualLocation == nil
    if isLocationGiven {
      throw question(
        places.all.first?.name ?? "", "the command says that all goods are at one place",
        [instruction("To take the quantity of each location, say it without the location:", [command]), oneByOne])
    }
    if places.haveAmounts {
      throw question(
        places.all.first?.name ?? "", "the values look like amounts of money: they may be prices",
        [
          oneByOne,
          "If they are prices: a price is the same at all locations. Take one column for it with "
            + "--map COLUMN=price, and leave the others out with --map COLUMN=.",
        ])
    }
  }

  /// Refuses to take a quantity for the stock of the usual location where its column is called by another one: `Lager` may be a
  /// word for stock, and the place.
  ///
  /// - Throws: `nothing-mapped` with both commands.
  private static func refuseOtherLocation(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    guard let known = hints.knownLocations, known.all.count > 1, let usual = hints.usualLocation,
      let quantity = match.column(for: "quantity"), !columns.isGiven(quantity), hints.constants["location"] == nil,
      !match.records.contains(where: { $0.fields.contains { $0.field == "location" } }),
      let other = LocationColumns.location(calledBy: quantity, known), other != usual
    else { return }
    let command = importCommand(source) + (hints.kind.map { " --kind \($0)" } ?? "")
    throw Problems(
      .nothingMapped, source: source, value: quantity,
      "the column '\(quantity.prefix(80))' is called by the location '\(other)' of the shop, and would be taken for the stock "
        + "at '\(usual)'",
      remedy: instruction("If it is the stock at '\(other)':", ["\(command) --location \(ShellText.word(other))"])
        + "\n"
        + instruction("If it is the stock at '\(usual)':", ["\(command) --location \(ShellText.word(usual))"]))
  }
}
