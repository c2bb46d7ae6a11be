internal import GRDB
internal import ProblemKit
public import RetailValues

/// The result of posting a count session.
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
  /// - Throws: ``Problems`` `.notFound`, `.wrongState` after posting.
  @discardableResult
  public func resolveKnownItems(in code: String) throws -> Int {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.beforePosting, to: "changed")
      return try CountSessions.resolveKnown(database, sessionID: session.id)
    }
  }

  /// Posts a session: keeps its lines and moves stock by each variance, as of its time. Everything, facts included, happens
  /// in one transaction; repeating it does nothing.
  ///
  /// ```swift
  /// try shop.postCount("1", uncounted: options.policy(for: session.kind), actor: actor) { facts in
  ///   let reconciliation = Reconciliation(of: facts, options: options)
  ///   if let problem = reconciliation.problems.first { throw Problems(problem) }
  ///   return reconciliation.lines
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - asOf: the moment of lines without a time, in a session without a cut-off; the moment of posting if nil.
  ///   - uncounted: the policy for lines that were not counted; stored with the session.
  ///   - isSinglePerson: see ``mayApprove(_:actor:isSinglePerson:)``; a person who counted may not post.
  ///   - reconcile: makes one line of each item of the facts. If it throws, the posting ends and nothing is changed.
  /// - Throws: ``Problems`` `.notFound`; `.wrongState`; `.refused` for a session without entries or with an unknown
  ///   code, for a line in the future, or for lines that do not agree with the facts.
  public func postCount(
    _ code: String, asOf: Timestamp? = nil, uncounted: UncountedPolicy, isSinglePerson: Bool? = nil, actor: Actor,
    at moment: Timestamp = .now,
    reconcile: (CountFacts) throws -> [CountLine]
  ) throws -> PostedCount {
    try post(code, asOf: asOf, isSinglePerson: isSinglePerson, actor: actor, at: moment) { posting, query in
      var facts = try query.header()
      try query.handOut { facts.items.append($0) }
      let lines = try reconcile(facts)
      return try posting.post(facts, lines: lines.count, uncounted: uncounted) { keep in
        for (line, fact) in zip(lines, facts.items) { try keep(line, fact) }
      }
    }
  }

  /// Posts a session as ``postCount(_:asOf:uncounted:isSinglePerson:actor:at:reconcile:)`` does, one line after the
  /// other. The first pass looks for anything that prevents the posting; the second pass writes the lines.
  ///
  /// - Parameter review: begins to check the lines of a session, whose facts it gets without the items.
  public func postCount(
    _ code: String, reviewedBy review: (CountFacts) throws -> CountReview, asOf: Timestamp? = nil,
    uncounted: UncountedPolicy, isSinglePerson: Bool? = nil, actor: Actor, at moment: Timestamp = .now
  ) throws -> PostedCount {
    try post(code, asOf: asOf, isSinglePerson: isSinglePerson, actor: actor, at: moment) { posting, query in
      let header = try query.header()
      let first = try review(header)
      // One that was counted is enough to say that the session was touched.
      var (items, lines, touched): (Int, Int, CountFact?) = (0, 0, nil)
      try query.handOut { fact in
        items += 1
        if touched == nil, fact.counted != nil { touched = fact }
        if try first.line(fact) != nil { lines += 1 }
      }
      try first.finish()
      var facts = header
      if let touched { facts.items = [touched] }
      let second = try review(header)
      return try posting.post(facts, items: items, lines: lines, uncounted: uncounted) { keep in
        try query.handOut { fact in if let line = try second.line(fact) { try keep(line, fact) } }
      }
    }
  }

  /// Refuses to post at costs that another program altered: what is posted stays, even when the alteration is taken back.
  ///
  /// - Throws: ``Problem/Code/damaged``.
  private func requireProvenCosts(_ database: Database) throws {
    try TableDigests.requireUnaltered(["movements", "variants", "prices"], database)
    for (what, differences) in [
      ("average cost", CostHistory.differences), ("ratio of cost to retail", RetailCosts.differences),
    ] {
      let count = try differences(database).count
      guard count > 0 else { continue }
      throw Problems(
        .damaged, "the \(what) is not what the movements say, in \(count) place\(count == 1 ? "" : "s")",
        remedy: "See `stockroom check`, which says how to repair it, and post then.")
    }
  }

  private func post(
    _ code: String, asOf: Timestamp?, isSinglePerson: Bool?, actor: Actor, at moment: Timestamp,
    _ work: (CountPosting, CountFactQuery) throws -> PostedCount
  ) throws -> PostedCount {
    try write { database in
      let session = try CountSessions.session(database, code: code)
      if session.state == .posted { return try CountPosting.posted(database, session) }
      try CountSessions.require(session, in: CountSessions.beforePosting, to: "posted")
      try requireProvenCosts(database)
      try CountSessions.resolveKnown(database, sessionID: session.id)
      let query = try CountFactQuery(database, session, asOf: asOf ?? moment, currency: settings.currency)
      let posting = CountPosting(
        database: database, session: session, isSinglePerson: isSinglePerson, actor: actor, moment: moment,
        clock: settings.clock)
      return try work(posting, query)
    }
  }
}

/// Looks through the lines of a session before it is posted.
public struct CountReview {
  /// The line of the next item; nil when it cannot be posted, which ``finish`` must say.
  public var line: (CountFact) throws -> CountLine?
  /// Called after the last item. Throws if something prevents the posting.
  public var finish: () throws -> Void

  public init(line: @escaping (CountFact) throws -> CountLine?, finish: @escaping () throws -> Void) {
    self.line = line
    self.finish = finish
  }
}

/// The posting of a count within its transaction.
struct CountPosting {
  fileprivate let database: Database
  fileprivate let session: CountSession
  let isSinglePerson: Bool?
  let actor: Actor
  fileprivate let moment: Timestamp
  let clock: ShopClock

  /// The result of an earlier posting, for a repetition.
  static func posted(_ database: Database, _ session: CountSession) throws -> PostedCount {
    let row = try Row.fetchOne(
      database, sql: "SELECT COUNT(*), COUNT(movement_id) FROM count_lines WHERE session_id = ?",
      arguments: [session.id])
    return PostedCount(
      session: session, wasPostedBefore: true, lines: row?[0] ?? 0, adjustments: row?[1] ?? 0, restatedLines: 0)
  }

  /// Holds the session against its facts.
  private func verify(_ facts: CountFacts, lines: Int, against items: Int) throws {
    if facts.isUntouched {
      throw Problems(
        .refused, "nothing was entered in count \(facts.session)",
        remedy: "Enter what was counted with `stockroom count enter`; a zero counts, a blank does not.")
    }
    if let unknown = facts.unknownItems.first {
      throw Problems(
        .refused,
        facts.unknownItems.count == 1
          ? "the counted code '\(unknown.code)' is not in the catalog"
          : "\(facts.unknownItems.count) counted codes are not in the catalog, the first is '\(unknown.code)'",
        remedy: "Add the goods to the catalog, or say which variant each code is.")
    }
    guard lines == items else {
      throw Problems(
        .refused, "count \(facts.session) has \(items) items but \(lines) reconciled lines",
        remedy: "Reconcile again.")
    }
  }

  /// Compares a line with its fact. Only a line that agrees with its fact may be posted.
  private func verify(_ line: CountLine, against fact: CountFact) throws {
    if line.state != .excluded, fact.decided == nil, fact.isDisputed || fact.isRecountOpen {
      throw Problems(
        .refused,
        fact.isRecountOpen ? "'\(fact.sku)' is still to be counted again" : "the counts of '\(fact.sku)' disagree",
        remedy: "Have it counted again, or decide with `stockroom reconcile \(session.code) --decide`.")
    }
    // A count in the future would make every movement until then a late one.
    guard fact.asOf <= moment else {
      throw Problems(
        .refused, "'\(fact.sku)' was counted at \(clock.iso8601(fact.asOf)), which is still to come",
        remedy: "Correct the time of the entry or the cut-off; mind the clock of the scanner.")
    }
    guard line.fact == fact, Self.isSound(line) else {
      throw Problems(
        .refused, "the line of '\(fact.sku)' does not fit what was counted or what is expected by now",
        remedy: "Stock has moved since; reconcile again.")
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

  /// Stores the lines of a session and moves stock by their variances.
  ///
  /// - Parameters:
  ///   - facts: the facts of the session, with at least one of the counted items.
  ///   - items: how many items the session has; as many as `facts` if nil.
  ///   - lines: how many lines there are.
  ///   - handOut: calls its argument with each line and its fact.
  func post(
    _ facts: CountFacts, items: Int? = nil, lines: Int, uncounted: UncountedPolicy,
    _ handOut: (_ keep: (CountLine, CountFact) throws -> Void) throws -> Void
  ) throws -> PostedCount {
    let remark = try CountDuties.require(
      database, session, actor: actor, isSinglePerson: isSinglePerson, to: "post")
    try verify(facts, lines: lines, against: items ?? facts.items.count)
    let firstID = try Ledger.nextMovementID(database)
    var keeper = try LineKeeper(self, reasons: try reasons())
    try handOut { line, fact in
      try verify(line, against: fact)
      try keeper.keep(line)
    }
    try database.execute(
      sql: """
        UPDATE count_sessions SET state = 'posted', posted_at = ?, posted_by = ?, document_id = ?, uncounted_policy = ?
        WHERE id = ?
        """,
      arguments: [
        moment.millisecondsSince1970, actor.name, keeper.documentID, uncounted.rawValue, session.id,
      ])
    let settlement = try Ledger.settle(database, newMovementsFrom: firstID, actor: actor, at: moment)
    try Seal.append(
      database, .count(session.id), actor: actor, at: moment,
      details: """
        posted count \(session.code)\(remark) from state \(session.state.rawValue): \(lines) lines, \
        \(keeper.adjustments) adjustments, uncounted \(uncounted.rawValue), \
        valued by \(session.valuation.rawValue)
        """)
    return PostedCount(
      session: try CountSessions.session(database, id: session.id), wasPostedBefore: false, lines: lines,
      adjustments: keeper.adjustments, restatedLines: settlement.restatedLines)
  }

  /// The numbers of the reasons that variances may have.
  private func reasons() throws -> [String: Int64] {
    let rows = try Row.fetchAll(database, sql: "SELECT code, id FROM reasons")
    return Dictionary(rows.map { ($0[0] as String, $0[1] as Int64) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Writes the lines of a session and their movements, in the order in which they come.
private struct LineKeeper {
  private let posting: CountPosting
  private let reasons: [String: Int64]
  private let locationID: Int64
  private var movements: RowInserter
  private var lines: RowInserter
  private(set) var adjustments = 0
  /// The document of the adjustments; made for the first of them.
  private(set) var documentID: Int64?

  init(_ posting: CountPosting, reasons: [String: Int64]) throws {
    self.posting = posting
    self.reasons = reasons
    let database = posting.database
    locationID = try LocationLookup.id(database, of: posting.session.location)
    movements = try RowInserter(
      database,
      """
      INSERT INTO movements (
        variant_id, location_id, quantity, kind, effective_at, recorded_at, reason_id, document_id, document_line)
      VALUES (?, ?, ?, 'count-adjustment', ?, ?, ?, ?, ?)
      """)
    lines = try RowInserter(
      database,
      """
      INSERT INTO count_lines (
        session_id, variant_id, state, as_of, counted, expected, variance, unit_cost, cost_source, cost_value,
        retail_price, retail_value, tax_included, reason_id, movement_id, round, complement)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
  }

  mutating func keep(_ line: CountLine) throws {
    let fact = line.fact
    let asOf = fact.asOf.millisecondsSince1970
    var movementID: Int64?
    var reasonID: Int64?
    if let variance = line.variance, variance.scaled != 0 {
      guard let reason = reasons[line.reason] else {
        throw Problems(
          .notFound, "there is no reason '\(line.reason)'",
          remedy: "Take one of these: \(reasons.keys.sorted().joined(separator: ", ")).")
      }
      let document = try documentID ?? newDocument()
      documentID = document
      reasonID = reason
      movements.bind(fact.variantID, locationID, variance.scaled, asOf)
      movements.bind(posting.moment.millisecondsSince1970, reason, document)
      movements.bind(fact.sku)
      movementID = try movements.insert()
      adjustments += 1
    }
    lines.bind(posting.session.id, fact.variantID)
    lines.bind(line.state.rawValue)
    lines.bind(asOf, fact.counted?.scaled, fact.expected.scaled, line.variance?.scaled, line.unitCost?.scaled)
    lines.bind(line.costSource.rawValue)
    lines.bind(
      line.costValue?.minorUnits, fact.retailPrice?.minorUnits, line.retailValue?.minorUnits,
      fact.isTaxIncluded ? 1 : 0,
      reasonID, movementID, round(of: fact),
      line.costSource == .retailMethod ? fact.costs.retail?.complement : nil)
    try lines.insert()
  }

  /// The count that a line takes its quantity from; nil when a manager decided it.
  private func round(of fact: CountFact) -> Int64? {
    guard fact.decided == nil else { return nil }
    let round = fact.onlyRound ?? CountVerdict(of: fact.rounds).round
    return Int64(round?.number ?? 0)
  }

  private func newDocument() throws -> Int64 {
    try posting.database.execute(
      sql: "INSERT INTO documents (kind, party, number) VALUES ('count', '', ?)", arguments: [posting.session.code])
    return posting.database.lastInsertedRowID
  }
}
