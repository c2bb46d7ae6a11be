package import GRDB
package import RetailValues

/// The updates that follow when movements are added: balances, corrections of counts, cost history.
package enum Ledger {
  /// What a settlement did in addition to updating the balances.
  package struct Settlement: Equatable {
    /// How many posted count lines were restated because movements from before the count came late.
    package var restatedLines = 0
  }

  /// Settles the movements that were just inserted; called once, within the transaction that inserted them.
  ///
  /// - Adds them to the balances, of now and of earlier times.
  /// - Records which movements were cancelled by reversals.
  /// - Corrects posted counts: a movement effective at or before a posted count of its variant and location would
  ///   change the quantity on hand after it. So the first such line is restated by a `count-adjustment` of the opposite
  ///   quantity, effective at the line's time, in the document `<session> restated`. The line itself is never changed.
  /// - Replays the moving average cost of these variants, and their layers in a shop that values by FIFO.
  /// - Records the variants whose lots are to be issued again before the transaction ends.
  ///
  /// - Parameters:
  ///   - firstID: the first of the new movements; all with this number and above are new.
  ///   - moment: when they are recorded.
  /// - Throws: ``Problem/Code/refused`` (through ``ShopDatabase/write(_:)``) if a sum exceeds the range of a
  ///   quantity.
  @discardableResult
  package static func settle(
    _ database: Database, newMovementsFrom firstID: Int64, actor: Actor, at moment: Timestamp
  ) throws -> Settlement {
    let lastID = try Int64.fetchOne(database, sql: "SELECT MAX(id) FROM movements") ?? 0
    guard lastID >= firstID else { return Settlement() }
    try CancelledMovements.extend(database, newMovementsFrom: firstID)
    try addToBalances(database, movementsFrom: firstID)
    let restatedLines = try restateCounts(database, newMovementsFrom: firstID, actor: actor, at: moment)
    if restatedLines > 0 { try addToBalances(database, movementsFrom: lastID + 1) }
    try PastBalances.extend(database, newMovementsFrom: firstID)
    try CostHistory.extend(database, newMovementsFrom: firstID)
    try LayerCosts.extend(database, newMovementsFrom: firstID)
    try LotIssues.note(database, newMovementsFrom: firstID)
    return Settlement(restatedLines: restatedLines)
  }

  /// The number that the next movement will have.
  package static func nextMovementID(_ database: Database) throws -> Int64 {
    (try Int64.fetchOne(database, sql: "SELECT MAX(id) FROM movements") ?? 0) + 1
  }

  /// Rebuilds the balances, of now and of earlier times, from the movements.
  package static func rebuildBalances(_ database: Database) throws {
    try database.execute(sql: "DELETE FROM balances")
    try addToBalances(database, movementsFrom: 0)
    try PastBalances.rebuild(database)
  }

  // `NOT INDEXED` keeps the engine from reading the whole ledger by variant to save sorting the few new movements.
  private static func addToBalances(_ database: Database, movementsFrom firstID: Int64) throws {
    try database.execute(
      sql: """
        INSERT INTO balances (variant_id, location_id, lot_id, quantity)
        SELECT variant_id, location_id, COALESCE(lot_id, 0), SUM(quantity) FROM movements NOT INDEXED
        WHERE id >= ?
        GROUP BY variant_id, location_id, COALESCE(lot_id, 0)
        ON CONFLICT (variant_id, location_id, lot_id) DO UPDATE SET quantity = quantity + excluded.quantity
        """, arguments: [firstID])
  }

  /// Corrects the count lines that new movements precede, one correction for each line and lot.
  ///
  /// A gain without a lot may be goods of a lot of which more was issued than is recorded. So where such a lot arrives late, what it
  /// lacks is corrected without a lot (see ``looseLine``): the gain becomes smaller, and the lot is not below zero any more.
  ///
  /// The affected line is the first count at or after the movement: after its correction, all later ones are valid too.
  /// The adjustment of a count belongs to its own line and can affect only later lines, or lines of the same time that
  /// were posted after it. The same is true of a reversal of the adjustment.
  private static func restateCounts(
    _ database: Database, newMovementsFrom firstID: Int64, actor: Actor, at moment: Timestamp
  ) throws -> Int {
    guard try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM count_lines)") ?? false else { return 0 }
    try database.execute(sql: "DROP TABLE IF EXISTS temp.late_movements")
    try database.execute(
      sql: """
        CREATE TEMP TABLE late_movements (
          line_id INTEGER NOT NULL, lot_id INTEGER, quantity INTEGER NOT NULL, movement_count INTEGER NOT NULL,
          last_id INTEGER NOT NULL, loose INTEGER NOT NULL)
        """)
    defer { try? database.execute(sql: "DROP TABLE temp.late_movements") }
    try database.execute(
      sql: """
        INSERT INTO temp.late_movements
        SELECT line_id, lot_id, SUM(quantity), COUNT(*), MAX(id), 0 FROM (
          SELECT m.id, m.lot_id, m.quantity, (
            SELECT l.id FROM count_lines l JOIN count_sessions s ON s.id = l.session_id
            WHERE l.variant_id = m.variant_id AND l.as_of >= m.effective_at AND l.variance IS NOT NULL
              AND s.location_id = m.location_id AND s.state = 'posted'
              AND (l.as_of > m.effective_at OR m.own_line IS NULL OR l.id > m.own_line)
            ORDER BY l.as_of, l.id LIMIT 1) AS line_id
          FROM (
            SELECT n.id, n.variant_id, n.location_id, n.lot_id, n.quantity, n.effective_at, COALESCE(
              (SELECT o.id FROM count_lines o WHERE o.movement_id = COALESCE(n.reverses, n.id)),
              (SELECT r.line_id FROM count_restatements r WHERE r.movement_id = n.reverses)) AS own_line
            FROM movements n NOT INDEXED WHERE n.id >= ?
          ) m
        ) WHERE line_id IS NOT NULL GROUP BY line_id, lot_id HAVING SUM(quantity) <> 0
        """, arguments: [firstID])
    let lines =
      try Int.fetchOne(database, sql: "SELECT COUNT(DISTINCT line_id) FROM temp.late_movements") ?? 0
    guard lines > 0 else { return 0 }
    let lateLines = """
      temp.late_movements t JOIN count_lines l ON l.id = t.line_id JOIN count_sessions s ON s.id = l.session_id
      """
    let corrections = """
      (SELECT line_id, lot_id, loose - quantity AS quantity, movement_count, last_id, line_id || '.' || last_id AS document_line
          FROM temp.late_movements WHERE quantity <> loose
        UNION ALL SELECT line_id, NULL, -loose, movement_count, last_id,
          line_id || '.' || last_id || '\(looseLine)' || lot_id FROM temp.late_movements WHERE loose <> 0) t
        JOIN count_lines l ON l.id = t.line_id JOIN count_sessions s ON s.id = l.session_id
      """
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO documents (kind, party, number)
        SELECT DISTINCT 'count', '', s.code || '\(CountSessions.restatedSuffix)' FROM \(lateLines)
        """)
    try divideCorrections(database)
    let firstCorrection = try nextMovementID(database)
    let correction = "d.kind = 'count' AND d.party = '' AND d.number = s.code || '\(CountSessions.restatedSuffix)'"
    try database.execute(
      sql: """
        INSERT INTO movements (
          variant_id, location_id, lot_id, quantity, kind, effective_at, recorded_at, reason_id, document_id,
          document_line, note)
        SELECT l.variant_id, s.location_id, t.lot_id, t.quantity, 'count-adjustment', l.as_of, ?,
          COALESCE(l.reason_id, (SELECT id FROM reasons WHERE code = 'unknown')), d.id, t.document_line,
          'restated: movements recorded after the count was posted: ' || t.movement_count
        FROM \(corrections) JOIN documents d ON \(correction) ORDER BY t.line_id, t.last_id, t.document_line
        """, arguments: [moment.millisecondsSince1970])
    try database.execute(
      sql: """
        INSERT INTO count_restatements (movement_id, line_id)
        SELECT m.id, t.line_id FROM \(corrections) JOIN documents d ON \(correction)
          JOIN movements m ON m.document_id = d.id AND m.document_line = t.document_line
        """)
    let codes = try String.fetchAll(
      database, sql: "SELECT DISTINCT s.code FROM \(lateLines) ORDER BY s.id")
    try Seal.append(
      database, .restatement(first: firstCorrection, last: try nextMovementID(database) - 1), actor: actor, at: moment,
      details: "restated \(lines) lines of posted counts \(codes.joined(separator: ", ")): movements came late")
    return lines
  }

  /// Separates, in the line of a document of corrections, what is corrected without a lot from the number of the late lot.
  static let looseLine = "/"

  /// Says how much of each late movement of a lot is corrected without a lot: of arrivals at most what the lot lacks, what the line
  /// has gained without a lot, and what there is without a lot; of what is taken back as much as was corrected so.
  private static func divideCorrections(_ database: Database) throws {
    func left(_ lot: String) -> String {
      """
      COALESCE((SELECT b.quantity FROM lot_balances b WHERE b.variant_id = l.variant_id AND b.location_id = s.location_id
        AND b.lot_id = \(lot)), 0)
      """
    }
    func corrected(_ condition: String) -> String {
      """
      COALESCE((SELECT SUM(m.quantity) FROM count_restatements r JOIN movements m ON m.id = r.movement_id
        WHERE r.line_id = t.line_id AND m.lot_id IS NULL\(condition)), 0)
      """
    }
    // What the rows before take of the gain, or may fill of the same lot.
    func earlier(_ amount: String, of lot: String = "") -> String {
      """
      COALESCE(SUM(\(amount)) OVER (PARTITION BY variant_id, location_id\(lot) ORDER BY line_id, last_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
      """
    }
    try database.execute(
      sql: """
        WITH late AS MATERIALIZED (
          SELECT t.line_id, t.last_id, t.lot_id, t.quantity, l.variant_id, s.location_id,
            CASE WHEN t.quantity > 0 THEN MAX(0, -\(left("t.lot_id"))) END AS lack,
            CASE WHEN t.quantity < 0
              THEN MAX(t.quantity, \(corrected(" AND m.document_line LIKE '%\(looseLine)' || t.lot_id"))) END AS back,
            MAX(0, MIN(l.variance + \(corrected("")), \(left("0")))) AS gain
          FROM temp.late_movements t JOIN count_lines l ON l.id = t.line_id JOIN count_sessions s ON s.id = l.session_id
          WHERE t.lot_id IS NOT NULL),
        needs AS (
          SELECT line_id, last_id, variant_id, location_id, gain, CASE WHEN quantity < 0 THEN back
            ELSE MAX(0, MIN(quantity, lack - \(earlier("MAX(0, MIN(quantity, gain))", of: ", lot_id")))) END AS need
          FROM late),
        shares AS (
          SELECT line_id, last_id, need, gain - \(earlier("MAX(need, 0)")) AS remaining FROM needs)
        UPDATE temp.late_movements AS t SET loose = CASE WHEN h.need < 0 THEN h.need ELSE MAX(0, MIN(h.need, h.remaining)) END
        FROM shares h WHERE h.line_id = t.line_id AND h.last_id = t.last_id
        """)
  }
}
