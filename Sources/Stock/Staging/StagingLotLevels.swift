internal import GRDB
internal import RetailValues

/// Stock levels by lot: the remaining stock of a lot is compared; issues without a lot are taken from lots that expire first.
extension StagingArea {
  /// Makes `temp.lot_levels`: the earlier stock of each lot for which the file gives a level, in one or more rows for each.
  ///
  /// A level without a lot is that of all lots. If the same file has levels of lots of the item at the location, it is
  /// that of the stock without a lot. All lots are computed at once: one by one, an item with many lots would be
  /// scanned for each.
  func findLotLevels() throws {
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.lot_levels;
        CREATE TEMP TABLE lot_levels (seq INTEGER NOT NULL, quantity INTEGER NOT NULL);
        """)
    let hasLots = try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM temp.merged_movements WHERE source = 'stock_levels' AND lot IS NOT NULL)
        """)
    guard hasLots == true else { return }
    try database.execute(
      sql: """
        UPDATE temp.merged_movements AS m SET lot_id = CASE WHEN lot IS NULL THEN 0
          ELSE COALESCE((SELECT l.id FROM lots l WHERE l.variant_id = m.variant AND l.lot = m.lot), -1) END
        WHERE source = 'stock_levels' AND (variant, location) IN (
          SELECT variant, location FROM temp.merged_movements WHERE source = 'stock_levels' AND lot IS NOT NULL);
        CREATE INDEX temp.merged_movements_lot ON merged_movements (variant, location, lot_id)
          WHERE source = 'stock_levels' AND lot_id IS NOT NULL;
        """)
    for (table, lot, quantity, condition) in [
      ("movements", "COALESCE(x.lot_id, 0)", "x.quantity", CancelledMovements.isLive("x")),
      ("lot_issues", "x.lot_id", "x.quantity", "1"), ("lot_issues", "0", "-x.quantity", "1"),
    ] {
      try database.execute(
        sql: """
          INSERT INTO temp.lot_levels
          SELECT m.seq, SUM(\(quantity)) FROM (
            SELECT DISTINCT variant FROM temp.merged_movements WHERE source = 'stock_levels' AND lot_id IS NOT NULL
          ) v CROSS JOIN \(table) x ON x.variant_id = v.variant
            CROSS JOIN temp.merged_movements m ON m.variant = x.variant_id AND m.location = x.location_id
              AND m.lot_id = \(lot) AND m.source = 'stock_levels' AND m.lot_id IS NOT NULL
          WHERE x.effective_at <= m.effective_at AND \(condition) GROUP BY m.seq
          """)
    }
    try database.execute(
      sql: """
        DROP INDEX temp.merged_movements_lot;
        CREATE INDEX temp.lot_levels_by_seq ON lot_levels (seq);
        """)
  }
}

extension StagingArea {
  /// Looks for lots that are new at a location where the item is in stock without a lot: they are most likely a part of it.
  func findAddedLots() throws {
    guard staged.hasMovements,
      try Bool.fetchOne(
        database,
        sql: "SELECT EXISTS (SELECT 1 FROM temp.merged_movements WHERE source = 'stock_levels' AND lot IS NOT NULL)")
        == true
    else { return }
    func loose(_ table: String, _ condition: String) -> String {
      """
      COALESCE((SELECT SUM(x.quantity) FROM \(table) x WHERE x.variant_id = f.variant AND x.location_id = f.location
        AND x.effective_at <= f.moment AND \(condition)), 0)
      """
    }
    try add(
      .lotsAdded,
      """
      SELECT m.stage_seq AS seq, m.source AS kind, 'lot' AS field, m.lot AS value,
        '''' || \(try sku("m.variant")) || ''' has ' || guard_amount(f.loose, 'quantity') || ' in stock without a lot, and '
          || guard_amount(f.lots, 'quantity') || ' of lots such as ''' || m.lot || ''' would be added to it' AS message,
        m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
      FROM (SELECT f.*, \(loose("movements", "x.lot_id IS NULL AND \(CancelledMovements.isLive("x"))"))
          - \(loose("lot_issues", "1")) AS loose
        FROM (SELECT MIN(seq) AS first, variant, location, SUM(level) AS lots, MAX(effective_at) AS moment
          FROM temp.merged_movements WHERE source = 'stock_levels' AND lot IS NOT NULL AND kind = 'opening' AND level > 0
            AND corrects IS NULL AND action \(PlanAction.isWrittenSQL) GROUP BY variant, location) f) f
      JOIN temp.merged_movements m ON m.seq = f.first
      WHERE f.loose > 0 AND (f.variant, f.location) NOT IN (SELECT o.variant, o.location FROM temp.merged_movements o
        WHERE o.source = 'stock_levels' AND o.lot IS NULL AND o.variant IS NOT NULL AND o.location IS NOT NULL)
      ORDER BY m.seq
      """)
  }
}
