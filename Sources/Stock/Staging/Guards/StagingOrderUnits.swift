/// Orders that may count packs or pieces.
extension StagingArea {
  /// Finds quantities of orders whose unit is not clear, of items that the supplier's list has in packs.
  func findOrdersInPacks() throws {
    try findStoredOrdersInPacks()
    guard gives("order_lines", "order_quantity"), try hasChanges("order_lines"),
      try gives("supplier_items", "pack_size") || !isEmpty("supplier_items")
    else { return }
    try addOrdersInPacks(where: "m.order_unit IS NULL", saying: "''")
    try addOrdersInPacks(
      where: "m.order_unit IS NOT NULL AND \(OrderedUnits.isUnclear("m.order_unit", of: "m.variant"))",
      saying: "'the unit ''' || m.order_unit || ''' is neither a piece nor a known pack: '",
      remedy: "Write each or case in place of the unit, in the file or with a value map in its profile; if it is a "
        + "pack, accept it with --accept \(GuardCode.packsOrPieces.rawValue).")
  }

  /// Adds new and changed quantities of orders, which are taken for packs, and the file may count pieces.
  ///
  /// - Parameters:
  ///   - condition: SQL for which lines are meant
  ///   - unit: SQL for what is said of the unit
  ///   - remedy: what to do; nil for the remedy of the guard
  private func addOrdersInPacks(where condition: String, saying unit: String, remedy: String? = nil) throws {
    let pack = try listedPack(of: "m.variant", supplier: "m.supplier_id")
    try add(
      .packsOrPieces, remedy: remedy,
      """
      SELECT \(Self.place), 'order_lines' AS kind, 'order_quantity' AS field, \(Self.amount("m.quantity")) AS value,
        \(unit) || \(Self.amount("m.quantity")) || ' of ''' || \(try sku("m.variant")) || ''' ordered: '
          || \(Self.amount("m.quantity")) || ' × pack of ' || \(Self.amount("m.pack")) || ' = '
          || \(Self.amount("m.units")) || ' ' || m.unit
          || ', by the list of supplier ''' || COALESCE(m.supplier, s.f_supplier, '')
          || '''; if the file counts ' || m.unit
          || CASE WHEN m.quantity % m.pack = 0
            THEN ', it is ' || \(Self.amount("m.quantity / m.pack * 1000")) || ' × pack of ' || \(Self.amount("m.pack"))
            ELSE ', it is not a whole number of packs' END AS message
      FROM (
        SELECT m.*, \(OrderedUnits.value("m.quantity", pack: "m.pack")) AS units,
          (SELECT p.code FROM suppliers p WHERE p.id = m.supplier_id) AS supplier,
          COALESCE((SELECT NULLIF(p.stock_unit, 'each') FROM variants v JOIN products p ON p.id = v.product_id
            WHERE v.id = m.variant), 'pieces') AS unit
        FROM (
          SELECT m.*, \(pack) AS pack FROM (\(changedOrderLines)) m WHERE m.pack_size IS NULL AND \(condition)
        ) m
        WHERE m.pack > 0 AND m.pack <> 1000
      ) m JOIN temp.stage_order_lines s ON s.seq = m.seq
      WHERE m.units IS NOT NULL ORDER BY m.seq
      """)
  }

  /// Finds stored lines of orders whose unit is not clear, of items of which the supplier's list had no pack and now
  /// has one. Each of them would count another quantity than before.
  private func findStoredOrdersInPacks() throws {
    guard gives("supplier_items", "pack_size"), try hasChanges("supplier_items"), try !isEmpty("order_lines") else {
      return
    }
    try addIndex("merged_supplier_items", "r_sku")
    // There may be many more items in the list than lines of orders.
    try add(
      .packsOrPieces,
      remedy: "If the order counts pieces, undo its import, import it with the unit each, and then this list; "
        + "if it counts packs, accept that with --accept \(GuardCode.packsOrPieces.rawValue).",
      """
      SELECT \(Self.place), 'supplier_items' AS kind, 'pack_size' AS field, \(Self.amount("m.pack")) AS value,
        'the list has ''' || \(try sku("m.variant_id")) || ''' in packs of ' || \(Self.amount("m.pack"))
          || ': line ''' || m.line || ''' of order ''' || m.order_number
          || ''', whose unit is not clear, would count ' || \(Self.amount("m.units")) || ' instead of '
          || \(Self.amount("m.quantity")) AS message
      FROM (
        SELECT m.*, \(OrderedUnits.value("m.quantity", pack: "m.pack")) AS units
        FROM (
          SELECT n.seq, l.id, l.line, l.variant_id, l.order_quantity AS quantity, o.order_number,
            MIN(n.f_pack_size) AS pack
          FROM main.order_lines l CROSS JOIN main.orders o CROSS JOIN temp.merged_supplier_items n
          WHERE o.id = l.order_id AND n.r_sku = l.variant_id AND n.r_supplier = o.supplier_id
            AND l.pack_size IS NULL AND l.closed_on IS NULL AND l.order_quantity > 0
            AND n.action \(PlanAction.isWrittenSQL) AND n.f_pack_size <> 1000
            AND \(OrderedUnits.isUnclear("l.order_unit", of: "l.variant_id"))
            AND \(OrderedUnits.listed(of: "l.variant_id", supplier: "o.supplier_id")) IS NULL
          GROUP BY l.id
        ) m
      ) m JOIN temp.stage_supplier_items s ON s.seq = m.seq
      WHERE m.units IS NOT NULL ORDER BY m.seq, m.id
      """)
  }

  private static func amount(_ value: String) -> String { "guard_amount(\(value), 'quantity')" }

  /// SQL for the new lines of orders and those whose quantity, unit or item changes, with the unit and the pack size
  /// that each then has.
  var changedOrderLines: String {
    func given(_ field: String) -> String { gives("order_lines", field) ? "m.f_\(field)" : "NULL" }
    return """
      SELECT m.seq, m.f_order_quantity AS quantity, m.r_sku AS variant, s.r_supplier AS supplier_id,
        COALESCE(\(given("pack_size")), t.pack_size) AS pack_size,
        COALESCE(\(given("order_unit")), t.order_unit) AS order_unit
      FROM temp.merged_order_lines m JOIN temp.stage_order_lines s ON s.seq = m.seq
        LEFT JOIN main.order_lines t ON t.id = m.target
      WHERE m.action \(PlanAction.isWrittenSQL) AND m.f_order_quantity > 0
        AND (t.order_quantity IS NOT m.f_order_quantity OR t.variant_id IS NOT m.r_sku
          OR COALESCE(\(given("order_unit")), t.order_unit) IS NOT t.order_unit)
      """
  }

  /// SQL for the thousandths of stock units in a pack by the supplier's list, as it is after the import.
  func listedPack(of variant: String, supplier: String) throws -> String {
    let stored = OrderedUnits.listed(of: variant, supplier: supplier)
    guard gives("supplier_items", "pack_size") else { return stored }
    try addIndex("merged_supplier_items", "r_sku")
    return """
      COALESCE((SELECT MIN(n.f_pack_size) FROM temp.merged_supplier_items n
        WHERE n.r_sku = \(variant) AND n.r_supplier = \(supplier)), \(stored))
      """
  }
}
