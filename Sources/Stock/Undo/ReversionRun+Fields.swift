internal import GRDB

/// Fields: each gets the value that the last live import gave it, or the one from before the first change.
extension ReversionRun {
  /// Settles the fields that the import changed, and those of records that came back.
  func revertFields() throws {
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO temp.revert_fields (kind, record_id, field, is_own)
        SELECT c.kind, c.record_id, b.key, 1 FROM changes c CROSS JOIN json_each(c.before) b
        WHERE c.import_id = \(importID) AND c.action = \(PlanAction.update.sql) AND c.kind NOT IN ('counts', 'count_lines')
          AND b.value IS NOT json_extract(c.after, '$.' || b.key)
        """)
    try addFieldsOfRestored()
    try settleFields()
    for stored in kinds.list { try addFieldExamples(of: stored) }
  }

  /// Settles the fields of the records that came back last.
  func setFieldsOfRestored() throws {
    try addFieldsOfRestored()
    try settleFields()
  }

  private func addFieldsOfRestored() throws {
    let hasRestored = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM temp.revert_records WHERE outcome = 'restored')")
    guard hasRestored == true else { return }
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO temp.revert_fields (kind, record_id, field, is_own)
        SELECT c.kind, c.record_id, b.key, 0
        FROM imports i CROSS JOIN changes c CROSS JOIN temp.revert_records r CROSS JOIN json_each(c.before) b
        WHERE i.operation = 'import' AND c.import_id = i.id AND c.action = \(PlanAction.update.sql) AND r.kind = c.kind
          AND r.record_id = c.record_id AND r.outcome = 'restored' AND c.kind NOT IN ('counts', 'count_lines')
          AND b.value IS NOT json_extract(c.after, '$.' || b.key)
        """)
  }

  private func settleFields() throws {
    let isOpen = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM temp.revert_fields WHERE outcome IS NULL)")
    guard isOpen == true else { return }
    let ofField = "h.kind = f.kind AND h.record_id = f.record_id AND h.field = f.field"
    func value(where condition: String, otherwise: String) -> String {
      """
      CASE WHEN EXISTS (SELECT 1 FROM temp.revert_history h WHERE \(ofField) AND \(condition))
        THEN (SELECT h.after FROM temp.revert_history h WHERE \(ofField) AND \(condition)
          ORDER BY h.import_id DESC, h.sequence DESC LIMIT 1)
        ELSE \(otherwise) END
      """
    }
    let first = """
      (SELECT h.before FROM temp.revert_history h WHERE \(ofField) ORDER BY h.import_id, h.sequence LIMIT 1)
      """
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO temp.revert_history (kind, record_id, field, import_id, sequence, is_live, before, after)
        SELECT f.kind, f.record_id, f.field, c.import_id, c.sequence, i.state = 'applied',
          json_extract(c.before, '$.' || f.field), json_extract(c.after, '$.' || f.field)
        FROM imports i CROSS JOIN changes c CROSS JOIN temp.revert_fields f
        WHERE i.operation = 'import' AND c.import_id = i.id AND c.action = \(PlanAction.update.sql) AND f.kind = c.kind
          AND f.record_id = c.record_id AND f.outcome IS NULL
          AND json_extract(c.before, '$.' || f.field) IS NOT json_extract(c.after, '$.' || f.field);
        UPDATE temp.revert_fields AS f SET
          wanted = \(value(where: "h.is_live", otherwise: first)),
          otherwise = \(value(where: "h.is_live AND h.import_id <= \(importID)", otherwise: first)),
          changed_by = (SELECT MAX(h.import_id) FROM temp.revert_history h WHERE \(ofField) AND h.is_live)
        WHERE outcome IS NULL;
        """)
    for stored in kinds.list {
      let fields = try String.fetchAll(
        database, sql: "SELECT DISTINCT field FROM temp.revert_fields WHERE kind = ? AND outcome IS NULL",
        arguments: [stored.kind])
      // Names of columns come from the declaration, never from the file.
      for column in stored.values where fields.contains(column.column) { try settle(column, of: stored) }
    }
    try database.execute(
      sql: """
        INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after)
        SELECT \(number), \(StagingArea.lastSequence(of: number)) + ROW_NUMBER() OVER (ORDER BY kind, record_id), kind, record_id,
          \(PlanAction.update.sql), json_group_object(field, current), json_group_object(field, wanted)
        FROM temp.revert_fields WHERE is_set = 1 GROUP BY kind, record_id;
        UPDATE temp.revert_fields SET is_set = 2 WHERE is_set = 1;
        -- Of a kind that is not declared any more.
        UPDATE temp.revert_fields SET outcome = 'absent' WHERE outcome IS NULL;
        """)
  }

  private func settle(_ column: StoredColumn, of stored: StoredKind) throws {
    let name = column.column
    let these = "kind = '\(stored.kind)' AND field = '\(name)' AND outcome IS NULL"
    try database.execute(
      sql: """
        UPDATE temp.revert_fields SET outcome = 'absent'
        WHERE \(these) AND record_id NOT IN (SELECT id FROM \(stored.table));
        UPDATE temp.revert_fields SET current = (SELECT t.\(name) FROM \(stored.table) t WHERE t.id = record_id)
        WHERE \(these);
        """)
    if let target = RevertedTable.target(of: column, in: kinds) {
      try database.execute(
        sql: """
          UPDATE temp.revert_fields SET outcome = 'blocked', reason = 'what it referred to is no longer there'
          WHERE \(these) AND current IS NOT wanted AND wanted IS NOT NULL AND wanted NOT IN (SELECT id FROM \(target.table))
          """)
      if target.table == stored.table { try settleTree(name, of: stored, these) }
    }
    try database.execute(
      sql: """
        UPDATE temp.revert_fields SET is_set = current IS NOT wanted,
          reason = CASE WHEN wanted IS NOT otherwise THEN 'import ' || changed_by || ' changed it since' END,
          outcome = CASE WHEN wanted IS NOT otherwise THEN 'kept' ELSE 'reverted' END
        WHERE \(these);
        UPDATE \(stored.table) SET \(name) = f.wanted FROM temp.revert_fields f
        WHERE f.kind = '\(stored.kind)' AND f.field = '\(name)' AND f.is_set = 1 AND f.record_id = \(stored.table).id;
        """)
  }

  /// Sets the parent of each record, one by one: a record must not become its own ancestor.
  private func settleTree(_ name: String, of stored: StoredKind, _ these: String) throws {
    var hasMoved = true
    while hasMoved {
      hasMoved = false
      let open = try Row.fetchAll(
        database,
        sql: "SELECT record_id, wanted FROM temp.revert_fields WHERE \(these) AND is_set = 0 AND current IS NOT wanted")
      for row in open {
        let id: Int64 = row[0]
        let wanted: Int64? = row[1]
        let isCircle = try Bool.fetchOne(
          database,
          sql: """
            WITH RECURSIVE above (id) AS (
              SELECT ?1 UNION SELECT t.\(name) FROM \(stored.table) t JOIN above a ON a.id = t.id
            ) SELECT ?2 IN (SELECT id FROM above)
            """, arguments: [wanted, id])
        if wanted != nil, isCircle == true { continue }
        try database.execute(
          sql: "UPDATE \(stored.table) SET \(name) = ? WHERE id = ?", arguments: [wanted, id])
        try database.execute(
          sql: "UPDATE temp.revert_fields SET is_set = 1 WHERE \(these) AND record_id = ?", arguments: [id])
        hasMoved = true
      }
    }
    try database.execute(
      sql: """
        UPDATE temp.revert_fields SET outcome = 'blocked', reason = 'it would come above itself'
        WHERE \(these) AND is_set = 0 AND current IS NOT wanted
        """)
  }
}
