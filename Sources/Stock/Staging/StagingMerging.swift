internal import FormatKit
internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Making one row of all records of a key, and deciding what is to be done with it.
extension StagingArea {
  /// A price without a first moment: the same as the price valid now is that price; the first price of all is valid since
  /// ever; any other is valid from the import on, so that what was valid before stays as it was.
  func settlePriceValidity(_ context: StagingContext) throws {
    guard try !isEmpty("prices") else {
      // As a rule the staging table shows it for all of them.
      guard staged["prices"]?.insertedFields.contains("valid_from") == true else { return }
      return try database.execute(
        sql: "UPDATE temp.stage_prices SET f_valid_from = \(Schema.always) WHERE f_valid_from IS NULL")
    }
    let now = context.now.millisecondsSince1970
    let ofItem = "p.variant_id = r_sku AND p.price_type = f_price_type AND p.currency = f_currency"
    try database.execute(
      sql: """
        UPDATE temp.stage_prices SET (f_valid_from, previous, target) = (
          SELECT CASE WHEN p.price = f_price THEN p.valid_from ELSE \(now) END, NULLIF(p.price, f_price),
            CASE WHEN p.price = f_price THEN p.id END FROM prices p
          WHERE \(ofItem) AND p.valid_from <= \(now) AND (p.valid_to IS NULL OR p.valid_to >= \(now))
          ORDER BY p.valid_from DESC LIMIT 1)
        WHERE f_valid_from IS NULL;
        -- No price is valid now: there is none at all, or only others in time.
        UPDATE temp.stage_prices SET
          f_valid_from = CASE WHEN EXISTS (SELECT 1 FROM prices p WHERE \(ofItem)) THEN \(now) ELSE \(Schema.always) END
        WHERE f_valid_from IS NULL;
        """)
    try settleContradictingPrices(now: now, context.duplicates["prices"] ?? .conflict)
  }

  /// Gives several prices of one item, of which one is the price valid now, the same first moment, so that they are
  /// merged, and contradict each other.
  ///
  /// If the one that counts by the profile is the price valid now, that one stays as it is.
  private func settleContradictingPrices(now: Int64, _ policy: StagingContext.DuplicatePolicy) throws {
    let item = "r_sku, f_price_type, f_currency"
    let counts =
      policy == .first || policy == .last
      ? """
      FIRST_VALUE(CASE WHEN target IS NULL THEN \(now) ELSE f_valid_from END)
        OVER (PARTITION BY \(item) ORDER BY seq \(policy == .first ? "ASC" : "DESC"))
      """ : "\(now)"
    let changed = "SELECT \(item) FROM temp.stage_prices WHERE broken = 0 AND target IS NULL AND f_valid_from = \(now)"
    // A first import knows none of its prices, and one that came before changes none.
    let known = "SELECT 1 FROM temp.stage_prices WHERE broken = 0 AND target IS NOT NULL"
    guard try Bool.fetchOne(database, sql: "SELECT EXISTS (\(known)) AND EXISTS (\(changed))") == true else { return }
    try database.execute(
      sql: """
        UPDATE temp.stage_prices AS s SET f_valid_from = c.since, target = NULL FROM (
          SELECT seq, \(counts) AS since, COUNT(target) OVER (PARTITION BY \(item)) AS known
          FROM temp.stage_prices
          WHERE broken = 0 AND (target IS NOT NULL OR f_valid_from = \(now)) AND (\(item)) IN (\(changed))) AS c
        WHERE c.seq = s.seq AND c.known > 0
        """)
  }

  // MARK: Merging and deciding

  /// Makes one row of all records of a key.
  func merge(_ stored: StoredKind, policy: StagingContext.DuplicatePolicy) throws {
    let stage = "temp.stage_\(stored.kind)"
    let keys = stored.keys.map(\.staged)
    let keyPlaces = stored.keys.map { place(of: $0, in: stored.kind) }
    let values = stored.values.map(\.staged)
    if try !alwaysHasKey(stored) {
      try reportUnknown(
        in: stored.kind, field: stored.keys[0].field,
        where: stored.keys.map { "\(place(of: $0, in: stored.kind)) IS NULL" }.joined(separator: " OR "),
        code: .noKey,
        shown: "''",
        what: "the record lacks its key (\(stored.keys.map(\.field).joined(separator: ", ")))",
        remedy: "Fill in the missing cell, or map the column that holds it.")
    }
    let previous = stored.record.part == .price ? ["previous"] : []
    let columns = keys + values + previous
    defer { staged.noteMerged(stored.kind) }
    if try showUnrepeated(stored, previous) { return try noteRejected(stored) }
    // Declared as the staged ids are: SQLite uses no key between columns that are compared in different ways.
    let declared = Set(stored.columns.filter { ![nil, .made(stored.kind)].contains($0.reference) }.map(\.staged))
    try database.execute(
      sql: """
        CREATE TEMP TABLE merged_\(stored.kind) (
          seq INTEGER PRIMARY KEY, records INTEGER, clear INTEGER, conflict TEXT, target INTEGER, action TEXT,
          \(columns.map { declared.contains($0) ? "\($0) INTEGER" : $0 }.joined(separator: ", ")));
        """)
    // Fields that no record gives are not in the merged ones either.
    let picks = stored.values.filter { !isNeverGiven($0, of: stored.kind) }.map {
      MergedValue(
        $0, from: $0.reference == .made(stored.kind) ? "f_\($0.field)" : place(of: $0, in: stored.kind),
        bit: clearBit($0.field, of: stored.kind), policy)
    }
    let clear = picks.map(\.clear).filter { $0 != "0" }
    let conflict = picks.map(\.differs).filter { $0 != "''" }
    try database.execute(
      sql: """
        INSERT INTO temp.merged_\(stored.kind) (
          seq, records, clear, conflict, \((keys + picks.map(\.column) + previous).joined(separator: ", ")))
        SELECT MIN(seq), SUM(implied = 0), \(clear.isEmpty ? "0" : clear.joined(separator: " | ")),
          \(conflict.isEmpty ? "''" : conflict.joined(separator: " || ")),
          \((keyPlaces + picks.map(\.pick) + previous.map { "MAX(\($0))" }).joined(separator: ", "))
        FROM \(stage) WHERE broken = 0 GROUP BY \(keyPlaces.joined(separator: ", "));
        """)
    if policy == .first || policy == .last {
      let target = "merged_\(stored.kind)"
      let bits = picks.filter { $0.bit != 0 }.map { pick in
        "COALESCE((SELECT s.clear & \(pick.bit) FROM \(stage) s WHERE s.seq = \(target).\(pick.column)), 0)"
      }
      if !bits.isEmpty {
        try database.execute(sql: "UPDATE temp.\(target) SET clear = \(bits.joined(separator: " | "))")
      }
      for pick in picks {
        try database.execute(
          sql: """
            UPDATE temp.\(target) SET
              \(pick.column) = (SELECT s.\(pick.source) FROM \(stage) s WHERE s.seq = \(target).\(pick.column))
            WHERE \(pick.column) IS NOT NULL
            """)
      }
    }
    try database.execute(
      sql: "CREATE INDEX temp.merged_\(stored.kind)_key ON merged_\(stored.kind) (\(keys.joined(separator: ", ")))")
    try noteRejected(stored)
  }

  /// If no key occurs twice, uses the staged records as the merged ones, so that they need not be sorted and copied.
  ///
  /// - Parameter more: columns that the view shows in addition to the kind's own.
  /// - Returns: whether this was possible; the records are then in `merged_<kind>` with their keys indexed.
  private func showUnrepeated(_ stored: StoredKind, _ more: [String]) throws -> Bool {
    // Fields to be emptied may contradict other fields of their record; codes of the kind's own records become ids.
    let blank = staged[stored.kind]?.blankFields ?? []
    guard !hasCleared(stored.kind),
      !stored.columns.contains(where: { $0.reference == .made(stored.kind) && !blank.contains($0.field) })
    else { return false }
    staged[stored.kind]?.compared.isUnrepeated = true
    // If their order shows it, an index is made only when a record is searched for by its key.
    if try !hasAscendingKeys(stored) {
      do {
        try indexKeys(of: stored)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        staged[stored.kind]?.compared.isUnrepeated = false
        return false
      }
    }
    let columns = stored.columns.map { column in
      staged[stored.kind]?.compared.settled[column.field].map { "\($0) AS \(column.staged)" } ?? column.staged
    }
    // In a table that never held anything, a record's place in the source is its number.
    let isFirst = try isFirst(stored)
    try database.execute(
      sql: """
        CREATE TEMP VIEW merged_\(stored.kind) AS
        SELECT seq, implied = 0 AS records, clear, '' AS conflict, \(isFirst ? "seq" : "target") AS target,
          \(isFirst ? "\(PlanAction.create.sql)" : "COALESCE(action, \(PlanAction.unchanged.sql))") AS action, \((columns + more).joined(separator: ", "))
        FROM temp.stage_\(stored.kind) \(hasBroken(stored.kind) ? "WHERE broken = 0" : "")
        """)
    if isFirst { staged[stored.kind]?.compared.isNumberedByPlace = true }
    return true
  }

  /// Keeps the codes of the records that were refused, for those that name them.
  private func noteRejected(_ stored: StoredKind) throws {
    guard stored.keys.count == 1, let key = stored.keys.first, hasBroken(stored.kind) else { return }
    try database.execute(
      sql: """
        CREATE TEMP TABLE rejected_\(stored.kind) (code PRIMARY KEY) WITHOUT ROWID;
        INSERT OR IGNORE INTO temp.rejected_\(stored.kind) SELECT f_\(key.field) FROM temp.stage_\(stored.kind)
        WHERE broken = 1 AND f_\(key.field) IS NOT NULL;
        """)
    staged[stored.kind]?.compared.hasRejected = true
  }

  /// How the values of one column become one where records of a key are merged.
  private struct MergedValue {
    let column: String
    /// The staged column it is made of; for a reference to a record of the same kind still the code.
    let source: String
    let bit: Int64
    /// SQL for the value, or for the place of the record that has it.
    let pick: String
    /// SQL for the bits of the fields to be emptied.
    let clear: String
    /// SQL for the field's name where the records contradict each other, else for an empty text.
    let differs: String

    init(_ column: StoredColumn, from source: String, bit: Int64, _ policy: StagingContext.DuplicatePolicy) {
      self.column = column.staged
      self.bit = bit
      self.source = source
      switch policy {
      case .conflict, .sum:
        let isAddedUp = policy == .sum && column.field == "order_quantity"
        pick = isAddedUp ? "SUM(\(source))" : "MAX(\(source))"
        clear = bit == 0 ? "0" : "MAX(clear & \(bit))"
        let contradicts = bit == 0 ? "" : " + (MAX(clear & \(bit)) != 0 AND MAX(\(source)) IS NOT NULL)"
        differs =
          isAddedUp
          ? "''"
          : "CASE WHEN (MIN(\(source)) IS NOT MAX(\(source)))\(contradicts) THEN '\(column.field) ' ELSE '' END"
      // The place of the first or last value given; the value itself is fetched afterwards.
      case .first, .last:
        let given = bit == 0 ? "\(source) IS NOT NULL" : "\(source) IS NOT NULL OR clear & \(bit)"
        pick = "\(policy == .first ? "MIN" : "MAX")(CASE WHEN \(given) THEN seq END)"
        clear = "0"
        differs = "''"
      }
    }
  }

  /// Finds the stored record of each merged one, and what is to be done with it.
  func decide(_ stored: StoredKind) throws {
    guard !staged.isNumberedByPlace(stored.kind) else { return }
    let merged = "temp.merged_\(stored.kind)"
    if staged.isUnrepeated(stored.kind) { return try decideUnrepeated(stored) }
    let match = stored.keys.map { "t.\($0.column) = m.\($0.staged)" }.joined(separator: " AND ")
    try database.execute(
      sql: "UPDATE \(merged) AS m SET target = (SELECT t.id FROM \(stored.table) t WHERE \(match))")
    let base = try Schema.lastID(database, of: stored.kind, table: stored.table)
    try database.execute(
      sql: """
        UPDATE \(merged) AS m SET action = CASE WHEN conflict != '' THEN \(PlanAction.conflict.sql) WHEN target IS NULL THEN \(PlanAction.create.sql) END;
        -- A record in conflict gets its place too: what refers to it is not to blame.
        UPDATE \(merged) AS m SET target = n.id
        FROM (SELECT seq, \(base) + ROW_NUMBER() OVER (ORDER BY seq) AS id FROM \(merged) WHERE target IS NULL) AS n
        WHERE n.seq = m.seq;
        """)
    // References to records of the same kind can be looked up now that the new ones have ids.
    for column in stored.columns {
      guard case .made(stored.kind) = column.reference, let key = stored.keys.first else { continue }
      try database.execute(
        sql: """
          UPDATE \(merged) AS m SET \(column.staged) = COALESCE(
            (SELECT t.id FROM \(stored.table) t WHERE t.\(key.column) = m.\(column.staged)),
            (SELECT o.target FROM \(merged) o WHERE o.\(key.staged) = m.\(column.staged)))
          WHERE \(column.staged) IS NOT NULL
          """)
      try reportCircles(stored, column)
    }
    try database.execute(
      sql: """
        UPDATE \(merged) AS m SET action = CASE
          WHEN EXISTS (SELECT 1 FROM \(stored.table) t WHERE t.id = m.target AND (\(differs(stored, \.staged)))) THEN \(PlanAction.update.sql)
          ELSE \(PlanAction.unchanged.sql) END
        WHERE action IS NULL
        """)
    let hasConflicts = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM \(merged) WHERE action = \(PlanAction.conflict.sql))")
    if hasConflicts == true { try reportConflicts(stored) }
  }

  /// The same where the staged records are the merged ones; what is unchanged is not written to.
  private func decideUnrepeated(_ stored: StoredKind) throws {
    let stage = "temp.stage_\(stored.kind)"
    // The table itself has what was settled in other columns than its view.
    let value = { (column: StoredColumn) in self.place(of: column, in: stored.kind) }
    let match = stored.keys.map { "t.\($0.column) = m.\(value($0))" }.joined(separator: " AND ")
    let base = try Schema.lastID(database, of: stored.kind, table: stored.table)
    if try !isEmpty(stored.table) {
      // The others were found with their references.
      if !stored.isKeyedByCode {
        try database.execute(
          sql: """
            UPDATE \(stage) AS m SET target = (SELECT t.id FROM main.\(stored.table) t WHERE \(match))
            WHERE broken = 0 AND target IS NULL
            """)
      }
      try database.execute(
        sql: """
          UPDATE \(stage) AS m SET action = \(PlanAction.update.sql)
          WHERE broken = 0
            AND EXISTS (SELECT 1 FROM main.\(stored.table) t WHERE t.id = m.target AND (\(differs(stored, value))));
          """)
    }
    try database.execute(
      sql:
        "UPDATE \(stage) SET target = \(base) + seq, action = \(PlanAction.create.sql) WHERE broken = 0 AND target IS NULL"
    )
  }

  /// SQL for whether a merged record `m` says anything else than the stored one, `t`.
  ///
  /// - Parameter value: the column of `m` with the value of a column.
  private func differs(_ stored: StoredKind, _ value: (StoredColumn) -> String) -> String {
    let changes = stored.values.filter { !isNeverGiven($0, of: stored.kind) }.map { column in
      let bit = clearBit(column.field, of: stored.kind)
      let isCleared = hasCleared(stored.kind) ? " OR (m.clear & \(bit) AND t.\(column.column) IS NOT NULL)" : ""
      let staged = "m.\(value(column))"
      return "(\(staged) IS NOT NULL AND \(staged) IS NOT t.\(column.column))\(isCleared)"
    }
    return changes.isEmpty ? "0" : changes.joined(separator: " OR ")
  }

  /// Whether no record of a kind gives a field. An item is given by other codes as well.
  private func isNeverGiven(_ column: StoredColumn, of kind: String) -> Bool {
    guard let known = staged[kind], known.blankFields.contains(column.field) else { return false }
    return column.reference != .item || known.insertedFields.allSatisfy { !["barcode", "supplier_code"].contains($0) }
  }

  /// The bit of a field in a record's mask of fields to be emptied; 0 for a field that the source does not have.
  func clearBit(_ field: String, of kind: String) -> Int64 {
    guard let place = staged[kind]?.insertedFields.firstIndex(of: field), place < 62 else { return 0 }
    return 1 << Int64(place)
  }

  /// Writes a problem for each record that would come above itself, such as a category below one of its own.
  private func reportCircles(_ stored: StoredKind, _ column: StoredColumn) throws {
    let merged = "temp.merged_\(stored.kind)"
    var above: [Int64: Int64] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT id, \(column.column) AS above, 0 AS cleared FROM \(stored.table) WHERE \(column.column) IS NOT NULL
        UNION ALL SELECT target, \(column.staged), \(column.staged) IS NULL FROM \(merged)
          WHERE \(column.staged) IS NOT NULL OR clear & \(clearBit(column.field, of: stored.kind))
        """)
    while let row = try rows.next() {
      guard let id: Int64 = row["id"] else { continue }
      above[id] = row["above"] as Int64?
    }
    var walks: [Int64: Int] = [:]
    var circle: [Int64] = []
    for (walk, start) in above.keys.sorted().enumerated() {
      var current: Int64? = start
      while let id = current, walks[id] == nil {
        walks[id] = walk
        current = above[id]
      }
      // Back at a record of this very walk: from there on it goes round.
      guard let first = current, walks[first] == walk else { continue }
      var member = first
      repeat {
        circle.append(member)
        member = above[member] ?? first
      } while member != first
    }
    guard !circle.isEmpty else { return }
    try database.execute(sql: "CREATE TEMP TABLE circle_\(stored.kind) (id INTEGER PRIMARY KEY)")
    for id in circle {
      try database.execute(sql: "INSERT INTO temp.circle_\(stored.kind) (id) VALUES (?)", arguments: [id])
    }
    let shown = "s.f_\(stored.keys[0].field)"
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, ?, \(Problem.Code.circularReference.sqlColumns), ?, \(shown), '''' || \(shown) || ''' would be above itself', ?,
          s.tbl, s.line, s.record, s.offset
        FROM \(merged) m JOIN temp.stage_\(stored.kind) s ON s.seq = m.seq
        WHERE m.\(column.staged) IS NOT NULL AND m.action IS NOT \(PlanAction.conflict.sql) AND m.target IN (SELECT id FROM temp.circle_\(stored.kind))
        """,
      arguments: [stored.kind, column.field, "Correct which record is above which; a tree has no circles."])
  }

  private func reportConflicts(_ stored: StoredKind) throws {
    let same = stored.keys.map { "s.\(place(of: $0, in: stored.kind)) = m.\($0.staged)" }.joined(separator: " AND ")
    // A moment is stored as a number that says nothing to people.
    let shown = stored.keys.filter { $0.field != "valid_from" }
      .map { "COALESCE(CAST(s.f_\($0.field) AS TEXT), '')" }.joined(separator: " || ' ' || ")
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, ?, \(Problem.Code.conflict.sqlColumns), ?, \(shown),
          '''' || \(shown) || ''' is in the file ' || m.records || ' times with different '
            || replace(trim(m.conflict), ' ', ', '), ?,
          s.tbl, s.line, s.record, s.offset
        FROM temp.stage_\(stored.kind) s JOIN temp.merged_\(stored.kind) m ON \(same)
        WHERE m.action = \(PlanAction.conflict.sql) AND s.broken = 0 AND s.implied = 0
        """,
      arguments: [
        stored.kind, stored.keys[0].field,
        "Keep one of the rows, or say in the profile which counts (duplicates: first, last or sum).",
      ])
  }

  static func quoted(_ text: String?) -> String {
    guard let text else { return "NULL" }
    return "'" + text.replacing("'", with: "''") + "'"
  }
}
