internal import FormatKit
internal import RetailValues

/// Lists of what was counted with a column for each location.
extension HeaderMatching {
  /// The match of a list that is said to be of a count and has columns of locations; nil for any other list.
  ///
  /// A count is of one location. Where that is known, the column of the location is taken; else each of several locations gets a
  /// count of its own, whose name ends with that of the location, and the only one gets the count.
  ///
  /// - Throws: `nothing-mapped` where the count is of a location without a column, and where the list lacks something else.
  static func countedAtLocations(
    _ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints, source: String
  ) throws(Problems) -> Match? {
    guard kind.isCountLine, let places = LocationColumns(columns, hints), assigned.columns["location"] == nil,
      !places.haveAmounts, let first = places.all.first
    else { return nil }
    // Another column that is called so has what was counted.
    let named = columns.assign(kind.fields).columns["counted_quantity"]
    guard named.map({ name in places.all.contains { $0.name == name } }) != false else { return nil }
    var assigned = assigned
    assigned.evidence["counted_quantity"] = nil
    assigned.columns["counted_quantity"] = first.name
    guard isSufficient(kind, fields(of: kind, assigned, isNamed: true), hints.given, isNamed: true) else {
      throw incomplete(kind, assigned, columns, hints, source: source)
    }
    assigned.columns["counted_quantity"] = nil
    let location = hints.knownLocations?.counted
    let taken = places.all.filter { location == nil || $0.location == location }
    if let location, taken.isEmpty {
      throw ofOtherLocation(first.name, first.location, counted: location, source: source)
    }
    if location == nil, places.all.count == 1, assigned.columns["count"] == nil, !MatchedColumns.isUnknown(first.name) {
      try refuseUsualLocation(first.name, first.location, source: source, hints: hints)
    }
    var match = single(kind, assigned, columns, hints)
    guard let index = match.records.firstIndex(where: { $0.kind == kind.name }) else { return nil }
    let line = match.records.remove(at: index)
    var counts: [String] = []
    var lines: [MappingProfile.RecordMapping] = []
    for place in taken {
      var record = line
      record.fields.append(.init(field: "counted_quantity", value: .column(place.name)))
      record.fields.append(.init(field: "location", value: ValueExpression(.constant(place.location))))
      if location == nil, places.all.count > 1 {
        guard let count = count(at: place.location, assigned, hints) else { return nil }
        record.fields.removeAll { $0.field == "count" }
        record.fields.append(.init(field: "count", value: ValueExpression(count.source)))
        counts.append(count.shown)
      }
      lines.append(record)
    }
    match.records.insert(contentsOf: lines, at: index)
    match.used.formUnion(places.all.map(\.name))
    match.meanings += taken.map { (column: $0.name, field: "counted_quantity") }
    if let location {
      for place in places.all where place.location != location {
        match.findings.append(
          SourceFinding(
            "column \(place.name)", "left out", evidence: "it is of '\(place.location)', and the count of '\(location)'"
          ))
      }
    } else if !counts.isEmpty {
      match.findings.append(
        SourceFinding("counts", counts.joined(separator: ", "), evidence: "one for each location that has a column"))
    }
    return places.leavingOutTotal(match)
  }

  /// The name of the count of one location, made of the name that is given for all of the list or in each row.
  private static func count(
    at location: String, _ assigned: Assignment, _ hints: Hints
  ) -> (source: ValueExpression.Source, shown: String)? {
    func hasBraces(_ text: String) -> Bool { text.contains { $0 == "{" || $0 == "}" } }
    if let column = assigned.columns["count"] {
      // Braces would not be those of a template.
      guard !hasBraces(column + location) else { return nil }
      return (.template("{\(column)}-\(location)"), "\(column)-\(location)")
    }
    guard let name = hints.constants["count"] else { return nil }
    let shown = "\(name)-\(location)"
    // A profile that is saved takes the count that each import gives.
    return (hasBraces(location) ? .constant(shown) : .given("{count}-\(location)"), shown)
  }

  /// Refuses to take a quantity for a count of one location where its column is called by another one.
  ///
  /// - Throws: `nothing-mapped`.
  static func refuseOtherCountedLocation(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    guard let known = hints.knownLocations, known.all.count > 1,
      let quantity = match.column(for: "counted_quantity"), !columns.isGiven(quantity),
      let other = LocationColumns.location(calledBy: quantity, known)
    else { return }
    if let counted = known.counted {
      guard other != counted else { return }
      throw ofOtherLocation(quantity, other, counted: counted, source: source)
    }
    let lines = match.records.filter { hints.kinds[$0.kind]?.isCountLine == true }
    guard !lines.isEmpty,
      !lines.contains(where: { $0.fields.contains { ["location", "count"].contains($0.field) } })
    else { return }
    try refuseUsualLocation(quantity, other, source: source, hints: hints)
  }

  /// Refuses to make a count of the usual location of what may have been counted at another one.
  private static func refuseUsualLocation(
    _ quantity: String, _ other: String, source: String, hints: Hints
  ) throws(Problems) {
    guard let usual = hints.usualLocation, other != usual else { return }
    throw Problems(
      .nothingMapped, source: source, value: quantity, calledBy(other, quantity, counted: usual),
      remedy: "Say where it was counted: with --location \(ShellText.word(other)), or with "
        + "--location \(ShellText.word(usual))\(mapOption(quantity, "counted_quantity")).")
  }

  private static func ofOtherLocation(_ column: String, _ other: String, counted: String, source: String) -> Problems {
    Problems(
      .nothingMapped, source: source, value: column, calledBy(other, column, counted: counted),
      remedy:
        "If it was counted at '\(other)', enter it into a count of that location. If it was counted at '\(counted)', call the "
        + "column counted_quantity.")
  }

  private static func calledBy(_ other: String, _ column: String, counted: String) -> String {
    "the column '\(column.prefix(80))' is called by the location '\(other)' of the shop, and the count is of '\(counted)'"
  }
}
