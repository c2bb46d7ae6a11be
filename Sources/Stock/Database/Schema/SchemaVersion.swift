internal import GRDB

/// A version of the schema: what it adds to the one before.
///
/// ``history`` is all of them in order. A new version is one more line in it and its SQL, next to the earlier ones. SQL
/// that was released is never edited: shops of every version are brought to the same schema by it, which
/// `SchemaMigrationTests` checks by its digest.
struct SchemaVersion: Sendable {
  /// Counted from 1.
  let number: Int
  /// What it adds, for people.
  let adds: String
  /// The statements, which are executed once; empty if only derived values change.
  let sql: String
  /// Whether a table is made again under its name. Views that name a table prevent that, so they are dropped before and
  /// made again after the last version.
  let rebuildsTables: Bool
  /// Fills what the new tables derive from the others.
  let derive: @Sendable (Database) throws -> Void

  init(
    _ number: Int, adds: String, sql: String = "", rebuildsTables: Bool = false,
    derive: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) {
    self.number = number
    self.adds = adds
    self.sql = sql
    self.rebuildsTables = rebuildsTables
    self.derive = derive
  }

  /// Every version, the first one first.
  static let history: [SchemaVersion] = [
    SchemaVersion(1, adds: "the catalog, movements, counts, imports and the audit log", sql: version1),
    SchemaVersion(2, adds: "imports that can be undone and redone", sql: version2, rebuildsTables: true),
    SchemaVersion(3, adds: "closed periods of the books", sql: version3),
    SchemaVersion(4, adds: "counts with rules, recounts, sections, decisions and reversals", sql: version4),
    SchemaVersion(5, adds: "valuation by FIFO layers", sql: version5),
    SchemaVersion(6, adds: "who acted in the audit log, the direction of reasons, and seals", sql: version6),
    SchemaVersion(7, adds: "valuation by the retail method", sql: version7),
    SchemaVersion(
      8, adds: "tables of the catalog that can be loaded without their indexes", sql: version8, rebuildsTables: true),
    SchemaVersion(9, adds: "the remembered rows of files", sql: version9),
    SchemaVersion(10, adds: "an index of a session's entries in the order of their items", sql: version10),
    SchemaVersion(11, adds: "the documents with which suppliers answer orders", sql: version11),
    SchemaVersion(12, adds: "the numbers of the interchanges that were written for partners", sql: version12),
    SchemaVersion(13, adds: "indexes of earlier invoices and of partners' numbers", sql: version13),
    SchemaVersion(14, adds: "how goods are shown and sold, foods, users and their data", sql: version14),
    SchemaVersion(15, adds: "indexes of sales events and of colours", sql: version15),
    SchemaVersion(16, adds: "the position of each published product in the feeds", sql: version16),
    SchemaVersion(17, adds: "lots that are issued first-expired-first-out", sql: version17) {
      try LotIssues.rebuild($0)
    },
    SchemaVersion(18, adds: "digests of the rows of all tables", sql: version18),
    // No table changes: costs at the moment of a count, and of restated counts, are derived by other rules than before.
    SchemaVersion(19, adds: "costs of counts by the rules for late documents") { database in
      try CostHistory.rebuildAtCounts(database)
      try LayerCosts.rebuild(database)
    },
    SchemaVersion(20, adds: "the original objects of other systems", sql: version20),
    SchemaVersion(21, adds: "the names that partners use for locations and suppliers", sql: version21),
    SchemaVersion(22, adds: "indexes for small imports and for reports of a short period", sql: version22),
    SchemaVersion(23, adds: "the balances of earlier times", sql: version23) { try PastBalances.rebuild($0) },
    SchemaVersion(24, adds: "the sections of counts that are handed out to people", sql: version24),
    SchemaVersion(25, adds: "an index of the changes of a record", sql: version25),
    SchemaVersion(26, adds: "the corrected cells of imported files", sql: version26),
    SchemaVersion(27, adds: "an operation for the deletion of counts", sql: version27),
    SchemaVersion(28, adds: "how imports that left records out were read", sql: version28),
  ]

  /// The name under which a database lists it.
  private var name: String { "\(number)" }

  /// The names of all versions.
  static let names = Set(history.map(\.name))

  /// The names of the versions that a database has, those of later versions of Stockroom too; none for a new database.
  static func applied(_ database: Database) throws -> Set<String> {
    // A migrator without migrations reads the list of any.
    try DatabaseMigrator().appliedIdentifiers(database)
  }

  private func apply(to database: Database) throws {
    if rebuildsTables { try ReportingViews.drop(database) }
    try database.execute(sql: sql)
    try derive(database)
  }

  /// Brings a database from any version to the last one, in one transaction. Whatever ends the process in between leaves
  /// the earlier version, and another process that opens the database at the same time waits and finds the last one.
  ///
  /// - Parameter adapt: does that, which is given to it as a function, and what else belongs to the transaction.
  static func update(
    _ queue: DatabaseQueue, _ adapt: (Database, _ update: () throws -> Void) throws -> Void = { try $1() }
  ) throws {
    try queue.inDatabase { database in
      // Tables are made again under their names. This has no effect within a transaction.
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      defer { try? database.execute(sql: "PRAGMA foreign_keys = ON") }
      try database.inTransaction(.immediate) {
        // The list of versions is that of GRDB, as all shops have it. GRDB cannot write it here: its migrator begins a
        // transaction for each migration, and SQLite has none within another.
        try database.execute(
          sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        let applied = try Self.applied(database)
        let missing = history.filter { !applied.contains($0.name) }
        guard !missing.isEmpty else { return .commit }
        try adapt(database) {
          for version in missing {
            try version.apply(to: database)
            try database.execute(
              sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [version.name])
          }
          try database.checkForeignKeys()
        }
        return .commit
      }
    }
  }
}
