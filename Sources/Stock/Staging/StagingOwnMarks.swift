internal import GRDB

extension RefusedRecord {
  /// How many digits of the hash of its source a mark begins with.
  static let hashDigits = 12

  /// The mark by which the record is recognised when it comes again: its own, or the hash of the source with its position.
  ///
  /// - Parameter sha256: the hash of the source.
  public func mark(inSource sha256: String) -> String {
    mark ?? Self.markPrefix(sha256) + "\(position.table).\(position.record)" + (ordinal.map { ":\($0)" } ?? "")
  }

  /// The beginning of the marks of all records of a source.
  static func markPrefix(_ sha256: String) -> String { "\(sha256.prefix(hashDigits))." }
}

/// A record that was left out can come again in two ways: in the reject file, and with its source. It is recorded once.
extension StagingArea {
  /// Gives the records of a source, of which an import left some out, the marks that they have in its reject file.
  ///
  /// Such a mark does not change how a record without a number is identified. It finds a record that the reject file has brought
  /// with other content, and is stored with the movement, so that the reject file finds that.
  func markOwnRecords(_ context: StagingContext) throws {
    guard let hash = context.sourceSHA256 else { return }
    let prefix = RefusedRecord.markPrefix(hash)
    let isKnown = try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM imports WHERE file_sha256 = ? AND operation = 'import' AND rejected > 0)
          OR EXISTS (SELECT 1 FROM taken_marks WHERE mark > ? AND mark < ?)
        """, arguments: [hash, prefix, String(prefix.dropLast()) + "/"])
    guard isKnown == true else { return }
    // Where a record of the source makes several movements, its mark does not say which of them is meant.
    try database.execute(
      sql: """
        UPDATE temp.merged_movements SET own_mark = ? || tbl || '.' || record
        WHERE mark IS NULL AND number = '' AND source != 'stock_levels' AND (tbl, record) IN (
          SELECT m.tbl, m.record FROM temp.merged_movements m WHERE NOT (\(Self.isArrival))
          GROUP BY m.tbl, m.record HAVING COUNT(*) = 1)
        """, arguments: [prefix])
  }

  /// SQL that finds the recorded movements of records with a mark of their source, unless they are found by their content. Of
  /// equal records, which are numbered, any may be any.
  static let takenByOwnMark = """
    UPDATE temp.merged_movements AS m SET target = x.id
    FROM taken_marks k JOIN movements x ON x.id = k.movement_id JOIN documents d ON d.id = x.document_id
    WHERE m.own_mark IS NOT NULL AND m.action IS NULL AND k.mark = m.own_mark AND k.is_arrival = (\(isArrival))
      AND d.kind = m.document_kind AND \(CancelledMovements.isLive("x"))
      AND (m.target IS NULL OR \(content(of: "x")) != \(content(of: "m")));
    """

  /// SQL for whether the mark of a record of its source leads to a recorded movement. It keeps leading there: of equal
  /// records, the one that the reject file has brought can be undone by itself, and then the mark finds nothing.
  static let isTakenByOwnMark = """
    EXISTS (SELECT 1 FROM taken_marks k JOIN movements x ON x.id = k.movement_id
      WHERE k.mark = m.own_mark AND k.is_arrival = (\(isArrival)) AND \(CancelledMovements.isLive("x")))
    """

  /// SQL for the content of a record without a number, by its name: without the number of equal ones, which the second
  /// half of a transfer has before ` in`.
  private static func content(of movement: String) -> String {
    "rtrim(rtrim(\(movement).document_line, ' in'), '0123456789')"
  }
}

extension StagingArea {
  /// Looks for records of a reject file that may be recorded already: since the import that left them out, another file has
  /// brought the same item at the same place and time, such as the sender's corrected one.
  ///
  /// What is known by a mark is another record, or is found by it.
  func findRecordedSince() throws {
    let marked = """
      m.mark IS NOT NULL AND m.number = '' AND m.action = \(PlanAction.create.sql) AND NOT (\(Self.isArrival))
      """
    guard staged.hasMovements,
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM temp.merged_movements m WHERE \(marked))") == true
    else { return }
    let digits = RefusedRecord.hashDigits
    try add(
      .recordedSince,
      """
      SELECT m.stage_seq AS seq, m.source AS kind, 'document' AS field, CAST(f.records AS TEXT) AS value,
        CASE f.records WHEN 1 THEN '1 record was' ELSE f.records || ' records were' END || ' left out of import ' || f.left_out
          || ', and import ' || f.later || ' has recorded the same item at the same place and time since: '''
          || \(try sku("m.variant")) || ''' of ' || guard_moment(m.effective_at) AS message,
        m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
      FROM (SELECT MIN(m.seq) AS first, a.id AS left_out, x.import_id AS later, COUNT(DISTINCT m.seq) AS records
          FROM temp.merged_movements m
            JOIN (SELECT substr(file_sha256, 1, \(digits)) AS origin, MIN(id) AS id FROM imports
              WHERE operation = 'import' AND rejected > 0 GROUP BY 1) a ON a.origin = substr(m.mark, 1, \(digits))
            -- In this order: the few records lead to the movements.
            CROSS JOIN movements x ON x.variant_id = m.variant AND x.effective_at = m.effective_at
              AND x.location_id = m.location
            CROSS JOIN documents d ON d.id = x.document_id
            CROSS JOIN imports i ON i.id = x.import_id
          WHERE \(marked) AND i.id > a.id AND substr(i.file_sha256, 1, \(digits)) != a.origin
            AND d.kind = m.document_kind AND d.party = m.party AND d.number = '' AND x.reverses IS NULL
            AND \(CancelledMovements.isLive("x"))
            AND x.id NOT IN (SELECT movement_id FROM taken_marks)
          GROUP BY a.id, x.import_id) f
        JOIN temp.merged_movements m ON m.seq = f.first
      ORDER BY m.seq, f.later
      """)
  }
}
