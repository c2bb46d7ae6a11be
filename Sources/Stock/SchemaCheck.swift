internal import Catalog
internal import GRDB

/// Holds the tables, indexes, triggers and views of a database against those of a new shop.
///
/// The triggers keep the ledger and the log from being changed; a view that says something else would falsify every report.
enum SchemaCheck {
  /// What is missing, changed or put in, and whether tables are among it, so that their rows cannot be relied on.
  static func differences(_ database: Database) throws -> (names: [String], concernsTables: Bool) {
    let hasCurrentViews = try ReportingViews.areCurrent(database)
    let made = try contents(database, withViews: hasCurrentViews)
    let wanted = try expected(withViews: hasCurrentViews)
    let names = Set(made.keys).union(wanted.keys).filter { made[$0] != wanted[$0] }.sorted()
    return (names, names.contains { $0.hasPrefix("table ") })
  }

  /// What a new shop has, with and without views; made once, as it takes longer than the rest of a check.
  private static let ofNewShop: [Bool: [String: String]]? = {
    guard let currency = Currency("EUR") else { return nil }
    let settings = ShopSettings(name: "shop", currency: currency, timeZone: "UTC")
    return try? ShopDatabase.create(at: ":memory:", settings: settings).read { database in
      [true: try contents(database, withViews: true), false: try contents(database, withViews: false)]
    }
  }()

  private static func expected(withViews: Bool) throws -> [String: String] {
    if let contents = ofNewShop?[withViews] { return contents }
    throw StockError(
      .damaged, "the tables cannot be compared with those of a new shop", remedy: "There may be too little memory.")
  }

  /// The statement that made each thing, by its type and name.
  private static func contents(_ database: Database, withViews: Bool) throws -> [String: String] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT COALESCE(type, '') || ' ' || COALESCE(name, ''), COALESCE(tbl_name, '') || ': ' || COALESCE(sql, '')
        FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND (type <> 'view' OR ?)
        """, arguments: [withViews])
    return Dictionary(rows.map { ($0[0] as String, $0[1] as String) }, uniquingKeysWith: { $0 + $1 })
  }
}
