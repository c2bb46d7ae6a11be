internal import GRDB
public import RetailValues

extension ShopDatabase {
  /// Opens a draft for counting. The sheet of a full count is created again from the current stock.
  ///
  /// - Throws: ``Problems`` `.notFound`, `.wrongState`.
  public func startCount(_ code: String, actor: Actor, at moment: Timestamp = .now) throws -> CountSession {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      if CountSessions.counting.contains(session.state) { return session }
      try CountSessions.require(session, in: [.draft], to: "opened")
      if session.kind == .full {
        try CountSessions.makeFullSheet(
          database, sessionID: session.id, locationID: LocationLookup.id(database, of: session.location))
      }
      return try CountSessions.move(database, session, to: .open, act: "opened", actor: actor, at: moment)
    }
  }

  /// Ends the counting: the session is in review.
  public func closeCount(_ code: String, actor: Actor, at moment: Timestamp = .now) throws -> CountSession {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      if session.state == .review { return session }
      try CountSessions.require(session, in: CountSessions.counting, to: "closed")
      return try CountSessions.move(database, session, to: .review, act: "closed", actor: actor, at: moment)
    }
  }

  /// Reopens a closed session for counting. Approved lines must be approved again.
  public func reopenCount(_ code: String, actor: Actor, at moment: Timestamp = .now) throws -> CountSession {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      if CountSessions.counting.contains(session.state) { return session }
      try CountSessions.require(session, in: [.review, .approved], to: "reopened")
      try database.execute(
        sql: """
          DELETE FROM count_approvals WHERE session_id = \(session.id);
          UPDATE count_sessions SET approved_at = NULL, approved_by = NULL WHERE id = \(session.id);
          """)
      return try CountSessions.move(database, session, to: .counting, act: "reopened", actor: actor, at: moment)
    }
  }

  /// Approves the variances of a session in review. Another variance than the one approved cannot be posted.
  ///
  /// - Parameters:
  ///   - isSinglePerson: see ``mayApprove(_:actor:isSinglePerson:)``.
  ///   - reconcile: gives the lines that need approval, among others; what it throws ends the approval.
  /// - Throws: ``Problems`` `.notFound`, `.wrongState`, `.refused` for one who counted.
  public func approveCount(
    _ code: String, note: String? = nil, asOf: Timestamp? = nil, isSinglePerson: Bool? = nil, actor: Actor,
    at moment: Timestamp = .now, reconcile: (CountFacts) throws -> [CountLine] = { _ in [] }
  ) throws -> CountSession {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: [.review, .approved], to: "approved")
      let remark = try CountDuties.require(
        database, session, actor: actor, isSinglePerson: isSinglePerson, to: "approve")
      try CountSessions.resolveKnown(database, sessionID: session.id)
      let facts = try CountFactQuery.facts(database, of: session, asOf: asOf ?? moment, currency: settings.currency)
      let lines = try reconcile(facts).filter { $0.route == .approval }
      var approved = 0
      for line in lines {
        guard let variance = line.variance, line.fact.approvedVariance != variance else { continue }
        try database.execute(
          sql: """
            INSERT OR REPLACE INTO count_approvals (session_id, variant_id, variance, cost_value, approved_at, approved_by)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            session.id, line.fact.variantID, variance.scaled, line.costValue?.minorUnits, moment.millisecondsSince1970,
            actor.name,
          ])
        approved += 1
      }
      if session.state == .approved, approved == 0 { return session }
      try database.execute(
        sql: "UPDATE count_sessions SET approved_at = ?, approved_by = ? WHERE id = ?",
        arguments: [moment.millisecondsSince1970, actor.name, session.id])
      let told = lines.isEmpty ? "" : ", \(lines.count) variances beyond the tolerance"
      return try CountSessions.move(
        database, session, to: .approved, act: "approved\(told)\(remark)", note: note, actor: actor, at: moment)
    }
  }
}

extension CountSessions {
  /// Changes the state of a session and records it.
  static func move(
    _ database: Database, _ session: CountSession, to state: CountSessionState, act: String, note: String? = nil,
    actor: Actor, at moment: Timestamp
  ) throws -> CountSession {
    try set(database, session.id, state)
    try AuditLog.append(
      database, actor: actor, at: moment,
      details: "count \(session.code) \(act)" + (note.map { ": \($0)" } ?? ""))
    return try self.session(database, id: session.id)
  }
}
