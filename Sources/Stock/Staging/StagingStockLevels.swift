internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Importing stock levels into the ledger.
extension StagingArea {
  /// A stock level becomes the movement that leads to it: the opening, or an adjustment by the difference.
  func addStockLevels(_ context: StagingContext) throws {
    let policy = context.duplicates["stock_levels"] ?? .conflict
    let quantity = policy == .sum ? "g.total" : "s.f_quantity"
    let cost = policy == .conflict ? "g.cost" : "s.f_unit_cost"
    let place = policy == .last ? "MAX(seq)" : "MIN(seq)"
    let total = policy == .sum ? "SUM(f_quantity)" : "NULL"
    let conflict =
      policy == .conflict
      ? ["f_quantity", "f_unit_cost", "f_effective_at"].map { "MIN(\($0)) IS NOT MAX(\($0))" }
        .joined(separator: " OR ") : "0"
    try database.execute(
      sql: """
        INSERT INTO temp.merged_movements (
          source, stage_seq, tbl, line, record, offset, variant, location, lot, expires_on, level, effective_at, unit_cost,
          document_kind, party, number, document_line, note, action)
        SELECT 'stock_levels', s.seq, s.tbl, s.line, s.record, s.offset, s.r_sku, s.r_location, s.f_lot, s.f_expires_on,
          \(quantity), s.f_effective_at, \(cost), 'stock-level', '', ?, '#' || s.record || '/' || s.seq, s.f_note,
          CASE WHEN g.conflict THEN \(PlanAction.conflict.sql) END
        FROM (SELECT \(place) AS place, \(total) AS total, MAX(f_unit_cost) AS cost, \(conflict) AS conflict
          FROM temp.stage_stock_levels WHERE broken = 0 GROUP BY r_sku, r_location, f_lot) g
        JOIN temp.stage_stock_levels s ON s.seq = g.place ORDER BY s.seq;
        """, arguments: [try documentNumber(context)])
    if policy == .conflict { try refuseRepeatedLevels() }
    try findLotLevels()
    let before = """
      FROM movements x WHERE x.variant_id = m.variant AND x.location_id = m.location AND x.effective_at <= m.effective_at
      """
    try database.execute(
      sql: """
        UPDATE temp.merged_movements AS m SET
          quantity = level - COALESCE((SELECT SUM(x.quantity) \(before)), 0),
          kind = CASE WHEN EXISTS (SELECT 1 \(before) AND \(CancelledMovements.isLive("x"))) THEN 'adjustment' ELSE 'opening' END
        WHERE source = 'stock_levels' AND lot_id IS NULL;
        UPDATE temp.merged_movements AS m SET
          quantity = level - COALESCE((SELECT SUM(x.quantity) FROM temp.lot_levels x WHERE x.seq = m.seq), 0),
          kind = CASE WHEN EXISTS (SELECT 1 FROM temp.lot_levels x WHERE x.seq = m.seq) THEN 'adjustment' ELSE 'opening' END
        WHERE source = 'stock_levels' AND lot_id IS NOT NULL;
        UPDATE temp.merged_movements SET action = CASE
          WHEN kind = 'opening' THEN \(PlanAction.create.sql) WHEN quantity = 0 THEN \(PlanAction.unchanged.sql) ELSE \(PlanAction.update.sql) END
        WHERE source = 'stock_levels' AND action IS NULL;
        """)
    try findOpenings()
    try takeOpeningCosts()
    try correctOpeningCosts()
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, source, \(Problem.Code.conflict.sqlColumns), 'quantity', NULL,
          'the stock of this item is in several rows, which do not say the same of it', ?, tbl, line, record, offset
        FROM temp.merged_movements WHERE source = 'stock_levels' AND action = \(PlanAction.conflict.sql)
        """, arguments: [Self.oneRowRemedy])
    try refuseOlderLevels()
  }

  /// Values what opens the stock of an item at the cost that the same import gives for it: the supplier's, else the
  /// standard cost. So a later receipt has its own cost, and does not change that of what was there before.
  ///
  /// A cost of 0 is usually one that is not known. Further lots of an item that is there already have no cost of their
  /// own: the list is then not the one that opens its stock.
  private func takeOpeningCosts() throws {
    var costs: [String] = []
    let isTaken = "n.action IS NOT \(PlanAction.conflict.sql)"
    if gives("supplier_items", "unit_cost") {
      try addIndex("merged_supplier_items", "r_sku")
      let home = "(SELECT value FROM settings WHERE name = 'currency')"
      let currency = """
        COALESCE(n.f_currency, (SELECT t.currency FROM supplier_items t WHERE t.id = n.target), \(home))
        """
      costs.append(
        """
        NULLIF((SELECT CASE WHEN MIN(n.f_unit_cost) = MAX(n.f_unit_cost) THEN MIN(n.f_unit_cost) END
          FROM temp.merged_supplier_items n WHERE n.r_sku = m.variant AND \(isTaken) AND \(currency) = \(home)), 0)
        """)
    }
    if gives("variants", "standard_cost") {
      try addIndex("merged_variants", "target")
      costs.append(
        """
        NULLIF((SELECT n.f_standard_cost FROM temp.merged_variants n
          WHERE n.target = m.variant AND \(isTaken) LIMIT 1), 0)
        """)
    }
    guard !costs.isEmpty else { return }
    try database.execute(
      sql: """
        UPDATE temp.merged_movements AS m SET unit_cost = COALESCE(\(costs.joined(separator: ", ")), NULL)
        WHERE source = 'stock_levels' AND unit_cost IS NULL AND (corrects IS NOT NULL OR kind = 'opening'
          AND action = \(PlanAction.create.sql) AND quantity > 0 AND NOT EXISTS (
            SELECT 1 FROM movements x WHERE x.variant_id = m.variant AND x.location_id = m.location
              AND x.effective_at <= m.effective_at AND \(CancelledMovements.isLive("x"))))
        """)
  }

  /// Notes, for each level that states again what opened the stock, the movement that opened it. Nothing else may have moved
  /// up to the level.
  private func findOpenings() throws {
    guard try !isEmpty("movements") else { return }
    let (create, unchanged) = (PlanAction.create.sql, PlanAction.unchanged.sql)
    try database.execute(
      sql: """
        UPDATE temp.merged_movements AS m SET corrects = (
          SELECT x.id FROM movements x JOIN documents d ON d.id = x.document_id
          WHERE x.variant_id = m.variant AND x.kind = 'opening' AND x.location_id = m.location AND x.quantity = m.level
            AND COALESCE(x.lot_id, 0) = COALESCE(m.lot_id, 0) AND d.kind = 'stock-level'
            AND (x.effective_at > m.effective_at) = (m.action = \(create)) AND \(CancelledMovements.isLive("x"))
            AND NOT EXISTS (SELECT 1 FROM movements o WHERE o.variant_id = m.variant AND o.location_id = m.location
              AND o.kind <> 'opening' AND o.effective_at <= m.effective_at AND \(CancelledMovements.isLive("o")))
          ORDER BY x.id DESC LIMIT 1)
        WHERE source = 'stock_levels' AND level > 0 AND action IN (\(create), \(unchanged))
        """)
  }

  /// A level that states again, with another cost, what opened the stock on the same day corrects that cost: the opening is
  /// taken back at its cost, and the stock is opened again at the other one. A list of another day says what goods cost then.
  private func correctOpeningCosts() throws {
    let isSameDay = "guard_day(x.effective_at) = guard_day(m.effective_at)"
    let differs = "m.unit_cost <> 0 AND m.unit_cost IS NOT x.unit_cost"
    let (update, unchanged) = (PlanAction.update.sql, PlanAction.unchanged.sql)
    try database.execute(
      sql: """
        UPDATE temp.merged_movements AS m SET effective_at = x.effective_at, kind = 'opening',
          quantity = CASE WHEN \(differs) THEN level ELSE 0 END,
          action = CASE WHEN \(differs) THEN \(update) ELSE \(unchanged) END
        FROM movements x WHERE x.id = m.corrects AND \(isSameDay) AND (m.action = \(PlanAction.create.sql) OR \(differs));
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT m.stage_seq, m.source, \(Problem.Code.openingCostDiffers.sqlColumns), 'unit_cost',
          guard_amount(m.unit_cost, 'cost'),
          'the stock of ''' || \(try sku("m.variant")) || ''' was opened at ' || guard_amount(x.unit_cost, 'cost')
            || ' each on ' || substr(guard_moment(x.effective_at), 1, 10) || ', and this later list has '
            || guard_amount(m.unit_cost, 'cost') || '; the cost of the opening stays',
          '\(Problem.Code.openingCostDiffers.remedy) On the command line, say --set effective_at='
            || substr(guard_moment(x.effective_at), 1, 10) || '.',
          m.tbl, m.line, m.record, m.offset
        FROM temp.merged_movements m JOIN movements x ON x.id = m.corrects
        WHERE m.action = \(unchanged) AND x.unit_cost IS NOT NULL AND NOT \(isSameDay) AND \(differs);
        UPDATE temp.merged_movements SET corrects = NULL WHERE corrects IS NOT NULL AND action <> \(update);
        """)
  }

  /// Refuses levels that are older than what is known of the same stock: an opening, a level or a count after them.
  ///
  /// What is known says how much there was then. A movement before it would change that, and everything after it.
  private func refuseOlderLevels() throws {
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT stage_seq, 'stock_levels', \(Problem.Code.levelOlder.sqlColumns), 'effective_at', guard_moment(effective_at),
          'the stock ' || guard_amount(level, 'quantity') || ' of ''' || \(try sku("m.variant")) || ''' is of '
            || guard_moment(effective_at) || ', and the shop has a later one, of ' || guard_moment(later),
          ?, tbl, line, record, offset
        FROM (SELECT m.*, (
            SELECT MIN(x.effective_at) FROM movements x LEFT JOIN documents d ON d.id = x.document_id
            WHERE x.variant_id = m.variant AND x.location_id = m.location AND x.effective_at > m.effective_at
              AND (x.kind IN ('opening', 'count-adjustment') OR d.kind = 'stock-level')
              AND (m.lot_id IS NULL OR COALESCE(x.lot_id, 0) = m.lot_id) AND \(CancelledMovements.isLive("x"))) AS later
          FROM temp.merged_movements m
          WHERE m.source = 'stock_levels' AND m.corrects IS NULL AND m.action \(PlanAction.isWrittenSQL)) m
        WHERE later IS NOT NULL ORDER BY seq
        """, arguments: [Problem.Code.levelOlder.remedy])
  }

  private static let oneRowRemedy =
    "Keep one row of the item, with all of its stock; or say `duplicates: sum` or `first` in a mapping profile."

  /// Refuses items that have the same stock in several rows: it may be the same stock twice, or two parts of it.
  private func refuseRepeatedLevels() throws {
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, 'stock_levels', \(Problem.Code.stockRepeated.sqlColumns), 'quantity', g.records || ' rows',
          'the stock of this item is in ' || g.records || ' rows with the same quantity: is it all of it, or a part?', ?,
          s.tbl, s.line, s.record, s.offset
        FROM (SELECT MIN(seq) AS place, COUNT(DISTINCT tbl || ' ' || record) AS records
          FROM temp.stage_stock_levels WHERE broken = 0 AND implied = 0 AND r_sku IS NOT NULL
          GROUP BY r_sku, r_location, f_lot
          HAVING records > 1 AND MIN(f_quantity) IS MAX(f_quantity) AND MIN(f_unit_cost) IS MAX(f_unit_cost)
            AND MIN(f_effective_at) IS MAX(f_effective_at)) g
        JOIN temp.stage_stock_levels s ON s.seq = g.place
        """,
      arguments: [Self.oneRowRemedy])
  }

  /// A number for the stock levels of a file; one applied once more gets a document of its own, unless it was undone.
  private func documentNumber(_ context: StagingContext) throws -> String {
    let base = "\(context.sourceName) \(context.identity.prefix(12))"
    var number = base
    var count = 1
    while try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM documents d JOIN movements m ON m.document_id = d.id
          WHERE d.kind = 'stock-level' AND d.party = '' AND d.number = ? AND \(CancelledMovements.isLive("m")))
        """,
      arguments: [number]) == true
    {
      count += 1
      number = "\(base) (\(count))"
    }
    return number
  }
}
