package import GRDB
internal import ProblemKit
internal import RetailValues

/// Holds the tables, indexes, triggers and views of a database against those of a new shop.
///
/// The triggers keep the ledger and the log from being changed; a view that says something else would falsify every report.
package enum SchemaCheck {
  /// The missing, changed or added parts, and whether they prevent the proofs: altered tables, whose rows cannot be
  /// relied on, and missing indexes that queries name.
  package static func differences(_ database: Database) throws -> (names: [String], preventsProofs: Bool) {
    let hasCurrentViews = try ReportingViews.areCurrent(database)
    let made = try contents(database, withViews: hasCurrentViews)
    let wanted = try expected(withViews: hasCurrentViews)
    let names = Set(made.keys).union(wanted.keys).filter { made[$0] != wanted[$0] }.sorted()
    return (names, names.contains { $0.hasPrefix("table ") || $0.hasPrefix("index ") && wanted[$0] != nil })
  }

  /// The schema of a new shop, with and without views; made once, because it takes longer than the rest of a check.
  private static let ofNewShop: [Bool: [String: String]]? = {
    guard let currency = Currency("EUR") else { return nil }
    let settings = ShopSettings(name: "shop", currency: currency, timeZone: "UTC")
    return try? ShopDatabase.create(at: ":memory:", settings: settings).read { database in
      [true: try contents(database, withViews: true), false: try contents(database, withViews: false)]
    }
  }()

  private static func expected(withViews: Bool) throws -> [String: String] {
    if let contents = ofNewShop?[withViews] { return contents }
    throw Problems(
      .damaged, "the tables cannot be compared with those of a new shop", remedy: "There may be too little memory.")
  }

  /// Refuses to continue in a database with a foreign trigger or with an altered table, because the changes of such a
  /// changes of such a trigger would be attributed to Stockroom. Called before a transaction is committed.
  ///
  /// - Throws: ``Problem/Code/damaged`` with the names of the altered tables and triggers.
  static func requireOwnTablesAndTriggers(_ database: Database) throws {
    guard try digest(database) != digestOfTablesAndTriggers else { return }
    let made = try contents(database, withViews: false)
    let wanted = try expected(withViews: false)
    // A foreign table does not change the shop's data.
    let altered = Set(made.keys).union(wanted.keys).filter {
      made[$0] != wanted[$0] && ($0.hasPrefix("trigger ") || $0.hasPrefix("table ") && wanted[$0] != nil)
    }
    guard !altered.isEmpty else { return }
    throw Problems(
      .damaged,
      "the database is not built as Stockroom builds it: \(altered.sorted().prefix(10).joined(separator: ", "))",
      remedy: "Another program changed the database; restore the last backup. Nothing was changed now.")
  }

  /// The digest of the statements that make the tables and triggers of this version; a test holds it against a new shop.
  static let digestOfTablesAndTriggers =
    "192c245dce382a8f33b8fd875e48e8b64f812bec898fb9ed0c2fd699b1caba7a"

  /// The digest of the statements that made the tables and triggers of a database.
  static func digest(_ database: Database) throws -> String {
    let statements = try String.fetchOne(
      database,
      sql: """
        SELECT GROUP_CONCAT(type || ' ' || name || ' ' || tbl_name || ': ' || sql, char(10)) FROM (
          SELECT type, name, tbl_name, sql FROM main.sqlite_master WHERE type IN ('table', 'trigger') AND \(isOfShop)
          ORDER BY type, name)
        """)
    return SHA256Hash.hexadecimal(of: statements ?? "")
  }

  /// A condition on rows of `sqlite_master`: not a table of SQLite's own. The name alone does not prove this, because
  /// anybody can write one there.
  private static let isOfShop = """
    sql IS NOT NULL AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))
    """

  /// The statement that made each thing, by its type and name.
  private static func contents(_ database: Database, withViews: Bool) throws -> [String: String] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT COALESCE(type, '') || ' ' || COALESCE(name, ''), COALESCE(tbl_name, '') || ': ' || COALESCE(sql, '')
        FROM sqlite_master WHERE \(isOfShop) AND (type <> 'view' OR ?)
        """, arguments: [withViews])
    return Dictionary(rows.map { ($0[0] as String, $0[1] as String) }, uniquingKeysWith: { $0 + $1 })
  }
}
