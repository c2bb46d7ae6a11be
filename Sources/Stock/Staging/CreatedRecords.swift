internal import GRDB

/// The part of a change set that lists the catalog records an import created: a range of ids for each kind.
enum CreatedRecords {
  /// Notes that an import created a number of records of a kind, all of those with an id after `last`.
  static func note(_ database: Database, _ records: Int, of stored: StoredKind, after last: Int64, importID: Int64)
    throws
  {
    guard records > 0 else { return }
    try database.execute(
      sql: """
        INSERT INTO created_records (import_id, kind, first_id, last_id, records)
        SELECT ?, ?, (SELECT MIN(id) FROM \(stored.table) WHERE id > ?), (SELECT MAX(id) FROM \(stored.table)), ?
        """, arguments: [importID, stored.kind, last, records])
  }

  /// SQL for the ids of a range that records of a kind have or had before they were removed.
  static func ids(of table: RevertedTable, in range: ClosedRange<Int64>) -> String {
    let isInside = "BETWEEN \(range.lowerBound) AND \(range.upperBound)"
    return """
      SELECT id FROM \(table.table) WHERE id \(isInside)
      UNION ALL SELECT record_id FROM removed_records WHERE kind = '\(table.kind)' AND record_id \(isInside)
      """
  }

  /// SQL for the ids of the records that an import made and that there still are.
  static func present(in table: RevertedTable, importID: Int64) -> String {
    """
    SELECT t.id AS id FROM created_records c CROSS JOIN \(table.table) t ON t.id BETWEEN c.first_id AND c.last_id
    WHERE c.import_id = \(importID) AND c.kind = '\(table.kind)'
    """
  }

  /// SQL for the ids of the records that an import made and that were removed since.
  static func removed(from table: RevertedTable, importID: Int64) -> String {
    """
    SELECT r.record_id AS id FROM created_records c CROSS JOIN removed_records r
      ON r.kind = c.kind AND r.record_id BETWEEN c.first_id AND c.last_id
    WHERE c.import_id = \(importID) AND c.kind = '\(table.kind)'
    """
  }

  /// SQL for the import that made a record; NULL for what was made on the way and what early versions imported.
  ///
  /// - Parameters:
  ///   - record: SQL for its id.
  ///   - kind: the kind of record.
  static func maker(of record: String, kind: String) -> String {
    """
    (SELECT MIN(c.import_id) FROM created_records c
      WHERE c.kind = '\(kind)' AND \(record) BETWEEN c.first_id AND c.last_id)
    """
  }

  /// SQL for whether an import, given by an expression, made any record of the catalog.
  static func exist(importID: String) -> String {
    "EXISTS (SELECT 1 FROM created_records r WHERE r.import_id = \(importID))"
  }
}
