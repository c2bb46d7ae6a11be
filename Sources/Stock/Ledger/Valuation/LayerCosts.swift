package import GRDB
internal import RetailValues

/// The table `layer_costs`: what each movement costs by FIFO, in shops that value so.
///
/// Derived from the movements alone, in the order of ``LayerReplay``. A variant is replayed from its first movement, one
/// variant at a time, because the layers in the middle of a history are not stored.
package enum LayerCosts {
  /// One row of the table.
  struct Entry: Equatable {
    var variantID: Int64
    var effectiveAt: Int64
    var movementID: Int64
    /// Of what the movement takes or brings, in minor units, with its sign.
    var costValue: Int64?
    var unitCost: Int64?
    /// The average cost of a unit that is left at the end of the movement's moment.
    var stockCost: Int64?
  }

  /// Brings the table up to date after movements were added.
  ///
  /// - Parameter firstID: the first of the movements that are new.
  static func extend(_ database: Database, newMovementsFrom firstID: Int64) throws {
    guard try ShopValuation.method(database) == .fifo else { return }
    try database.execute(sql: "DROP TABLE IF EXISTS temp.replayed_variants")
    try database.execute(sql: "CREATE TEMP TABLE replayed_variants (variant_id INTEGER PRIMARY KEY)")
    defer { try? database.execute(sql: "DROP TABLE temp.replayed_variants") }
    try database.execute(
      sql: """
        INSERT INTO temp.replayed_variants
        SELECT DISTINCT variant_id FROM movements NOT INDEXED WHERE id >= ? AND kind <> 'transfer'
        """, arguments: [firstID])
    try database.execute(
      sql: "DELETE FROM layer_costs WHERE variant_id IN (SELECT variant_id FROM temp.replayed_variants)")
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(columns) FROM temp.replayed_variants r
          CROSS JOIN movements m INDEXED BY movements_by_variant ON m.variant_id = r.variant_id
        WHERE \(counts) ORDER BY r.variant_id, m.effective_at, m.id
        """)
    try replay(rows, costDivisor: ShopValuation.costDivisor(database), into: inserter(database))
  }

  /// Rebuilds the whole table. It is empty in a shop that does not value by FIFO.
  package static func rebuild(_ database: Database) throws {
    try database.execute(sql: "DELETE FROM layer_costs")
    guard try ShopValuation.method(database) == .fifo else { return }
    try replay(
      allMovements(database), costDivisor: ShopValuation.costDivisor(database), into: inserter(database))
  }

  /// Counts the entries that differ from what the movements say, with the first few variants concerned.
  package static func differences(_ database: Database) throws -> (count: Int, variants: [Int64]) {
    let stored = try Row.fetchCursor(
      database,
      sql: """
        SELECT variant_id, effective_at, movement_id, cost_value, unit_cost, stock_cost FROM layer_costs
        ORDER BY variant_id, effective_at, movement_id
        """)
    func nextStored() throws -> Entry? {
      try stored.next().map {
        Entry(
          variantID: $0[0], effectiveAt: $0[1], movementID: $0[2], costValue: $0[3], unitCost: $0[4], stockCost: $0[5])
      }
    }
    func key(_ entry: Entry) -> (Int64, Int64, Int64) { (entry.variantID, entry.effectiveAt, entry.movementID) }
    var count = 0
    var variants: [Int64] = []
    func differs(_ variantID: Int64) {
      count += 1
      if variants.count < FailedCheck.exampleLimit, variants.last != variantID { variants.append(variantID) }
    }
    var entry = try nextStored()
    if try ShopValuation.method(database) == .fifo {
      try replay(allMovements(database), costDivisor: ShopValuation.costDivisor(database)) { computed in
        while let present = entry, key(present) < key(computed) {
          differs(present.variantID)
          entry = try nextStored()
        }
        guard let present = entry, key(present) == key(computed) else { return differs(computed.variantID) }
        if present != computed { differs(computed.variantID) }
        entry = try nextStored()
      }
    }
    while let present = entry {
      differs(present.variantID)
      entry = try nextStored()
    }
    return (count, variants)
  }

  // MARK: - Replay

  /// Variant, time, number, quantity, kind, the cost if the document states it, and for movements of counts the line
  /// that they adjust or correct (0 for other movements).
  static let columns = """
    m.variant_id, m.effective_at, m.id, m.quantity, m.kind,
    CASE WHEN \(MovingAverageCost.setsCost("m")) OR m.kind = 'supplier-return' THEN m.unit_cost END,
    CASE WHEN m.kind = 'count-adjustment' THEN COALESCE(
      (SELECT l.id FROM count_lines l WHERE l.movement_id = m.id),
      (SELECT r.line_id FROM count_restatements r WHERE r.movement_id = m.id), 0) END
    """
  static var counts: String { "m.kind <> 'transfer' AND \(CancelledMovements.isLive("m"))" }

  private static func allMovements(_ database: Database) throws -> RowCursor {
    try Row.fetchCursor(
      database,
      sql: """
        SELECT \(columns) FROM movements m INDEXED BY movements_by_variant WHERE \(counts)
        ORDER BY m.variant_id, m.effective_at, m.id
        """)
  }

  private static func inserter(_ database: Database) throws -> (Entry) throws -> Void {
    let insert = try database.makeStatement(
      sql: """
        INSERT INTO layer_costs (variant_id, effective_at, movement_id, cost_value, unit_cost, stock_cost)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    return { entry in
      try insert.execute(arguments: [
        entry.variantID, entry.effectiveAt, entry.movementID, entry.costValue, entry.unitCost, entry.stockCost,
      ])
    }
  }

  private static func replay(_ rows: RowCursor, costDivisor: Int64, into receive: (Entry) throws -> Void) throws {
    var replay = LayerReplay(costDivisor: costDivisor)
    while let row = try rows.next() { try replay.add(row, into: receive) }
    try replay.endMoment(into: receive)
  }
}

/// The costs of a session's variances by the layers as of their times, regardless of the shop's own method.
///
/// Reads the movements of the session's variants once and in order, in parallel with the items.
struct LayerQuotes {
  private let rows: RowCursor
  private var row: Row?
  private let divisor: Int64
  private let currency: Currency

  init(_ database: Database, sessionID: Int64, currency: Currency) throws {
    rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(LayerCosts.columns) FROM (
          SELECT variant_id FROM count_sheet WHERE session_id = :session
          UNION SELECT variant_id FROM count_entries WHERE session_id = :session AND variant_id IS NOT NULL
        ) r CROSS JOIN movements m INDEXED BY movements_by_variant ON m.variant_id = r.variant_id
        WHERE \(LayerCosts.counts) ORDER BY m.variant_id, m.effective_at, m.id
        """, arguments: ["session": sessionID])
    row = try rows.next()
    divisor = try ShopValuation.costDivisor(database)
    self.currency = currency
  }

  /// - Parameter item: the facts of the next item; items come in order of their variant's number.
  mutating func quote(_ item: inout CountFact) throws {
    var replay = LayerReplay(costDivisor: divisor)
    while let movement = row {
      let variantID: Int64 = movement[0]
      guard variantID <= item.variantID else { break }
      let at: Int64 = movement[1]
      if variantID == item.variantID, at <= item.asOf.millisecondsSince1970 {
        try replay.add(movement) { _ in }
      }
      row = try rows.next()
    }
    try replay.endMoment { _ in }
    item.costs.layers = try cost(of: item, by: replay.layers)
  }

  /// A variance costs the value that it takes or adds. For a line without a variance, the units on hand give the cost.
  private func cost(of item: CountFact, by layers: CostLayers) throws -> LayerCost? {
    let (difference, overflow) = (item.counted?.scaled ?? 0).subtractingReportingOverflow(item.expected.scaled)
    guard !overflow, difference != .min else { return nil }
    if difference == 0 {
      return layers.stockCost.map {
        LayerCost(value: Money(minorUnits: 0, currency: currency), unitCost: UnitCost(scaled: $0))
      }
    }
    return try layers.quote(difference).amounts(costDivisor: divisor).map {
      LayerCost(value: Money(minorUnits: $0.value, currency: currency), unitCost: UnitCost(scaled: $0.unitCost))
    }
  }
}
