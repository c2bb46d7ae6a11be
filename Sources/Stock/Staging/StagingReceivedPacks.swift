internal import GRDB
internal import ProblemKit

/// Receipts that count packs: their quantities become stock units, as those of barcodes of packs do.
extension StagingArea {
  /// SQL for the staged receipts whose quantity is known by the barcode of a pack, whatever their unit says.
  static let packedReceipts = """
    SELECT p.seq FROM temp.problems p
    WHERE p.kind = 'receipts' AND p.code = '\(Problem.Code.packBarcode.id)' AND p.seq IS NOT NULL
    """

  /// Converts quantities of received packs into stock units. Costs stay those of one stock unit, as in orders.
  ///
  /// A unit that is a pack, of which nothing says how many stock units it has, is left to the guard.
  func countReceivedPacks(in stage: String) throws {
    guard staged[stage]?.insertedFields.contains("order_unit") == true else { return }
    defer { try? database.execute(sql: "DROP TABLE IF EXISTS temp.received_packs") }
    try database.execute(sql: "DROP TABLE IF EXISTS temp.received_packs")
    try database.execute(
      sql: """
        CREATE TEMP TABLE received_packs AS
        SELECT r.*, \(OrderedUnits.value("r.quantity", pack: "r.pack")) AS units
        FROM (
          SELECT s.seq, s.f_order_unit AS unit, s.f_quantity AS quantity,
            \(try receivedPack(of: "s")) AS pack FROM temp.stage_\(stage) s
          WHERE s.broken = 0 AND s.f_quantity IS NOT NULL AND \(OrderedUnits.isPack("s.f_order_unit"))
            AND s.seq NOT IN (\(Self.packedReceipts))
        ) r WHERE r.pack IS NOT NULL
        """)
    try reportUnknown(
      in: stage, field: "quantity", where: "seq IN (SELECT u.seq FROM temp.received_packs u WHERE u.units IS NULL)",
      code: .outOfRange, what: "the number '%s' of packs, or its cost, leaves the range that can be kept",
      remedy: "Correct the number, or the pack of the barcode; a barcode in the quantity column is the usual cause.")
    try noteReceivedPacks(in: stage)
    // From here on they count stock units, so that they are not converted twice.
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) AS s SET f_quantity = u.units, f_order_unit = 'each'
        FROM temp.received_packs u WHERE u.seq = s.seq AND s.broken = 0
        """)
  }

  /// Says of each receipt in packs how many stock units it is.
  private func noteReceivedPacks(in stage: String) throws {
    let code = Problem.Code.packUnit
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, ?, ?, ?, 'quantity', guard_amount(u.quantity, 'quantity'),
          guard_amount(u.quantity, 'quantity') || ' of the unit ''' || u.unit || ''', which is a pack of '
            || guard_amount(u.pack, 'quantity') || ': ' || guard_amount(u.units, 'quantity') || ' stock units',
          ?, s.tbl, s.line, s.record, s.offset
        FROM temp.received_packs u JOIN temp.stage_\(stage) s ON s.seq = u.seq WHERE s.broken = 0 AND u.pack <> 1000
        """, arguments: [stage, code.id, code.severity.rawValue, code.remedy])
  }

  /// SQL for the thousandths of stock units in a pack of what a staged receipt is about: by the order that it names,
  /// else by the supplier's list; without a supplier, by the lists of all where they agree. NULL where nothing says it.
  func receivedPack(of receipt: String) throws -> String {
    let listed = try listedPack(of: "\(receipt).r_sku", supplier: "\(receipt).r_supplier")
    return """
      COALESCE(
        NULLIF(\(orderedPack(of: receipt)), 1000), \(listed),
        CASE WHEN \(receipt).r_supplier IS NULL THEN (
          SELECT CASE WHEN MIN(COALESCE(a.pack_size, 1000)) = MAX(a.pack_size) THEN MIN(a.pack_size) END
          FROM supplier_items a WHERE a.variant_id = \(receipt).r_sku) END)
      """
  }

  /// SQL for the thousandths of stock units that one unit of the order counts which a staged receipt names; NULL where
  /// the shop has no such order, or the order does not have the item.
  func orderedPack(of receipt: String) -> String {
    """
    (SELECT \(OrderedUnits.pack(line: "l", supplier: "o.supplier_id"))
      FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE o.supplier_id = \(receipt).r_supplier AND o.order_number = \(receipt).f_order_number
        AND l.variant_id = \(receipt).r_sku ORDER BY l.id LIMIT 1)
    """
  }
}
