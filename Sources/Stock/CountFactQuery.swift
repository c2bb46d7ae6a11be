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
}

/// Collects the facts of a count.
///
/// Expected at T is the stock on hand now less what moved after T. That equals the last count plus the movements after it up
/// to and with T, since a posted count makes the sum of the movements up to its time what was counted, and movements that
/// come late are corrected at once (``Ledger/settle(_:newMovementsFrom:actor:at:)``); it reads the few movements since T
/// instead of all since the last count.
enum CountFactQuery {
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
    guard !overflow else {
      throw StockError(
        .refused, "a sum of stock leaves the range of ±9,223,372,036,854,775.807",
        remedy: "Look for a quantity far too large, such as a barcode in the quantity column; nothing was changed.")
    }
    return Quantity(scaled: difference)
  }

  /// - Parameter moment: stands in for the time of a line in a session without a cut-off.
  static func facts(
    _ database: Database, of session: CountSession, asOf moment: Timestamp, currency: Currency
  ) throws -> CountFacts {
    let asOf = session.cutOff ?? moment
    let hasSheet =
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM count_sheet WHERE session_id = ?)", arguments: [session.id])
      ?? false
    let rulings = try CountRulings.current(database, of: session)
    let rows = try Row.fetchCursor(
      database, sql: sql,
      arguments: [
        "session": session.id, "location": try LocationLookup.id(database, of: session.location),
        "as_of": asOf.millisecondsSince1970, "currency": currency.code,
      ])
    var items: [CountFact] = []
    // The counts of one item follow each other.
    var counts: [(round: Int?, fact: CountFact)] = []
    while let row = try rows.next() {
      let next: (round: Int?, fact: CountFact) = (row[4], try fact(row, hasSheet: hasSheet, currency: currency))
      if let last = counts.last, last.fact.variantID != next.fact.variantID {
        items.append(settled(counts, rulings[last.fact.variantID]))
        counts = []
      }
      counts.append(next)
    }
    if let last = counts.last { items.append(settled(counts, rulings[last.fact.variantID])) }
    if session.valuation == .fifo {
      try LayerCosts.quote(database, &items, sessionID: session.id, currency: currency)
    }
    return CountFacts(
      session: session.code, kind: session.kind, currency: currency, valuation: session.valuation, asOf: asOf,
      items: items, unknownItems: try CountSessions.unknownItems(database, sessionID: session.id),
      rules: session.rules)
  }

  /// What is known as of one count of an item.
  private static func fact(_ row: Row, hasSheet: Bool, currency: Currency) throws -> CountFact {
    let counted: Int64? = row[3]
    let average: Int64? = row[8]
    let last: Int64? = row[9]
    let list: Int64? = row[10]
    let standard: Int64? = row[11]
    let price: Int64? = row[12]
    return CountFact(
      variantID: row[0], sku: row[1], isOnSheet: !hasSheet || row[2], counted: counted.map { Quantity(scaled: $0) },
      asOf: Timestamp(millisecondsSince1970: row[5]), expected: try expected(onHand: row[6], after: row[7]),
      costs: UnitCosts(
        movingAverage: average.map { UnitCost(scaled: $0) }, last: last.map { UnitCost(scaled: $0) },
        supplierList: list.map { UnitCost(scaled: $0) }, standard: standard.map { UnitCost(scaled: $0) }),
      retailPrice: price.map { Money(minorUnits: $0, currency: currency) }, isTaxIncluded: row[13])
  }

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

  /// A count's time is the latest that its entries give, of their own or of their section: by then all of it was counted.
  private static let sql = """
    WITH found AS MATERIALIZED (
      SELECT e.variant_id, e.round, SUM(e.quantity) AS counted, MAX(COALESCE(e.counted_at, t.counted_at)) AS counted_at
      FROM count_entries e LEFT JOIN count_sections t ON t.session_id = e.session_id AND t.section = e.section
      WHERE e.session_id = :session AND e.variant_id IS NOT NULL AND e.superseded_by IS NULL
      GROUP BY e.variant_id, e.round
    ), items AS MATERIALIZED (
      SELECT c.variant_id, 1 AS is_on_sheet, f.counted, f.round, COALESCE(f.counted_at, :as_of) AS as_of
      FROM (SELECT DISTINCT variant_id FROM count_sheet WHERE session_id = :session) c
        LEFT JOIN found f ON f.variant_id = c.variant_id
      UNION ALL
      SELECT f.variant_id, 0, f.counted, f.round, COALESCE(f.counted_at, :as_of) FROM found f
      WHERE NOT EXISTS (SELECT 1 FROM count_sheet c WHERE c.session_id = :session AND c.variant_id = f.variant_id)
    ), costed AS (
      SELECT i.*, (
        SELECT h.average_cost FROM cost_history h WHERE h.variant_id = i.variant_id AND h.effective_at <= i.as_of
        ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1) AS average_cost,
        (SELECT p.id FROM prices p WHERE p.variant_id = i.variant_id AND p.price_type = 'regular'
            AND p.currency = :currency AND p.valid_from <= i.as_of AND (p.valid_to IS NULL OR p.valid_to >= i.as_of)
          ORDER BY p.valid_from DESC LIMIT 1) AS price_id
      FROM items i
    )
    SELECT i.variant_id, v.sku, i.is_on_sheet, i.counted, i.round, i.as_of,
      \(onHand("i.variant_id")), \(after("i.variant_id", "i.as_of")), i.average_cost,
      COALESCE(\(lastReceipt("AND h.effective_at <= i.as_of")), \(lastReceipt(""))),
      (SELECT MIN(s.unit_cost) FROM supplier_items s
        WHERE s.variant_id = i.variant_id AND s.unit_cost IS NOT NULL AND COALESCE(s.currency, :currency) = :currency),
      v.standard_cost, p.price, COALESCE(p.tax_included, 1)
    FROM costed i CROSS JOIN variants v ON v.id = i.variant_id LEFT JOIN prices p ON p.id = i.price_id
    ORDER BY i.variant_id, i.round
    """

  /// The cost of the last receipt, as of the line's time or, where it had none yet, of any time. Receipts with a cost are
  /// few among the movements; the cost history names them.
  private static func lastReceipt(_ condition: String) -> String {
    """
    (SELECT m.unit_cost FROM cost_history h JOIN movements m ON m.id = h.movement_id
      WHERE h.variant_id = i.variant_id \(condition) AND m.kind = 'receipt' AND m.quantity > 0
      ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1)
    """
  }
}
