package import GRDB
internal import ProblemKit
public import RetailValues

/// The rule by which a later entry of a count supersedes an earlier one.
///
/// An entry is superseded when a later import counted the same item again in the same section, by the same counter and
/// in the same round. An entry without a lot covers all lots of its item. It makes no difference whether the later
/// entry is itself superseded, so the rule needs no history: it can be applied again after every import, undo and redo.
///
/// Entries of one import are added up, and so are those of different sections and counters. The rule never deletes an
/// entry.
package enum CountEntries {
  /// SQL for whether two records of one item are about the same counting. Of both: `session_id`, `section`, `counter`,
  /// `round` and `lot_id`.
  static func areSameCounting(_ one: String, _ other: String) -> String {
    """
    \(one).session_id = \(other).session_id AND \(one).section = \(other).section AND \(one).counter = \(other).counter
      AND \(one).round = \(other).round
      AND (\(one).lot_id IS NULL OR \(other).lot_id IS NULL OR \(one).lot_id = \(other).lot_id)
    """
  }

  /// SQL for whether the entries `n` and `e` came in at different times. Entries made by hand have no import; those of one
  /// moment belong together.
  static let areDifferentImports = """
    (n.import_id IS NOT e.import_id OR (n.import_id IS NULL AND n.entered_at <> e.entered_at))
    """

  /// Applies the rule to the sessions of a query.
  ///
  /// - Parameters:
  ///   - sessions: SQL for the ids of the sessions.
  ///   - items: SQL for the variants, and for the codes without one, whose entries may have changed; nil for all of them.
  ///   - importID: the import, undo or redo whose change set records the result; nil for no change set.
  package static func settle(
    _ database: Database, sessions: String, items: (variants: String, codes: String)? = nil, importID: Int64?
  ) throws {
    func successor(_ sameItem: String) -> String {
      """
      (SELECT MIN(n.id) FROM count_entries n WHERE n.id > e.id AND \(sameItem) AND \(areSameCounting("n", "e"))
        AND \(areDifferentImports))
      """
    }
    try database.execute(sql: "DROP TABLE IF EXISTS temp.settled_entries")
    defer { try? database.execute(sql: "DROP TABLE IF EXISTS temp.settled_entries") }
    try database.execute(
      sql: """
        CREATE TEMP TABLE settled_entries AS
        SELECT id, superseded_by AS before, successor AS after FROM (
          SELECT e.id, e.superseded_by, \(successor("n.variant_id = e.variant_id")) AS successor
          FROM count_entries e WHERE e.session_id IN (\(sessions))
            AND \(items.map { "e.variant_id IN (\($0.variants))" } ?? "e.variant_id IS NOT NULL")
          UNION ALL
          SELECT e.id, e.superseded_by, \(successor("n.variant_id IS NULL AND n.code = e.code"))
          FROM count_entries e WHERE e.session_id IN (\(sessions)) AND e.variant_id IS NULL
            \(items.map { "AND e.code IN (\($0.codes))" } ?? "")
        ) WHERE superseded_by IS NOT successor;
        UPDATE count_entries SET superseded_by = w.after FROM temp.settled_entries w WHERE w.id = count_entries.id;
        """)
    guard let importID else { return }
    try database.execute(
      sql: """
        INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after)
        SELECT \(importID), \(StagingArea.lastSequence(of: importID)) + ROW_NUMBER() OVER (ORDER BY id), 'count_lines', id,
          \(PlanAction.update.sql), json_object('superseded_by', before), json_object('superseded_by', after)
        FROM temp.settled_entries
        """)
  }
}

extension CounterIdentity {
  /// SQL for the name of a counter as names are compared.
  ///
  /// - Parameter name: SQL for the name.
  static func sql(_ name: String) -> String { "lower(trim(\(name)))" }

  /// SQL for whether two names are those of one counter.
  static func areSame(_ one: String, _ other: String) -> String { "\(sql(one)) = \(sql(other))" }
}

extension ShopDatabase {
  /// Undoes the import that entered something in a count, as long as the count is open: the session is looked at when nothing
  /// else can change it.
  ///
  /// - Returns: whether it is undone; it is kept when something depends on it.
  /// - Throws: ``Problems`` `.notFound` for the session, `.wrongState` once it is no longer open for counting, and what
  ///   ``undoImport(_:actor:isDryRun:shownRecords:reading:at:acceptsClosedPeriods:steps:)`` throws.
  public func takeBackCountEntry(
    _ number: Int64, in code: String, actor: Actor, at moment: Timestamp = .now
  ) throws -> Bool {
    func requireOpen(_ database: Database) throws {
      let session = try CountSessions.session(database, code: code)
      guard CountSessions.counting.contains(session.state) else {
        throw Problems(
          .wrongState, "count \(session.code) is not open for counting",
          remedy: "Have a manager open it again with `stockroom count reopen \(session.code)`.")
      }
    }
    return try revert(.undo, number, actor: actor, shownRecords: 0, at: moment, check: requireOpen).isComplete
  }

  /// The name of a counter as the entries of a session have it: names that differ in capital letters or in spaces around them are
  /// those of one person, but an entry only supersedes one of exactly the same name.
  ///
  /// - Returns: the given name where it has entries, or where no entry has such a name.
  /// - Throws: ``Problems`` `.notFound` for the session.
  public func counterName(_ name: String, in code: String) throws -> String {
    try read { database in
      try CountEntries.counterName(database, name, in: CountSessions.session(database, code: code))
    }
  }
}

extension CountEntries {
  static func counterName(_ database: Database, _ name: String, in session: CountSession) throws -> String {
    // Nearly all entries of a counter have the same name, so that the first one is looked at and not all.
    func first(_ rest: String) throws -> String? {
      try String.fetchOne(
        database,
        sql: """
          SELECT counter FROM count_entries WHERE session_id = ?1 AND \(CounterIdentity.areSame("counter", "?2")) \(rest)
          LIMIT 1
          """, arguments: [session.id, name])
    }
    return try first("AND counter = trim(?2)") ?? first("ORDER BY id") ?? name
  }
}
