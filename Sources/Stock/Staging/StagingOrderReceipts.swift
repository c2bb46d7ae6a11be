internal import GRDB
internal import RetailValues

extension StagingArea {
  /// Goods that are received on an order and come without a cost cost what was ordered at, in the shop's currency.
  func takeOrderedCosts() throws {
    try database.execute(
      sql: """
        UPDATE temp.merged_movements AS m SET unit_cost = (
          SELECT l.unit_cost FROM suppliers s JOIN orders o ON o.supplier_id = s.id AND o.order_number = m.order_number
            JOIN order_lines l ON l.order_id = o.id AND l.variant_id = m.variant
          WHERE s.code = m.party AND l.unit_cost IS NOT NULL
            AND COALESCE(o.currency, (SELECT value FROM settings WHERE name = 'currency'))
              = (SELECT value FROM settings WHERE name = 'currency')
          ORDER BY l.id LIMIT 1)
        WHERE source = 'receipts' AND kind = 'receipt' AND action = \(PlanAction.create.sql) AND unit_cost IS NULL
          AND order_number IS NOT NULL AND variant IS NOT NULL
        """)
  }

  /// Compares what is received on orders with what they ask for, all receipts of an order taken together.
  func findOverDeliveries(_ limit: Int64) throws {
    guard staged.hasMovements else { return }
    let receipts = "source = 'receipts' AND action = \(PlanAction.create.sql) AND order_number IS NOT NULL"
    let isThere = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM temp.merged_movements WHERE \(receipts))")
    guard isThere == true else { return }
    let pack = OrderedUnits.pack(line: "l", supplier: "o.supplier_id")
    let units = OrderedUnits.value("l.order_quantity", packLookedUp: pack)
    let item = try sku("q.variant")
    try add(
      .overDelivery,
      """
      SELECT m.stage_seq AS seq, m.source AS kind, 'quantity' AS field, guard_amount(m.quantity, 'quantity') AS value,
        CASE WHEN q.ordered IS NULL THEN 'the order ''' || q.order_number || ''' does not have ''' || \(item) || ''''
          ELSE 'of ''' || \(item) || ''' the order ''' || q.order_number || ''' asks for '
            || guard_amount(q.ordered, 'quantity') || ', and with this ' || guard_amount(q.total, 'quantity') || ' came'
          END AS message,
        m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
      FROM (
        SELECT g.order_number, g.variant, g.place,
          (SELECT SUM(\(units)) FROM order_lines l WHERE l.order_id = o.id AND l.variant_id = g.variant) AS ordered,
          g.coming + COALESCE((
            SELECT SUM(x.quantity) FROM movements x JOIN documents d ON d.id = x.document_id
            WHERE x.order_number = o.order_number AND x.variant_id = g.variant AND d.kind = 'receipt'
              AND d.party = s.code), 0) AS total
        FROM (
          SELECT party, order_number, variant, MAX(seq) AS place, SUM(quantity) AS coming
          FROM temp.merged_movements WHERE \(receipts) GROUP BY party, order_number, variant
        ) g JOIN suppliers s ON s.code = g.party
          JOIN orders o ON o.supplier_id = s.id AND o.order_number = g.order_number
        WHERE g.coming > 0
      ) q JOIN temp.merged_movements m ON m.seq = q.place
      WHERE q.ordered IS NULL OR (q.total > q.ordered AND \(Self.differs("q.ordered", "q.total", by: limit)))
      ORDER BY m.seq
      """)
  }
}

/// SQL for quantities of supply in stock units: orders are in cases, stock is in eaches.
enum OrderedUnits {
  /// 1, in thousandths, for a piece and for the unit of measure that an item is kept in; NULL for other units.
  private static func stockUnit(_ unit: String, of variant: String) -> String {
    let meaning = UnitFunctions.sql(meaningOf: unit)
    // The item is looked up for units of measure alone.
    return """
      CASE WHEN \(unit) IS NULL THEN NULL WHEN \(meaning) = '\(UnitWords.piece)' THEN 1000
        WHEN \(meaning) <> '\(UnitWords.pack)' THEN (
          SELECT 1000 FROM variants uv JOIN products up ON up.id = uv.product_id
          WHERE uv.id = \(variant) AND up.stock_unit = \(meaning)) END
      """
  }

  /// SQL for whether a unit is a known word for a pack.
  static func isPack(_ unit: String) -> String { "\(UnitFunctions.sql(meaningOf: unit)) = '\(UnitWords.pack)'" }

  /// SQL for whether a unit may be a stock unit or a pack: there is none, or it is not one of the known words.
  static func isUnclear(_ unit: String, of variant: String) -> String {
    """
    (\(unit) IS NULL OR \(UnitFunctions.sql(meaningOf: unit)) IS NOT '\(UnitWords.pack)'
      AND (\(stockUnit(unit, of: variant))) IS NULL)
    """
  }

  /// Thousandths of stock units in one order unit of an order's line: its own, 1 for a unit that is a stock unit, that
  /// of the supplier's list, else 1.
  static func pack(line: String, supplier: String) -> String {
    let variant = "\(line).variant_id"
    return pack(line: line, of: variant, listed: listed(of: variant, supplier: supplier))
  }

  /// The same with other SQL for the item and for the pack of the supplier's list.
  static func pack(line: String, of variant: String, listed: String) -> String {
    "COALESCE(\(line).pack_size, \(stockUnit("\(line).order_unit", of: variant)), \(listed), 1000)"
  }

  /// The same of the line of an order that a document's line is for. A document without such a line counts stock units, unless
  /// its unit is a pack.
  ///
  /// - Parameter listed: SQL for the pack of the supplier's list.
  static func pack(orderedBy line: String, document: String, supplier: String, listed: String? = nil) -> String {
    let listed = listed ?? self.listed(of: "\(document).variant_id", supplier: supplier)
    return """
      CASE WHEN \(line).id IS NULL AND \(isPack("\(document).order_unit")) THEN COALESCE(\(listed), 1000)
        ELSE \(pack(line: line, supplier: supplier)) END
      """
  }

  /// Thousandths of stock units in a pack of an item by the supplier's list; NULL where the list has none.
  static func listed(of variant: String, supplier: String) -> String {
    "(SELECT MIN(i.pack_size) FROM supplier_items i WHERE i.supplier_id = \(supplier) AND i.variant_id = \(variant))"
  }

  /// The same of a line of another document: its own, 1 for a stock unit, else that of the order.
  static func pack(document: String, order: String) -> String {
    let unit = stockUnit("\(document).order_unit", of: "\(document).variant_id")
    return "COALESCE(\(document).pack_size, \(unit), \(order))"
  }

  /// Thousandths of stock units, rounded half away from zero; NULL beyond the range.
  static func value(_ quantity: String, pack: String) -> String {
    ReportingViews.value(quantity, at: "(\(pack))", divisor: "1000")
  }

  /// The same with an expression for the pack that is too long to be repeated.
  static func value(_ quantity: String, packLookedUp pack: String) -> String {
    ReportingViews.value(quantity, atLookedUp: pack, divisor: "1000")
  }
}
