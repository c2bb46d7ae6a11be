internal import GRDB

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
    let units = OrderedUnits.value("l.order_quantity", pack: OrderedUnits.pack(line: "l", supplier: "o.supplier_id"))
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
  /// Names by which order units are single stock units: UN/ECE Recommendation 20 (C62, H87, EA), X12 element 355 and words.
  private static let eaches =
    "('each', 'ea', 'pc', 'pce', 'pcs', 'piece', 'pieces', 'unit', 'units', 'c62', 'h87', 'un')"

  /// Thousandths of stock units in one order unit of an order's line: its own, 1 for a unit that is a piece, the supplier
  /// item's, else 1.
  static func pack(line: String, supplier: String) -> String {
    """
    COALESCE(\(line).pack_size, CASE WHEN LOWER(\(line).order_unit) IN \(eaches) THEN 1000 END,
      (SELECT MIN(i.pack_size) FROM supplier_items i
        WHERE i.supplier_id = \(supplier) AND i.variant_id = \(line).variant_id), 1000)
    """
  }

  /// The same of a line of another document: its own, 1 for a piece, else that of the order.
  static func pack(document: String, order: String) -> String {
    """
    COALESCE(\(document).pack_size, CASE WHEN LOWER(\(document).order_unit) IN \(eaches) THEN 1000 END, \(order))
    """
  }

  /// Thousandths of stock units, rounded half away from zero; NULL beyond the range.
  static func value(_ quantity: String, pack: String) -> String {
    ReportingViews.value(quantity, at: "(\(pack))", divisor: "1000")
  }
}
