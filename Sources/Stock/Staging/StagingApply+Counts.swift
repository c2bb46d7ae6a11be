internal import GRDB
internal import RetailValues

/// Records that movements and counted lines create: lots, count sessions, entries. All of them go into the change set, so
/// that it can be undone.
extension StagingArea {
  /// Makes the lots that records name and the shop does not have, and fills in missing dates of expiry.
  func makeLots(from table: String, expiry: String, importID: Int64) throws {
    let lastID = try Schema.lastID(database, of: "lots", table: "lots")
    let named = """
      SELECT variant, lot, \(expiry) AS expires_on, MIN(seq) AS seq FROM temp.\(table)
      WHERE lot IS NOT NULL AND variant IS NOT NULL AND action \(PlanAction.isWrittenSQL) GROUP BY variant, lot
      """
    let sequence = Self.lastSequence(of: importID)
    try database.execute(
      sql: """
        INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after)
        SELECT \(importID), \(sequence) + ROW_NUMBER() OVER (ORDER BY n.seq), 'lots', l.id, \(PlanAction.update.sql),
          json_object('expires_on', NULL), json_object('expires_on', n.expires_on)
        FROM (\(named)) n JOIN lots l ON l.variant_id = n.variant AND l.lot = n.lot
        WHERE l.expires_on IS NULL AND n.expires_on IS NOT NULL;
        UPDATE lots SET expires_on = n.expires_on FROM (\(named)) n
        WHERE lots.variant_id = n.variant AND lots.lot = n.lot AND lots.expires_on IS NULL AND n.expires_on IS NOT NULL;
        INSERT INTO lots (id, variant_id, lot, expires_on)
        SELECT \(lastID) + ROW_NUMBER() OVER (ORDER BY n.seq), n.variant, n.lot, n.expires_on FROM (\(named)) n
        WHERE NOT EXISTS (SELECT 1 FROM lots l WHERE l.variant_id = n.variant AND l.lot = n.lot);
        INSERT INTO changes (import_id, sequence, kind, record_id, action)
        SELECT \(importID), \(sequence) + ROW_NUMBER() OVER (ORDER BY id), 'lots', id, \(PlanAction.create.sql) FROM lots
        WHERE id > \(lastID);
        """)
  }

  func applyCountLines(importID: Int64, context: StagingContext) throws {
    guard staged.isMerged("count_lines") else { return }
    let now = context.now.millisecondsSince1970
    try makeLots(from: "merged_count_lines", expiry: "NULL", importID: importID)
    let lastSession = try Schema.lastID(database, of: "counts", table: "count_sessions")
    let lastEntry = try Schema.lastID(database, of: "count_lines", table: "count_entries")
    let sequence = Self.lastSequence(of: importID)
    try database.execute(
      sql: """
        INSERT INTO count_sessions (id, code, location_id, kind, state, opened_at, cut_off_at, valuation_method)
        SELECT \(lastSession) + ROW_NUMBER() OVER (ORDER BY code), code, location, kind, 'counting', \(now), cut_off_at,
          COALESCE((SELECT value FROM settings WHERE name = '\(ShopValuation.setting)'), 'moving-average')
        FROM temp.merged_sessions WHERE session_id IS NULL AND location IS NOT NULL ORDER BY code;
        INSERT INTO changes (import_id, sequence, kind, record_id, action)
        SELECT \(importID), \(sequence) + ROW_NUMBER() OVER (ORDER BY id), 'counts', id, \(PlanAction.create.sql) FROM count_sessions
        WHERE id > \(lastSession);
        INSERT INTO changes (import_id, sequence, kind, record_id, action)
        SELECT \(importID), \(sequence) + ROW_NUMBER() OVER (ORDER BY s.id), 'counts', s.id, \(PlanAction.adopt.sql)
        FROM orphaned_records o JOIN count_sessions s ON s.id = o.record_id
        WHERE o.kind = 'counts' AND s.code IN (SELECT code FROM temp.merged_sessions);
        UPDATE temp.merged_count_lines AS m SET entry = n.id
        FROM (SELECT seq, \(lastEntry) + ROW_NUMBER() OVER (ORDER BY seq) AS id FROM temp.merged_count_lines
          WHERE action \(PlanAction.isWrittenSQL)) AS n
        WHERE n.seq = m.seq;
        INSERT INTO count_entries (id, session_id, variant_id, code, section, lot_id, quantity, counted_at, counter,
          entered_at, import_id, source_line, note, round)
        SELECT m.entry, s.id, m.variant, m.code, m.section,
          (SELECT l.id FROM lots l WHERE l.variant_id = m.variant AND l.lot = m.lot), m.quantity, m.counted_at, m.counter,
          \(now), \(importID), NULLIF(m.line, 0), m.note, m.round
        FROM temp.merged_count_lines m JOIN count_sessions s ON s.code = m.session
        WHERE m.action \(PlanAction.isWrittenSQL) ORDER BY m.seq;
        INSERT INTO changes (import_id, sequence, kind, record_id, action)
        SELECT \(importID), \(sequence) + ROW_NUMBER() OVER (ORDER BY entry), 'count_lines', entry, \(PlanAction.create.sql)
        FROM temp.merged_count_lines WHERE entry IS NOT NULL;
        """)
    try keepRules(context.countRules, ofSessionsAfter: lastSession)
    let entered = "FROM temp.merged_count_lines m WHERE m.action \(PlanAction.isWrittenSQL)"
    try CountEntries.settle(
      database, sessions: "SELECT s.id FROM count_sessions s WHERE s.code IN (SELECT m.session \(entered))",
      items: ("SELECT m.variant \(entered)", "SELECT m.code \(entered) AND m.variant IS NULL"), importID: importID)
    let reopened = """
      state IN ('draft', 'open', 'review')
        AND code IN (SELECT session FROM temp.merged_count_lines WHERE action \(PlanAction.isWrittenSQL))
      """
    try database.execute(
      sql: """
        INSERT INTO changes (import_id, sequence, kind, record_id, action, before, after)
        SELECT \(importID), \(sequence) + ROW_NUMBER() OVER (ORDER BY id), 'counts', id, \(PlanAction.update.sql),
          json_object('state', state), json_object('state', 'counting')
        FROM count_sessions WHERE \(reopened);
        UPDATE count_sessions SET state = 'counting' WHERE \(reopened);
        """)
  }

  /// Gives the counts that were just made the rules of their location.
  private func keepRules(_ book: CountRuleBook, ofSessionsAfter lastSession: Int64) throws {
    let sessions = try Row.fetchAll(
      database,
      sql: """
        SELECT s.id, l.code FROM count_sessions s JOIN locations l ON l.id = s.location_id WHERE s.id > ?
        """, arguments: [lastSession])
    for session in sessions {
      guard let (rules, source) = book.rules(ofLocation: session[1]) else { continue }
      try CountSessions.keep(database, rules: rules, from: source, selection: nil, of: session[0])
    }
  }
}
