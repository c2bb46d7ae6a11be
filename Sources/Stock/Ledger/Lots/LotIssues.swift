package import GRDB
internal import RetailValues

/// The tables `lot_issues` and `lot_balances`: the lots from which movements without a lot were issued, and the
/// remaining quantity of each lot.
///
/// Both are derived from the movements and the expiry dates of the lots alone, in the order of the movements' time and
/// then of their recording, by the rules of ``LotStock``. Movements are never split, so after a late delivery or an
/// undo the lots are issued again: a variant is replayed from its first movement, as with ``LayerCosts``. Variants
/// without lots have no rows.
package enum LotIssues {
  /// Notes that the variants of new movements are to be replayed; ``refresh(_:)`` does so before the transaction ends.
  static func note(_ database: Database, newMovementsFrom firstID: Int64) throws {
    guard try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM lots)") == true else { return }
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO lot_replays
        SELECT DISTINCT m.variant_id FROM movements m NOT INDEXED
        WHERE m.id >= ? AND EXISTS (SELECT 1 FROM lots l WHERE l.variant_id = m.variant_id)
        """, arguments: [firstID])
  }

  /// Brings both tables up to date with all that was noted.
  static func refresh(_ database: Database) throws {
    // A new shop has no tables yet.
    guard try database.tableExists("lot_replays"),
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM lot_replays)") == true
    else { return }
    for table in ["lot_issues", "lot_balances"] {
      try database.execute(sql: "DELETE FROM \(table) WHERE variant_id IN (SELECT variant_id FROM lot_replays)")
    }
    let issue = try database.makeStatement(
      sql: """
        INSERT INTO lot_issues (variant_id, effective_at, movement_id, lot_id, location_id, quantity, was_expired)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    let balance = try database.makeStatement(
      sql: "INSERT INTO lot_balances (variant_id, location_id, lot_id, quantity) VALUES (?, ?, ?, ?)")
    try replay(
      database, movements(database, of: "lot_replays r CROSS JOIN movements m"),
      issues: { try issue.execute(arguments: $0.arguments) }, balances: { try balance.execute(arguments: $0.arguments) }
    )
    try database.execute(sql: "DELETE FROM lot_replays")
  }

  /// Rebuilds both tables for all variants.
  package static func rebuild(_ database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM lot_issues;
        DELETE FROM lot_balances;
        INSERT OR IGNORE INTO lot_replays SELECT DISTINCT variant_id FROM lots;
        """)
    try refresh(database)
  }

  /// Counts the rows that differ from what the movements say, with the first few variants concerned.
  package static func differences(_ database: Database) throws -> (count: Int, variants: [Int64]) {
    var issues = try StoredRows<Issue>(
      Row.fetchCursor(
        database,
        sql: """
          SELECT variant_id, effective_at, movement_id, lot_id, location_id, quantity, was_expired FROM lot_issues
          ORDER BY variant_id, effective_at, movement_id, lot_id
          """))
    var balances = try StoredRows<Balance>(
      Row.fetchCursor(
        database,
        sql: """
          SELECT variant_id, location_id, lot_id, quantity FROM lot_balances ORDER BY variant_id, location_id, lot_id
          """))
    try replay(
      database, movements(database, of: "(SELECT DISTINCT variant_id FROM lots) r CROSS JOIN movements m"),
      issues: { try issues.compare($0) }, balances: { try balances.compare($0) })
    try issues.finish()
    try balances.finish()
    // Variants waiting for a replay outside a transaction were added by another program.
    let waiting = try Int64.fetchAll(
      database, sql: "SELECT variant_id FROM lot_replays LIMIT \(FailedCheck.exampleLimit)")
    var variants: [Int64] = []
    for variant in issues.variants + balances.variants + waiting where !variants.contains(variant) {
      variants.append(variant)
    }
    return (issues.count + balances.count + waiting.count, Array(variants.prefix(FailedCheck.exampleLimit)))
  }

  /// SQL for how the stock of each lot (0: without one) changes, over all movements.
  static let flows = flows(of: "movements m")

  /// The same over the movements `m` of a source.
  private static func flows(of source: String) -> String {
    """
    SELECT m.variant_id, m.location_id, COALESCE(m.lot_id, 0) AS lot_id, m.quantity, m.effective_at FROM \(source)
    UNION ALL SELECT variant_id, location_id, lot_id, quantity, effective_at FROM lot_issues
    UNION ALL SELECT variant_id, location_id, 0, -quantity, effective_at FROM lot_issues
    """
  }

  /// SQL for rows that add up to the remaining quantity of each lot (0: without a lot) at a moment. Of variants that have lots
  /// it reads all flows, of the others only those since the last balance that is kept from before the moment.
  static func balances(at moment: Timestamp) -> String {
    """
    SELECT variant_id, location_id, lot_id, quantity
    FROM (\(flows(of: "(SELECT DISTINCT variant_id FROM lots) t CROSS JOIN movements m ON m.variant_id = t.variant_id")))
    WHERE effective_at <= \(moment.millisecondsSince1970)
    UNION ALL SELECT b.variant_id, b.location_id, 0, b.quantity FROM (\(PastBalances.balances(at: moment))) b
    WHERE NOT EXISTS (SELECT 1 FROM lots l WHERE l.variant_id = b.variant_id)
    """
  }

  /// SQL for the remaining quantity of each lot now (0: without a lot), for every variant.
  static let balances = """
    SELECT variant_id, location_id, lot_id, quantity FROM lot_balances
    UNION ALL SELECT b.variant_id, b.location_id, b.lot_id, b.quantity FROM balances b
    WHERE NOT EXISTS (SELECT 1 FROM lot_balances l WHERE l.variant_id = b.variant_id)
    """

  /// SQL for the same without empty rows: it omits a zero quantity without a lot where lots exist.
  static let levels = """
    SELECT variant_id, location_id, lot_id, quantity FROM lot_balances l
    WHERE quantity <> 0 OR NOT EXISTS (SELECT 1 FROM lot_balances o
      WHERE o.variant_id = l.variant_id AND o.location_id = l.location_id AND o.lot_id > 0)
    UNION ALL SELECT b.variant_id, b.location_id, b.lot_id, b.quantity FROM balances b
    WHERE NOT EXISTS (SELECT 1 FROM lot_balances l WHERE l.variant_id = b.variant_id)
    """

  // MARK: - Replay

  private struct Issue: LotRow {
    var variantID: Int64
    var effectiveAt: Int64
    var movementID: Int64
    var part: LotStock.Part
    var locationID: Int64

    var key: (Int64, Int64, Int64, Int64) { (variantID, effectiveAt, movementID, part.lotID) }
    var arguments: StatementArguments {
      [variantID, effectiveAt, movementID, part.lotID, locationID, part.quantity, part.wasExpired]
    }

    init(variantID: Int64, effectiveAt: Int64, movementID: Int64, part: LotStock.Part, locationID: Int64) {
      self.variantID = variantID
      self.effectiveAt = effectiveAt
      self.movementID = movementID
      self.part = part
      self.locationID = locationID
    }

    init(_ row: Row) {
      self.init(
        variantID: row[0], effectiveAt: row[1], movementID: row[2],
        part: LotStock.Part(lotID: row[3], quantity: row[5], wasExpired: row[6]), locationID: row[4])
    }
  }

  private struct Balance: LotRow {
    var variantID: Int64
    var remainder: LotStock.Remainder

    var key: (Int64, Int64, Int64, Int64) { (variantID, remainder.locationID, remainder.lotID, 0) }
    var arguments: StatementArguments {
      [variantID, remainder.locationID, remainder.lotID, remainder.quantity]
    }

    init(variantID: Int64, remainder: LotStock.Remainder) {
      self.variantID = variantID
      self.remainder = remainder
    }

    init(_ row: Row) {
      self.init(
        variantID: row[0], remainder: LotStock.Remainder(locationID: row[1], lotID: row[2], quantity: row[3]))
    }
  }

  /// The movements of some variants in the order of the replay; `source` joins them as `m` to the variants as `r`.
  private static func movements(_ database: Database, of source: String) throws -> RowCursor {
    try Row.fetchCursor(
      database,
      sql: """
        SELECT m.variant_id, m.location_id, m.lot_id, l.expires_on, m.quantity, m.effective_at, m.id, m.kind,
          m.reason_id IS (SELECT id FROM reasons WHERE code = 'expiry'), m.document_id,
          CASE WHEN m.kind = 'transfer' AND m.lot_id IS NULL THEN m.document_line END,
          m.kind = 'count-adjustment' AND m.lot_id IS NULL AND m.document_line LIKE '%\(Ledger.looseLine)%'
            AND EXISTS (SELECT 1 FROM count_restatements c WHERE c.movement_id = m.id)
        FROM \(source) INDEXED BY movements_by_variant ON m.variant_id = r.variant_id LEFT JOIN lots l ON l.id = m.lot_id
        WHERE \(CancelledMovements.isLive("m")) ORDER BY r.variant_id, m.effective_at, m.id
        """)
  }

  private static func replay(
    _ database: Database, _ rows: RowCursor, issues: (Issue) throws -> Void, balances: (Balance) throws -> Void
  ) throws {
    let zone = try String.fetchOne(database, sql: "SELECT value FROM settings WHERE name = 'time_zone'") ?? ""
    var ends = ExpiryMoments(clock: ShopClock(timeZone: zone) ?? .utc)
    var current: Int64?
    var stock = LotStock()
    func emitBalances() throws {
      guard let current, stock.hasLots else { return }
      for remainder in stock.remainders { try balances(Balance(variantID: current, remainder: remainder)) }
    }
    while let row = try rows.next() {
      let variantID: Int64 = row[0]
      if variantID != current {
        try emitBalances()
        current = variantID
        stock = LotStock()
      }
      let lotID: Int64? = row[2]
      let movement = LotStock.Movement(
        locationID: row[1], lot: lotID.map { ($0, ends.moment(after: row[3])) }, quantity: row[4],
        effectiveAt: row[5], kind: kind(row))
      let parts = try stock.add(movement)
      for part in parts.count > 1 ? parts.sorted(by: { $0.lotID < $1.lotID }) : parts {
        try issues(
          Issue(
            variantID: variantID, effectiveAt: movement.effectiveAt, movementID: row[6], part: part,
            locationID: movement.locationID))
      }
    }
    try emitBalances()
  }

  private static func kind(_ row: Row) -> LotStock.Kind {
    let kind: String = row[7]
    switch kind {
    case "sale", "customer-return": return .sale
    case "transfer":
      guard let line: String = row[10] else { return .ordinary }
      let quantity: Int64 = row[4]
      // The side that arrives is named after the one that leaves.
      let arrival = " in"
      let isArrival = quantity > 0 && line.hasSuffix(arrival)
      return .transfer(
        LotStock.TransferKey(
          documentID: row[9], line: isArrival ? String(line.dropLast(arrival.count)) : line))
    default:
      let (isExpiry, isOfGain): (Bool, Bool) = (row[8], row[11])
      return isOfGain ? .gainCorrection : isExpiry ? .expiry : .ordinary
    }
  }
}

/// The moments at which days of expiry are over, in the shop's time zone.
private struct ExpiryMoments {
  let clock: ShopClock
  private var known: [String: Int64] = [:]
  /// Days that are remembered: some years of them.
  private static let limit = 4096

  init(clock: ShopClock) { self.clock = clock }

  /// The first moment of the day after the last day of use.
  mutating func moment(after day: String?) -> Int64 {
    guard let day else { return LotStock.never }
    if let moment = known[day] { return moment }
    guard let date = CalendarDate(day) else { return LotStock.never }
    let next = CalendarDate(daysSince1970: date.daysSince1970 + 1)
    let moment = clock.timestamp(next).millisecondsSince1970
    if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
    known[day] = moment
    return moment
  }
}

/// A row of one of the tables.
private protocol LotRow: Equatable {
  var variantID: Int64 { get }
  /// In the order of the table.
  var key: (Int64, Int64, Int64, Int64) { get }
  var arguments: StatementArguments { get }
  init(_ row: Row)
}

/// Compares the rows of a table with the expected rows, both in the same order.
private struct StoredRows<Stored: LotRow> {
  private let rows: RowCursor
  private var row: Stored?
  private(set) var count = 0
  private(set) var variants: [Int64] = []

  init(_ rows: RowCursor) throws {
    self.rows = rows
    row = try rows.next().map { Stored($0) }
  }

  private mutating func differs(_ variantID: Int64) {
    count += 1
    if variants.count < FailedCheck.exampleLimit, variants.last != variantID { variants.append(variantID) }
  }

  mutating func compare(_ computed: Stored) throws {
    while let present = row, present.key < computed.key {
      differs(present.variantID)
      row = try rows.next().map { Stored($0) }
    }
    guard let present = row, present.key == computed.key else { return differs(computed.variantID) }
    if present != computed { differs(computed.variantID) }
    row = try rows.next().map { Stored($0) }
  }

  mutating func finish() throws {
    while let present = row {
      differs(present.variantID)
      row = try rows.next().map { Stored($0) }
    }
  }
}
