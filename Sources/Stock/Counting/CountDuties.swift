internal import GRDB
internal import ProblemKit
public import RetailValues

/// Whether a person may approve or post a count, given what the person did in it.
public enum CountDuty: Hashable, Sendable {
  /// The person had no part in the counting.
  case independent
  /// The person counted, but there is no other person; the log records this.
  case onlyPerson
  /// The person counted or entered counts, and other people could review them.
  case counted
}

extension ShopDatabase {
  /// Whether a person may approve and post a session.
  ///
  /// A person who counted, or entered counts, may not approve them, unless the shop is run by one person.
  ///
  /// - Parameter isSinglePerson: the shop's setting; if nil, the shop is run by one person as long as nobody else has
  ///   ever acted in it.
  public func mayApprove(_ code: String, actor: Actor, isSinglePerson: Bool? = nil) throws -> CountDuty {
    try read { database in
      try CountDuties.mayApprove(
        database, CountSessions.session(database, code: code), actor: actor, isSinglePerson: isSinglePerson)
    }
  }
}

extension ShopDatabase {
  /// Whether a person may approve and post counts in which they counted.
  ///
  /// - Parameter isSinglePerson: see ``mayApprove(_:actor:isSinglePerson:)``.
  public func mayApproveOwnCounts(actor: Actor, isSinglePerson: Bool? = nil) throws -> Bool {
    try read { try CountDuties.isOnlyPerson($0, actor: actor, isSinglePerson: isSinglePerson) }
  }

  /// Whether anybody else has acted in one of these roles.
  ///
  /// - Parameters:
  ///   - names: those under which the log knows the person.
  ///   - logins: the accounts from which they act. What the log has under one of their names and another login was done by
  ///     somebody else, whose name they may have taken.
  public func haveOthersActed(than names: [String], logins: [String], in roles: Set<Role>) throws -> Bool {
    try read { try CountDuties.haveOthersActed($0, than: names, logins: logins, in: roles) }
  }

  /// The code of a count that is not posted yet and in which somebody of a name counts, or entered counts; nil without
  /// one.
  ///
  /// The rule of ``mayApprove(_:actor:isSinglePerson:)`` knows people by their names.
  public func unpostedCount(countedBy name: String) throws -> String? {
    let states = CountSessions.beforePosting.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    return try read { database in
      try String.fetchOne(
        database,
        sql: """
          SELECT s.code FROM count_sessions s
          WHERE s.state IN (\(states)) AND (
            EXISTS (
              SELECT 1 FROM count_entries e LEFT JOIN imports i ON i.id = e.import_id
              WHERE e.session_id = s.id
                AND (\(CounterIdentity.areSame("e.counter", "?1")) OR \(CounterIdentity.areSame("i.actor", "?1"))))
            OR EXISTS (
              SELECT 1 FROM count_handouts h
              WHERE h.session_id = s.id AND \(CounterIdentity.areSame("h.counter", "?1"))))
          ORDER BY s.id LIMIT 1
          """, arguments: [name])
    }
  }
}

/// The separation of counting and approving.
enum CountDuties {
  static func mayApprove(
    _ database: Database, _ session: CountSession, actor: Actor, isSinglePerson: Bool?
  ) throws -> CountDuty {
    let hasCounted = try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM count_entries e LEFT JOIN imports i ON i.id = e.import_id
          WHERE e.session_id = ?1
            AND (\(CounterIdentity.areSame("e.counter", "?2")) OR \(CounterIdentity.areSame("i.actor", "?2"))))
        """, arguments: [session.id, actor.name])
    guard hasCounted == true else { return .independent }
    return try isOnlyPerson(database, actor: actor, isSinglePerson: isSinglePerson) ? .onlyPerson : .counted
  }

  /// Whether nobody else could approve what a person counted.
  static func isOnlyPerson(_ database: Database, actor: Actor, isSinglePerson: Bool?) throws -> Bool {
    if let isSinglePerson { return isSinglePerson }
    return try !haveOthersActed(database, than: [actor.name])
  }

  /// - Parameters:
  ///   - logins: nil for any.
  ///   - roles: nil for all that people have.
  static func haveOthersActed(
    _ database: Database, than names: [String], logins: [String]? = nil, in roles: Set<Role>? = nil
  ) throws -> Bool {
    let words = roles?.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    let isInRole = words.map { "role IN (\($0))" } ?? "role <> 'service'"
    let hasName = names.map { _ in CounterIdentity.areSame("actor", "?") }.joined(separator: " OR ")
    let hasLogin = logins.map { "(login IS NULL OR login IN (\(databaseQuestionMarks(count: $0.count))))" } ?? "1"
    let found = try Bool.fetchOne(
      database,
      sql: "SELECT EXISTS (SELECT 1 FROM audit_log WHERE \(isInRole) AND NOT ((\(hasName)) AND \(hasLogin)))",
      arguments: StatementArguments(names + (logins ?? [])))
    return found == true
  }

  /// - Returns: what to add to the log.
  /// - Throws: ``Problem/Code/refused``.
  static func require(
    _ database: Database, _ session: CountSession, actor: Actor, isSinglePerson: Bool?, to act: String
  ) throws -> String {
    switch try mayApprove(database, session, actor: actor, isSinglePerson: isSinglePerson) {
    case .independent: return ""
    case .onlyPerson: return " (by the person who counted, in a shop of one person)"
    case .counted:
      throw Problems(
        .refused, "\(actor.name) counted in count \(session.code) or entered it, and may not \(act) it",
        remedy: """
          Let somebody else \(act) it (--user NAME). In a shop of one person set `single_person: true` in stockroom.yml; \
          the log then says so.
          """)
    }
  }
}
