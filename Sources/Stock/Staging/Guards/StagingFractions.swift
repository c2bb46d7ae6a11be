internal import GRDB

/// Fractions of items that are kept in pieces.
extension StagingArea {
  /// How many recorded movements, all of them whole, show that an item without a unit is kept in pieces.
  private static let wholeMovements = 10

  /// Finds quantities with a fraction of items that are kept in pieces, such as by a decimal mark in the wrong place.
  ///
  /// Many shops keep goods by weight and give no unit. So an item without a unit counts as one of pieces only after
  /// several recorded movements, and an item of which a fraction is recorded is not asked about. A quantity that was typed for
  /// one item is asked about without such movements too: the person who typed it knows.
  func findFractionsOfPieces(_ context: StagingContext) throws {
    let found = try quantitiesWithFractions(context)
    let wholeMovements = context.areQuantitiesTyped ? 0 : Self.wholeMovements
    guard !found.isEmpty else { return }
    let fractions = found.joined(separator: " UNION ALL ")
    // Most files have none, and then nothing is looked up.
    guard try Bool.fetchOne(database, sql: "SELECT EXISTS (\(fractions))") == true else { return }
    let (product, unit) = try productAndUnit(of: "q.variant")
    let recorded = "FROM movements x WHERE x.variant_id = q.variant AND \(CancelledMovements.isLive("x"))"
    try add(
      .fractionOfPiece,
      """
      WITH fractions AS MATERIALIZED (\(fractions)),
        pieces AS MATERIALIZED (
          SELECT q.variant, q.unit, EXISTS (SELECT 1 \(recorded)) AS is_recorded FROM (
            SELECT q.variant, \(unit) AS unit FROM (
              SELECT q.variant, \(product) AS product FROM (SELECT DISTINCT f.variant FROM fractions f) q) q) q
          WHERE (q.unit = 'each' OR q.unit IS NULL
              AND (SELECT COUNT(*) FROM (SELECT 1 \(recorded) LIMIT \(wholeMovements))) = \(wholeMovements))
            AND NOT EXISTS (SELECT 1 \(recorded) AND x.quantity % 1000 <> 0))
      SELECT f.seq AS seq, f.kind AS kind, f.field AS field, guard_amount(f.amount, 'quantity') AS value,
        'the quantity ' || guard_amount(f.amount, 'quantity')
          || CASE f.pack WHEN 1000 THEN '' ELSE ' × ' || guard_amount(f.pack, 'quantity') END || ' of '''
          || \(try sku("f.variant")) || ''' has a fraction, and ' || CASE WHEN p.unit = 'each'
            THEN 'the item is kept in pieces' WHEN p.is_recorded
            THEN 'all recorded movements of the item are whole' ELSE 'the item has no unit' END AS message,
        f.tbl AS tbl, f.line AS line, f.record AS record, f.offset AS offset
      FROM fractions f JOIN pieces p ON p.variant = f.variant ORDER BY f.tbl, f.record, f.seq
      """)
  }

  /// SQL for new and changed quantities that are not whole stock units, a query for each table that may have some.
  private func quantitiesWithFractions(_ context: StagingContext) throws -> [String] {
    var queries: [String] = []
    if staged.hasMovements {
      // Prices as quantities are asked about already.
      queries.append(
        """
        SELECT m.source AS kind, 'quantity' AS field, m.stage_seq AS seq, m.variant AS variant,
          ABS(COALESCE(m.level, m.quantity)) AS amount, 1000 AS pack, m.tbl, m.line, m.record, m.offset
        FROM temp.merged_movements m
        WHERE \(Self.isWrittenOnce) AND COALESCE(m.level, m.quantity) % 1000 <> 0
          AND NOT EXISTS (SELECT 1 FROM temp.problems p WHERE p.code = '\(GuardCode.priceAsQuantity.rawValue)')
        """)
    }
    if staged.isMerged("count_lines") {
      queries.append(
        """
        SELECT 'count_lines' AS kind, 'counted_quantity' AS field, m.seq AS seq, m.variant AS variant,
          m.quantity AS amount, 1000 AS pack, m.tbl, m.line, m.record, m.offset
        FROM temp.merged_count_lines m WHERE m.action \(PlanAction.isWrittenSQL) AND m.quantity % 1000 <> 0
        """)
    }
    if gives("order_lines", "order_quantity"), try hasChanges("order_lines") {
      let listed = try listedPack(of: "m.variant", supplier: "m.supplier_id")
      let pack = OrderedUnits.pack(line: "m", of: "m.variant", listed: listed)
      // A list may order half a case. Who types it is asked: suppliers sell whole ones.
      let partsOfPacks = context.areQuantitiesTyped ? " OR m.quantity % 1000 <> 0" : ""
      queries.append(
        """
        SELECT 'order_lines' AS kind, 'order_quantity' AS field, m.seq AS seq, m.variant AS variant,
          m.quantity AS amount, m.pack AS pack, s.tbl, s.line, s.record, s.offset
        FROM (SELECT m.*, \(pack) AS pack FROM (\(changedOrderLines)) m) m
          JOIN temp.stage_order_lines s ON s.seq = m.seq
        WHERE (\(OrderedUnits.value("m.quantity", pack: "m.pack"))) % 1000 <> 0\(partsOfPacks)
        """)
    }
    return queries
  }

  /// SQL for the product of an item, and for the unit of the product in `q.product`, as they are after the import.
  private func productAndUnit(of variant: String) throws -> (product: String, unit: String) {
    var product = "(SELECT v.product_id FROM variants v WHERE v.id = \(variant))"
    if staged.isMerged("variants") {
      try addIndex("merged_variants", "target")
      product = """
        COALESCE((SELECT n.r_product_code FROM temp.merged_variants n WHERE n.target = \(variant)), \(product))
        """
    }
    var unit = "(SELECT p.stock_unit FROM products p WHERE p.id = q.product)"
    if gives("products", "stock_unit") {
      try addIndex("merged_products", "target")
      unit = "COALESCE((SELECT n.f_stock_unit FROM temp.merged_products n WHERE n.target = q.product), \(unit))"
    }
    return (product, unit)
  }
}
