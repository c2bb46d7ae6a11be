internal import GRDB
internal import ProblemKit
public import RetailValues

/// What a deleted count session had.
public struct DiscardedCount: Hashable, Sendable {
  /// The undone imports that opened it or entered something in it, in their order; empty when nothing was ever
  /// entered. Their change sets still have the entries.
  public let undoneImports: [Int64]

  /// Why it could be deleted, in words.
  public var reason: String {
    guard let first = undoneImports.first, let last = undoneImports.last else { return "nothing was entered in it" }
    return first == last
      ? "its entries are undone (import \(first))"
      : "its entries are undone (\(undoneImports.count) imports from \(first) to \(last))"
  }
}

extension ShopDatabase {
  /// Deletes a session without entries.
  ///
  /// Where entries of it were undone, the deletion has a number among the imports and a change set with the session, so
  /// that no other session gets its id. The undone imports can no longer be redone into it.
  ///
  /// - Throws: ``Problems`` `.notFound`, `.wrongState` for a session that has entries, or that an import which is not
  ///   undone refers to.
  @discardableResult
  public func discardCount(_ code: String, actor: Actor, at moment: Timestamp = .now) throws -> DiscardedCount {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.beforePosting, to: "discarded")
      switch try CountSessions.discarding(database, of: session) {
      case .refused(let problem): throw Problems(problem)
      case .possible(let discarded):
        if let last = discarded.undoneImports.last {
          try CountSessions.note(database, discarded: session, undoneImport: last, actor: actor, at: moment)
        }
        try CountSessions.delete(database, session)
        try AuditLog.append(
          database, actor: actor, at: moment,
          details: "\(CountSessions.discardedWords)\(code): \(discarded.reason)")
        return discarded
      }
    }
  }
}

extension CountSessions {
  /// Whether a session can be deleted.
  enum Discarding {
    case possible(DiscardedCount)
    /// Why not, and what to do instead.
    case refused(Problem)
  }

  /// SQL for the ids of the sessions that were discarded after their entries had been undone.
  static let discarded = """
    SELECT d.record_id FROM removed_records d JOIN imports i ON i.id = d.undo_id
    WHERE d.kind = 'counts' AND i.operation = '\(ImportEntry.Operation.discard.rawValue)'
    """

  /// Whether a session that is not posted can be deleted: it has no entries except those that leave out a code as a
  /// mistake, and no import refers to it that is not undone.
  static func discarding(_ database: Database, of session: CountSession) throws -> Discarding {
    let hasEntries = try Bool.fetchOne(
      database,
      sql: "SELECT EXISTS (SELECT 1 FROM count_entries e WHERE e.session_id = ? AND NOT (\(isDismissal("e"))))",
      arguments: [session.id])
    guard hasEntries != true else {
      return .refused(
        Problem(
          .wrongState, "count \(session.code) was counted in, so it stays",
          remedy: """
            Post what was counted with `stockroom reconcile \(session.code) --post`. If nothing of it is right, undo \
            its imports with `stockroom imports undo`; then the count can be deleted.
            """))
    }
    let imports = try imports(database, of: session)
    guard let live = imports.first(where: { !$0.isUndone }) else {
      return .possible(DiscardedCount(undoneImports: imports.map(\.number)))
    }
    return .refused(
      Problem(
        .wrongState, "count \(session.code) has no entries, but import \(live.number) refers to it, so it stays",
        remedy: """
          Undo import \(live.number) with `stockroom imports undo \(live.number)`; if it opened the count, the count \
          goes with it.
          """))
  }

  /// The imports that opened or changed a session, and those whose entries of it an undo removed.
  private static func imports(
    _ database: Database, of session: CountSession
  ) throws -> [(number: Int64, isUndone: Bool)] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT r.id, COALESCE(i.state, '') = 'undone' AS is_undone FROM (
          SELECT import_id AS id FROM changes WHERE kind = 'counts' AND record_id = ?1
          UNION SELECT d.import_id FROM removed_records d
            CROSS JOIN changes c ON c.import_id = d.undo_id AND c.sequence = d.sequence
            WHERE d.kind = 'count_lines' AND json_extract(c.before, '$.session_id') = ?1
        ) r LEFT JOIN imports i ON i.id = r.id WHERE COALESCE(i.operation, 'import') = 'import' ORDER BY r.id
        """, arguments: [session.id]
    ).map { row in (number: row["id"], isUndone: row["is_undone"]) }
  }

  /// Keeps a session that is deleted in the change set of an ``ImportEntry/Operation/discard``, as an undo keeps what it
  /// removes. The session belongs to the last of the undone imports.
  fileprivate static func note(
    _ database: Database, discarded session: CountSession, undoneImport: Int64, actor: Actor, at moment: Timestamp
  ) throws {
    let operation = ImportEntry.Operation.discard.rawValue
    try database.execute(
      sql: """
        INSERT INTO imports (identity, file_sha256, source, byte_count, format, applied_at, actor, created, updated,
          unchanged, rejected, conflicts, operation)
        VALUES (?, '', ?, 0, ?, ?, ?, 0, 1, 0, 0, 0, ?)
        """,
      arguments: [
        "\(operation) \(session.id)", "count \(session.code) discarded", operation, moment.millisecondsSince1970,
        actor.name, operation,
      ])
    let number = database.lastInsertedRowID
    let row = try database.columns(in: "count_sessions").map { "'\($0.name)', t.\($0.name)" }.joined(separator: ", ")
    try database.execute(
      sql: """
        INSERT INTO changes (import_id, sequence, kind, record_id, action, before)
        SELECT \(number), 1, 'counts', t.id, \(PlanAction.delete.sql), json_object(\(row)) FROM count_sessions t
        WHERE t.id = \(session.id);
        INSERT INTO removed_records (kind, record_id, import_id, undo_id, sequence)
        VALUES ('counts', \(session.id), \(undoneImport), \(number), 1);
        DELETE FROM orphaned_records WHERE kind = 'counts' AND record_id = \(session.id);
        """)
  }

  fileprivate static func delete(_ database: Database, _ session: CountSession) throws {
    for table in [
      "count_entries", "count_sheet", "count_sections", "count_handouts", "count_recounts", "count_rulings",
      "count_approvals",
    ] {
      try database.execute(sql: "DELETE FROM \(table) WHERE session_id = ?", arguments: [session.id])
    }
    try database.execute(sql: "DELETE FROM count_sessions WHERE id = ?", arguments: [session.id])
  }
}
