internal import FormatKit
internal import RetailValues

/// Lists of what was counted with a column for each location.
extension HeaderMatching {
  /// The match of a list that is said to be of a count and has a column for each location; nil for any other list.
  ///
  /// A count is of one location. Where that is known, the column of the location is taken; else each location gets a count of its
  /// own, whose name ends with that of the location.
  static func countedAtLocations(
    _ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints
  ) -> Match? {
    guard kind.isCountLine, let places = LocationColumns(columns, hints), assigned.columns["location"] == nil,
      !places.haveAmounts
    else { return nil }
    // Another column that is called so has what was counted.
    let named = columns.assign(kind.fields).columns["counted_quantity"]
    guard named.map({ name in places.all.contains { $0.name == name } }) != false else { return nil }
    var assigned = assigned
    assigned.columns["counted_quantity"] = nil
    assigned.evidence["counted_quantity"] = nil
    let known = fields(of: kind, assigned, isNamed: true).union(["counted_quantity"])
    guard isSufficient(kind, known, hints.given, isNamed: true) else { return nil }
    let location = hints.knownLocations?.counted
    let taken = places.all.filter { location == nil || $0.location == location }
    var match = single(kind, assigned, columns, hints)
    guard !taken.isEmpty, let index = match.records.firstIndex(where: { $0.kind == kind.name }) else { return nil }
    let line = match.records.remove(at: index)
    var counts: [String] = []
    var lines: [MappingProfile.RecordMapping] = []
    for place in taken {
      var record = line
      record.fields.append(.init(field: "counted_quantity", value: .column(place.name)))
      record.fields.append(.init(field: "location", value: ValueExpression(.constant(place.location))))
      if location == nil {
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
    } else {
      match.findings.append(
        SourceFinding("counts", counts.joined(separator: ", "), evidence: "one for each location that has a column"))
    }
    return places.leavingOutTotal(match)
  }

  /// The name of the count of one location, made of the name that is given for all of the list or in each row.
  private static func count(
    at location: String, _ assigned: Assignment, _ hints: Hints
  ) -> (source: ValueExpression.Source, shown: String)? {
    if let column = assigned.columns["count"] {
      // Braces would not be those of a template.
      guard !(column + location).contains(where: { $0 == "{" || $0 == "}" }) else { return nil }
      return (.template("{\(column)}-\(location)"), "\(column)-\(location)")
    }
    guard let name = hints.constants["count"] else { return nil }
    return (.constant("\(name)-\(location)"), "\(name)-\(location)")
  }

  /// Refuses to take a quantity for a count of one location where its column is called by another one.
  ///
  /// - Throws: `nothing-mapped`.
  static func refuseOtherCountedLocation(
    _ match: Match, _ columns: MatchedColumns, source: String, hints: Hints
  ) throws(Problems) {
    guard let counted = hints.knownLocations?.counted, let known = hints.knownLocations, known.all.count > 1,
      let quantity = match.column(for: "counted_quantity"), !columns.isGiven(quantity),
      let other = LocationColumns.location(calledBy: quantity, known), other != counted
    else { return }
    throw Problems(
      .nothingMapped, source: source, value: quantity,
      "the column '\(quantity.prefix(80))' is called by the location '\(other)' of the shop, and the count is of '\(counted)'",
      remedy:
        "If it was counted at '\(other)', enter it into a count of that location. If it was counted at '\(counted)', call the "
        + "column counted_quantity.")
  }
}
