internal import GRDB
internal import ProblemKit
public import RetailValues

extension ShopDatabase {
  /// The facts in ledger and sheets about every variant of a session: everything that a reconciliation needs.
  ///
  /// - Parameter moment: the moment for lines without a time, in a session without a cut-off; now when nil.
  /// - Throws: ``Problem/Code/notFound``.
  public func countFacts(_ code: String, asOf moment: Timestamp? = nil) throws -> CountFacts {
    try read { database in
      try CountFactQuery.facts(
        database, of: try CountSessions.session(database, code: code), asOf: moment ?? .now, currency: settings.currency
      )
    }
  }

  /// Calls `body` with the facts of a session's items as posting would find them, in order of the items' number, so
  /// that a session may have any number of items. Codes that have been added to the catalog since they were counted are
  /// resolved. Nothing is changed.
  ///
  /// - Parameters:
  ///   - begin: called before the first item with the facts of the whole session, without items.
  /// - Throws: ``Problems`` `.notFound`, `.wrongState` after posting.
  public func forEachCountFact(
    _ code: String, asOf moment: Timestamp? = nil, begin: (CountFacts) throws -> Void,
    _ body: (CountFact) throws -> Void
  ) throws {
    func handOut(_ database: Database, _ session: CountSession) throws {
      let facts = try CountFactQuery(database, session, asOf: moment ?? .now, currency: settings.currency)
      try begin(facts.header())
      try facts.handOut(body)
    }
    let isDone = try read { database in
      let session = try CountSessions.session(database, code: code)
      try CountSessions.require(session, in: CountSessions.beforePosting, to: "changed")
      // Where no code was added to the catalog since there is nothing to roll back, and other writers are not blocked.
      guard try CountSessions.addedSince(database, sessionID: session.id).known.isEmpty else { return false }
      try handOut(database, session)
      return true
    }
    if isDone { return }
    try Self.translatingErrors(at: path) {
      try queue.inTransaction(.immediate) { database in
        let session = try CountSessions.session(database, code: code)
        try CountSessions.require(session, in: CountSessions.beforePosting, to: "changed")
        try CountSessions.resolveKnown(database, sessionID: session.id)
        try handOut(database, session)
        return .rollback
      }
    }
  }
}

/// Collects the facts of a count.
///
/// The expected quantity at T is the stock on hand now less the movements after T. It equals the last count plus the
/// movements after that count up to and including T: posting a count makes the sum of the movements up to its time
/// equal to the counted quantity, and movements that arrive late are corrected at once
/// (``Ledger/settle(_:newMovementsFrom:actor:at:)``). The query therefore reads the few movements since T instead of
/// all since the last count.
///
/// The sheet, the entries and the data of the catalog and the ledger are read in parallel in the order of the items'
/// numbers, so memory does not grow with the number of lines.
struct CountFactQuery {
  private let database: Database
  private let session: CountSession
  private let asOf: Timestamp
  private let currency: Currency
  private let locationID: Int64
  private let hasSheet: Bool
  private let rulings: [Int64: CountRulings.Current]

  /// - Parameter moment: the time of a line in a session without a cut-off.
  init(_ database: Database, _ session: CountSession, asOf moment: Timestamp, currency: Currency) throws {
    (self.database, self.session, self.currency) = (database, session, currency)
    asOf = session.cutOff ?? moment
    locationID = try LocationLookup.id(database, of: session.location)
    hasSheet =
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM count_sheet WHERE session_id = ?)", arguments: [session.id])
      ?? false
    rulings = try CountRulings.current(database, of: session)
  }

  /// The facts of the whole session, without items.
  func header() throws -> CountFacts {
    CountFacts(
      session: session.code, kind: session.kind, currency: currency, valuation: session.valuation, asOf: asOf,
      items: [],
      unknownItems: try CountSessions.unknownItems(database, sessionID: session.id), rules: session.rules)
  }

  static func facts(
    _ database: Database, of session: CountSession, asOf moment: Timestamp, currency: Currency
  ) throws -> CountFacts {
    let query = try CountFactQuery(database, session, asOf: moment, currency: currency)
    var facts = try query.header()
    try query.handOut { facts.items.append($0) }
    return facts
  }

  /// Calls `body` with the facts of one item after the other.
  func handOut(_ body: (CountFact) throws -> Void) throws {
    let reach = try CountReach(database, sessionID: session.id, locationID: locationID, asOf: asOf)
    var items = try CountedItems(database, sessionID: session.id, asOf: asOf)
    var ledger = try CountedItemLookup(database, reach, currency: currency, valuation: session.valuation)
    var layers = session.valuation == .fifo ? try LayerQuotes(database, sessionID: session.id, currency: currency) : nil
    let retail =
      session.valuation == .retail ? try RetailQuotes(database, sessionID: session.id, asOf: asOf) : nil
    var counts: [ItemCount] = []
    while let item = try items.next(&counts) {
      guard let variant = try ledger.read(item.variantID, into: &counts) else { continue }
      let isOnSheet = !hasSheet || item.isOnSheet
      var fact: CountFact
      if counts.count == 1, rulings.isEmpty || rulings[item.variantID] == nil {
        fact = try counts[0].fact(of: item.variantID, variant, isOnSheet: isOnSheet, currency: currency)
      } else {
        let facts = try counts.map { count in
          let fact = try count.fact(of: item.variantID, variant, isOnSheet: isOnSheet, currency: currency)
          return (round: count.round, fact: fact)
        }
        fact = Self.settled(facts, rulings[item.variantID])
      }
      if layers != nil { try layers?.quote(&fact) }
      try retail?.quote(&fact)
      try body(fact)
    }
  }

  /// The stock on hand now of a variant at `:location`, as an SQL expression.
  static func onHand(_ variant: String) -> String {
    """
    COALESCE((SELECT SUM(b.quantity) FROM balances b
      WHERE b.variant_id = \(variant) AND b.location_id = :location), 0)
    """
  }

  /// The movements after a moment, as an SQL expression.
  static func after(_ variant: String, _ moment: String) -> String {
    """
    COALESCE((SELECT SUM(m.quantity) FROM movements m
      WHERE m.variant_id = \(variant) AND m.effective_at > \(moment) AND m.location_id = :location), 0)
    """
  }

  /// Taken apart from the sums, for the engine would turn an overflow into a binary fraction.
  static func expected(onHand: Int64, after: Int64) throws -> Quantity {
    let (difference, overflow) = onHand.subtractingReportingOverflow(after)
    guard !overflow else { throw outOfRange }
    return Quantity(scaled: difference)
  }

  static let outOfRange = Problems(
    .refused, "a sum of stock leaves the range of ±9,223,372,036,854,775.807",
    remedy: "Look for a quantity far too large, such as a barcode in the quantity column; nothing was changed.")

  /// The counts of one item with the decisions of managers: the count that applies to the item is the one that a line
  /// shows.
  private static func settled(
    _ counts: [(round: Int?, fact: CountFact)], _ ruling: CountRulings.Current?
  ) -> CountFact {
    let rounds = counts.compactMap { count in
      count.round.flatMap { number in
        count.fact.counted.map {
          CountRound(number: number, counted: $0, asOf: count.fact.asOf, expected: count.fact.expected)
        }
      }
    }
    let verdict = CountVerdict(of: rounds)
    let standing = counts.first { $0.round == verdict.round?.number } ?? counts[counts.startIndex]
    var fact = standing.fact
    fact.rounds = rounds
    if case .agreed = verdict { fact.isRecounted = true }
    if case .disagreed = verdict { fact.isDisputed = true }
    guard let ruling else { return fact }
    fact.isExcluded = ruling.isExcluded
    fact.reason = ruling.reason
    fact.approvedVariance = ruling.approvedVariance
    fact.isRecountOpen = ruling.isRecountOpen
    if let decided = ruling.decided, let latest = rounds.map(\.number).max(),
      let count = counts.first(where: { $0.round == latest })
    {
      // It is decided as of the latest count.
      let own = fact
      fact = count.fact
      (fact.rounds, fact.isExcluded, fact.reason) = (own.rounds, own.isExcluded, own.reason)
      (fact.approvedVariance, fact.decided, fact.counted) = (own.approvedVariance, decided, decided)
      fact.isRecounted = true
    }
    return fact
  }
}
