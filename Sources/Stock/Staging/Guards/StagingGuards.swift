internal import FormatKit
internal import GRDB
internal import RetailValues

/// Finding what is probably a mistake, among what the import would create or change.
///
/// Guards are stored as problems with the severity `guard`. Plan and apply find the same ones; the code that applies
/// must check that all were accepted.
extension StagingArea {
  /// Looks for everything that the shop's limits do not let pass; the last step of ``resolve(_:)``.
  func findGuards(_ context: StagingContext) throws {
    // Guards found before a record was left out may no longer apply.
    try database.execute(sql: "DELETE FROM temp.problems WHERE severity = 'guard'")
    let limits = context.limits
    try findNewRecords(context)
    if let limit = limits[.unitCostChanged] {
      for (kind, field) in [("supplier_items", "unit_cost"), ("variants", "standard_cost")] {
        try findChanges(
          .unitCostChanged, kind: kind, field: field, unit: "cost",
          where: "before > 0 AND \(Self.differs("before", "after", by: limit))")
      }
      try findReceiptCosts(limit)
    }
    if let limit = limits[.priceChanged] { try findPriceChanges(limit) }
    if limits[.priceBelowCost] != nil { try findPricesBelowCost() }
    if limits[.saleNotBelowRegular] != nil { try findSalesNotBelowRegular(at: context.now) }
    if limits[.packSizeChanged] != nil {
      for (kind, field) in [("supplier_items", "pack_size"), ("barcodes", "pack_quantity")] {
        try findChanges(.packSizeChanged, kind: kind, field: field, unit: "quantity", where: "before != after")
      }
    }
    if limits[.packsOrPieces] != nil {
      try findOrdersInPacks()
      try findLinesInPacks()
    }
    if limits[.orderChanged] != nil { try findChangedOrders() }
    if let limit = limits[.overDelivery] { try findOverDeliveries(limit) }
    if limits[.unknownLineItems] != nil { try findUnknownLineItems() }
    if let limit = limits[.stockChanged] {
      try findChangedStock(limit)
      try findTenfoldStock()
    }
    if limits[.lotsAdded] != nil { try findAddedLots() }
    if limits[.sameAsRecorded] != nil {
      try findRecordedAgain()
      try findReceivedAgain()
      try findRenumberedSales()
    }
    if limits[.recordedSince] != nil { try findRecordedSince() }
    if limits[.beforeStockLevel] != nil { try findBeforeLevels() }
    if let limit = limits[.quantityFarOff] { try findQuantities(limit) }
    if limits[.moreThanStock] != nil { try findSalesAboveStock() }
    if limits[.totalAsPrice] != nil { try findTotalsAsPrices() }
    if limits[.priceAsQuantity] != nil { try findPricesAsQuantities() }
    if limits[.fractionOfPiece] != nil { try findFractionsOfPieces(context) }
    if limits[.countedByAnother] != nil { try findCountedByAnother() }
    if limits[.countedTwice] != nil { try findCountedTwice() }
    if let limit = limits[.dateFarOff] {
      try findDates(limit, context)
      try findDatesBeforeOpening(limit, context)
      try findLinesBeforeCount(context)
    }
    if limits[.closedPeriod] != nil { try findMovementsOfClosedPeriods() }
    if limits[.similarColour] != nil { try findSimilarColours() }
    if limits[.similarCode] != nil { try findSimilarCodes() }
    if limits[.chargeAsItem] != nil { try findCharges() }
    try findDoubtfulItems(limits)
    if context.isFull { try findMissing(context) }
  }

  /// Adds the guard for a file with too many refused records, when the others are to be imported nevertheless.
  public func addRejectedShareGuard(_ rejected: RejectedShare, context: StagingContext) throws {
    guard rejected.isAbove(context.limits) else { return }
    let share = GuardFunctions.share(Int64(rejected.count), of: Int64(rejected.total))
    try add(
      StagedProblem(
        code: GuardCode.manyRejected.rawValue, severity: "guard", kind: "", field: "", value: "\(rejected.count)",
        message: "\(rejected.count) of \(rejected.total) records (\(share)) are refused",
        remedy: GuardCode.manyRejected.remedy,
        position: StagedPosition(table: 0, line: 0, record: 0, byteOffset: -1)))
  }

  /// Adds the guard for unused columns that may change what the records mean.
  ///
  /// - Parameter columns: the names of the columns, each with what is wrong.
  public func addUnusedColumnGuard(_ columns: [(name: String, message: String)], context: StagingContext) throws {
    guard context.limits[.columnsNotUsed] != nil else { return }
    for column in columns {
      try add(
        StagedProblem(
          code: GuardCode.columnsNotUsed.rawValue, severity: "guard", kind: "", field: column.name, value: column.name,
          message: column.message, remedy: GuardCode.columnsNotUsed.remedy,
          position: StagedPosition(table: 0, line: 0, record: 0, byteOffset: -1)))
    }
  }

  /// How many records of the source have an error.
  ///
  /// - Parameters:
  ///   - records: how many records the source has
  ///   - others: the codes of errors that say that a row is not a record at all, such as the heading of a section; a row that has no
  ///     other errors counts neither as refused nor as a record
  public func rejectedShare(ofRecords records: Int, notRecords others: [String]) throws -> RejectedShare {
    let codes = others.map(Self.quoted).joined(separator: ", ")
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT COUNT(*) AS rows, TOTAL(other) AS others FROM (SELECT MIN(code IN (\(codes))) AS other FROM temp.problems
          WHERE severity = 'error' GROUP BY tbl, record)
        """)
    guard let row else { return RejectedShare(count: 0, total: records) }
    let others = Int(row["others"] as Double)
    return RejectedShare(count: row["rows"] - others, total: records - others)
  }

  // MARK: Costs and packs

  /// SQL for whether two values differ by more than a share of the first.
  static func differs(_ before: String, _ after: String, by limit: Int64) -> String {
    "MAX(\(after) - \(before), \(before) - \(after)) * 1000000 > \(limit) * \(before)"
  }

  /// SQL for the SKU of a variant, stored or about to be made.
  func sku(_ variant: String) throws -> String {
    let stored = "(SELECT v.sku FROM variants v WHERE v.id = \(variant))"
    guard staged.isMerged("variants") else { return stored }
    try addIndex("merged_variants", "target")
    return "COALESCE(\(stored), (SELECT n.f_sku FROM temp.merged_variants n WHERE n.target = \(variant)))"
  }

  func addIndex(_ table: String, _ column: String) throws {
    let kind = String(table.trimmingPrefix("merged_"))
    // Records that are numbered by their place are found by it.
    if column == "target", staged.isNumberedByPlace(kind) { return }
    let isView = staged.isUnrepeated(kind)
    let field = column.hasPrefix("r_") ? String(column.dropFirst(2)) : nil
    let place = isView ? field.flatMap { staged[kind]?.compared.settled[$0] } ?? column : column
    try database.execute(
      sql: "CREATE INDEX IF NOT EXISTS temp.\(table)_\(column) ON \(isView ? "stage_\(kind)" : table) (\(place))")
  }

  func gives(_ kind: String, _ field: String) -> Bool {
    staged.isMerged(kind) && staged[kind]?.insertedFields.contains(field) == true
  }

  /// Writes a guard for each row of a query with the columns seq, kind, field, value, message, tbl, line, record and offset.
  ///
  /// - Parameter remedy: what to do about these cases; nil for the remedy of the guard.
  func add(_ code: GuardCode, remedy: String? = nil, _ query: String) throws {
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, kind, '\(code.rawValue)', 'guard', field, value, message, ?, tbl, line, record, offset FROM (\(query))
        """, arguments: [remedy ?? code.remedy])
  }

  static let place = "s.seq AS seq, s.tbl AS tbl, s.line AS line, s.record AS record, s.offset AS offset"

  /// Compares a field of known records with what is stored.
  private func findChanges(
    _ code: GuardCode, kind: String, field: String, unit: String, where condition: String
  ) throws {
    guard gives(kind, field), try hasChanges(kind), let stored = kinds[kind]
    else { return }
    let item = part(of: kind) == .variant ? "m.f_sku" : try sku("m.r_sku")
    // Amounts in different currencies cannot be compared.
    let home = "(SELECT value FROM settings WHERE name = 'currency')"
    let sameCurrency =
      field == "unit_cost"
      ? "AND COALESCE(m.f_currency, t.currency, \(home)) = COALESCE(t.currency, \(home))" : ""
    let noun = field.replacing("_", with: " ")
    try add(
      code,
      """
      SELECT \(Self.place), '\(kind)' AS kind, '\(field)' AS field, guard_amount(after, '\(unit)') AS value,
        'the \(noun) of ''' || \(item) || ''' changes ' || guard_change(before, after, '\(unit)') AS message
      FROM (SELECT m.*, t.\(field) AS before, m.f_\(field) AS after FROM temp.merged_\(kind) m
        JOIN \(stored.table) t ON t.id = m.target
        WHERE m.action = \(PlanAction.update.sql) AND m.f_\(field) IS NOT NULL AND t.\(field) IS NOT NULL \(sameCurrency)) m
      JOIN temp.stage_\(kind) s ON s.seq = m.seq WHERE \(condition) ORDER BY m.seq
      """)
  }

  /// Compares what receipts cost with the average cost. A cost that came once already is not a surprise, though the average
  /// goes after it slowly.
  private func findReceiptCosts(_ limit: Int64) throws {
    guard staged.hasMovements else { return }
    try add(
      .unitCostChanged,
      """
      SELECT m.stage_seq AS seq, m.source AS kind, 'unit_cost' AS field, guard_amount(m.unit_cost, 'cost') AS value,
        'the unit cost of ''' || \(try sku("m.variant")) || ''' changes '
          || guard_change(h.average_cost, m.unit_cost, 'cost') || ', compared with the average cost' AS message,
        m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
      FROM temp.merged_movements m JOIN cost_history h ON h.variant_id = m.variant
        AND (h.effective_at, h.movement_id) = (SELECT b.effective_at, b.movement_id FROM cost_history b
          WHERE b.variant_id = m.variant AND b.effective_at <= m.effective_at
          ORDER BY b.effective_at DESC, b.movement_id DESC LIMIT 1)
        LEFT JOIN movements x ON x.id = h.movement_id
      WHERE m.kind = 'receipt' AND m.action = \(PlanAction.create.sql) AND m.unit_cost IS NOT NULL AND h.average_cost > 0
        AND \(Self.differs("h.average_cost", "m.unit_cost", by: limit))
        AND (x.unit_cost IS NULL OR x.unit_cost <= 0 OR \(Self.differs("x.unit_cost", "m.unit_cost", by: limit)))
      ORDER BY m.seq
      """)
  }

  // MARK: Quantities and dates

  /// Counts the known levels that change by more than half of the larger one. A single one is a correction.
  private func findChangedStock(_ limit: Int64) throws {
    guard staged.hasMovements else { return }
    let known = """
      FROM temp.merged_movements m WHERE source = 'stock_levels' AND kind = 'adjustment'
        AND action IN (\(PlanAction.update.sql), \(PlanAction.unchanged.sql))
      """
    let changed = "\(known) AND 2 * ABS(quantity) > MAX(level, level - quantity)"
    let total = try Int64.fetchOne(database, sql: "SELECT COUNT(*) \(known)") ?? 0
    let count = try Int64.fetchOne(database, sql: "SELECT COUNT(*) \(changed)") ?? 0
    guard count > 1, Int128(count) * Int128(100 * GuardLimits.onePercent) > Int128(limit) * Int128(total) else {
      return
    }
    let examples = try String.fetchAll(
      database,
      sql: """
        SELECT '''' || \(try sku("m.variant")) || ''' ' || guard_change(level - quantity, level, 'quantity')
        \(changed) ORDER BY m.seq LIMIT 3
        """)
    try add(
      StagedProblem(
        code: GuardCode.stockChanged.rawValue, severity: "guard", kind: "stock_levels", field: "quantity",
        value: "\(count)",
        message: "the stock of \(count) of \(total) known items (\(GuardFunctions.share(count, of: total))) changes by "
          + "more than half, such as \(examples.joined(separator: ", "))",
        remedy: GuardCode.stockChanged.remedy,
        position: StagedPosition(table: 0, line: 0, record: 0, byteOffset: -1)))
  }

  private func findQuantities(_ limit: Int64) throws {
    func message(_ amount: String, of item: String) -> String {
      """
      guard_amount(\(amount), 'quantity') AS value, 'the quantity ' || guard_amount(\(amount), 'quantity') || ' of '''
        || \(item) || ''' is larger than \(Quantity(scaled: limit))' AS message
      """
    }
    func isFarOff(_ amount: String) -> String { "(\(amount) > \(limit) OR \(amount) < -\(limit))" }
    if staged.hasMovements {
      try add(
        .quantityFarOff,
        """
        SELECT m.stage_seq AS seq, m.source AS kind, 'quantity' AS field,
          \(message("amount", of: try sku("m.variant"))), m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
        FROM (SELECT *, CASE WHEN source = 'sales' THEN -quantity ELSE COALESCE(level, quantity) END AS amount
          FROM temp.merged_movements m WHERE \(Self.isWrittenOnce)) m
        WHERE \(isFarOff("amount")) ORDER BY m.seq
        """)
    }
    if staged.isMerged("count_lines") {
      try add(
        .quantityFarOff,
        """
        SELECT m.seq AS seq, 'count_lines' AS kind, 'counted_quantity' AS field,
          \(message("m.quantity", of: "m.code")), m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
        FROM temp.merged_count_lines m WHERE m.action \(PlanAction.isWrittenSQL) AND \(isFarOff("m.quantity")) ORDER BY m.seq
        """)
    }
    if gives("order_lines", "order_quantity"), try hasChanges("order_lines") {
      try add(
        .quantityFarOff,
        """
        SELECT \(Self.place), 'order_lines' AS kind, 'order_quantity' AS field,
          \(message("m.f_order_quantity", of: try sku("m.r_sku")))
        FROM temp.merged_order_lines m JOIN temp.stage_order_lines s ON s.seq = m.seq
        WHERE m.action \(PlanAction.isWrittenSQL) AND \(isFarOff("m.f_order_quantity")) ORDER BY m.seq
        """)
    }
  }

  private func findDates(_ years: Int64, _ context: StagingContext) throws {
    let day: Int64 = 86_400_000
    let now = context.now.millisecondsSince1970
    let latest = now + day
    // A year of the Gregorian calendar has 365.2425 days.
    let earliest = now - years * (day / 10_000) * 3_652_425
    for (table, column, condition, seq, kind) in [
      ("movements", "effective_at", Self.isWrittenOnce, "m.stage_seq", "m.source"),
      ("count_lines", "counted_at", "m.action \(PlanAction.isWrittenSQL)", "m.seq", "'count_lines'"),
    ] where staged.isMerged(table) {
      try add(
        .dateFarOff,
        """
        SELECT \(seq) AS seq, \(kind) AS kind, '\(column)' AS field, guard_moment(m.\(column)) AS value,
          'the time ' || guard_moment(m.\(column)) || CASE WHEN m.\(column) > \(latest) THEN ' lies in the future'
            ELSE ' lies more than \(years) years back' END AS message,
          m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
        FROM temp.merged_\(table) m WHERE \(condition)
          AND (m.\(column) > \(latest) OR m.\(column) < \(earliest)) ORDER BY m.seq
        """)
    }
  }

  // MARK: Colours

  /// Compares new colours with those that their family has, and no others.
  private func findSimilarColours() throws {
    guard gives("colours", "colour_family"), try hasChanges("colours"), try !isEmpty("colours") else { return }
    func shade(_ field: String) -> String { gives("colours", field) ? "m.f_\(field)" : "NULL" }
    let isSameShade = ColourFunctions.isSameShade((shade("red"), shade("green"), shade("blue")), "t")
    try add(
      .similarColour,
      """
      SELECT \(Self.place), 'colours' AS kind, 'colour' AS field, m.f_colour AS value,
        'the new colour ''' || m.f_colour || ''' has nearly the ' || CASE WHEN colours_alike(m.f_colour, o.code)
          THEN 'name' ELSE 'shade' END || ' of ''' || o.code || ''', also ' || o.family AS message
      FROM (SELECT m.seq, m.f_colour, (SELECT MIN(t.id) FROM colours t WHERE t.family = m.f_colour_family
          AND (colours_alike(m.f_colour, t.code) OR \(isSameShade))) AS other
        FROM temp.merged_colours m WHERE m.action = \(PlanAction.create.sql) AND m.f_colour_family IS NOT NULL) m
      JOIN colours o ON o.id = m.other JOIN temp.stage_colours s ON s.seq = m.seq ORDER BY m.seq
      """)
  }

  // MARK: The whole file

  /// Counts the items that are known and that a file that should list everything lacks. Of a supplier's file only the
  /// supplier's items are expected; what is no longer sold never is.
  private func findMissing(_ context: StagingContext) throws {
    let code = Self.quoted(context.supplier)
    var suppliers = "SELECT id FROM suppliers WHERE code = \(code)"
    var named: [String] = []
    for (kind, column) in [
      ("variants", "target"), ("prices", "r_sku"), ("barcodes", "r_sku"), ("supplier_items", "r_sku"),
    ] where staged.isMerged(kind) {
      named.append("SELECT \(column) FROM temp.merged_\(kind) WHERE \(column) IS NOT NULL")
    }
    if staged.isMerged("supplier_items") { suppliers += " UNION SELECT r_supplier FROM temp.merged_supplier_items" }
    if staged.hasMovements {
      named.append("SELECT variant FROM temp.merged_movements WHERE source = 'stock_levels' AND variant IS NOT NULL")
    }
    // Refused records are not missing.
    for kind in ["variants", "stock_levels"] where staged[kind]?.insertedFields.contains("sku") == true {
      named.append(
        "SELECT v.id FROM temp.stage_\(kind) s JOIN variants v ON v.sku = s.f_sku WHERE s.broken = 1")
    }
    guard !named.isEmpty else { return }
    if let recognised = rowCache?.itemsOfFullFeed {
      named.append(recognised.items)
      suppliers += " UNION \(recognised.suppliers)"
    }
    let hasSupplier = try Bool.fetchOne(database, sql: "SELECT EXISTS (\(suppliers))") ?? false
    let known = """
      SELECT DISTINCT v.id, v.sku FROM variants v JOIN products p ON p.id = v.product_id
      \(hasSupplier ? "JOIN supplier_items i ON i.variant_id = v.id AND i.supplier_id IN (\(suppliers))" : "")
      WHERE p.status IS NOT 'discontinued'
      """
    try database.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS named_items (id INTEGER PRIMARY KEY);
        DELETE FROM temp.named_items;
        INSERT OR IGNORE INTO temp.named_items \(named.joined(separator: " UNION "));
        """)
    let lacking = "FROM (\(known)) k WHERE k.id NOT IN (SELECT id FROM temp.named_items)"
    let total = try Int64.fetchOne(database, sql: "SELECT COUNT(*) FROM (\(known))") ?? 0
    let missing = try Int64.fetchOne(database, sql: "SELECT COUNT(*) \(lacking)") ?? 0
    staged.missingFromFeed = (Int(missing), Int(total))
    guard let limit = context.limits[.missingFromFeed], total > 0,
      Int128(missing) * Int128(100 * GuardLimits.onePercent) > Int128(limit) * Int128(total)
    else { return }
    let first = try String.fetchAll(database, sql: "SELECT k.sku \(lacking) ORDER BY k.id LIMIT 3")
    try add(
      StagedProblem(
        code: GuardCode.missingFromFeed.rawValue, severity: "guard", kind: "", field: "", value: "\(missing)",
        message: "the file should list everything, but lacks \(missing) of \(total) known items "
          + "(\(GuardFunctions.share(missing, of: total))), such as "
          + first.map { "'\($0)'" }.joined(separator: ", "),
        remedy: GuardCode.missingFromFeed.remedy,
        position: StagedPosition(table: 0, line: 0, record: 0, byteOffset: -1)))
  }
}
