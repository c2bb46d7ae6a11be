internal import CLibSQLite
internal import Foundation
package import GRDB
internal import ProblemKit
internal import RetailValues

/// Digests of the rows of all tables, with which `stockroom check` finds changes by other programs.
///
/// `table_digests` has the ``RowSum`` of each table. Every transaction of Stockroom adds its own changes, as a
/// ``RowSumKeeper`` recorded them, and never computes a sum again from the rows. A row that another program changed
/// therefore remains detectable. The hash of each audit entry includes a digest over `table_digests` at the end of its
/// transaction. If a transaction finds that `table_digests` has changed since the last entry, its own entry records
/// this permanently.
///
/// Tables that are derived from others are left out; `check` computes them again. `audit_log` and `audit_head` have
/// sums but are left out of the digest in the entries, which is part of them.
package enum TableDigests {
  /// Tables that hold nothing of their own.
  static let derived: Set<String> = [
    "balances", "cancelled_movements", "cost_history", "layer_costs", "lot_balances", "lot_issues", "lot_replays",
    "past_balances", "retail_complements", "table_digests",
    // GRDB writes to it after each migration; `check` compares it with the migrations of this version.
    "grdb_migrations",
  ]
  /// Tables of the audit log itself.
  static let ofLog: Set<String> = ["audit_head", "audit_log"]
  /// Tables whose rows each have a digest in the audit log, with their key columns.
  static let logged = ["imports": "id", "periods": "id", "reasons": "id", "settings": "name"]
  /// Tables with rows that belong to an import.
  static let ofImports: Set<String> = ["documents", "movements"]
  /// The name of the digests of an import's documents and movements in the audit log.
  package static let importLine = "contents-of-import"
  /// The first line of an entry that has the digests of all rows.
  package static let allLine = "all"
  /// The digest of an entry before which the digests were changed by another program.
  package static let alteredBefore = "altered"

  /// The actor of automatic maintenance.
  static let actor = Actor(name: "stockroom", role: "service", command: "upkeep")

  // MARK: Tables

  /// The tables with digests, and their columns in order.
  package static func coveredTables(_ database: Database) throws -> [(name: String, columns: [String])] {
    try tables(database).filter { !derived.contains($0) }.map { ($0, try columns(database, of: $0)) }
  }

  private static func tables(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
          """))
  }

  static func columns(_ database: Database, of table: String) throws -> [String] {
    try String.fetchAll(
      database.cachedStatement(sql: "SELECT name FROM pragma_table_info(?) ORDER BY cid"), arguments: [table])
  }

  /// Has changes of a connection added up from now on.
  static func begin(_ database: Database) throws {
    guard let keeper = RowSumKeeper.watching(database) else { return }
    keeper.begin(
      with: try tables(database).map { name in
        func place(_ column: String) throws -> Int32? {
          try columns(database, of: name).firstIndex(of: column).map { Int32($0) }
        }
        let key = logged[name]
        return RowSumKeeper.Table(
          name: name, isCovered: !derived.contains(name),
          importColumn: ofImports.contains(name) ? try place("import_id") : nil, isLogged: key != nil,
          keyColumn: key == "name" ? try place("name") : nil)
      })
  }

  // MARK: Sums

  /// The current content of a table.
  package struct Contents {
    package var sum = RowSum.zero
    /// By import, of documents and movements.
    package var imports: [Int64: RowSum] = [:]
    /// By key, of logged tables.
    package var rows: [String: RowSum] = [:]
  }

  /// Adds up the rows of a table, or of those with some keys, or up to one number.
  package static func contents(
    _ database: Database, of table: String, columns: [String], keys: Set<String>? = nil,
    through last: (column: String, number: Int64)? = nil
  ) throws -> Contents {
    let list = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    var sql = "SELECT \(list) FROM main.\(table.quotedDatabaseIdentifier)"
    if keys != nil, let key = logged[table] {
      sql += " WHERE CAST(\(key) AS TEXT) IN (SELECT value FROM json_each(?))"
    }
    if let last { sql += " WHERE \(last.column.quotedDatabaseIdentifier) <= \(last.number)" }
    let statement = try database.cachedStatement(sql: sql)
    if let keys {
      try statement.setArguments([String(decoding: try JSONEncoder().encode(keys.sorted()), as: UTF8.self)])
    }
    let importColumn = ofImports.contains(table) ? columns.firstIndex(of: "import_id").map { Int32($0) } : nil
    let keyColumn = logged[table].flatMap { columns.firstIndex(of: $0) }.map { Int32($0) }
    let encoder = RowEncoder()
    var contents = Contents()
    let name = Array(table.utf8)
    try name.withUnsafeBufferPointer { name in
      try statement.forEachRow(orFail: "\(table) cannot be read") { row in
        encoder.begin(name)
        for column in 0..<Int32(clamping: columns.count) { encoder.append(row, column: column) }
        let sum = encoder.sum
        contents.sum.add(sum)
        if let importColumn { contents.imports[sqlite3_column_int64(row, importColumn), default: .zero].add(sum) }
        if let keyColumn, let key = sqlite3_column_text(row, keyColumn) { contents.rows[String(cString: key)] = sum }
      }
    }
    return contents
  }

  /// Refuses to continue with the data of tables that another program altered.
  ///
  /// - Throws: ``Problem/Code/damaged`` with the names of the tables.
  static func requireUnaltered(_ tables: [String], _ database: Database) throws {
    let stored = try stored(database)
    let altered = try tables.filter { table in
      try contents(database, of: table, columns: columns(database, of: table)).sum != stored[table]
    }
    guard !altered.isEmpty else { return }
    throw Problems(
      .damaged, "the rows of \(altered.joined(separator: " and ")) are not those that Stockroom wrote",
      remedy: "Another program changed the database; see `stockroom check`, and restore the last backup.")
  }

  /// The stored sums; a digest that is not valid counts as missing.
  package static func stored(_ database: Database) throws -> [String: RowSum] {
    var sums: [String: RowSum] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT name, rows, digest FROM main.table_digests") {
      sums[row[0]] = RowSum(hexadecimal: row[2], rows: row[1])
    }
    return sums
  }

  /// The digest over the sums of all tables but the log's own.
  package static func digest(of sums: [String: RowSum]) -> String {
    let lines = sums.filter { !ofLog.contains($0.key) }.sorted { $0.key < $1.key }
    return SHA256Hash.hexadecimal(
      of: lines.map { "\($0.key) \($0.value.rows) \($0.value.hexadecimal)\n" }.joined())
  }

  private static func store(_ sum: RowSum, of table: String, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO main.table_digests (name, rows, digest) VALUES (?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET rows = excluded.rows, digest = excluded.digest
        """, arguments: [table, sum.rows, sum.hexadecimal])
  }

  // MARK: Transactions

  /// Adds the transaction's changes to the digests, and completes its audit entries. Called last in every transaction
  /// that writes to a shop.
  ///
  /// Changes without an audit entry get one, so that the last entry always has the digest of the current state; only
  /// the first changes of a new shop need no entry.
  ///
  /// - Parameter act: the details of that entry; nil for the names of the tables.
  static func settle(_ database: Database, act: String? = nil) throws {
    guard let keeper = RowSumKeeper.watching(database), !keeper.tables.isEmpty else { return }
    let changed = keeper.changes
    var isPending = try AuditLog.hasPending(database)
    let names = changed.sums.indices.filter { changed.sums[$0] != nil }.map { keeper.tables[$0].name }
      .filter { !ofLog.contains($0) }
    guard isPending || !changed.isEmpty else { return }
    try SchemaCheck.requireOwnTablesAndTriggers(database)
    let last = try AuditLog.lastState(database)
    if !isPending, !names.isEmpty, last.hasEntries {
      try AuditLog.append(
        database, actor: actor, at: .now, details: act ?? "changed \(names.sorted().joined(separator: ", "))")
      isPending = true
    }
    var sums = try stored(database)
    let isAltered = last.tables.map { $0 != digest(of: sums) } ?? false
    try add(changed, to: &sums, keeper.tables, database) { !ofLog.contains($0) }
    for table in keeper.forgotten {
      sums[table] = .zero
      try store(.zero, of: table, database)
    }
    if isPending {
      try AuditLog.endPending(
        database, tables: isAltered ? alteredBefore : digest(of: sums),
        rows: last.tables == nil ? try allRows(database) : try changedRows(keeper, changed, database))
    }
    // The entries themselves are among the changes by now.
    try add(keeper.changes, to: &sums, keeper.tables, database) { ofLog.contains($0) }
    keeper.clear()
  }

  private static func add(
    _ changes: RowSumKeeper.Changes, to sums: inout [String: RowSum], _ tables: [RowSumKeeper.Table],
    _ database: Database, where isWanted: (String) -> Bool
  ) throws {
    for (index, change) in changes.sums.enumerated() {
      guard let change, isWanted(tables[index].name) else { continue }
      let name = tables[index].name
      sums[name, default: .zero].add(change)
      try store(sums[name, default: .zero], of: name, database)
    }
  }

  /// Lines for the logged rows that changed, and for the imports whose documents or movements did.
  private static func changedRows(
    _ keeper: RowSumKeeper, _ changes: RowSumKeeper.Changes, _ database: Database
  ) throws -> String? {
    var lines: [String] = []
    for (index, keys) in keeper.loggedKeys.sorted(by: { keeper.tables[$0.key].name < keeper.tables[$1.key].name }) {
      let table = keeper.tables[index].name
      let rows = try contents(database, of: table, columns: columns(database, of: table), keys: keys).rows
      lines += keys.sorted().map { line(table, $0, rows[$0]) }
    }
    lines += self.lines(of: changes.imports)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Lines for all logged rows and all imports, which replace those of earlier entries.
  private static func allRows(_ database: Database) throws -> String {
    var lines = [allLine]
    for table in logged.keys.sorted() {
      let rows = try contents(database, of: table, columns: columns(database, of: table)).rows
      lines += rows.sorted { $0.key < $1.key }.map { line(table, $0.key, $0.value) }
    }
    var imports: [Int64: RowSum] = [:]
    for table in ofImports {
      let columns = try columns(database, of: table)
      imports.merge(try contents(database, of: table, columns: columns).imports) { one, other in
        var sum = one
        sum.add(other)
        return sum
      }
    }
    return (lines + self.lines(of: imports)).joined(separator: "\n")
  }

  private static func line(_ table: String, _ key: String, _ sum: RowSum?) -> String {
    "\(table) \(key) \(sum?.hexadecimal ?? "-")"
  }

  private static func lines(of imports: [Int64: RowSum]) -> [String] {
    imports.filter { $0.value != .zero }.sorted { $0.key < $1.key }.map { id, sum in
      "\(importLine) \(id) \(sum.rows) \(sum.hexadecimal)"
    }
  }

  /// Sets the digest of tables that were just emptied to that of no rows, without regard to earlier changes in them.
  package static func forget(_ tables: [String], _ database: Database) throws {
    guard let keeper = RowSumKeeper.watching(database) else { return }
    for table in tables {
      let isEmpty = try Bool.fetchOne(
        database, sql: "SELECT NOT EXISTS (SELECT 1 FROM main.\(table.quotedDatabaseIdentifier))")
      guard isEmpty == true else { continue }
      keeper.forget(table)
    }
  }

  // MARK: New shops and new versions

  /// Adds up all rows for the first time: of a new shop, or of one that was made before there were digests.
  ///
  /// Nothing else computes the sums from the rows.
  static func make(_ database: Database) throws {
    for (table, columns) in try coveredTables(database) {
      try store(try contents(database, of: table, columns: columns).sum, of: table, database)
    }
  }

  /// Changes the tables of a shop of an earlier version that has digests already, and adds up what they hold then.
  ///
  /// A table that did not have the rows of its digest before does not have those of the new one either, so that no new version
  /// makes an altered shop pass. Every migration after version 18 that changes tables or rows is made with this.
  static func migrate(_ database: Database, to version: String, _ work: () throws -> Void) throws {
    let before = try differences(database)
    try work()
    try resume(database, from: before, to: version)
  }

  /// The differences of a shop's digests before its tables are changed.
  struct Differences {
    var tables: [String: RowSum] = [:]
    var isAltered = false
  }

  static func differences(_ database: Database) throws -> Differences {
    var found = Differences()
    // Databases before version 18 have no digests to compare.
    guard try database.tableExists("table_digests") else { return found }
    let before = try stored(database)
    for (table, columns) in try coveredTables(database) {
      var difference = before[table] ?? .zero
      difference.add(try contents(database, of: table, columns: columns).sum.negated)
      if difference != .zero { found.tables[table] = difference }
    }
    let last = try AuditLog.lastState(database)
    found.isAltered = last.tables.map { $0 != digest(of: before) } ?? false
    return found
  }

  /// Adds up the changed tables, with the differences that they had before.
  static func resume(_ database: Database, from before: Differences, to version: String) throws {
    let differences = before.tables
    let last = try AuditLog.lastState(database)
    try rewriteShortRows(database)
    let pending = last.hasEntries
    if pending {
      try AuditLog.append(
        database, actor: actor, at: .now, details: "brought the tables to version \(version) and took their digests")
    }
    try database.execute(sql: "DELETE FROM main.table_digests")
    var sums: [String: RowSum] = [:]
    let tables = try coveredTables(database)
    for (table, columns) in tables where !ofLog.contains(table) {
      sums[table] = try storeSum(of: table, columns, plus: differences[table], database)
    }
    // A table that is gone and was altered remains as a digest of nothing.
    for (table, difference) in differences where sums[table] == nil && !ofLog.contains(table) {
      sums[table] = difference
      try store(difference, of: table, database)
    }
    if pending {
      try AuditLog.endPending(
        database, tables: before.isAltered ? alteredBefore : digest(of: sums),
        rows: try allRows(database))
    }
    for (table, columns) in tables where ofLog.contains(table) {
      _ = try storeSum(of: table, columns, plus: differences[table], database)
    }
  }

  /// Adds up the rows of a table, and stores the sum with the difference that there was before.
  private static func storeSum(
    of table: String, _ columns: [String], plus difference: RowSum?, _ database: Database
  ) throws -> RowSum {
    var total = try contents(database, of: table, columns: columns).sum
    total.add(difference ?? .zero)
    try store(total, of: table, database)
    return total
  }

  /// Writes the rows of tables with columns that have a default value again.
  ///
  /// A row from before such a column was added does not have it, and SQLite does not report the default as the value that a
  /// row had before a change.
  static func rewriteShortRows(_ database: Database) throws {
    for (table, _) in try coveredTables(database) {
      let column = try String.fetchOne(
        database, sql: "SELECT name FROM pragma_table_info(?) WHERE dflt_value IS NOT NULL ORDER BY cid DESC",
        arguments: [table])
      guard let column else { continue }
      let names = (table.quotedDatabaseIdentifier, column.quotedDatabaseIdentifier)
      try database.execute(sql: "UPDATE main.\(names.0) SET \(names.1) = \(names.1)")
    }
  }
}
