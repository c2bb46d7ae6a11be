internal import GRDB
internal import ProblemKit
public import RetailValues

/// A section of a count that somebody counts.
public struct CountHandout: Hashable, Sendable {
  /// Empty for the location as a whole.
  public let section: String
  /// The person's name, as in the entries.
  public let counter: String
  public let handedAt: Timestamp
  /// Since when it is done; nil while it is being counted.
  public let doneAt: Timestamp?
}

extension ShopDatabase {
  /// The sections of a count that were handed out, by section and counter.
  ///
  /// - Throws: ``Problem/Code/notFound``.
  public func countHandouts(_ code: String) throws -> [CountHandout] {
    try read { database in
      try CountHandouts.all(database, of: try CountSessions.session(database, code: code))
    }
  }

  /// Hands a section out to a counter. Several people may count one section; their entries add up.
  ///
  /// - Throws: ``Problems`` `.notFound`, `.wrongState`.
  public func handOut(
    _ section: String, of code: String, to counter: String, actor: Actor, at moment: Timestamp = .now
  ) throws {
    try changeHandouts(of: code, actor: actor, at: moment) { database, session in
      try CountHandouts.add(database, section, of: session, to: counter, actor: actor, at: moment)
      return "section '\(section)' is handed out to \(counter)"
    }
  }

  /// Takes a section back from a counter; what was entered stays.
  ///
  /// - Throws: ``Problems`` `.notFound`, also for a section that was not handed out to them, `.wrongState`.
  public func withdraw(
    _ section: String, of code: String, from counter: String, actor: Actor, at moment: Timestamp = .now
  ) throws {
    try changeHandouts(of: code, actor: actor, at: moment) { database, session in
      try database.execute(
        sql: "DELETE FROM count_handouts WHERE \(CountHandouts.isOf)",
        arguments: [session.id, section, counter])
      guard database.changesCount > 0 else {
        throw Problems(
          .notFound, "section '\(section)' of count \(code) was not handed out to '\(counter)'",
          remedy: "See `stockroom count status \(code)`.")
      }
      return "section '\(section)' is taken back from \(counter)"
    }
  }

  /// Says that a counter is done with a section, or counts on.
  ///
  /// - Throws: ``Problems`` `.notFound`, `.wrongState`.
  public func setDone(
    _ isDone: Bool, section: String, of code: String, by counter: String, actor: Actor, at moment: Timestamp = .now
  ) throws {
    try changeHandouts(of: code, actor: actor, at: moment) { database, session in
      try CountHandouts.add(database, section, of: session, to: counter, actor: actor, at: moment)
      try database.execute(
        sql: "UPDATE count_handouts SET done_at = ? WHERE \(CountHandouts.isOf)",
        arguments: [isDone ? moment.millisecondsSince1970 : nil, session.id, section, counter])
      return "section '\(section)' is \(isDone ? "done" : "not done") by \(counter)"
    }
  }

  /// - Parameter change: returns the words for the log.
  private func changeHandouts(
    of code: String, actor: Actor, at moment: Timestamp, _ change: (Database, CountSession) throws -> String
  ) throws {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.changeable, to: "changed")
      let words = try change(database, session)
      try AuditLog.append(database, actor: actor, at: moment, details: "count \(code): \(words)")
    }
  }
}

/// Sections that are handed out, within a transaction.
enum CountHandouts {
  /// SQL for whether a section was handed out to a counter: session, section and counter.
  static let isOf = "session_id = ? AND section = ? AND \(CounterIdentity.areSame("counter", "?"))"

  static func all(_ database: Database, of session: CountSession) throws -> [CountHandout] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT section, counter, handed_at, done_at FROM count_handouts WHERE session_id = ?
        ORDER BY title_order(section), section, title_order(counter), counter
        """, arguments: [session.id]
    ).map { row in
      CountHandout(
        section: row[0], counter: row[1], handedAt: Timestamp(millisecondsSince1970: row[2]),
        doneAt: (row[3] as Int64?).map { Timestamp(millisecondsSince1970: $0) })
    }
  }

  static func add(
    _ database: Database, _ section: String, of session: CountSession, to counter: String, actor: Actor,
    at moment: Timestamp
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO count_handouts (session_id, section, counter, handed_at, handed_by)
        SELECT ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM count_handouts WHERE \(isOf))
        """,
      arguments: [
        session.id, section, counter, moment.millisecondsSince1970, actor.name, session.id, section, counter,
      ])
  }
}
