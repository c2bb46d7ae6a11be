internal import GRDB

/// A table of the catalog into which many records are loaded at once, or out of which many are taken.
///
/// Updating an index record by record costs more than inserting the records; an index that is built at the end is
/// sorted once. The index is dropped and created again, with the same SQL, within the transaction of the import, so
/// that other connections never see the table without it.
enum LoadedTable {
  /// So many records are worth it.
  static let worthwhile = 1_000

  /// Lets `work` delete a number of records, without the indexes if these are most of the table.
  static func withoutIndexes(
    _ database: Database, of table: String, losing count: Int, _ work: () throws -> Void
  ) throws {
    guard count >= worthwhile,
      try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table)") ?? 0 <= 2 * count
    else { return try work() }
    try withoutIndexes(database, of: table, work)
  }

  /// Lets `work` fill an empty table, its indexes made afterwards.
  static func withoutIndexes(_ database: Database, of table: String, _ work: () throws -> Void) throws {
    let indexes = try Row.fetchAll(
      database,
      sql: """
        SELECT name, sql FROM main.sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY rowid
        """, arguments: [table]
    ).map { (name: $0[0] as String, statement: $0[1] as String) }
    for index in indexes { try database.execute(sql: "DROP INDEX main.\"\(index.name)\"") }
    try work()
    for index in indexes { try database.execute(sql: index.statement) }
  }
}
