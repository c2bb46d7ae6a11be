internal import FormatKit
internal import GRDB
internal import ProblemKit

/// A record of the source that is left out of an import, on its way into the reject file.
public struct RefusedRecord: Sendable {
  public let position: StagedPosition
  /// The position of the record among those of its document that have no line of their own, from 1; nil when it is unknown.
  public let ordinal: Int?
  /// The mark that the record already has, from an earlier reject file.
  public let mark: String?
  /// The problems of the record: messages with their codes.
  public let reasons: [String]
}

/// Leaving out the records of a source that cannot be taken, so that the others can.
extension StagingArea {
  /// Takes every record of the source with an error out, whole: all that would have been made of it, and the records that
  /// depend on it. Then everything is compared again, until the remaining records have no errors.
  ///
  /// - Returns: how many records of the source are left out.
  public func refuseFaultyRecords(_ context: StagingContext) throws -> Int {
    try database.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS refused (
          tbl INTEGER, record INTEGER, line INTEGER, offset INTEGER, PRIMARY KEY (tbl, record)) WITHOUT ROWID
        """)
    var refused = 0
    while true {
      try refuseDocumentsWhole()
      try noteSiblings(context)
      try noteDependants()
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO temp.refused (tbl, record, line, offset)
          SELECT tbl, record, line, MAX(offset) FROM temp.problems WHERE severity = 'error' GROUP BY tbl, record
          """)
      let total = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM temp.refused") ?? 0
      guard total > refused else { return refused }
      refused = total
      try forgetComparison()
      for kind in staged.names {
        try database.execute(
          sql: """
            UPDATE temp.stage_\(kind) SET broken = 1
            WHERE broken = 0 AND (tbl, record) IN (SELECT tbl, record FROM temp.refused)
            """)
        if database.changesCount > 0 { staged[kind]?.hasBroken = true }
      }
      try resolve(context)
    }
  }

  /// The tables of the source with records that were left out, and a way to look one up by table and number.
  public func refusals() throws -> (tables: Set<Int>, find: (_ table: Int, _ record: Int) throws -> RefusedRecord?) {
    try prepareRefusals()
    let tables = try Int.fetchSet(database, sql: "SELECT DISTINCT tbl FROM temp.refused")
    let statement = try database.makeStatement(sql: Self.refusals + " WHERE r.tbl = ? AND r.record = ?")
    let database = database
    return (
      tables,
      { table, record in
        try Row.fetchOne(statement, arguments: [table, record]).map { try Self.refusedRecord($0, database) }
      }
    )
  }

  /// The records that were left out, one with each call, in the order of the source; nil when there are no more.
  public func refusedRecords() throws -> () throws -> RefusedRecord? {
    try prepareRefusals()
    let rows = try Row.fetchCursor(
      database, sql: Self.refusals + " WHERE r.record > 0 ORDER BY r.offset, r.tbl, r.record")
    let database = database
    return { try rows.next().map { try Self.refusedRecord($0, database) } }
  }

  private static func refusedRecord(_ row: Row, _ database: Database) throws -> RefusedRecord {
    let reasons = try String.fetchAll(
      database, sql: "SELECT value FROM json_each(?)", arguments: [row["reasons"] as String? ?? "[]"])
    return RefusedRecord(position: position(row), ordinal: row["ordinal"], mark: row["mark"], reasons: reasons)
  }

  private func prepareRefusals() throws {
    try database.execute(
      sql: """
        CREATE TEMP TABLE refused_lines (tbl INTEGER, record INTEGER, ordinal INTEGER, mark TEXT, PRIMARY KEY (tbl, record));
        CREATE INDEX IF NOT EXISTS temp.problems_by_record ON problems (tbl, record);
        """)
    for kind in kinds.ledger where staged[kind.name] != nil {
      guard let rule = kind.movement else { continue }
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO temp.refused_lines SELECT tbl, record, ordinal, f_mark FROM (
            SELECT tbl, record, broken, f_mark, CASE WHEN f_document IS NOT NULL AND f_line IS NULL
              THEN \(Self.ordinal(by: rule)) END AS ordinal FROM temp.stage_\(kind.name))
          WHERE broken = 1
          """)
    }
  }

  private static let refusals = """
    SELECT r.*, l.ordinal, l.mark, (
      SELECT json_group_array(place || message || ' [' || code || ']') FROM (
        SELECT \(documentPlace) AS place, p.message, p.code FROM temp.problems p
        WHERE p.tbl = r.tbl AND p.record = r.record AND p.severity = 'error'
        GROUP BY place, p.message, p.code ORDER BY MIN(p.id))) AS reasons
    FROM temp.refused r LEFT JOIN temp.refused_lines l ON l.tbl = r.tbl AND l.record = r.record
    """

  /// SQL for the location of a problem `p` in a document: `line 17, segment 17 PO1-04: `; empty where it is the record's line.
  private static let documentPlace = """
    CASE WHEN p.path IS NULL THEN ''
      ELSE CASE WHEN p.line > 0 THEN 'line ' || p.line || ', ' ELSE '' END || p.path || ': ' END
    """

  /// SQL for the place of a staged movement among those of its document that give no line.
  static func ordinal(by rule: MovementRule) -> String {
    "ROW_NUMBER() OVER (PARTITION BY \(rule.partySQL), f_document, f_line IS NULL ORDER BY seq)"
  }

  // MARK: What falls with a record

  /// Where one of several records of a key is refused, the others are incomplete: a conflict cannot be resolved, and
  /// quantities that are added up lack a part.
  private func noteSiblings(_ context: StagingContext) throws {
    for record in kinds.records.kinds.sorted(by: { $0.name < $1.name }) {
      guard let key = siblingKey(of: record), staged[record.name] != nil,
        staged.isMerged(record.isLedger ? "movements" : record.name)
      else { continue }
      let kind = record.name
      let policy = context.duplicates[kind] ?? .conflict
      let isLedger = record.isMovement
      let causes = policy == .sum && !isLedger ? "'error'" : "'error' AND p.code = \(Problem.Code.conflict.sql)"
      let condition = isLedger ? "AND x.f_document IS NOT NULL AND x.f_line IS NOT NULL" : ""
      try database.execute(
        sql: """
          INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
          SELECT x.seq, '\(kind)', \(Problem.Code.refusedTogether.sqlColumns), '', '',
            'another record of the same key is refused, and none of them can be taken without the others',
            'Correct the other one, then import both.', x.tbl, x.line, x.record, x.offset
          FROM temp.stage_\(kind) x WHERE x.broken = 0 AND x.implied = 0 \(condition)
            AND (\(key)) IN (SELECT \(key) FROM temp.stage_\(kind) WHERE (tbl, record) IN (
              SELECT p.tbl, p.record FROM temp.problems p WHERE p.kind = '\(kind)' AND p.severity = \(causes)))
            AND NOT EXISTS (SELECT 1 FROM temp.problems p WHERE p.kind = '\(kind)' AND p.severity = 'error'
              AND p.tbl = x.tbl AND p.record = x.record)
          """)
    }
  }

  /// SQL for the key that several records of one thing have in common; nil for a kind whose records are merged by their
  /// key, each with all that it has.
  private func siblingKey(of kind: RecordKind) -> String? {
    switch kind.storage {
    case .levels: "r_sku, r_location, COALESCE(f_lot, '')"
    case .countLines:
      "COALESCE(f_count, ''), COALESCE(f_section, ''), COALESCE(r_sku, f_sku, f_barcode), COALESCE(f_lot, ''), COALESCE(f_counter, '')"
    case .movements(let rule): (rule.party.map { _ in "\(rule.partySQL), " } ?? "") + "f_document, f_line"
    case .table(let table):
      // The supplier is that of the whole message.
      table.lines.map { _ in
        kind.key.filter { $0.references == nil && $0.name != "sku" }.map { "f_\($0.name)" }.joined(separator: ", ")
      }
    case .counts: nil
    }
  }

  /// Reports the records that were taken out because they name a refused one.
  private func noteDependants() throws {
    try database.execute(sql: "CREATE INDEX IF NOT EXISTS temp.problems_by_record ON problems (tbl, record)")
    for kind in staged.names {
      try database.execute(
        sql: """
          INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
          SELECT MIN(x.seq), '\(kind)', \(Problem.Code.dependsOnRefused.sqlColumns), '', '', 'it names a record that is refused',
            'Correct the other record first, then import this one with it.', x.tbl, x.line, x.record, x.offset
          FROM temp.stage_\(kind) x WHERE x.broken = 1 AND x.implied = 0 AND NOT EXISTS (
            SELECT 1 FROM temp.problems p WHERE p.tbl = x.tbl AND p.record = x.record AND p.severity = 'error')
          GROUP BY x.tbl, x.record
          """)
    }
  }

  /// Takes back what a comparison made, so that it can be made again with fewer records.
  private func forgetComparison() throws {
    let made = try Row.fetchAll(
      database,
      sql: """
        SELECT type, name FROM sqlite_temp_master WHERE type IN ('view', 'table', 'index')
          AND (name LIKE 'merged\\_%' ESCAPE '\\' OR name LIKE 'rejected\\_%' ESCAPE '\\' OR name LIKE 'circle\\_%' ESCAPE '\\'
            OR name = 'unknown_entries')
        ORDER BY type DESC
        """)
    // Views first, then tables with their indexes, then the indexes of the staged records.
    for row in made {
      try database.execute(sql: "DROP \(row["type"] as String) IF EXISTS temp.\"\(row["name"] as String)\"")
    }
    staged.forgetComparison()
    for kind in staged.names {
      try database.execute(sql: "DELETE FROM temp.stage_\(kind) WHERE implied = 1")
    }
    // Problems found by comparing are found again; errors belong to records that are now left out.
    try database.execute(sql: "DELETE FROM temp.problems WHERE seq IS NOT NULL AND severity != 'error'")
  }
}
