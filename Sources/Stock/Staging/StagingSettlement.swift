internal import FormatKit
internal import GRDB

/// Facts that need not be searched for in staged records, because they were noted on insertion.
extension StagingArea {
  /// Compares the staged records with stock, at first without those that only repeat the record before them.
  ///
  /// The only thing to report about those is that they exist. Where anything is wrong they are spelled out, and
  /// everything is compared from the start, so that reports do not depend on them.
  ///
  /// - Parameter isEnough: whether a comparison with errors need not be made again, because the caller rolls it back.
  func compareWithoutRepeats(_ context: StagingContext, unless isEnough: () throws -> Bool = { false }) throws {
    let kinds = inserters.filter { $0.value.repeats?.isUsed == true }.keys.sorted()
    guard !hasSpelledOutRepeats, !kinds.isEmpty else { return try compare(context) }
    if try hasErrors() {
      try spellOutRepeats()
      return try compare(context)
    }
    for kind in kinds { try inserters[kind]?.repeats?.pack() }
    let restore = checkpoint()
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
    restore()
    try spellOutRepeats()
    try compare(context)
  }

  func hasErrors() throws -> Bool {
    try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM temp.problems WHERE severity = 'error')") == true
  }

  /// Writes down the places of the records that were set aside.
  func packRepeats() throws {
    for inserter in inserters.values { try inserter.repeats?.pack() }
  }

  /// Puts the records that were set aside into the tables after all.
  func spellOutRepeats() throws {
    guard !hasSpelledOutRepeats else { return }
    hasSpelledOutRepeats = true
    for (kind, inserter) in inserters.sorted(by: { $0.key < $1.key }) {
      guard let repeats = inserter.repeats, repeats.isUsed else { continue }
      try repeats.pack()
      try repeats.spellOut(
        columns: inserter.made.map { "n_\($0.field)" } + (insertedFields[kind] ?? []).map { "f_\($0)" })
    }
  }

  // MARK: References

  /// Finds the references of a kind that need no search: each record names what its own row brought, or its codes were
  /// numbered as they came. The places of those are their numbers when they are the first of their kind.
  func settle(_ stored: StoredKind, _ context: StagingContext) throws {
    settled[stored.kind] = nil
    guard let inserter = inserters[stored.kind], try !hasImplied(stored.kind) else { return }
    for column in stored.columns {
      let place: String?
      switch column.reference {
      case nil, .document: place = nil
      case .known(let kind):
        place = part(of: kind) == .product && inserter.namesItsRow && isPlaced(kind) ? "twin" : nil
      case .item:
        let items = itemSearch(in: stored.kind, column: column.staged, context)
        let isSimple = Set(items.columns) == [column.staged]
        place = isSimple && items.hasSKU && inserter.namesItsRow && isPlaced("variants") ? "twin" : nil
      case .made(let kind):
        let codes = inserter.made.first { $0.field == column.field }
        let isNumbered = codes?.numbers.isComplete == true && numberedFrom[kind] == "\(stored.kind).\(column.field)"
        place = isNumbered && isPlaced(kind) ? "n_\(column.field)" : nil
      }
      if let place { settled[stored.kind, default: [:]][column.field] = place }
    }
  }

  /// SQL for the staged value of a column: its settled column, or the one that was looked up.
  func place(of column: StoredColumn, in kind: String) -> String { settled[kind]?[column.field] ?? column.staged }

  /// Writes what is settled into the columns for what is looked up, for a kind whose records are merged.
  func spellOutSettled(_ kind: String) throws {
    guard let places = settled.removeValue(forKey: kind), !places.isEmpty else { return }
    let set = places.sorted { $0.key < $1.key }.map { "r_\($0.key) = \($0.value)" }
    try database.execute(sql: "UPDATE temp.stage_\(kind) SET \(set.joined(separator: ", "))")
  }

  /// Whether the number of each record of a kind is its place among those staged.
  private func isPlaced(_ kind: String) -> Bool { numberedByPlace.contains(kind) && !hasBroken(kind) }

  /// Whether any record of a kind is taken out.
  func hasBroken(_ kind: String) -> Bool { broken.contains(kind) || inserters[kind]?.hasBroken == true }

  /// Whether records were put in that the source does not have.
  private func hasImplied(_ kind: String) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM temp.stage_\(kind) WHERE seq > ?)",
      arguments: [inserters[kind]?.lastNumber ?? 0]) == true
  }

  /// Stages the records of a kind to which the codes of a field refer, if they were numbered as they came.
  ///
  /// - Returns: false when they have to be gathered.
  func addNumbered(_ kind: String, key: String, from source: String, _ field: String) throws -> Bool {
    guard let codes = inserters[source]?.made.first(where: { $0.field == field })?.numbers, codes.isComplete,
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
    numberedFrom[kind] = "\(source).\(field)"
    return true
  }

  /// Whether no unbroken record of a kind lacks a field.
  func isAlwaysGiven(_ field: String, in kind: String) -> Bool {
    guard let inserter = inserters[kind], let place = insertedFields[kind]?.firstIndex(of: field) else { return false }
    return inserter.isAlwaysGiven(place)
  }

  // MARK: Keys

  /// Whether every unbroken record has its key, so that none need be looked for that lacks it.
  func alwaysHasKey(_ stored: StoredKind) throws -> Bool {
    guard let inserter = inserters[stored.kind], let given = insertedFields[stored.kind], try !hasImplied(stored.kind)
    else { return false }
    return stored.keys.allSatisfy { column in
      if settled[stored.kind]?[column.field] == "twin" { return true }
      guard column.reference == nil else { return false }
      if let place = given.firstIndex(of: column.field) { return inserter.isAlwaysGiven(place) }
      return defaultFields[stored.kind]?.contains(column.field) == true
    }
  }

  /// Whether the order of the records shows that no key comes twice: each comes after the one before.
  func hasAscendingKeys(_ stored: StoredKind) throws -> Bool {
    guard !hasSpelledOutRepeats, itemsFound.isEmpty, let inserter = inserters[stored.kind], let key = stored.keys.first,
      try !hasImplied(stored.kind)
    else { return false }
    if settled[stored.kind]?[key.field] == "twin" { return inserter.twinsAscend }
    return stored.keys.count == 1 && key.reference == nil && inserter.keysAscend
  }

  /// Lets staged records that are the merged ones be found by their keys; throws when a key comes twice.
  func indexKeys(of stored: StoredKind) throws {
    guard unrepeated.contains(stored.kind), indexed.insert(stored.kind).inserted else { return }
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
