internal import GRDB

/// The summary of an undo or redo: counts by kind and effect, and the first records of each.
extension ReversionRun {
  /// SQL for the outcome of a record that the import changed, over its fields.
  static let fieldOutcome = """
    CASE MAX(CASE outcome WHEN 'blocked' THEN 2 WHEN 'kept' THEN 1 ELSE 0 END)
      WHEN 2 THEN 'blocked' WHEN 1 THEN 'kept' ELSE 'reverted' END
    """

  /// SQL for fields that the import changed in records which it did not make.
  static let changedFields = """
    FROM temp.revert_fields f WHERE f.is_own AND f.outcome <> 'absent' AND NOT EXISTS (
      SELECT 1 FROM temp.revert_records r WHERE r.kind = f.kind AND r.record_id = f.record_id AND r.is_own)
    """

  /// SQL for what becomes of a record of `revert_records`; NULL for one that is not reported.
  var recordEffect: String {
    let isUndo = operation == .undo ? 1 : 0
    return """
      CASE WHEN outcome IN ('removed', 'restored') THEN outcome WHEN NOT is_own THEN NULL
        WHEN outcome IN ('kept', 'blocked') THEN outcome
        WHEN is_present AND (\(isUndo) OR kind <> 'lots') THEN CASE WHEN \(isUndo) THEN 'kept' ELSE 'present' END END
      """
  }

  /// The kinds in the order in which they are listed everywhere.
  var kindOrder: [String] { kinds.list.map(\.kind) + [ImportContents.movementKind, "counts", "count_lines"] }

  func tally() throws {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT kind, effect, SUM(records) FROM (
          SELECT kind, \(recordEffect) AS effect, COUNT(*) AS records
          FROM temp.revert_records WHERE \(Self.isTold) GROUP BY 1, 2
          UNION ALL
          SELECT kind, CASE outcome WHEN 'reverted' THEN 'changed' ELSE outcome END, COUNT(*) FROM (
            SELECT kind, \(Self.fieldOutcome) AS outcome \(Self.changedFields) GROUP BY kind, record_id
          ) GROUP BY 1, 2
          UNION ALL
          SELECT 'movements', CASE WHEN NOT r.is_blocked THEN 'moved' WHEN d.kind = 'stock-level' THEN 'kept'
              ELSE 'blocked' END, COUNT(*)
          FROM temp.revert_movements r JOIN movements o ON o.id = r.root JOIN documents d ON d.id = o.document_id
          GROUP BY 2
        ) WHERE effect IS NOT NULL GROUP BY kind, effect
        """)
    let effects = rows.compactMap { row -> ImportReversion.EffectCount? in
      ImportReversion.Effect(rawValue: row[1]).map { .init(kind: row[0], effect: $0, records: row[2]) }
    }
    let order = kindOrder
    result.effects = order.flatMap { kind in
      ImportReversion.Effect.allCases.flatMap { effect in
        effects.filter { $0.kind == kind && $0.effect == effect }
      }
    }
    try addMovementExamples()
    result.records.sort {
      (order.firstIndex(of: $0.kind) ?? 0, $0.key) < (order.firstIndex(of: $1.kind) ?? 0, $1.key)
    }
  }

  /// Keeps the first records that meet a condition on `revert_records`, as long as they can still be named.
  func addExamples(
    of table: RevertedTable, _ effect: ImportReversion.Effect, where condition: String, in source: String? = nil
  ) throws {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT \(table.keyText) AS text, r.reason, \(table.titleText) AS title FROM (
          SELECT record_id, reason FROM temp.revert_records WHERE kind = '\(table.kind)' AND (\(condition)) LIMIT ?
        ) r JOIN \(source ?? table.table) t ON t.id = r.record_id ORDER BY t.id
        """, arguments: [shownRecords])
    for row in rows {
      let key: String = row[0] ?? ""
      // If a record was processed twice, only its final outcome is reported.
      result.records.removeAll {
        $0.kind == table.kind && $0.key == key && $0.fields.isEmpty && !table.isCountEntries
      }
      let reason: String = row[1] ?? ""
      result.records.append(
        .init(
          kind: table.kind, key: key, title: row[2], effect: effect, reason: effect.outcome == .reverted ? "" : reason,
          fields: []))
    }
  }

  /// - Note: The title of a record is the one that it has before the undo or redo.
  func addFieldExamples(of stored: StoredKind) throws {
    let title = tables.first { $0.kind == stored.kind }?.titleText ?? "NULL"
    for outcome in ImportReversion.Outcome.allCases {
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT t.id, \(stored.lastingKeyText), COALESCE((
              SELECT f.current FROM temp.revert_fields f WHERE f.kind = '\(stored.kind)' AND f.record_id = t.id
                AND f.field IN ('title', 'name') AND f.outcome <> 'absent'), \(title)) FROM (
            SELECT record_id FROM (
              SELECT record_id, \(Self.fieldOutcome) AS outcome \(Self.changedFields) AND f.kind = '\(stored.kind)'
              GROUP BY record_id
            ) WHERE outcome = ? LIMIT ?
          ) r JOIN \(stored.table) t ON t.id = r.record_id ORDER BY t.id
          """, arguments: [outcome.rawValue, shownRecords])
      let effect: ImportReversion.Effect = outcome == .reverted ? .changed : outcome == .kept ? .kept : .blocked
      for row in rows {
        result.records.append(try changedRecord(of: stored, id: row[0], key: row[1] ?? "", title: row[2], effect))
      }
    }
  }

  /// A record with the fields that the import changed in it.
  func changedRecord(
    of stored: StoredKind, id: Int64, key: String, title: String?, _ effect: ImportReversion.Effect
  ) throws -> ImportReversion.Record {
    var fields: [ImportReversion.Record.Field] = []
    var reasons: [String] = []
    for column in stored.values {
      func shown(_ value: String) -> String {
        guard let target = RevertedTable.target(of: column, in: kinds) else { return "CAST(\(value) AS TEXT)" }
        // The table of a kind of the catalog has its name.
        return "COALESCE(\(RemovedRecords.value(target.key, of: target.table, id: value)), '#' || \(value))"
      }
      guard
        let row = try Row.fetchOne(
          database,
          sql: """
            SELECT \(shown("f.current")), \(shown("CASE WHEN f.outcome = 'kept' THEN f.otherwise ELSE f.wanted END")),
              f.outcome, f.reason
            FROM temp.revert_fields f WHERE f.kind = ? AND f.record_id = ? AND f.field = ? AND f.outcome <> 'absent'
            """, arguments: [stored.kind, id, column.column]),
        let field = ImportReversion.Outcome(rawValue: row[2])
      else { continue }
      fields.append(.init(field: column.field, current: row[0], wanted: row[1], outcome: field))
      if let reason: String = row[3], !reasons.contains(reason) { reasons.append(reason) }
    }
    return .init(
      kind: stored.kind, key: key, title: title, effect: effect, reason: reasons.joined(separator: "; "),
      fields: fields)
  }

  /// SQL for the movements of the import, with the import that set a level since where that keeps one.
  var movementRows: String {
    """
    SELECT d.kind, d.number, o.document_line, v.sku, l.code,
      CASE WHEN r.is_blocked THEN (SELECT MAX(x.import_id) \(laterLevels)) END,
      \(RevertedTable.itemTitle("o.variant_id")), r.is_blocked
    FROM temp.revert_movements r JOIN movements o ON o.id = r.root
      JOIN documents d ON d.id = o.document_id JOIN variants v ON v.id = o.variant_id
      JOIN locations l ON l.id = o.location_id
    """
  }

  private func addMovementExamples() throws {
    let rows = try Row.fetchAll(
      database, sql: "\(movementRows) WHERE r.is_blocked ORDER BY r.root LIMIT ?", arguments: [shownRecords])
    for row in rows { result.records.append(movementRecord(row)) }
  }

  /// A movement of stock by a row of ``movementRows``.
  func movementRecord(_ row: Row) -> ImportReversion.Record {
    if let later: Int64 = row[5], row[0] == "stock-level" {
      let place: [String] = [row[3], row[4]]
      return .init(
        kind: ImportContents.movementKind, key: place.joined(separator: " "), title: row[6], effect: .kept,
        reason:
          "the stock was set again since, by import \(later), which counted on this level; to take both back, "
          + "begin with `stockroom imports undo \(later)`", fields: [])
    }
    let (number, line): (String, String) = (row[1], row[2])
    var parts: [String] = [row[0], number]
    // A line that the file did not name has an internal name, such as `#322`.
    let isNamed = !number.isEmpty && !line.hasPrefix("#")
    if isNamed { parts.append(line) } else { parts += [row[3], row[4]] as [String] }
    let isBlocked: Bool = row[7]
    return .init(
      kind: ImportContents.movementKind, key: parts.filter { !$0.isEmpty }.joined(separator: " "), title: row[6],
      effect: isBlocked ? .blocked : .moved, reason: isBlocked ? "the same line was recorded again since" : "",
      fields: [], documentKind: row[0])
  }
}
