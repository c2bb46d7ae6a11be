internal import GRDB

/// The documented views that reports read. They are the contract: storage tables may change, these do not.
///
/// Units as in the tables: `…_milli` thousandths of the stock unit, `…_micro` millionths of the currency, `…_minor` minor
/// units of the shop's currency, `…_at` milliseconds since 1970 in UTC. Kept within the SQL that SQLite and PostgreSQL
/// share, integer arithmetic included: a value is |quantity| × unit cost, rounded half up, its sign put back, which is half
/// away from zero. Quantities of several rows are added by SUM, which fails when the result is too large, and not by +,
/// which in SQLite goes over to floating point unseen.
enum ReportingViews {
  /// Creates all views again. They hold no data, so they follow the version of the program, not that of the tables.
  ///
  /// - Parameter isTemporary: whether they hide those of the file on this connection, because the file cannot be written.
  static func make(_ database: Database, isTemporary: Bool = false) throws {
    if !isTemporary { try drop(database) }
    for view in all {
      try database.execute(sql: "CREATE \(isTemporary ? "TEMP VIEW" : "VIEW") \(view.name) AS \(view.sql)")
    }
    guard !isTemporary else { return }
    try database.execute(
      sql: "INSERT OR REPLACE INTO settings (name, value) VALUES ('reporting_views', ?)", arguments: [fingerprint])
  }

  /// Removes all views.
  static func drop(_ database: Database) throws {
    for name in try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'view' AND name LIKE 'report\\_%' ESCAPE '\\'")
    {
      try database.execute(sql: "DROP VIEW \(name)")
    }
    if try database.tableExists("settings") {
      try database.execute(sql: "DELETE FROM settings WHERE name = 'reporting_views'")
    }
  }

  /// Whether the views of the database are those of this version.
  static func areCurrent(_ database: Database) throws -> Bool {
    guard try database.tableExists("settings") else { return true }
    let made = try String.fetchOne(database, sql: "SELECT value FROM settings WHERE name = 'reporting_views'")
    return made == fingerprint
  }

  /// Distinguishes the views of one version from another's. FNV-1a is enough because forging it gains nothing, and a
  /// cryptographic hash would make every command load its library.
  private static let fingerprint: String = {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for view in all {
      for text in [view.name, view.sql] {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01B3
      }
    }
    return String(hash, radix: 16)
  }()

  /// Each view with the sentence that documents it, in the order in which they are created.
  static let all =
    goods + movements + counts + stock + costHistories + EventPrices.views + ColourFunctions.views + floor + groupings
    + journal + supply + lots
    + [productTexts, barcodes] + discovery + listings + counting
}
