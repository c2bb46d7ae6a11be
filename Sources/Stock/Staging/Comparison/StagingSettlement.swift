internal import FormatKit
internal import GRDB

/// Facts that need not be searched for in staged records, because they were noted on insertion.
extension StagingArea {
  /// Compares the staged records with stock, at first without those that only repeat one before them.
  ///
  /// The only thing to report about those is that they exist. Where anything is wrong they are spelled out, and
  /// everything is compared from the start, so that reports do not depend on them.
  ///
  /// - Parameter isEnough: whether a comparison with errors need not be made again, because the caller rolls it back.
  func compareWithoutRepeats(_ context: StagingContext, unless isEnough: () throws -> Bool = { false }) throws {
    let kinds = staged.names.filter { staged[$0]?.inserter.repeats?.isUsed == true }
    guard !staged.hasSpelledOutRepeats, !kinds.isEmpty else { return try compare(context) }
    let mayHaveLastValue = kinds.contains { kind in
      context.duplicates[kind] == .last && staged[kind]?.inserter.repeats?.isScattered == true
    }
    if try mayHaveLastValue || hasErrors() {
      try spellOutRepeats()
      return try compare(context)
    }
    for kind in kinds { try staged[kind]?.inserter.repeats?.pack() }
    let checkpoint = staged
    var isWhole = false
    try database.inSavepoint {
      try compare(context)
      let these = kinds.map { "'\($0)'" }.joined(separator: ", ")
      let isTold = try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM temp.problems WHERE seq IS NOT NULL AND severity != 'guard' AND kind IN (\(these)))
          """)
      isWhole = try hasErrors() ? isEnough() : isTold != true
      return isWhole ? .commit : .rollback
    }
    guard !isWhole else { return }
    staged = checkpoint
    try spellOutRepeats()
    try compare(context)
  }

  func hasErrors() throws -> Bool {
    try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM temp.problems WHERE severity = 'error')") == true
  }

  /// Writes down the places of the records that were set aside.
  func packRepeats() throws {
    for kind in staged.names { try staged[kind]?.inserter.repeats?.pack() }
  }

  /// Puts the records that were set aside into the tables after all.
  func spellOutRepeats() throws {
    guard !staged.hasSpelledOutRepeats else { return }
    staged.hasSpelledOutRepeats = true
    for kind in staged.names {
      guard let inserter = staged[kind]?.inserter, let repeats = inserter.repeats, repeats.isUsed else { continue }
      try repeats.pack()
      try repeats.spellOut(
        columns: inserter.numberColumns + (staged[kind]?.insertedFields ?? []).map { "f_\($0)" })
    }
  }

  // MARK: References

  /// Finds the references of a kind that need no search: each record names what its own row brought, or its codes were
  /// numbered as they came. The places of those are their numbers when they are the first of their kind.
  func settle(_ stored: StoredKind, _ context: StagingContext) throws {
    staged[stored.kind]?.compared.settled = [:]
    guard let inserter = staged[stored.kind]?.inserter, try !hasImplied(stored.kind) else { return }
    for column in stored.columns {
      let place: String?
      switch column.reference {
      case nil, .document: place = nil
      case .known(let kind):
        if part(of: kind) == .product, inserter.namesItsRow, isPlaced(kind) {
          place = "twin"
        } else {
          place = try areAllStored(column.field, in: stored.kind) ? "n_\(column.field)" : nil
        }
      case .item:
        let items = itemSearch(in: stored.kind, column: column.staged, context)
        let isSimple = Set(items.columns) == [column.staged]
        // A supplier's item is not searched for by its own code when its SKU leads to one.
        let isOwn = stored.record.part == .supply && context.match == nil && !items.usesBarcode
        place = (isSimple || isOwn) && items.hasSKU && inserter.namesItsRow && isPlaced("variants") ? "twin" : nil
      case .made(let kind):
        let codes = inserter.made.first { $0.field == column.field }
        let isNumbered =
          codes?.numbers.isComplete == true && staged[kind]?.compared.numberedFrom == "\(stored.kind).\(column.field)"
        place = isNumbered && isPlaced(kind) ? "n_\(column.field)" : nil
      }
      if let place { staged[stored.kind]?.compared.settled[column.field] = place }
    }
  }

  /// Whether every record gives a field, and each of its codes is that of a stored supplier or location.
  private func areAllStored(_ field: String, in kind: String) throws -> Bool {
    guard isAlwaysGiven(field, in: kind), let codes = staged[kind]?.inserter.named.first(where: { $0.field == field })
    else { return false }
    return try codes.hasColumn && codes.areStored()
  }

  /// SQL for the staged value of a column: its settled column, or the one that was looked up.
  func place(of column: StoredColumn, in kind: String) -> String {
    staged[kind]?.compared.settled[column.field] ?? column.staged
  }

  /// Whether the number of each record of a kind is its place among those staged.
  private func isPlaced(_ kind: String) -> Bool { staged.isNumberedByPlace(kind) && !hasBroken(kind) }

  /// Whether any record of a kind is taken out.
  func hasBroken(_ kind: String) -> Bool { staged[kind]?.hasBroken == true || staged[kind]?.inserter.hasBroken == true }

  /// Whether records were put in that the source does not have.
  func hasImplied(_ kind: String) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM temp.stage_\(kind) WHERE seq > ?)",
      arguments: [staged[kind]?.inserter.lastNumber ?? 0]) == true
  }

  /// Stages the records of a kind to which the codes of a field refer, if they were numbered as they came.
  ///
  /// - Returns: false when they have to be gathered.
  func addNumbered(_ kind: String, key: String, from source: String, _ field: String) throws -> Bool {
    guard let codes = staged[source]?.inserter.made.first(where: { $0.field == field })?.numbers, codes.isComplete,
      !hasBroken(source),
      try Bool.fetchOne(database, sql: "SELECT NOT EXISTS (SELECT 1 FROM temp.stage_\(kind))") == true
    else { return false }
    let statement = try database.makeStatement(
      sql: """
        INSERT INTO temp.stage_\(kind) (seq, tbl, line, record, offset, broken, clear, implied, f_\(key))
        VALUES (?, ?, ?, ?, ?, 0, 0, 1, ?)
        """)
    for (index, position) in codes.positions.enumerated() {
      try statement.execute(arguments: [
        index + 1, position.table, position.line, position.record, position.byteOffset, codes[index],
      ])
    }
    staged[kind]?.compared.numberedFrom = "\(source).\(field)"
    return true
  }

  /// Whether no unbroken record of a kind lacks a field.
  func isAlwaysGiven(_ field: String, in kind: String) -> Bool {
    guard let inserter = staged[kind]?.inserter, let place = staged[kind]?.insertedFields.firstIndex(of: field) else {
      return false
    }
    return inserter.isAlwaysGiven(place)
  }

  // MARK: Keys

  /// Whether every unbroken record has its key, so that none need be looked for that lacks it.
  func alwaysHasKey(_ stored: StoredKind) throws -> Bool {
    guard let inserter = staged[stored.kind]?.inserter, let given = staged[stored.kind]?.insertedFields,
      try !hasImplied(stored.kind)
    else { return false }
    return stored.keys.allSatisfy { column in
      if let place = staged[stored.kind]?.compared.settled[column.field] {
        return place == "twin" || isAlwaysGiven(column.field, in: stored.kind)
      }
      guard column.reference == nil else { return false }
      // One that is not given got its default as it was staged.
      if let place = given.firstIndex(of: column.field) {
        return column.keyDefault != nil || inserter.isAlwaysGiven(place)
      }
      return staged[stored.kind]?.defaultFields.contains(column.field) == true
    }
  }

  /// Whether the order of the records shows that no key comes twice: each comes after the one before.
  func hasAscendingKeys(_ stored: StoredKind) throws -> Bool {
    guard !staged.hasSpelledOutRepeats, staged.itemsFound.isEmpty, let kind = staged[stored.kind],
      try !hasImplied(stored.kind)
    else { return false }
    // If one part of the key is always another one, so is the whole.
    if stored.keys.contains(where: { kind.compared.settled[$0.field] == "twin" }), kind.inserter.twinsAscend {
      return true
    }
    return stored.keys.count == 1 && stored.keys[0].reference == nil && kind.inserter.keysAscend
  }

  /// Lets staged records that are the merged ones be found by their keys; throws when a key comes twice.
  func indexKeys(of stored: StoredKind) throws {
    guard staged.isUnrepeated(stored.kind), staged[stored.kind]?.compared.isIndexed == false else { return }
    staged[stored.kind]?.compared.isIndexed = true
    // Removed records may repeat a key, so each gets a key of its own. SQLite would wrongly consider an index without
    // them the shortest way to all others.
    let keys =
      stored.keys.map { place(of: $0, in: stored.kind) }
      + (hasBroken(stored.kind) ? ["(CASE WHEN broken THEN seq ELSE 0 END)"] : [])
    try database.execute(
      sql: """
        CREATE UNIQUE INDEX temp.merged_\(stored.kind)_key ON stage_\(stored.kind) (\(keys.joined(separator: ", ")))
        """)
  }

  func indexKeys(of kind: String) throws {
    guard let stored = kinds[kind] else { return }
    try indexKeys(of: stored)
  }
}
