/// Orders that the shop has made itself, and that a file would change.
extension StagingArea {
  /// Finds lines of such orders whose quantity, unit, pack size or item a file changes, and lines that it adds.
  ///
  /// A supplier's confirmation that is taken for the order itself would replace what was ordered. An order that came from a
  /// file is changed by the next one of its sender without a question.
  func findChangedOrders() throws {
    guard gives("order_lines", "order_quantity"), try hasChanges("order_lines"), try !isEmpty("orders"),
      let order = kinds["order_lines"]?.columns.first(where: { $0.reference == .document("orders") })?.staged
    else { return }
    let unit = gives("order_lines", "order_unit") ? "COALESCE(m.f_order_unit, t.order_unit)" : "t.order_unit"
    let item = "COALESCE(m.r_sku, t.variant_id)"
    // The pack of the line so far, whether the line or the supplier's list says it.
    let pack = OrderedUnits.pack(line: "t", supplier: "o.supplier_id")
    let isRepacked = gives("order_lines", "pack_size") ? "(t.id IS NOT NULL AND m.f_pack_size <> \(pack))" : "0"
    func amount(_ quantity: String, _ unit: String, pack: String? = nil, of variant: String) throws -> String {
      let packs = pack.map { "|| CASE WHEN \(isRepacked) THEN ' × ' || guard_amount(\($0), 'quantity') ELSE '' END" }
      return """
        guard_amount(\(quantity), 'quantity') || COALESCE(' ' || NULLIF(\(unit), ''), '') \(packs ?? "")
          || ' of ''' || \(try sku(variant)) || ''''
        """
    }
    let before = try amount("t.order_quantity", "t.order_unit", pack: pack, of: "t.variant_id")
    let after = try amount("m.f_order_quantity", unit, pack: "m.f_pack_size", of: item)
    try add(
      .orderChanged,
      """
      WITH own (id) AS (\(ShopDatabase.ownOrders))
      SELECT \(Self.place), 'order_lines' AS kind, 'order_quantity' AS field,
        guard_amount(m.f_order_quantity, 'quantity') AS value,
        'line ''' || COALESCE(t.line, s.f_line) || ''' of order ''' || o.order_number
          || ''', which the shop has made itself, '
          || CASE WHEN t.id IS NULL
            THEN 'would be added: ' || \(try amount("m.f_order_quantity", unit, of: item))
            ELSE 'would change from ' || \(before) || ' to ' || \(after) END AS message
      FROM temp.merged_order_lines m JOIN temp.stage_order_lines s ON s.seq = m.seq
        JOIN main.orders o ON o.id = m.\(order) LEFT JOIN main.order_lines t ON t.id = m.target
      WHERE m.action \(PlanAction.isWrittenSQL) AND m.f_order_quantity IS NOT NULL AND o.id IN (SELECT id FROM own)
        AND (t.id IS NULL OR t.order_quantity IS NOT m.f_order_quantity OR t.variant_id IS NOT \(item)
          OR \(unit) IS NOT t.order_unit OR \(isRepacked))
      ORDER BY m.seq
      """)
  }
}
