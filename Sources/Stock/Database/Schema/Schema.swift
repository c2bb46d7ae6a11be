internal import GRDB

/// The tables of a shop's database; ``SchemaVersion/history`` has their SQL.
///
/// Keys are integers; the codes that people and files use are in unique columns of the same tables. Units: quantities
/// are thousandths of the stock unit, unit costs millionths of the shop's currency, money minor units, rates
/// ten-thousandths of a percent, moments milliseconds since 1970 in UTC, days ISO 8601 text. Movements, audit entries
/// and change sets are append-only; triggers enforce this.
enum Schema {
  /// The `valid_from` of a price that is valid since ever: the first moment of year 1.
  static let always: Int64 = -62_135_596_800_000

  /// The highest id that a table has ever given to a record, including records that were removed since.
  static func lastID(_ database: Database, of kind: String, table: String) throws -> Int64 {
    try Int64.fetchOne(
      database,
      sql: """
        SELECT MAX(COALESCE((SELECT MAX(id) FROM \(table)), 0),
          COALESCE((SELECT MAX(record_id) FROM removed_records WHERE kind = ?), 0))
        """, arguments: [kind]) ?? 0
  }
}
