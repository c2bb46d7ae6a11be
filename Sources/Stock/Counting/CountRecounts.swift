internal import GRDB
internal import ProblemKit
public import RetailValues

extension ShopDatabase {
  /// Asks for a recount of items: what is entered for them from now on is another count, which has to come from another
  /// counter. A session in review is counting again. What was counted under a code that the catalog knows by now was counted
  /// of its item.
  ///
  /// - Returns: how many recounts are open now that were not before; asking twice changes nothing.
  /// - Throws: ``Problems`` `.notFound`, `.wrongState`, and `.refused` for an item that was not counted at all.
  @discardableResult
  public func askForRecounts(
    of variants: [Int64], in code: String, actor: Actor, at moment: Timestamp = .now
  ) throws -> Int {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.changeable, to: "counted again")
      try CountSessions.resolveKnown(database, sessionID: session.id)
      var added = 0
      for variant in variants {
        let row = try Row.fetchOne(
          database,
          sql: """
            SELECT v.sku, (SELECT MAX(e.round) FROM count_entries e
                WHERE e.session_id = ?2 AND e.variant_id = v.id AND e.superseded_by IS NULL),
              (SELECT MAX(r.round) FROM count_recounts r WHERE r.session_id = ?2 AND r.variant_id = v.id)
            FROM variants v WHERE v.id = ?1
            """, arguments: [variant, session.id])
        guard let row, let counted: Int = row[1] else {
          throw Problems(
            .refused, "'\(row?[0] ?? "\(variant)")' was not counted in count \(code)",
            remedy: "Count it first with `stockroom count enter \(code) FILE`.")
        }
        let asked: Int = row[2] ?? 0
        guard asked <= counted else { continue }
        try database.execute(
          sql: """
            INSERT INTO count_recounts (session_id, variant_id, round, asked_at, asked_by) VALUES (?, ?, ?, ?, ?)
            """, arguments: [session.id, variant, counted + 1, moment.millisecondsSince1970, actor.name])
        added += 1
      }
      if added > 0 {
        try CountSessions.set(database, session.id, .counting)
        try AuditLog.append(
          database, actor: actor, at: moment, details: "count \(code): asked for \(added) recounts")
      }
      return added
    }
  }

  /// Sets when a section was counted, for its entries that have no time of their own; nil takes the time away.
  ///
  /// - Throws: ``Problems`` `.notFound`, `.wrongState`.
  public func setSectionTime(
    _ section: String, in code: String, to time: Timestamp?, actor: Actor, at moment: Timestamp = .now
  ) throws {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.changeable, to: "changed")
      if let time {
        try database.execute(
          sql: "INSERT OR REPLACE INTO count_sections (session_id, section, counted_at) VALUES (?, ?, ?)",
          arguments: [session.id, section, time.millisecondsSince1970])
      } else {
        try database.execute(
          sql: "DELETE FROM count_sections WHERE session_id = ? AND section = ?", arguments: [session.id, section])
      }
      let told = time.map { "was counted at \(settings.clock.iso8601($0))" } ?? "has no time of its own"
      try AuditLog.append(
        database, actor: actor, at: moment, details: "count \(code): section '\(section)' \(told)")
    }
  }
}

/// Recounts, within a transaction.
enum CountRecounts {
  /// SQL for the recounts that have not come in: session and item.
  static let open = """
    SELECT r.session_id, r.variant_id FROM count_recounts r
    WHERE r.round = (SELECT MAX(o.round) FROM count_recounts o
        WHERE o.session_id = r.session_id AND o.variant_id = r.variant_id)
      AND NOT EXISTS (SELECT 1 FROM count_entries e WHERE e.session_id = r.session_id AND e.variant_id = r.variant_id
        AND e.superseded_by IS NULL AND e.round >= r.round)
    """

  /// SQL for the round in which an entry of an item is made.
  static func round(_ session: String, _ variant: String) -> String {
    """
    COALESCE((SELECT MAX(r.round) FROM count_recounts r
      WHERE r.session_id = \(session) AND r.variant_id = \(variant)), 0)
    """
  }
}
