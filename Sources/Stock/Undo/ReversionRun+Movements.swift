internal import GRDB
internal import RetailValues

/// Stock: every movement of the import gets one of the opposite quantity, or that one is reversed again.
extension ReversionRun {
  func revertMovements() throws {
    let firstID = try Ledger.nextMovementID(database)
    let isCancelled = CancelledMovements.isLive("m")
    try database.execute(
      sql: """
        INSERT INTO temp.revert_movements (root, last)
        WITH RECURSIVE chain (root, last) AS (
          SELECT m.id, m.id FROM imports i JOIN movements m NOT INDEXED
            ON m.id BETWEEN COALESCE(i.first_movement, 0) AND COALESCE(i.last_movement, \(Int64.max))
          WHERE i.id = ? AND m.import_id = i.id AND m.reverses IS NULL AND \(operation == .undo ? "" : "NOT ")\(isCancelled)
          UNION ALL
          SELECT c.root, r.id FROM chain c JOIN movements r ON r.reverses = c.last
        )
        SELECT root, MAX(last) FROM chain GROUP BY root
        """, arguments: [importID])
    try blockLevelsCountedOn()
    if operation == .redo {
      try blockRecordedAgain()
      try blockOtherSides()
    }
    let suffix = try freeSuffix()
    try database.execute(
      sql: """
        INSERT INTO movements (variant_id, location_id, lot_id, quantity, kind, effective_at, recorded_at, unit_cost,
          unit_price, reason_id, document_id, document_line, order_number, import_id, source_line, note, reverses)
        SELECT t.variant_id, t.location_id, t.lot_id, -t.quantity, t.kind, t.effective_at, ?, t.unit_cost, t.unit_price,
          t.reason_id, t.document_id, o.document_line || ?, t.order_number, ?, t.source_line, ?, t.id
        FROM temp.revert_movements x JOIN movements t ON t.id = x.last JOIN movements o ON o.id = x.root
        WHERE x.is_blocked = 0 ORDER BY x.root
        """,
      arguments: [
        moment.millisecondsSince1970, suffix, number, "\(operation.rawValue) of import \(importID)",
      ])
    guard database.changesCount > 0 else { return }
    try database.execute(
      sql: """
        UPDATE imports SET first_movement = ?, last_movement = (SELECT MAX(id) FROM movements) WHERE id = ?
        """, arguments: [firstID, number])
    result.closedPeriodMovements = try ClosedPeriodMovements.count(database, newMovementsFrom: firstID)
    result.restatedCountLines = try Ledger.settle(
      database, newMovementsFrom: firstID, actor: actor, at: moment
    ).restatedLines
    result.levelsSetSince = try countLevelsSetSince()
  }

  /// SQL for the movements `x` of stock levels that later imports set, which hold, for the item and place of a level `o`.
  var laterLevels: String {
    """
    FROM movements x JOIN documents e ON e.id = x.document_id
    WHERE x.variant_id = o.variant_id AND x.location_id = o.location_id AND e.kind = 'stock-level'
      AND (x.lot_id IS NULL OR x.lot_id = o.lot_id) AND x.import_id > \(importID) AND x.reverses IS NULL
      AND \(CancelledMovements.isLive("x"))
    """
  }

  /// A level became a movement by the difference from what there was. One that was set later would change with it, if it
  /// was set while the movement was as it is now; what is known last stays.
  private func blockLevelsCountedOn() throws {
    try database.execute(
      sql: """
        UPDATE temp.revert_movements AS t SET is_blocked = 1 WHERE EXISTS (
          SELECT 1 FROM movements o JOIN documents d ON d.id = o.document_id
          WHERE o.id = t.root AND d.kind = 'stock-level' AND EXISTS (
            SELECT 1 \(laterLevels) AND (
              WITH RECURSIVE chain (id) AS (
                SELECT t.root UNION ALL SELECT r.id FROM chain c JOIN movements r ON r.reverses = c.id)
              SELECT COUNT(*) FROM chain WHERE id < x.id) % 2 = \(operation == .undo ? 1 : 0)))
        """)
  }

  /// Lines that a live import recorded since would be doubled.
  private func blockRecordedAgain() throws {
    try database.execute(
      sql: """
        UPDATE temp.revert_movements SET is_blocked = 1 WHERE EXISTS (
          SELECT 1 FROM movements o JOIN documents d ON d.id = o.document_id
            JOIN documents e ON e.kind = d.kind AND e.party = d.party AND e.number = d.number AND e.id <> d.id
            JOIN movements x ON x.document_id = e.id AND x.document_line = o.document_line
          WHERE o.id = root AND \(CancelledMovements.isLive("x")))
        OR EXISTS (
          -- A list of movements may have it again under another kind of document.
          SELECT 1 FROM movements o JOIN documents d ON d.id = o.document_id AND d.number <> ''
            JOIN documents e ON e.number = d.number AND e.id <> d.id
            JOIN movements x ON x.document_id = e.id AND x.document_line = o.document_line
          WHERE o.id = root AND x.variant_id = o.variant_id AND x.location_id = o.location_id AND x.kind = o.kind
            AND x.quantity = o.quantity AND x.effective_at = o.effective_at AND \(CancelledMovements.isLive("x")))
        """)
  }

  /// The two sides of a transfer come back together or not at all.
  private func blockOtherSides() throws {
    let isBlocked = "p.kind = 'transfer' AND p.document_id = o.document_id AND b.root = p.id AND b.is_blocked"
    try database.execute(
      sql: """
        UPDATE temp.revert_movements SET is_blocked = 1 WHERE is_blocked = 0 AND (EXISTS (
          SELECT 1 FROM movements o, movements p, temp.revert_movements b
          WHERE o.id = revert_movements.root AND o.kind = 'transfer' AND p.document_line = o.document_line || ' in' AND \(isBlocked))
        OR EXISTS (
          SELECT 1 FROM movements o, movements p, temp.revert_movements b
          WHERE o.id = revert_movements.root AND o.kind = 'transfer' AND o.document_line LIKE '% in'
            AND p.document_line = substr(o.document_line, 1, length(o.document_line) - 3) AND \(isBlocked)))
        """)
  }

  /// The suffix after the line's name in the document: ` undo 7`, or more where a file has such a line itself.
  private func freeSuffix() throws -> String {
    let base = " \(operation.rawValue) \(number)"
    var suffix = base
    var count = 1
    while try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM temp.revert_movements r JOIN movements o ON o.id = r.root
          JOIN movements x ON x.document_id = o.document_id AND x.document_line = o.document_line || ?)
        """, arguments: [suffix]) == true
    {
      count += 1
      suffix = "\(base) (\(count))"
    }
    return suffix
  }

  private func countLevelsSetSince() throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT COUNT(*) FROM (
          SELECT DISTINCT o.variant_id, o.location_id FROM temp.revert_movements r JOIN movements o ON o.id = r.root
          WHERE r.is_blocked = 0
        ) c WHERE EXISTS (
          SELECT 1 FROM movements x JOIN documents d ON d.id = x.document_id
          WHERE x.variant_id = c.variant_id AND x.location_id = c.location_id AND d.kind = 'stock-level'
            AND x.import_id > ? AND x.reverses IS NULL AND \(CancelledMovements.isLive("x")))
        """, arguments: [importID]) ?? 0
  }
}
