public import Catalog
internal import GRDB

extension ShopDatabase {
  /// What ledger and sheets say about every variant of a session: all that a reconciliation needs.
  ///
  /// - Parameter moment: as of when lines count that have no time of their own, in a session without a cut-off; now when nil.
  /// - Throws: ``StockError/Code/notFound``.
  public func countFacts(_ code: String, asOf moment: Timestamp? = nil) throws -> CountFacts {
    try read { database in
      try CountFactQuery.facts(
        database, of: try CountSessions.session(database, code: code), asOf: moment ?? .now, currency: settings.currency
      )
    }
  }

  /// Hands out the facts of a session as posting would find them, one item after the other in order of their number, so
  /// that there may be any number of them: with the codes resolved that have been added to the catalog since they were
  /// counted. Nothing is changed.
  ///
  /// - Parameters:
  ///   - begin: gets what holds for the whole session, without items, before the first of them.
  /// - Throws: ``StockError`` `.notFound`, `.wrongState` after posting.
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
      // With nothing to resolve there is nothing to take back, and nobody else is kept from writing.
      guard try !CountSessions.hasUnknownItems(database, sessionID: session.id) else { return false }
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
/// Expected at T is the stock on hand now less what moved after T. That equals the last count plus the movements after it up
/// to and with T, since a posted count makes the sum of the movements up to its time what was counted, and movements that
/// come late are corrected at once (``Ledger/settle(_:newMovementsFrom:actor:at:)``); it reads the few movements since T
/// instead of all since the last count.
///
/// Sheet, entries and all that the catalog and the ledger know of an item are read beside each other in order of the item's
/// number, so that memory does not grow with the lines.
struct CountFactQuery {
  private let database: Database
  private let session: CountSession
  private let asOf: Timestamp
  private let currency: Currency
  private let locationID: Int64
  private let hasSheet: Bool
  private let rulings: [Int64: CountRulings.Current]

  /// - Parameter moment: stands in for the time of a line in a session without a cut-off.
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

  /// What holds for the whole session, without items.
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

  /// Hands out the facts of one item after the other.
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

  /// What moved after a moment, as an SQL expression.
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

  static let outOfRange = StockError(
    .refused, "a sum of stock leaves the range of ±9,223,372,036,854,775.807",
    remedy: "Look for a quantity far too large, such as a barcode in the quantity column; nothing was changed.")

  /// The counts of one item with what managers decided: the count that stands for the item is the one that a line shows.
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
