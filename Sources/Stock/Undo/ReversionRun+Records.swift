internal import GRDB

/// Records: those that nothing holds are removed, those that are called for come back.
extension ReversionRun {
  /// Finds the records that the import created, those that earlier undos kept, and those that they removed.
  func findRecords() throws {
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO temp.revert_records (kind, record_id, import_id, is_own)
          SELECT kind, record_id, import_id, 1 FROM changes WHERE import_id = \(importID) AND action = \(PlanAction.create.sql);
        -- What the import removed: whichever made it calls for it again.
        INSERT OR IGNORE INTO temp.revert_records (kind, record_id, import_id, is_own)
          SELECT c.kind, c.record_id, \(RemovalRun.maker(of: "c")), 1 FROM changes c
          WHERE c.import_id = \(importID) AND c.action = \(PlanAction.delete.sql);
        \(tables.map(noteCreated).joined(separator: "\n"))
        -- Older change sets did not name the entries of counts.
        INSERT OR IGNORE INTO temp.revert_records (kind, record_id, import_id, is_own)
          SELECT 'count_lines', id, import_id, 1 FROM count_entries WHERE import_id = \(importID);
        INSERT OR IGNORE INTO temp.revert_records (kind, record_id, import_id, is_own)
          SELECT kind, record_id, import_id, 0 FROM orphaned_records;
        INSERT OR IGNORE INTO temp.revert_records (kind, record_id, import_id, is_own)
          SELECT kind, record_id, import_id, 0 FROM removed_records;
        UPDATE temp.revert_records SET is_alive = 1 WHERE import_id IN (SELECT id FROM temp.live_imports);
        -- That a later entry supersedes one does not hold it.
        UPDATE temp.revert_records AS r SET is_alive = 1, reason = 'import ' || w.import_id || ' changed it since' FROM (
          SELECT c.kind, c.record_id, MAX(c.import_id) AS import_id FROM temp.live_imports l CROSS JOIN changes c
            CROSS JOIN temp.revert_records x
          WHERE c.import_id = l.id AND c.action IN (\(PlanAction.update.sql), \(PlanAction.adopt.sql)) AND x.kind = c.kind AND x.record_id = c.record_id
            AND c.kind <> 'count_lines'
          GROUP BY c.kind, c.record_id
        ) w WHERE w.kind = r.kind AND w.record_id = r.record_id AND r.is_alive = 0;
        -- Somebody wanted it gone, whoever made it.
        UPDATE temp.revert_records SET is_alive = 0, reason = NULL WHERE (kind, record_id) IN (
          SELECT c.kind, c.record_id FROM temp.live_imports l CROSS JOIN imports i CROSS JOIN changes c
          WHERE i.id = l.id AND i.format = '\(RemovalRun.format)' AND c.import_id = l.id AND c.action = \(PlanAction.delete.sql));
        """)
    // The sign lets SQLite look each of these records up, instead of each record of the table among these.
    for table in tables {
      try database.execute(
        sql: """
          UPDATE temp.revert_records SET is_present = 1
          WHERE kind = '\(table.kind)' AND NOT is_present AND +record_id IN (SELECT id FROM \(table.table))
          """)
    }
  }

  /// SQL that adds the records of a kind that the import made, as far as its change set names them by their range.
  private func noteCreated(_ table: RevertedTable) -> String {
    """
    INSERT OR IGNORE INTO temp.revert_records (kind, record_id, import_id, is_own, is_present)
      SELECT '\(table.kind)', id, \(importID), 1, 1 FROM (\(CreatedRecords.present(in: table, importID: importID)));
    INSERT OR IGNORE INTO temp.revert_records (kind, record_id, import_id, is_own)
      SELECT '\(table.kind)', id, \(importID), 1 FROM (\(CreatedRecords.removed(from: table, importID: importID)));
    """
  }

  // MARK: Removing

  private static let removable = "is_present AND NOT is_alive AND outcome IS NULL"
  private static let ledgerReason = "the ledger has movements of it"
  /// A lot is part of its movements, so it stays with them. This is not reported.
  static let isTold = "NOT (kind = 'lots' AND reason IS '\(ledgerReason)')"

  func removeRecords() throws {
    for table in tables.reversed() {
      let hasRemovable = try hasRecords(of: table, where: Self.removable)
      if hasRemovable {
        if table.isCountEntries { try blockClosedEntries() }
        try blockDependedUpon(table)
      }
      if operation == .undo {
        try addExamples(of: table, .removed, where: "is_own AND \(Self.removable)")
        try addExamples(of: table, .kept, where: "is_own AND is_present AND is_alive AND outcome IS NULL")
        try addExamples(of: table, .blocked, where: "is_own AND is_present AND outcome = 'blocked' AND \(Self.isTold)")
      }
      guard hasRemovable else { continue }
      let counts = table.isCountEntries ? try sessionsToSettle(where: Self.removable) : []
      try remove(table)
      try settle(counts)
    }
  }

  /// Records that others refer to must stay. Records that are removed in the same run are already gone.
  private func blockDependedUpon(_ table: RevertedTable) throws {
    let references = try table.references(to: database)
    // The table's own references come last: what others hold holds what is above it.
    for reference in references.filter({ $0.table != table.table }) + references.filter({ $0.table == table.table }) {
      // The plain subquery lets SQLite use an index of the column where there is one, else read the table once.
      if reference.table != table.table {
        try database.execute(
          sql: """
            UPDATE temp.revert_records SET outcome = 'blocked', reason = ?
            WHERE kind = '\(table.kind)' AND \(Self.removable)
              AND record_id IN (SELECT \(reference.column) FROM \(reference.table))
            """, arguments: [Self.reason(for: reference.table)])
        continue
      }
      guard !table.isCountEntries else { continue }
      repeat {
        try database.execute(
          sql: """
            UPDATE temp.revert_records SET outcome = 'blocked', reason = ?
            WHERE kind = '\(table.kind)' AND \(Self.removable) AND record_id IN (
              SELECT t.\(reference.column) FROM \(table.table) t WHERE t.\(reference.column) IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM temp.revert_records r WHERE r.kind = '\(table.kind)' AND r.record_id = t.id
                  AND \(Self.removable)))
            """, arguments: ["other \(table.kind.replacing("_", with: " ")) refer to it"])
      } while database.changesCount > 0
    }
  }

  /// The descriptions of records that refer to others, by their table.
  private static let dependants = [
    "movements": ledgerReason, "balances": ledgerReason,
    "count_sessions": "counts refer to it", "count_sheet": "counts refer to it", "count_entries": "counts refer to it",
    "count_lines": "counts refer to it", "count_sections": "counts refer to it", "count_recounts": "counts refer to it",
    "count_rulings": "counts refer to it", "count_approvals": "counts refer to it",
    "count_handouts": "counts refer to it",
    "supplier_items": "supplier items refer to it",
    "order_lines": "order lines refer to it", "order_response_lines": "order responses refer to it",
    "despatch_lines": "despatch advices refer to it", "invoice_lines": "invoices refer to it",
  ]

  /// Why a record stays that records of a table refer to.
  static func reason(for table: String) -> String {
    dependants[table] ?? "\(table.replacing("_", with: " ")) refer to it"
  }

  private func remove(_ table: RevertedTable) throws {
    let removed = "r.kind = '\(table.kind)' AND \(Self.removable)"
    let (first, count) =
      try Row.fetchOne(
        database, sql: "SELECT MIN(record_id), COUNT(*) FROM temp.revert_records r WHERE \(removed)"
      ).map { ($0[0] as Int64? ?? 0, $0[1] as Int) } ?? (0, 0)
    let row = try filledColumns(of: table, losing: count, where: removed)
      .map { "'\($0)', t.\($0)" }.joined(separator: ", ")
    // The places in the change set are as far apart as the ids: to number the records would take as long as to remove them.
    let place = "\(try lastSequence() - first + 1) + r.record_id"
    try database.execute(
      sql: """
        INSERT INTO changes (import_id, sequence, kind, record_id, action, before)
        SELECT \(number), \(place), r.kind, r.record_id, \(PlanAction.delete.sql), json_object(\(row))
        FROM temp.revert_records r CROSS JOIN \(table.table) t ON t.id = r.record_id WHERE \(removed) ORDER BY r.record_id;
        INSERT INTO removed_records (kind, record_id, import_id, undo_id, sequence)
        SELECT r.kind, r.record_id, r.import_id, \(number), \(place) FROM temp.revert_records r WHERE \(removed);
        """)
    try LoadedTable.withoutIndexes(database, of: table.table, losing: count) {
      try database.execute(
        sql: "DELETE FROM \(table.table) WHERE id IN (SELECT r.record_id FROM temp.revert_records r WHERE \(removed))")
    }
    try database.execute(
      sql: "UPDATE temp.revert_records AS r SET is_present = 0, outcome = 'removed', reason = NULL WHERE \(removed)")
  }

  /// The columns in which any of a number of records that go has a value. What a change set does not say of a record comes back
  /// empty, and most shops leave many columns empty, whose names would be half of the change set.
  private func filledColumns(of table: RevertedTable, losing count: Int, where removed: String) throws -> [String] {
    let columns = try table.columns(database)
    guard count >= LoadedTable.worthwhile else { return columns }
    let counts = columns.map { "COUNT(t.\($0))" }.joined(separator: ", ")
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT \(counts) FROM temp.revert_records r CROSS JOIN \(table.table) t ON t.id = r.record_id WHERE \(removed)
        """)
    return columns.indices.filter { (row?[$0] as Int?) != 0 }.map { columns[$0] }
  }

  private func lastSequence() throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT \(StagingArea.lastSequence(of: number))") ?? 0
  }

  /// Remembers what had to stay although its import is undone.
  func noteOrphans() throws {
    try database.execute(
      sql: """
        DELETE FROM orphaned_records WHERE import_id IN (SELECT id FROM temp.live_imports);
        DELETE FROM orphaned_records AS o WHERE EXISTS (
          SELECT 1 FROM temp.revert_records r WHERE r.kind = o.kind AND r.record_id = o.record_id AND NOT r.is_present);
        INSERT OR IGNORE INTO orphaned_records (kind, record_id, import_id)
        SELECT kind, record_id, import_id FROM temp.revert_records
        WHERE is_present AND kind <> 'count_lines' AND import_id NOT IN (SELECT id FROM temp.live_imports);
        """)
  }

  // MARK: Bringing back

  func restoreRecords() throws {
    for table in tables {
      guard try hasRecords(of: table, where: "is_alive AND NOT is_present") else { continue }
      try restore(table)
    }
    try settleRestoredEntries()
  }

  private func restore(_ table: RevertedTable) throws {
    let columns = try table.columns(database)
    let copy = "temp.restored_records"
    let keys = table.keys.joined(separator: ", ")
    try database.execute(sql: "CREATE TEMP TABLE restored_records AS SELECT * FROM \(table.table) WHERE 0")
    defer { try? database.execute(sql: "DROP TABLE IF EXISTS temp.restored_records") }
    try database.execute(
      sql: """
        INSERT INTO \(copy) SELECT \(columns.map { "json_extract(c.before, '$.\($0)')" }.joined(separator: ", "))
        FROM temp.revert_records r JOIN removed_records d ON d.kind = r.kind AND d.record_id = r.record_id
          JOIN changes c ON c.import_id = d.undo_id AND c.sequence = d.sequence
        WHERE r.kind = '\(table.kind)' AND r.is_alive AND NOT r.is_present;
        CREATE UNIQUE INDEX temp.restored_records_id ON restored_records (id);
        \(table.keys.isEmpty ? "" : "CREATE INDEX temp.restored_records_key ON restored_records (\(keys));")
        UPDATE temp.revert_records SET outcome = NULL, reason = NULL
        WHERE kind = '\(table.kind)' AND is_alive AND NOT is_present;
        """)
    func refuse(_ outcome: String, _ reason: String, where condition: String) throws {
      try database.execute(
        sql: """
          UPDATE temp.revert_records SET outcome = ?, reason = ?
          WHERE kind = '\(table.kind)' AND is_alive AND NOT is_present AND outcome IS NULL
            AND record_id IN (SELECT r.id FROM \(copy) r WHERE \(condition));
          """, arguments: [outcome, reason])
      guard database.changesCount > 0, let effect = ImportReversion.Effect(rawValue: outcome) else { return }
      // Entries have no key of their own by which the examples of an earlier pass could be found.
      if table.isCountEntries { result.records.removeAll { $0.kind == table.kind && $0.reason == reason } }
      try addExamples(
        of: table, effect, where: "is_own AND record_id IN (SELECT id FROM \(copy)) AND outcome = '\(outcome)'",
        in: copy)
      try database.execute(
        sql: """
          DELETE FROM \(copy) WHERE id IN (
            SELECT record_id FROM temp.revert_records WHERE kind = '\(table.kind)' AND outcome IS NOT NULL)
          """)
    }
    if table.table == "count_sessions" {
      try refuse("blocked", Self.discardedReason, where: "r.id IN (\(CountSessions.discarded))")
    }
    if !table.keys.isEmpty {
      let same = table.keys.map { "t.\($0) = r.\($0)" }.joined(separator: " AND ")
      try refuse(
        "kept", "another record has its key by now",
        where: """
          EXISTS (SELECT 1 FROM \(table.table) t WHERE \(same))
            OR EXISTS (SELECT 1 FROM \(copy) t WHERE \(same) AND t.id < r.id)
          """)
    }
    if table.isCountEntries {
      try refuse("blocked", Self.closedReason, where: "r.session_id IN (\(Self.closedSessions))")
      try refuse("blocked", Self.discardedReason, where: "r.session_id IN (\(CountSessions.discarded))")
      try database.execute(
        sql: """
          UPDATE \(copy) SET superseded_by = NULL WHERE superseded_by NOT IN (SELECT id FROM count_entries)
            AND superseded_by NOT IN (SELECT id FROM \(copy))
          """)
    }
    for reference in try table.references(from: database) {
      let isOwn = reference.table == table.table
      if isOwn, table.isCountEntries { continue }
      var left = -1
      repeat {
        left = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(copy)") ?? 0
        try refuse(
          "blocked", "what it refers to is no longer there (\(reference.table.replacing("_", with: " ")))",
          where: """
            r.\(reference.column) IS NOT NULL AND r.\(reference.column) NOT IN (SELECT id FROM \(reference.table))
              \(isOwn ? "AND r.\(reference.column) NOT IN (SELECT id FROM \(copy))" : "")
            """)
      } while try isOwn && left != Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(copy)") ?? 0
    }
    try database.execute(
      sql: """
        INSERT INTO \(table.table) (\(columns.joined(separator: ", "))) SELECT * FROM \(copy);
        INSERT INTO changes (import_id, sequence, kind, record_id, action)
        SELECT \(number), \(StagingArea.lastSequence(of: number)) + ROW_NUMBER() OVER (ORDER BY id), '\(table.kind)', id,
          \(PlanAction.create.sql) FROM \(copy);
        DELETE FROM removed_records WHERE kind = '\(table.kind)' AND record_id IN (SELECT id FROM \(copy));
        UPDATE temp.revert_records SET is_present = 1, outcome = 'restored'
        WHERE kind = '\(table.kind)' AND record_id IN (SELECT id FROM \(copy));
        """)
    try addExamples(of: table, .restored, where: "is_own AND record_id IN (SELECT id FROM \(copy))")
  }

  func hasRecords(of table: RevertedTable, where condition: String) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: "SELECT EXISTS (SELECT 1 FROM temp.revert_records WHERE kind = '\(table.kind)' AND \(condition))") == true
  }
}
