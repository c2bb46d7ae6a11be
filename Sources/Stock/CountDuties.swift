internal import Catalog
internal import GRDB

/// Whether somebody may approve or post a count, given what he did in it.
public enum CountDuty: Hashable, Sendable {
  /// He had no part in the counting.
  case independent
  /// He counted, but there is nobody else; the log says so.
  case onlyPerson
  /// He counted or entered what was counted, and others could look at it.
  case counted
}

extension ShopDatabase {
  /// Tells whether a person may approve and post a session.
  ///
  /// Who counted, or entered what was counted, may not, unless the shop is one person's.
  ///
  /// - Parameter isSinglePerson: the shop's setting; when nil, a shop is one person's as long as nobody else ever acted in it.
  public func mayApprove(_ code: String, actor: Actor, isSinglePerson: Bool? = nil) throws -> CountDuty {
    try read { database in
      try CountDuties.mayApprove(
        database, CountSessions.session(database, code: code), actor: actor, isSinglePerson: isSinglePerson)
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
          WHERE e.session_id = ?1 AND (lower(trim(e.counter)) = lower(trim(?2)) OR lower(trim(i.actor)) = lower(trim(?2))))
        """, arguments: [session.id, actor.name])
    guard hasCounted == true else { return .independent }
    if let isSinglePerson { return isSinglePerson ? .onlyPerson : .counted }
    let others = try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM audit_log WHERE lower(trim(actor)) <> lower(trim(?)) AND role <> 'service')
        """, arguments: [actor.name])
    return others == true ? .counted : .onlyPerson
  }

  /// - Returns: what to add to the log.
  /// - Throws: ``StockError/Code/refused``.
  static func require(
    _ database: Database, _ session: CountSession, actor: Actor, isSinglePerson: Bool?, to act: String
  ) throws -> String {
    switch try mayApprove(database, session, actor: actor, isSinglePerson: isSinglePerson) {
    case .independent: return ""
    case .onlyPerson: return ", by the one who counted: a shop of one person"
    case .counted:
      throw StockError(
        .refused, "\(actor.name) counted in count \(session.code) or entered it, and may not \(act) it",
        remedy: """
          Let somebody else \(act) it (--user NAME). In a shop of one person set `single_person: true` in stockroom.yml; \
          the log then says so.
          """)
    }
  }
}
