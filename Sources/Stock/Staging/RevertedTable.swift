internal import GRDB

/// A table whose records an undo can remove and a redo can bring back.
struct RevertedTable: Sendable {
  /// A column of one table that holds ids of another.
  struct Reference: Hashable {
    let table: String
    let column: String
  }

  let kind: String
  let table: String
  /// The columns that no two records may have the same.
  let keys: [String]
  /// SQL for what people call a record of the alias `t`, also where a record that it refers to was removed.
  let keyText: String
  /// Whether its records are the entries of counts.
  var isCountEntries = false

  /// In the order in which records can be made; those that depend on others come later.
  static let all = all(of: .standard)

  /// The same with the kinds of a catalog.
  static func all(of kinds: StoredKinds) -> [RevertedTable] {
    kinds.list.map {
      RevertedTable(kind: $0.kind, table: $0.table, keys: $0.keys.map(\.column), keyText: $0.lastingKeyText)
    } + [
      RevertedTable(kind: "counts", table: "count_sessions", keys: ["code"], keyText: "t.code"),
      RevertedTable(
        kind: "count_lines", table: "count_entries", keys: [],
        keyText:
          RemovedRecords.value("code", of: "counts", in: "count_sessions", id: "t.session_id") + " || ' ' || t.code",
        isCountEntries: true),
    ]
  }

  /// Every column that refers to a record of this table.
  func references(to database: Database) throws -> [Reference] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT m.name AS child, f."from" AS place FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
        WHERE m.type = 'table' AND f."table" = ? ORDER BY m.name, place
        """, arguments: [table]
    ).map { Reference(table: $0["child"], column: $0["place"]) }
  }

  /// Every column with which a record of this table refers to others.
  func references(from database: Database) throws -> [Reference] {
    try Row.fetchAll(
      database, sql: "SELECT \"table\" AS parent, \"from\" AS place FROM pragma_foreign_key_list(?)", arguments: [table]
    ).map { Reference(table: $0["parent"], column: $0["place"]) }
  }

  func columns(_ database: Database) throws -> [String] {
    try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?) ORDER BY cid", arguments: [table])
  }
}

extension RevertedTable {
  /// The table that a column's ids are of.
  static func target(of column: StoredColumn, in kinds: StoredKinds = .standard) -> (table: String, key: String)? {
    let kind: String
    switch column.reference {
    case nil: return nil
    case .item: kind = "variants"
    case .known(let name), .made(let name), .document(let name): kind = name
    }
    guard let target = kinds[kind], let key = target.keys.last else {
      return nil
    }
    return (target.table, key.column)
  }
}
