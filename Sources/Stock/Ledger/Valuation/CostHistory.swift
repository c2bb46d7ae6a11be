package import GRDB
internal import GRDBSQLite

/// The table `cost_history`: the moving average cost of each variant after each movement that set it.
///
/// Derived from the movements alone, in the order of their time. At one moment the papers come first, in the order of their
/// recording, and the movements of counts last, as in ``LayerReplay``. What was undone is left out, from its own time on: the
/// average is what it would be had the movement never been.
package enum CostHistory {
  /// One row of the table.
  struct Entry: Equatable {
    var variantID: Int64
    var effectiveAt: Int64
    var movementID: Int64
    var averageCost: Int64
    var onHand: Int64
  }

  /// Brings the table up to date after movements were added.
  ///
  /// A variant is replayed from the last entry before its first new movement, and only when a cost was set since: a day of
  /// sales costs one look for each variant sold.
  ///
  /// - Parameter firstID: the first of the movements that are new.
  static func extend(_ database: Database, newMovementsFrom firstID: Int64) throws {
    try database.execute(sql: "DROP TABLE IF EXISTS temp.replayed_variants")
    try database.execute(
      sql: """
        CREATE TEMP TABLE replayed_variants (
          variant_id INTEGER PRIMARY KEY, since INTEGER NOT NULL, base_at INTEGER NOT NULL, base_id INTEGER NOT NULL,
          base_cost INTEGER, base_on_hand INTEGER NOT NULL)
        """)
    defer { try? database.execute(sql: "DROP TABLE temp.replayed_variants") }
    // All entries at the time of the first new movement are from earlier documents and come before it: their numbers
    // are smaller. A reversal, however, removes or restores a movement of its own time, so then those entries are
    // removed as well.
    try database.execute(
      sql: """
        INSERT INTO temp.replayed_variants
        SELECT n.variant_id, n.since - n.reverses, COALESCE(h.effective_at, \(Int64.min)), COALESCE(h.movement_id, 0),
          h.average_cost, COALESCE(h.on_hand, 0)
        FROM (
          SELECT m.variant_id, MIN(m.effective_at) AS since, MAX(m.reverses IS NOT NULL) AS reverses,
            MAX(\(MovingAverageCost.setsCost("m")) OR (m.reverses IS NOT NULL AND m.unit_cost IS NOT NULL)) AS sets_cost
          FROM movements m NOT INDEXED WHERE m.id >= ? AND m.kind <> 'transfer' GROUP BY m.variant_id
        ) n LEFT JOIN cost_history h ON h.variant_id = n.variant_id AND (h.effective_at, h.movement_id) = (
          SELECT b.effective_at, b.movement_id FROM cost_history b
          WHERE b.variant_id = n.variant_id AND b.effective_at <= n.since - n.reverses
          ORDER BY b.effective_at DESC, b.movement_id DESC LIMIT 1)
        WHERE n.sets_cost
          OR EXISTS (SELECT 1 FROM cost_history a WHERE a.variant_id = n.variant_id AND a.effective_at > n.since - n.reverses)
        """, arguments: [firstID])
    try database.execute(
      sql: """
        DELETE FROM cost_history WHERE (variant_id, effective_at, movement_id) IN (
          SELECT h.variant_id, h.effective_at, h.movement_id FROM temp.replayed_variants r CROSS JOIN cost_history h
          WHERE h.variant_id = r.variant_id AND h.effective_at > r.since)
        """)
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT m.variant_id, m.effective_at, m.id, m.quantity,
          CASE WHEN \(MovingAverageCost.setsCost("m")) THEN m.unit_cost END, \(isOfCount), r.base_cost, r.base_on_hand
        FROM temp.replayed_variants r CROSS JOIN movements m INDEXED BY movements_by_variant
        WHERE m.variant_id = r.variant_id AND m.effective_at >= r.base_at
          AND (m.effective_at > r.base_at OR m.id > r.base_id OR \(isOfCount)) AND m.kind <> 'transfer'
          AND \(CancelledMovements.isLive("m"))
        ORDER BY r.variant_id, m.effective_at, m.id
        """)
    try replay(rows, into: inserter(database))
  }

  /// Rebuilds the table if it has an entry at the moment of a count: before schema version 19 a count came before the papers
  /// of its moment that were recorded later.
  static func rebuildAtCounts(_ database: Database) throws {
    let isConcerned = try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM count_lines l JOIN cost_history h
          ON h.variant_id = l.variant_id AND h.effective_at = l.as_of WHERE l.variance IS NOT NULL)
        """)
    if isConcerned == true { try rebuild(database) }
  }

  /// Rebuilds the whole table.
  package static func rebuild(_ database: Database) throws {
    try database.execute(sql: "DELETE FROM cost_history")
    try replay(allMovements(database), into: inserter(database))
  }

  /// Counts the entries that differ from what the movements say, with the first few variants concerned.
  package static func differences(_ database: Database) throws -> (count: Int, variants: [Int64]) {
    let stored = try Row.fetchCursor(
      database,
      sql: """
        SELECT variant_id, effective_at, movement_id, average_cost, on_hand FROM cost_history
        ORDER BY variant_id, effective_at, movement_id
        """)
    var count = 0
    var variants: [Int64] = []
    func differs(_ variantID: Int64) {
      count += 1
      if variants.count < FailedCheck.exampleLimit, variants.last != variantID { variants.append(variantID) }
    }
    func nextStored() throws -> Entry? {
      try stored.next().map {
        Entry(variantID: $0[0], effectiveAt: $0[1], movementID: $0[2], averageCost: $0[3], onHand: $0[4])
      }
    }
    func key(_ entry: Entry) -> (Int64, Int64, Int64) { (entry.variantID, entry.effectiveAt, entry.movementID) }
    var entry = try nextStored()
    try replay(allMovements(database)) { computed in
      while let present = entry, key(present) < key(computed) {
        differs(present.variantID)
        entry = try nextStored()
      }
      if let present = entry, key(present) == key(computed) {
        if present != computed { differs(computed.variantID) }
        entry = try nextStored()
      } else {
        differs(computed.variantID)
      }
    }
    while let present = entry {
      differs(present.variantID)
      entry = try nextStored()
    }
    return (count, variants)
  }

  /// SQL for whether a movement `m` belongs to a count; it never sets a cost.
  private static let isOfCount = "m.kind = 'count-adjustment'"

  private static func allMovements(_ database: Database) throws -> RowCursor {
    try Row.fetchCursor(
      database,
      sql: """
        SELECT m.variant_id, m.effective_at, m.id, m.quantity,
          CASE WHEN \(MovingAverageCost.setsCost("m")) THEN m.unit_cost END, \(isOfCount), NULL, 0
        FROM movements m INDEXED BY movements_by_variant
        WHERE m.kind <> 'transfer' AND \(CancelledMovements.isLive("m"))
        ORDER BY m.variant_id, m.effective_at, m.id
        """)
  }

  private static func inserter(_ database: Database) throws -> (Entry) throws -> Void {
    let insert = try database.makeStatement(
      sql: """
        INSERT INTO cost_history (variant_id, effective_at, movement_id, average_cost, on_hand) VALUES (?, ?, ?, ?, ?)
        """)
    // Entries come by the million: the numbers go straight to the statement.
    return { entry in
      let handle = insert.sqliteStatement
      sqlite3_reset(handle)
      sqlite3_bind_int64(handle, 1, entry.variantID)
      sqlite3_bind_int64(handle, 2, entry.effectiveAt)
      sqlite3_bind_int64(handle, 3, entry.movementID)
      sqlite3_bind_int64(handle, 4, entry.averageCost)
      sqlite3_bind_int64(handle, 5, entry.onHand)
      let result = sqlite3_step(handle)
      sqlite3_reset(handle)
      guard result == SQLITE_DONE else {
        throw DatabaseError(resultCode: ResultCode(rawValue: result), message: "a cost cannot be written")
      }
    }
  }

  /// Runs over movements in order (variant, time, id, quantity, cost if set, whether of a count, cost and stock to start the
  /// variant from).
  private static func replay(_ rows: RowCursor, into receive: (Entry) throws -> Void) throws {
    var current: Int64?
    var moment: Int64?
    var state = MovingAverageCost()
    // The quantities that counts add at the end of the moment.
    var counted: [Int64] = []
    while let row = try rows.next() {
      let (variantID, effectiveAt): (Int64, Int64) = (row[0], row[1])
      if !counted.isEmpty, variantID != current || effectiveAt != moment {
        for quantity in counted { try state.add(quantity: quantity, cost: nil) }
        counted.removeAll(keepingCapacity: true)
      }
      moment = effectiveAt
      if variantID != current {
        current = variantID
        state = MovingAverageCost(average: row[6], onHand: row[7])
      }
      if row[5] as Bool {
        counted.append(row[3])
        continue
      }
      let cost: Int64? = row[4]
      try state.add(quantity: row[3], cost: cost)
      if cost != nil, let average = state.average {
        try receive(
          Entry(
            variantID: variantID, effectiveAt: effectiveAt, movementID: row[2], averageCost: average,
            onHand: state.onHand))
      }
    }
  }
}
