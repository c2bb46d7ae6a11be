internal import GRDB
internal import RetailValues

/// Movements that can be true and are hardly ever: a zero too many, a year mistyped, the total of a line as a price.
extension StagingArea {
  private static let movement = """
    m.stage_seq AS seq, m.source AS kind, m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
    """

  /// Finds a level of at least 100 that is about ten times the one before and ends with a zero, where no other level of the
  /// file changes by more than half: most likely a zero was typed twice.
  ///
  /// Goods that come in change levels by more than half too, so that a file with several such levels is not asked about, nor one
  /// with fewer than three known levels or with an item of which fewer than ten were there.
  func findTenfoldStock() throws {
    guard staged.hasMovements else { return }
    let known = """
      FROM temp.merged_movements m WHERE source = 'stock_levels' AND kind = 'adjustment'
        AND action IN (\(PlanAction.update.sql), \(PlanAction.unchanged.sql))
      """
    let before = "(level - quantity)"
    let isTenfold = """
      \(before) >= 10000 AND level >= 100000 AND level % 10000 = 0 AND level BETWEEN 8 * \(before) AND 12.5 * \(before)
      """
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT COUNT(*) AS total, TOTAL(2 * ABS(quantity) > MAX(level, \(before))) AS changed, TOTAL(\(isTenfold)) AS tenfold
        \(known)
        """)
    guard let row, row["tenfold"] == 1.0, row["changed"] == 1.0, row["total"] >= 3 else { return }
    try add(
      .stockChanged,
      """
      SELECT \(Self.movement), 'quantity' AS field, guard_amount(level, 'quantity') AS value,
        'the stock of ''' || \(try sku("m.variant")) || ''' changes ' || guard_change(\(before), level, 'quantity')
          || ', while no other level changes by more than half; perhaps it has a zero too many' AS message
      \(known) AND \(isTenfold)
      """)
  }

  /// Finds sales of at least 100 units that are five times what is on hand. An item of which fewer than ten are on hand, or
  /// none, may be one whose stock nobody keeps.
  func findSalesAboveStock() throws {
    guard staged.hasMovements, try !isEmpty("movements") else { return }
    try add(
      .moreThanStock,
      """
      SELECT \(Self.movement), 'quantity' AS field, guard_amount(-m.quantity, 'quantity') AS value,
        guard_amount(-m.quantity, 'quantity') || ' of ''' || \(try sku("m.variant")) || ''' are sold, and '
          || guard_amount(m.stock, 'quantity') || ' are in stock' AS message
      FROM (SELECT m.*,
          (SELECT SUM(b.quantity) FROM balances b WHERE b.variant_id = m.variant AND b.location_id = m.location) AS stock
        FROM temp.merged_movements m
        WHERE m.source = 'sales' AND m.action = \(PlanAction.create.sql) AND m.quantity <= -100000) m
      WHERE m.stock >= 10000 AND -m.quantity >= 5 * m.stock ORDER BY m.seq
      """)
  }

  /// Finds quantities with a fraction that are all the shop's price of the item: the columns were taken for each other, or a list
  /// without a header has the price where the quantity is expected.
  func findPricesAsQuantities() throws {
    guard staged.hasMovements, try !isEmpty("prices") else { return }
    guard
      let home = try String.fetchOne(database, sql: "SELECT value FROM settings WHERE name = 'currency'").flatMap(
        Currency.init),
      home.minorUnitDigits < Quantity.fractionDigits
    else { return }
    let factor = (home.minorUnitDigits..<Quantity.fractionDigits).reduce(1) { factor, _ in factor * 10 }
    let new = """
      FROM temp.merged_movements m
      WHERE m.action = \(PlanAction.create.sql) AND m.quantity % 1000 <> 0 AND m.source <> 'stock_levels'
      """
    let isPrice = """
      EXISTS (SELECT 1 FROM prices p WHERE p.variant_id = m.variant AND p.currency = '\(home.code)'
        AND p.price * \(factor) = ABS(m.quantity))
      """
    // Goods that are sold by weight show at once that the quantities are no prices.
    guard try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 \(new) AND NOT \(isPrice))") == false else {
      return
    }
    try add(
      .priceAsQuantity,
      """
      SELECT \(Self.movement), 'quantity' AS field, guard_amount(ABS(m.quantity), 'quantity') AS value,
        'the quantity ' || guard_amount(ABS(m.quantity), 'quantity') || ' of ''' || \(try sku("m.variant"))
          || ''' is its price' AS message
      \(new) ORDER BY m.seq
      """)
  }

  /// Finds sales whose prices are all the shop's price times the quantity.
  func findTotalsAsPrices() throws {
    guard staged.hasMovements, staged["sales"]?.insertedFields.contains("unit_price") == true, try !isEmpty("prices")
    else { return }
    let home = "(SELECT value FROM settings WHERE name = 'currency')"
    func price(_ condition: String) -> String {
      """
      (SELECT p.price FROM prices p WHERE p.variant_id = m.variant AND p.price_type = 'regular' AND p.currency = \(home)
        AND \(condition) ORDER BY p.valid_from DESC LIMIT 1)
      """
    }
    let sales = """
      FROM (SELECT m.*, COALESCE(\(price("p.valid_from <= m.effective_at")), \(price("TRUE"))) AS price
        FROM temp.merged_movements m WHERE m.source = 'sales' AND m.action = \(PlanAction.create.sql)
          AND ABS(m.quantity) > 1000 AND m.unit_price IS NOT NULL) m
      WHERE m.price > 0
      """
    let isTotal = "ABS(ABS(m.quantity) * m.price - m.unit_price * 1000) <= 500"
    // Nearly always the first one shows that the prices are not totals.
    guard try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 \(sales) AND NOT \(isTotal))") == false else {
      return
    }
    try add(
      .totalAsPrice,
      """
      SELECT \(Self.movement), 'unit_price' AS field, guard_amount(m.unit_price, \(home)) AS value,
        'the price ' || guard_amount(m.unit_price, \(home)) || ' of ''' || \(try sku("m.variant")) || ''' is '
          || guard_amount(ABS(m.quantity), 'quantity') || ' times ' || guard_amount(m.price, \(home)) || ', the shop''s price' AS message
      \(sales) ORDER BY m.seq
      """)
  }

  /// Finds movements that lie more than two years before everything that the shop has recorded, all within a month: a year was
  /// mistyped. A history of longer time is one.
  func findDatesBeforeOpening(_ years: Int64, _ context: StagingContext) throws {
    guard staged.hasMovements,
      let first = try Int64.fetchOne(database, sql: "SELECT MIN(effective_at) FROM movements")
    else { return }
    let day: Int64 = 86_400_000
    let year = day / 10_000 * 3_652_425
    let early = """
      FROM temp.merged_movements m WHERE \(Self.isWrittenOnce)
        AND m.effective_at < \(first - 2 * year)
        AND m.effective_at >= \(context.now.millisecondsSince1970 - years * year)
      """
    let span = try Int64.fetchOne(database, sql: "SELECT MAX(m.effective_at) - MIN(m.effective_at) \(early)")
    guard let span, span <= 31 * day else { return }
    try add(
      .dateFarOff,
      """
      SELECT \(Self.movement), 'effective_at' AS field, guard_moment(m.effective_at) AS value,
        'the time ' || guard_moment(m.effective_at) || ' lies years before everything that the shop has recorded' AS message
      \(early) ORDER BY m.seq
      """)
  }
}
