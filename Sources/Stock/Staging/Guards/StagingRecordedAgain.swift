internal import FormatKit
internal import GRDB

/// Records that may be recorded ones once more, or further ones that are equal.
extension StagingArea {
  /// Looks for sales and receipts without a number that are taken for recorded ones, in a file that is not a later export of
  /// the same day: others of that day, which are recorded, are not in it.
  ///
  /// A time of day distinguishes equal sales, so only records with nothing but a day are looked at.
  func findRecordedAgain() throws {
    let sources = kinds.ledger.filter { $0.movement?.kinds != nil }.map { Self.quoted($0.name) }
      .joined(separator: ", ")
    let known = """
      source IN (\(sources)) AND number = '' AND target IS NOT NULL AND mark IS NULL
        AND action = \(PlanAction.unchanged.sql)
      """
    guard staged.hasMovements,
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM temp.merged_movements WHERE \(known))") == true,
      // Offsets of time zones are multiples of a quarter of an hour.
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM temp.merged_movements
            WHERE source IN (\(sources)) AND number = '' AND effective_at % 900000 != 0)
          """) == false
    else { return }
    try add(
      .sameAsRecorded,
      """
      SELECT m.stage_seq AS seq, m.source AS kind, 'document' AS field, '' AS value,
        CASE f.records WHEN 1 THEN '1 record without a number is' ELSE f.records || ' records without a number are' END
          || ' the same as recorded ones of ' || guard_moment(f.effective_at) || ' and would be left out, such as ''' || \(try sku("m.variant"))
          || ''', while ' || (r.records - f.records) || ' recorded of that day '
          || CASE r.records - f.records WHEN 1 THEN 'is' ELSE 'are' END || ' not in the file'
          || COALESCE((
            SELECT '; if it corrects ''' || i.source || ''', say `stockroom imports undo ' || i.id || '`, and import it again'
            FROM movements x JOIN imports i ON i.id = x.import_id WHERE x.id = m.target), '') AS message,
        m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
      FROM (SELECT MIN(seq) AS first, document_kind, party, location, effective_at, COUNT(DISTINCT target) AS records
          FROM temp.merged_movements WHERE \(known) GROUP BY document_kind, party, location, effective_at) f
        JOIN (SELECT d.kind, d.party, x.location_id, x.effective_at, COUNT(*) AS records
          FROM documents d JOIN movements x ON x.document_id = d.id
          WHERE d.number = '' AND \(CancelledMovements.isLive("x")) AND x.reverses IS NULL
            AND x.effective_at IN (SELECT effective_at FROM temp.merged_movements WHERE \(known))
          GROUP BY d.kind, d.party, x.location_id, x.effective_at) r
        ON r.kind = f.document_kind AND r.party = f.party AND r.location_id = f.location
          AND r.effective_at = f.effective_at AND r.records > f.records
        JOIN temp.merged_movements m ON m.seq = f.first
      ORDER BY m.seq
      """)
  }

  /// Looks for receipts of a document that is recorded with the same quantity of the item already, by other lines: such as
  /// a delivery that was booked on the page of its order, and comes once more as the supplier's file.
  func findReceivedAgain() throws {
    guard staged.hasMovements, staged["receipts"] != nil else { return }
    let new = "m.source = 'receipts' AND m.kind = 'receipt' AND m.number <> '' AND m.quantity > 0"
    try add(
      .sameAsRecorded,
      remedy: "If it is the same delivery, leave it out of the file. If it is another one with the same number, "
        + "give it a number of its own in the file. If more came with the same one, accept it with --accept "
        + "\(GuardCode.sameAsRecorded.rawValue).",
      """
      SELECT f.stage_seq AS seq, f.source AS kind, 'quantity' AS field, guard_amount(f.total, 'quantity') AS value,
        guard_amount(f.total, 'quantity') || ' of ''' || \(try sku("f.variant")) || ''' came with receipt ''' || f.number
          || ''' already, recorded by import ' || f.known || '; they would be received once more' AS message,
        f.tbl AS tbl, f.line AS line, f.record AS record, f.offset AS offset
      FROM (
        SELECT m.*, SUM(m.quantity) AS total, MIN(m.seq) AS first, MIN(r.import_id) AS known, r.quantity AS recorded
        FROM temp.merged_movements m JOIN (
          SELECT d.party, d.number, x.variant_id, x.location_id, SUM(x.quantity) AS quantity,
            MIN(x.import_id) AS import_id
          FROM documents d JOIN movements x ON x.document_id = d.id
          WHERE (d.kind, d.party, d.number) IN (
            SELECT m.document_kind, m.party, m.number FROM temp.merged_movements m WHERE \(new))
            AND \(CancelledMovements.isLive("x")) AND x.reverses IS NULL
            AND x.id NOT IN (SELECT t.target FROM temp.merged_movements t WHERE t.target IS NOT NULL)
          GROUP BY d.party, d.number, x.variant_id, x.location_id) r
          ON r.party = m.party AND r.number = m.number AND r.variant_id = m.variant AND r.location_id = m.location
        WHERE \(new) AND m.action = \(PlanAction.create.sql)
        GROUP BY m.party, m.number, m.variant, m.location) f
      WHERE f.total = f.recorded ORDER BY f.first
      """)
  }

  /// Finds the recorded lines of documents whose lines have no numbers and come in another order, or with others between them.
  ///
  /// Only a document that brings all its recorded lines again is matched by content: a line that is missing may have been
  /// corrected, and that is a conflict.
  func matchLinesByContent() throws {
    let isUnnumbered =
      "number != '' AND source != 'stock_levels' AND mark IS NULL AND substr(document_line, 1, 1) = '#'"
    let moved = """
      EXISTS (SELECT 1 FROM movements x WHERE x.id = m.target AND NOT (x.variant_id = m.variant
        AND x.quantity = m.quantity AND x.unit_price IS m.unit_price AND x.unit_cost IS m.unit_cost))
      """
    let hasMoved = try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM temp.merged_movements m
          WHERE m.target IS NOT NULL AND m.action IS NULL AND \(isUnnumbered) AND \(moved))
        """)
    guard hasMoved == true else { return }
    let content = "variant, location, quantity, kind, effective_at, unit_price, unit_cost"
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.moved_documents;
        DROP TABLE IF EXISTS temp.moved_lines;
        CREATE TEMP TABLE moved_documents AS
          SELECT DISTINCT document_kind, party, number FROM temp.merged_movements m
          WHERE m.target IS NOT NULL AND m.action IS NULL AND \(isUnnumbered) AND \(moved);
        CREATE TEMP TABLE moved_lines AS
          SELECT f.seq, f.document_kind, f.party, f.number, r.id FROM (
            SELECT seq, document_kind, party, number, lot, \(content),
              ROW_NUMBER() OVER (PARTITION BY document_kind, party, number, lot, \(content) ORDER BY seq) AS place
            FROM temp.merged_movements m WHERE \(isUnnumbered) AND action IS NULL
              AND (document_kind, party, number) IN (SELECT document_kind, party, number FROM temp.moved_documents)) f
          JOIN (
            SELECT d.kind AS document_kind, d.party, d.number, l.lot, x.id, x.variant_id AS variant,
              x.location_id AS location, x.quantity, x.kind, x.effective_at, x.unit_price, x.unit_cost,
              ROW_NUMBER() OVER (PARTITION BY d.kind, d.party, d.number, l.lot, x.variant_id, x.location_id, x.quantity,
                x.kind, x.effective_at, x.unit_price, x.unit_cost ORDER BY x.id) AS place
            FROM documents d JOIN movements x ON x.document_id = d.id LEFT JOIN lots l ON l.id = x.lot_id
            WHERE (d.kind, d.party, d.number) IN (SELECT document_kind, party, number FROM temp.moved_documents)
              AND substr(x.document_line, 1, 1) = '#' AND \(CancelledMovements.isLive("x")) AND x.reverses IS NULL) r
          ON r.document_kind = f.document_kind AND r.party = f.party AND r.number = f.number AND r.lot IS f.lot
            AND r.variant = f.variant AND r.location = f.location AND r.quantity = f.quantity AND r.kind = f.kind
            AND r.effective_at = f.effective_at AND r.unit_price IS f.unit_price AND r.unit_cost IS f.unit_cost
            AND r.place = f.place;
        CREATE INDEX temp.moved_lines_key ON moved_lines (document_kind, party, number);
        CREATE INDEX temp.moved_lines_seq ON moved_lines (seq);
        -- Documents of which a recorded line is not in the file.
        DELETE FROM temp.moved_documents AS k WHERE (SELECT COUNT(*) FROM documents d JOIN movements x ON x.document_id = d.id
            WHERE d.kind = k.document_kind AND d.party = k.party AND d.number = k.number
              AND \(CancelledMovements.isLive("x")) AND x.reverses IS NULL)
          != (SELECT COUNT(*) FROM temp.moved_lines l
            WHERE l.document_kind = k.document_kind AND l.party = k.party AND l.number = k.number);
        UPDATE temp.merged_movements AS m SET
          target = (SELECT l.id FROM temp.moved_lines l WHERE l.seq = m.seq),
          document_line = COALESCE((SELECT x.document_line FROM temp.moved_lines l JOIN movements x ON x.id = l.id
            WHERE l.seq = m.seq), document_line || '+')
        WHERE \(isUnnumbered) AND action IS NULL
          AND (document_kind, party, number) IN (SELECT document_kind, party, number FROM temp.moved_documents);
        -- Further lines are numbered after the recorded ones.
        UPDATE temp.merged_movements AS m SET document_line = '#' || (p.place
            + (SELECT MAX(CAST(substr(x.document_line, 2) AS INTEGER)) FROM documents d
              JOIN movements x ON x.document_id = d.id
              WHERE d.kind = m.document_kind AND d.party = m.party AND d.number = m.number))
        FROM (SELECT seq, ROW_NUMBER() OVER (PARTITION BY document_kind, party, number ORDER BY seq) AS place
          FROM temp.merged_movements WHERE document_line LIKE '#%+' AND (document_kind, party, number) IN (
            SELECT document_kind, party, number FROM temp.moved_documents)) p
        WHERE p.seq = m.seq;
        """)
  }
}

extension StagingArea {
  /// Looks for new sales and receipts of days before a stock level that an import has set since: it most likely had counted them,
  /// and would be changed by them once more.
  ///
  /// A level of the night is one of the evening before.
  func findBeforeLevels() throws {
    guard staged.hasMovements else { return }
    let sources = kinds.ledger.filter { $0.movement?.kinds != nil }.map { Self.quoted($0.name) }.joined(separator: ", ")
    let new = "source IN (\(sources)) AND action = \(PlanAction.create.sql)"
    guard
      let first = try Int64.fetchOne(
        database, sql: "SELECT MIN(effective_at) FROM temp.merged_movements WHERE \(new)"),
      let last = try Int64.fetchOne(
        database,
        sql: """
          SELECT MAX(x.effective_at) FROM documents d JOIN movements x ON x.document_id = d.id WHERE d.kind = 'stock-level'
          """), first < last
    else { return }
    let night: Int64 = 6 * 3_600_000
    let level = """
      (SELECT MAX(x.effective_at) FROM movements x JOIN documents d ON d.id = x.document_id
        WHERE x.variant_id = m.variant AND x.location_id = m.location AND x.effective_at > m.effective_at
          AND d.kind = 'stock-level' AND \(CancelledMovements.isLive("x")))
      """
    try add(
      .beforeStockLevel,
      """
      SELECT f.stage_seq AS seq, f.source AS kind, 'effective_at' AS field, CAST(f.records AS TEXT) AS value,
        CASE f.records WHEN 1 THEN '1 of the ' || f.source || ' is of a day' ELSE f.records || ' of the ' || f.source
            || ' are of days' END || ' before the stock that an import has set for the same items, such as ''' || \(try sku("f.variant"))
          || ''' of ' || guard_moment(f.effective_at) || ', whose stock was set as of ' || guard_moment(f.later)
          || '; the stock would change by them once more' AS message,
        f.tbl AS tbl, f.line AS line, f.record AS record, f.offset AS offset
      FROM (SELECT m.*, COUNT(*) AS records, MIN(m.seq) AS first
          FROM (SELECT m.*, \(level) AS later FROM temp.merged_movements m
            WHERE \(new) AND m.variant IS NOT NULL AND m.effective_at < \(last)) m
          WHERE guard_day(m.effective_at) < guard_day(m.later - \(night)) GROUP BY m.source) f
      ORDER BY f.first
      """)
  }
}
