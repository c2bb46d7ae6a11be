internal import GRDB
internal import ProblemKit
internal import RetailValues

/// The data of an import when it is applied.
public struct ImportRecord: Sendable {
  /// The profile of imports that a command makes of what the shop does itself, such as drafting an order.
  public static let commandProfile = "command"

  /// SHA-256 over the file's hash, the profile and the target.
  public var identity: String
  public var fileSHA256: String
  public var source: String
  public var byteCount: Int
  public var format: String
  public var profile: String?
  /// SHA-256 of the plan that was carried out, if there was one.
  public var planSHA256: String?
  /// How many records of the source are left out.
  public var refusedRecords: Int
  /// The cells that were imported with another value than the file has, each once.
  public var corrections: [CorrectedCell] = []
  /// How the file was read, as JSON; kept where records are left out.
  public var reading: String?

  public init(
    identity: String, fileSHA256: String, source: String, byteCount: Int, format: String, profile: String?,
    refusedRecords: Int = 0
  ) {
    self.identity = identity
    self.fileSHA256 = fileSHA256
    self.source = source
    self.byteCount = byteCount
    self.format = format
    self.profile = profile
    self.refusedRecords = refusedRecords
  }
}

extension StagingArea {
  /// Runs work within one transaction of the shop that shuts out other writers from the start.
  public func inTransaction<Result>(_ work: () throws -> Result) throws -> Result {
    try stoppable {
      try database.inConfirmedTransaction(.immediate) {
        let result = try work()
        try RetailCosts.refresh(database)
        try LotIssues.refresh(database)
        try TableDigests.settle(database)
        // Nothing stops it from here on.
        try requireGoingOn()
        return (result, .commit)
      }
    }
  }

  /// Compares with stock and lets `work` look at the plan, without locking or changing the shop.
  public func inReadOnlyTransaction<Result>(_ work: () throws -> Result) throws -> Result {
    var result: Result?
    try stoppable {
      try database.inTransaction(.deferred) {
        result = try work()
        try requireGoingOn()
        return .commit
      }
    }
    guard let result else { throw Problems(.refused, "nothing was done", remedy: "Try again.") }
    return result
  }

  /// The number of the import with which the same file was applied to the same target before; nil for a new file.
  ///
  /// An import that found unchanged records, and lost them when an earlier one was undone, may come again: the records
  /// that still exist are found unchanged. The same is true of one that a redo could restore only in part, and of one
  /// that left records out, which may be valid by now.
  ///
  /// - Parameter leftOutRecords: true to find an import that left records out, and no other one.
  public func earlierImport(identity: String, leftOutRecords: Bool = false) throws -> Int64? {
    try Int64.fetchOne(
      database,
      sql: """
        SELECT id FROM imports i WHERE identity = ? AND operation = 'import' AND state = 'applied' AND (rejected > 0) = ?
          AND NOT (unchanged > 0 AND EXISTS (SELECT 1 FROM imports u
            WHERE u.operation = 'undo' AND u.id > i.id AND u.reverts < i.id))
          AND NOT EXISTS (SELECT 1 FROM imports r WHERE r.operation = 'redo' AND r.reverts = i.id AND r.rejected > 0)
        ORDER BY id DESC LIMIT 1
        """, arguments: [identity, leftOutRecords])
  }

  /// The last import of the same bytes with a profile of another name than this one, and that name; nil without one.
  ///
  /// - Parameter name: also that of imports without a profile.
  public func earlierProfile(ofFile sha256: String, otherThan name: String) throws -> (number: Int64, profile: String)?
  {
    try Row.fetchOne(
      database,
      sql: """
        SELECT id, profile FROM imports
        WHERE file_sha256 = ? AND operation = 'import' AND state = 'applied' AND profile NOT IN (?, ?)
        ORDER BY id DESC LIMIT 1
        """, arguments: [sha256, name, ImportRecord.commandProfile]
    ).map { row in (number: row["id"] as Int64, profile: row["profile"] as String) }
  }

  /// Whether something else than an import, which stated what is on hand, was the last to move stock.
  public func stockMoved(since importID: Int64) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT import_id IS NOT ? FROM main.movements ORDER BY id DESC LIMIT 1", arguments: [importID])
      ?? false
  }

  /// The catalog's revision; see ``ShopDatabase/catalogRevision()``.
  public func catalogRevision() throws -> Int64 { try ShopDatabase.catalogRevision(database) }

  /// The number of the last import; 0 before the first one.
  public func lastImport() throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT MAX(id) FROM imports") ?? 0
  }

  /// The changes of the catalog after an import, as short sentences; at most five.
  public func imports(after number: Int64) throws -> [String] {
    try String.fetchAll(
      database,
      sql: """
        SELECT CASE operation
            WHEN 'import' THEN 'import ' || id || ' of ' || source || ' by ' || actor || ' created ' || created || ' and updated '
              || updated || ' records'
            ELSE operation || ' ' || id || ' of import ' || reverts || ' by ' || actor || ' reverted ' || updated || ' records'
          END
        FROM imports i WHERE id > ? AND operation <> ? AND (EXISTS (SELECT 1 FROM changes c WHERE c.import_id = i.id
          AND c.kind NOT IN ('counts', 'count_lines')) OR \(CreatedRecords.exist(importID: "i.id"))) ORDER BY id LIMIT 5
        """, arguments: [number, ImportEntry.Operation.discard.rawValue])
  }

  /// Carries out what ``resolve(_:)`` decided, within the same transaction: records, movements, counted lines, the change
  /// set and the entry in the audit log.
  ///
  /// - Returns: the number of the import.
  public func apply(_ record: ImportRecord, context: StagingContext, actor: Actor) throws -> Int64 {
    let counts = try counts()
    func total(_ action: PlanAction) -> Int { counts.filter { $0.action == action }.reduce(0) { $0 + $1.records } }
    // A price that follows another one changes it.
    let following = counts.reduce(0) { $0 + $1.followingPrices }
    let (created, updated) = (total(.create) - following, total(.update) + following)
    try database.execute(
      sql: """
        INSERT INTO imports (identity, file_sha256, source, byte_count, format, profile, applied_at, actor, created, updated,
          unchanged, rejected, conflicts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        record.identity, record.fileSHA256, record.source, record.byteCount, record.format, record.profile,
        context.now.millisecondsSince1970, actor.name, created, updated, total(.unchanged),
        record.refusedRecords, total(.conflict),
      ])
    let importID = database.lastInsertedRowID
    for cell in record.corrections {
      try database.cachedStatement(
        sql: """
          INSERT INTO import_corrections (import_id, line, column_number, column_name, was, value) VALUES (?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [importID, cell.line, cell.columnNumber, cell.column, cell.was, cell.value])
    }
    if record.refusedRecords > 0, let reading = record.reading {
      try database.execute(
        sql: "INSERT INTO import_readings (import_id, reading) VALUES (?, ?)", arguments: [importID, reading])
    }
    let merged = kinds.list.filter { staged.isMerged($0.kind) }
    for (step, stored) in merged.enumerated() {
      changed?(step, merged.count + 2)
      try applyCatalog(stored, importID: importID)
    }
    changed?(merged.count, merged.count + 2)
    try applyMovements(importID: importID, context: context, actor: actor)
    changed?(merged.count + 1, merged.count + 2)
    try applyCountLines(importID: importID, context: context)
    // An import that only moves or counts stock does not invalidate saved plans.
    let isCatalogChanged = counts.contains { count in
      count.action.isWritten && kinds[count.kind] != nil
    }
    if isCatalogChanged { try ShopDatabase.advanceCatalogRevision(database) }
    // Only what was accepted gets here.
    let accepted = try guards(limit: 0).map { "\($0.code.rawValue) (\($0.count))" }.joined(separator: ", ")
    try AuditLog.append(
      database, actor: actor, at: context.now,
      details: "import \(importID): \(record.source), SHA-256 \(record.fileSHA256), "
        + (record.planSHA256.map { "plan SHA-256 \($0), " } ?? "") + "created \(created), "
        + "updated \(updated), unchanged \(total(.unchanged))"
        + (record.corrections.isEmpty ? "" : ", corrected cells \(record.corrections.count)")
        + (accepted.isEmpty ? "" : ", accepted \(accepted)"))
    return importID
  }

  /// SQL for the place of the last entry of an import's change set.
  static func lastSequence(of importID: Int64) -> String {
    "(SELECT COALESCE(MAX(sequence), 0) FROM changes WHERE import_id = \(importID))"
  }

  // MARK: Catalog

  private func applyCatalog(_ stored: StoredKind, importID: Int64) throws {
    let merged = "temp.merged_\(stored.kind)"
    let columns = stored.columns.map(\.column)
    let values = stored.columns.map { column in
      column.valueWhenMade.map { "COALESCE(m.\(column.staged), \($0))" } ?? "m.\(column.staged)"
    }
    // As a number: a query of the table that it adds to would be held back in a table of its own.
    func sequence() throws -> Int64 {
      try Int64.fetchOne(database, sql: "SELECT \(Self.lastSequence(of: importID))") ?? 0
    }
    let last = try Schema.lastID(database, of: stored.kind, table: stored.table)
    var newRecords = 0
    func create() throws {
      // New records are numbered in the order of the source.
      try database.execute(
        sql: """
          INSERT INTO \(stored.table) (id, \(columns.joined(separator: ", ")))
          SELECT m.target, \(values.joined(separator: ", ")) FROM \(merged) m WHERE m.action = \(PlanAction.create.sql) ORDER BY m.seq
          """)
      newRecords = database.changesCount
    }
    let expected = staged.counts?.first { $0.kind == stored.kind && $0.action == .create }?.records ?? 0
    if expected >= LoadedTable.worthwhile, try isEmpty(stored.table) {
      try LoadedTable.withoutIndexes(database, of: stored.table, create)
    } else {
      try create()
    }
    try CreatedRecords.note(database, newRecords, of: stored, after: last, importID: importID)
    if try !isEmpty("orphaned_records") {
      let adoptedSequence = try sequence()
      try database.execute(
        sql: """
          -- What an undo had to leave there is this import's from now on.
          INSERT INTO changes (import_id, sequence, kind, record_id, action)
          SELECT \(importID), \(adoptedSequence) + ROW_NUMBER() OVER (ORDER BY m.seq), '\(stored.kind)', m.target, \(PlanAction.adopt.sql)
          FROM orphaned_records o JOIN \(merged) m ON m.target = o.record_id
          WHERE o.kind = '\(stored.kind)' AND m.action = \(PlanAction.unchanged.sql);
          """)
    }
    guard !stored.values.isEmpty, try hasUpdates(stored.kind) else { return }
    let before = stored.values.map { "'\($0.column)', t.\($0.column)" }.joined(separator: ", ")
    let new = stored.values.map { column in
      (
        column.column,
        "CASE WHEN m.clear & \(clearBit(column.field, of: stored.kind)) AND m.\(column.staged) IS NULL THEN NULL "
          + "ELSE COALESCE(m.\(column.staged), t.\(column.column)) END"
      )
    }
    let after = new.map { "'\($0.0)', \($0.1)" }.joined(separator: ", ")
    let set = new.map { "\($0.0) = \($0.1.replacing("t.\($0.0)", with: "\(stored.table).\($0.0)"))" }
    let changedSequence = try sequence()
    try database.execute(
      sql: """
        INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after)
        SELECT \(importID), \(changedSequence) + ROW_NUMBER() OVER (ORDER BY m.seq), '\(stored.kind)', m.target, \(PlanAction.update.sql),
          json_object(\(before)), json_object(\(after))
        FROM \(merged) m JOIN \(stored.table) t ON t.id = m.target WHERE m.action = \(PlanAction.update.sql);
        UPDATE \(stored.table) SET \(set.joined(separator: ", ")) FROM \(merged) m
        WHERE m.target = \(stored.table).id AND m.action = \(PlanAction.update.sql);
        """)
  }

  // MARK: Ledger

  private func applyMovements(importID: Int64, context: StagingContext, actor: Actor) throws {
    guard staged.hasMovements else { return }
    let firstID = try Ledger.nextMovementID(database)
    try makeLots(from: "merged_movements", expiry: "MAX(expires_on)", importID: importID)
    try database.execute(
      sql: """
        INSERT INTO documents (kind, party, number, revision, import_id)
        SELECT document_kind, party, number, revision, \(importID) FROM temp.merged_movements
        WHERE action \(PlanAction.isWrittenSQL) AND document_id IS NULL GROUP BY document_kind, party, number, revision
        ORDER BY MIN(seq);
        -- An opening whose cost is corrected is taken back at its cost; the record opens the stock again.
        INSERT INTO movements (variant_id, location_id, lot_id, quantity, kind, effective_at, recorded_at, unit_cost,
          document_id, document_line, import_id, source_line, note)
        SELECT x.variant_id, x.location_id, x.lot_id, -x.quantity, x.kind, x.effective_at,
          \(context.now.millisecondsSince1970), x.unit_cost, d.id, m.document_line || ' before', \(importID),
          NULLIF(m.line, 0), 'cost corrected'
        FROM temp.merged_movements m JOIN movements x ON x.id = m.corrects
          JOIN documents d ON d.kind = m.document_kind AND d.party = m.party AND d.number = m.number
            AND d.revision = m.revision
        WHERE m.action \(PlanAction.isWrittenSQL) ORDER BY m.seq;
        INSERT INTO movements (variant_id, location_id, lot_id, quantity, kind, effective_at, recorded_at, unit_cost,
          unit_price, reason_id, document_id, document_line, order_number, import_id, source_line, note)
        SELECT m.variant, m.location, (SELECT l.id FROM lots l WHERE l.variant_id = m.variant AND l.lot = m.lot),
          m.quantity, m.kind, m.effective_at, \(context.now.millisecondsSince1970), m.unit_cost, m.unit_price, m.reason,
          d.id, m.document_line, m.order_number, \(importID), NULLIF(m.line, 0), m.note
        FROM temp.merged_movements m JOIN documents d ON d.kind = m.document_kind AND d.party = m.party
          AND d.number = m.number AND d.revision = m.revision
        WHERE m.action \(PlanAction.isWrittenSQL) ORDER BY m.seq;
        INSERT OR REPLACE INTO taken_marks (mark, is_arrival, movement_id)
        SELECT COALESCE(m.mark, m.own_mark), \(Self.isArrival), x.id FROM temp.merged_movements m JOIN documents d ON d.kind = m.document_kind
          AND d.party = m.party AND d.number = m.number AND d.revision = m.revision
          JOIN movements x ON x.document_id = d.id AND x.document_line = m.document_line
        WHERE m.action \(PlanAction.isWrittenSQL) AND COALESCE(m.mark, m.own_mark) IS NOT NULL AND m.number = '';
        INSERT OR REPLACE INTO taken_marks (mark, is_arrival, movement_id)
        SELECT m.own_mark, \(Self.isArrival), m.target FROM temp.merged_movements m
        WHERE m.action = \(PlanAction.unchanged.sql) AND m.own_mark IS NOT NULL AND m.target IS NOT NULL
          AND NOT \(Self.isTakenByOwnMark);
        """)
    try database.execute(
      sql: """
        UPDATE imports SET first_movement = ?, last_movement = (SELECT MAX(id) FROM movements) WHERE id = ?
        """, arguments: [firstID, importID])
    let settlement = try Ledger.settle(database, newMovementsFrom: firstID, actor: actor, at: context.now)
    restatedCountLines += settlement.restatedLines
  }

}
