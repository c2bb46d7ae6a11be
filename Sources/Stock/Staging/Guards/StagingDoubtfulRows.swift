internal import GRDB

/// Rows that may be notes or charges, which are a question if they make new items.
extension StagingArea {
  static let doubtfulRows = """
    CREATE TEMP TABLE doubtful_rows (
      code TEXT, field TEXT, value TEXT, message TEXT, remedy TEXT, tbl INTEGER, record INTEGER,
      PRIMARY KEY (tbl, record)) WITHOUT ROWID
    """

  /// Keeps the question about a row until it is known whether it makes a new item.
  public func addDoubt(_ doubt: StagedProblem) throws {
    let statement = try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO temp.doubtful_rows VALUES (?, ?, ?, ?, ?, ?, ?)")
    try statement.execute(arguments: [
      doubt.code, doubt.field, doubt.value, doubt.message, doubt.remedy, doubt.position.table, doubt.position.record,
    ])
  }

  /// Asks about the unclear rows that describe items the shop does not have.
  func findDoubtfulItems(_ limits: GuardLimits) throws {
    guard staged.isMerged("variants"), try hasChanges("variants"),
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM temp.doubtful_rows)") == true
    else { return }
    for code in [GuardCode.chargeAsItem, .noteAsItem] where limits[code] != nil {
      try add(
        code,
        """
        SELECT \(Self.place), 'variants' AS kind, d.field AS field, d.value AS value, d.message AS message
        FROM temp.doubtful_rows d JOIN temp.stage_variants s ON s.tbl = d.tbl AND s.record = d.record
          JOIN temp.merged_variants m ON m.seq = s.seq
        WHERE d.code = '\(code.rawValue)' AND s.implied = 0 AND m.action = \(PlanAction.create.sql) ORDER BY s.seq
        """)
    }
  }
}
