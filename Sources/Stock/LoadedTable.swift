internal import GRDB

/// A table of the catalog that many records are put into at once.
///
/// An index that is kept while records come in costs more than the records themselves; one that is made of all of them is
/// sorted once. It is taken away and made again within the transaction of the import, by the same words, so that nobody
/// ever sees the table without it.
enum LoadedTable {
  /// So many records are worth it.
  static let worthwhile = 1_000

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
