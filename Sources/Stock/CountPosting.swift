public import Catalog
internal import GRDB

/// What the posting of a count session made.
public struct PostedCount: Hashable, Sendable {
  public let session: CountSession
  /// Whether it was posted before, and nothing was done now.
  public let wasPostedBefore: Bool
  /// The lines kept as evidence, matched and uncounted ones included.
  public let lines: Int
  /// The movements made: one for each variance that is not zero.
  public let adjustments: Int
  /// Lines of other counts, at later times, that were restated because this one came before them.
  public let restatedLines: Int
}

extension ShopDatabase {
  /// Gives entries their variant whose code has been added to the catalog since they came in.
  ///
  /// - Returns: how many entries found their variant.
  /// - Throws: ``StockError`` `.notFound`, `.wrongState` after posting.
  @discardableResult
  public func resolveKnownItems(in code: String) throws -> Int {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.beforePosting, to: "changed")
      return try CountSessions.resolveKnown(database, sessionID: session.id)
    }
  }

  /// The facts of a session as posting would find them: with the codes resolved that have been added to the catalog since
  /// they were counted. Nothing is changed.
  ///
  /// - Throws: ``StockError`` `.notFound`, `.wrongState` after posting.
  public func countFactsForPosting(_ code: String, asOf moment: Timestamp? = nil) throws -> CountFacts {
    try Self.translatingErrors {
      var facts: CountFacts?
      try queue.inTransaction(.immediate) { database in
        let session = try CountSessions.session(database, code: code)
        try CountSessions.require(session, in: CountSessions.beforePosting, to: "changed")
        try CountSessions.resolveKnown(database, sessionID: session.id)
        facts = try CountFactQuery.facts(database, of: session, asOf: moment ?? .now, currency: settings.currency)
        return .rollback
      }
      guard let facts else {
        throw StockError(.notFound, "there is no count '\(code)'", remedy: "See `stockroom count list`.")
      }
      return facts
    }
  }

  /// Posts a session: keeps its lines and moves stock by each variance, as of its time. Everything, facts included, happens
  /// in one transaction; repeating it does nothing.
  ///
  /// ```swift
  /// try shop.postCount("1", uncounted: options.policy(for: session.kind), actor: actor) { facts in
  ///   let reconciliation = Reconciliation(of: facts, options: options)
  ///   if let problem = reconciliation.problems.first { throw problem }
  ///   return reconciliation.lines
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - asOf: the moment of lines without a time, in a session without a cut-off; the moment of posting when nil.
  ///   - uncounted: what was decided for lines that nobody counted; kept with the session.
  ///   - isSinglePerson: see ``mayApprove(_:actor:isSinglePerson:)``; who counted may not post.
  ///   - reconcile: makes one line of each item of the facts. What it throws ends the posting; nothing is changed then.
  /// - Throws: ``StockError`` `.notFound`; `.wrongState`; `.refused` for a session in which nothing was entered or a code is
  ///   unknown, for a line in the future, or for lines that do not fit the facts.
  public func postCount(
    _ code: String, asOf: Timestamp? = nil, uncounted: UncountedPolicy, isSinglePerson: Bool? = nil, actor: Actor,
    at moment: Timestamp = .now,
    reconcile: (CountFacts) throws -> [CountLine]
  ) throws -> PostedCount {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      if session.state == .posted { return try CountPosting.posted(database, session) }
      try CountSessions.require(session, in: CountSessions.beforePosting, to: "posted")
      try CountSessions.resolveKnown(database, sessionID: session.id)
      let facts = try CountFactQuery.facts(database, of: session, asOf: asOf ?? moment, currency: settings.currency)
      let lines = try reconcile(facts)
      let remark = try CountDuties.require(
        database, session, actor: actor, isSinglePerson: isSinglePerson, to: "post")
      try CountPosting.verify(lines, against: facts, at: moment, clock: settings.clock)
      return try CountPosting.post(
        database, lines, of: session, uncounted: uncounted, remark: remark, actor: actor, at: moment)
    }
  }
}

/// The posting of a count within its transaction.
enum CountPosting {
  /// What was posted before, for a repetition.
  static func posted(_ database: Database, _ session: CountSession) throws -> PostedCount {
    let row = try Row.fetchOne(
      database, sql: "SELECT COUNT(*), COUNT(movement_id) FROM count_lines WHERE session_id = ?",
      arguments: [session.id])
    return PostedCount(
      session: session, wasPostedBefore: true, lines: row?[0] ?? 0, adjustments: row?[1] ?? 0, restatedLines: 0)
  }

  /// Holds the lines against the facts: whoever computed them, nothing else may be posted.
  static func verify(
    _ lines: [CountLine], against facts: CountFacts, at moment: Timestamp, clock: ShopClock
  ) throws {
    if facts.isUntouched {
      throw StockError(
        .refused, "nothing was entered in count \(facts.session)",
        remedy: "Enter what was counted with `stockroom count enter`; a zero counts, a blank does not.")
    }
    if let unknown = facts.unknownItems.first {
      throw StockError(
        .refused,
        facts.unknownItems.count == 1
          ? "the counted code '\(unknown.code)' is not in the catalog"
          : "\(facts.unknownItems.count) counted codes are not in the catalog, the first is '\(unknown.code)'",
        remedy: "Add the goods to the catalog, or say which variant each code is.")
    }
    guard lines.count == facts.items.count else {
      throw StockError(
        .refused, "count \(facts.session) has \(facts.items.count) items but \(lines.count) reconciled lines",
        remedy: "Reconcile again.")
    }
    for (line, fact) in zip(lines, facts.items) {
      if line.state != .excluded, fact.decided == nil, fact.isDisputed || fact.isRecountOpen {
        throw StockError(
          .refused,
          fact.isRecountOpen ? "'\(fact.sku)' is still to be counted again" : "the counts of '\(fact.sku)' disagree",
          remedy: "Have it counted again, or decide with `stockroom reconcile \(facts.session) --decide`.")
      }
      // A count in the future would make every movement until then a late one.
      guard fact.asOf <= moment else {
        throw StockError(
          .refused, "'\(fact.sku)' was counted at \(clock.iso8601(fact.asOf)), which is still to come",
          remedy: "Correct the time of the entry or the cut-off; mind the clock of the scanner.")
      }
      guard line.fact == fact, isSound(line) else {
        throw StockError(
          .refused, "the line of '\(fact.sku)' does not fit what was counted or what is expected by now",
          remedy: "Stock has moved since; reconcile again.")
      }
    }
  }

  /// Whether a line's variance is what its state and its fact say.
  private static func isSound(_ line: CountLine) -> Bool {
    switch line.state {
    case .counted, .unexpected:
      guard let counted = line.fact.counted, let variance = line.variance else { return false }
      return counted.scaled.subtractingReportingOverflow(line.fact.expected.scaled) == (variance.scaled, false)
    case .uncounted:
      guard line.fact.counted == nil else { return false }
      guard let variance = line.variance else { return true }
      return Int64(0).subtractingReportingOverflow(line.fact.expected.scaled) == (variance.scaled, false)
    case .excluded: return line.variance == nil
    case .unknownItem: return false
    }
  }

  static func post(
    _ database: Database, _ lines: [CountLine], of session: CountSession, uncounted: UncountedPolicy,
    remark: String, actor: Actor, at moment: Timestamp
  ) throws -> PostedCount {
    let locationID = try LocationLookup.id(database, of: session.location)
    let reasonIDs = try reasons(database, of: lines)
    let firstID = try Ledger.nextMovementID(database)
    var adjustments = 0
    var documentID: Int64?
    let insertMovement = try database.makeStatement(
      sql: """
        INSERT INTO movements (
          variant_id, location_id, quantity, kind, effective_at, recorded_at, reason_id, document_id, document_line)
        VALUES (?, ?, ?, 'count-adjustment', ?, ?, ?, ?, ?)
        """)
    let insertLine = try database.makeStatement(
      sql: """
        INSERT INTO count_lines (
          session_id, variant_id, state, as_of, counted, expected, variance, unit_cost, cost_source, cost_value,
          retail_price, retail_value, tax_included, reason_id, movement_id, round, complement)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for line in lines {
      let fact = line.fact
      let asOf = fact.asOf.millisecondsSince1970
      var movementID: Int64?
      var reasonID: Int64?
      if let variance = line.variance, variance.scaled != 0 {
        let document = try documentID ?? newDocument(database, number: session.code)
        documentID = document
        reasonID = reasonIDs[line.reason]
        try insertMovement.execute(arguments: [
          fact.variantID, locationID, variance.scaled, asOf, moment.millisecondsSince1970, reasonID, document, fact.sku,
        ])
        movementID = database.lastInsertedRowID
        adjustments += 1
      }
      try insertLine.execute(arguments: [
        session.id, fact.variantID, line.state.rawValue, asOf, fact.counted?.scaled, fact.expected.scaled,
        line.variance?.scaled, line.unitCost?.scaled, line.costSource.rawValue, line.costValue?.minorUnits,
        fact.retailPrice?.minorUnits, line.retailValue?.minorUnits, fact.isTaxIncluded, reasonID, movementID,
        round(of: fact), line.costSource == .retailMethod ? fact.costs.retail?.complement : nil,
      ])
    }
    try database.execute(
      sql: """
        UPDATE count_sessions SET state = 'posted', posted_at = ?, posted_by = ?, document_id = ?, uncounted_policy = ?
        WHERE id = ?
        """,
      arguments: [
        moment.millisecondsSince1970, actor.name, documentID, uncounted.rawValue, session.id,
      ])
    let settlement = try Ledger.settle(database, newMovementsFrom: firstID, actor: actor, at: moment)
    try Seal.append(
      database, .count(session.id), actor: actor, at: moment,
      details: """
        posted count \(session.code)\(remark) from state \(session.state.rawValue): \(lines.count) lines, \
        \(adjustments) adjustments, uncounted \(uncounted.rawValue), \
        valued by \(session.valuation.rawValue)
        """)
    return PostedCount(
      session: try CountSessions.session(database, id: session.id), wasPostedBefore: false, lines: lines.count,
      adjustments: adjustments, restatedLines: settlement.restatedLines)
  }

  /// The count that a line takes its quantity from; nil when a manager decided it.
  private static func round(of fact: CountFact) -> Int? {
    fact.decided == nil ? CountVerdict(of: fact.rounds).round?.number ?? 0 : nil
  }

  private static func newDocument(_ database: Database, number: String) throws -> Int64 {
    try database.execute(
      sql: "INSERT INTO documents (kind, party, number) VALUES ('count', '', ?)", arguments: [number])
    return database.lastInsertedRowID
  }

  /// The numbers of the reasons that variances have.
  private static func reasons(_ database: Database, of lines: [CountLine]) throws -> [String: Int64] {
    let rows = try Row.fetchAll(database, sql: "SELECT code, id FROM reasons")
    let known = Dictionary(rows.map { ($0[0] as String, $0[1] as Int64) }, uniquingKeysWith: { first, _ in first })
    for line in lines where (line.variance?.scaled ?? 0) != 0 && known[line.reason] == nil {
      throw StockError(
        .notFound, "there is no reason '\(line.reason)'",
        remedy: "Take one of these: \(known.keys.sorted().joined(separator: ", ")).")
    }
    return known
  }
}
