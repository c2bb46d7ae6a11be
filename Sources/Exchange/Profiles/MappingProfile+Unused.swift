internal import FormatKit

/// The columns that a drafted profile leaves out.
extension MappingProfile {
  /// The columns and tables that the profile neither uses nor names as left out, and without which what it takes may mean
  /// something else; and the columns that may say that a record did not happen, or of which only one value is left out.
  ///
  /// - Parameter ignored: the columns that are left out with any value.
  func unused(
    in schemas: [Schema], _ looks: [String: TableLook], ignored: [String], kinds: RecordCatalog, source: String
  ) -> (inDoubt: [UnusedColumn], states: [StateColumn]) {
    let onlyValues = (ignoredWhile ?? [:]).filter { !ignored.contains($0.key) }
    let leftOut = Set(ignored).union(onlyValues.keys)
    let given = Dictionary(leftOut.map { ($0, "") }) { first, _ in first }
    let names = Set(records.compactMap(\.table))
    let taken = schemas.enumerated().filter {
      names.contains($1.table) || $0 == 0 && records.contains { $0.table == nil }
    }
    .map(\.element)
    var inDoubt = schemas.filter { schema in
      !leftOut.contains(schema.table) && !taken.contains { $0.table == schema.table }
    }
    .compactMap { UnusedColumn(table: $0, next: taken, source: source) }
    var states: [StateColumn] = []
    // What the profile gives for all records, such as the supplier, says what columns may mean.
    var hints = HeaderMatching.Hints(given: Set(constants.keys), constants: constants)
    hints.kinds = kinds
    for schema in taken {
      let own = records.filter { ($0.table ?? schemas.first?.table) == schema.table && !$0.kind.isEmpty }
      guard !own.isEmpty else { continue }
      let look = looks[schema.table]
      let mapped = match(of: own, schema)
      let unused = UnusedColumns(MatchedColumns(schema, look: look, given: given), mapped, hints, haveProfile: true)
      // What is asked about a till's export without a profile.
      let till = own.contains { $0.kind == TillExport.kind } ? TillExport.match(schema, look) : nil
      inDoubt += Self.inDoubt(unused, till, look, settled: mapped.used.union(leftOut))
      states += self.states(unused, till).filter { !leftOut.contains($0.column) }
      states += Self.conditions(onlyValues, mapped, table: schema.table)
    }
    return (inDoubt, states)
  }

  /// The columns of a table that are asked about, with those of a till's export.
  ///
  /// - Parameter settled: the columns that the profile uses or leaves out.
  private static func inDoubt(
    _ unused: UnusedColumns, _ till: TillExport?, _ look: TableLook?, settled: Set<String>
  ) -> [UnusedColumn] {
    let ofAmounts = till?.columnsOfAmounts ?? []
    let found = unused.found.filter { !ofAmounts.contains($0.column) }
    let answered = settled.union(found.map(\.column))
    return found
      + (till?.unusedInDoubt(look) ?? []).filter { !answered.contains($0.column) }.map(\.withProfileRemedy)
  }

  /// The columns of a table with words that say that a record did not happen, without those that the profile names.
  private func states(_ unused: UnusedColumns, _ till: TillExport?) -> [StateColumn] {
    let ofAmounts = till?.columnsOfAmounts ?? []
    let expected = till?.stateColumns ?? []
    let others = unused.states.filter { state in
      !ofAmounts.contains(state.column) && !expected.contains { $0.column == state.column }
    }
    return (expected + others).map { state in
      var state = state
      let named = records.flatMap { $0.condition?.values(of: state.column) ?? [] }
      state.answered.formUnion(named.map { $0.lowercased() })
      state.words.subtract(state.answered)
      state.isOfProfile = true
      return state
    }
  }

  /// The columns of a table that are left out while they have one value, unless the profile takes them for a field.
  private static func conditions(
    _ onlyValues: [String: String], _ mapped: HeaderMatching.Match, table: String
  ) -> [StateColumn] {
    onlyValues.sorted { $0.key < $1.key }.compactMap { column, value in
      mapped.meanings.contains { $0.column == column }
        ? nil : StateColumn(table: table, column: column, words: [], isOfProfile: true, onlyValue: value)
    }
  }

  /// What the profile does with the columns of a table, as if they had been matched.
  private func match(of records: [RecordMapping], _ schema: Schema) -> HeaderMatching.Match {
    let mappings = records.flatMap(\.fields)
    let meanings = mappings.flatMap { mapping in mapping.value.columns.map { (column: $0, field: mapping.field) } }
      // One that is gone is not used.
      .filter { schema.index(of: $0.column) != nil }
    var used = Set(meanings.map(\.column) + records.flatMap { $0.condition?.columns ?? [] })
    if let fillDown { used.formUnion(fillDown.columns + [fillDown.group]) }
    // Numbered pairs are found by the beginning of their names.
    for mapping in mappings {
      guard case .named(let name, let value, _) = mapping.value.source else { continue }
      let starts = [name, value].map { $0.prefix { $0 != "{" } }
      used.formUnion(schema.columns.map(\.name).filter { column in starts.contains { column.hasPrefix($0) } })
    }
    return HeaderMatching.Match(records: records, used: used, meanings: meanings, found: Set(mappings.map(\.field)))
  }
}

extension RowCondition {
  /// The values of a column that it names one by one.
  fileprivate func values(of column: String) -> [String] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap { $0.values(of: column) }
    case .not(let condition): condition.values(of: column)
    case .column(column, .oneOf(let values)): values
    case .column: []
    }
  }
}

extension UnusedColumn {
  /// The same question about a file that a profile reads.
  fileprivate var withProfileRemedy: Self {
    var asked = self
    asked.message += "; in the profile, `ignored: \(YAMLText.list(quoting: [column]))` leaves it out"
    return asked
  }
}

extension UnusedColumns {
  /// A column that a profile leaves out. Options of the command do not change what a profile takes.
  func inProfile(_ name: String, _ examples: String, _ what: String, field: String?) -> UnusedColumn {
    let column = YAMLText.quoted(String(name.prefix(80)))
    // A column that is used stays used, even if it is ignored.
    let mapping =
      match.used.contains(name)
      ? "without the line that takes it, "
      : field.map { "`\($0): \(column)` in \(record(for: $0)) takes it, and " } ?? ""
    return UnusedColumn(
      column: name,
      message: "column '\(name.prefix(80))' (\(examples)) \(what.prefix { $0 != ";" }); in the profile, \(mapping)"
        + "`ignored: [\(column)]` leaves it out")
  }

  /// The record of a profile that has a field, for people.
  private func record(for field: String) -> String {
    if let kind = kinds.first(where: { $0.field(field) != nil }) { return "the record of kind \(kind.name)" }
    let parts: [ItemPart] = [.price, .level, .barcode, .supply]
    let further = parts.lazy.compactMap { part in
      Vocabulary.kinds.first { $0.part == part && $0.field(field) != nil }
    }.first
    return further.map { "a record of kind \($0.name)" } ?? "the record that it belongs to"
  }
}
