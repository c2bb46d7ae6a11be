internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Counted lines: those of the import are withdrawn, and those that they superseded hold again.
extension ReversionRun {
  /// SQL for sessions in which nothing may be entered or withdrawn any more.
  static let closedSessions = "SELECT id FROM count_sessions WHERE state IN ('approved', 'posted', 'reversed')"

  static let closedReason = "the count is approved or posted; reopen it, or correct by a new count"

  static let discardedReason = "the count was discarded"

  /// Puts sessions that the import reopened back into their state, unless others were counting in them since.
  func revertSessionStates() throws {
    let reopened = """
      FROM changes c JOIN count_sessions s ON s.id = c.record_id
      WHERE c.import_id = \(importID) AND c.kind = 'counts' AND c.action = \(PlanAction.update.sql) AND s.state = 'counting'
        AND NOT EXISTS (SELECT 1 FROM count_entries e WHERE e.session_id = s.id AND e.import_id > \(importID)
          AND e.import_id IN (SELECT id FROM temp.live_imports))
      """
    try database.execute(
      sql: """
        INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after)
        SELECT \(number), \(StagingArea.lastSequence(of: number)) + ROW_NUMBER() OVER (ORDER BY s.id), 'counts', s.id,
          \(PlanAction.update.sql), json_object('state', s.state), c.before
        \(reopened);
        UPDATE count_sessions SET state = w.state FROM (
          SELECT s.id, json_extract(c.before, '$.state') AS state \(reopened)) w
        WHERE w.id = count_sessions.id;
        """)
  }

  /// Keeps the entries of closed sessions.
  func blockClosedEntries() throws {
    try database.execute(
      sql: """
        UPDATE temp.revert_records SET outcome = 'blocked', reason = ?
        WHERE kind = 'count_lines' AND is_present AND NOT is_alive AND outcome IS NULL
          AND record_id IN (SELECT id FROM count_entries WHERE session_id IN (\(Self.closedSessions)))
        """, arguments: [Self.closedReason])
  }

  /// Refuses an undo of which every record is blocked, at least one by a closed session: it would be noted, and change nothing.
  ///
  /// - Throws: ``Problem/Code/refused`` with the count that blocks it.
  func requireOpenCounts() throws {
    guard operation == .undo, result.counts.allSatisfy({ $0.outcome == .blocked }) else { return }
    let closed = try Int64.fetchAll(
      database,
      sql: """
        SELECT DISTINCT e.session_id FROM temp.revert_records r JOIN count_entries e ON e.id = r.record_id
        WHERE r.kind = 'count_lines' AND r.is_own AND r.outcome = 'blocked' AND r.reason = ? ORDER BY 1
        """, arguments: [Self.closedReason])
    guard let first = closed.first else { return }
    let session = try CountSessions.session(database, id: first)
    let others = closed.count == 1 ? "" : " (one of \(closed.count) closed counts)"
    throw Problems(
      .refused,
      "import \(importID) cannot be undone: count \(session.code) is in state '\(session.state.rawValue)'\(others)",
      remedy: CountSessions.remedy(for: session))
  }

  /// Refuses a redo of which every record is blocked, at least one because its count was discarded: it would be noted,
  /// and change nothing.
  ///
  /// - Throws: ``Problem/Code/refused``.
  func requireKeptCounts() throws {
    guard operation == .redo, result.counts.allSatisfy({ $0.outcome == .blocked }) else { return }
    let isDiscarded = try Bool.fetchOne(
      database,
      sql: "SELECT EXISTS (SELECT 1 FROM temp.revert_records WHERE is_own AND outcome = 'blocked' AND reason = ?)",
      arguments: [Self.discardedReason])
    guard isDiscarded == true else { return }
    throw Problems(
      .refused, "import \(importID) cannot be redone: the count of its entries was discarded",
      remedy: "Enter them into another count with `stockroom count enter`.")
  }

  /// The sessions from which entries are about to be removed.
  func sessionsToSettle(where condition: String) throws -> [Int64] {
    try Int64.fetchAll(
      database,
      sql: """
        SELECT DISTINCT e.session_id FROM temp.revert_records r JOIN count_entries e ON e.id = r.record_id
        WHERE r.kind = 'count_lines' AND \(condition) ORDER BY 1
        """)
  }

  /// Lets what withdrawn entries superseded hold again.
  func settle(_ sessions: [Int64]) throws {
    guard !sessions.isEmpty else { return }
    try CountEntries.settle(
      database, sessions: sessions.map(String.init).joined(separator: ", "), importID: number)
  }

  /// Settles the sessions into which entries came back.
  func settleRestoredEntries() throws {
    let sessions = try sessionsToSettle(where: "r.outcome = 'restored'")
    try settle(sessions)
    for session in sessions {
      try database.execute(
        sql: "UPDATE count_sessions SET state = 'counting' WHERE id = ? AND state IN ('draft', 'open', 'review')",
        arguments: [session])
    }
  }
}
