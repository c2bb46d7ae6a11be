internal import CLibSQLite
internal import Foundation
internal import GRDB
internal import ProblemKit

/// Keeps the sums of a transaction's changes to each table while the transaction runs.
///
/// SQLite reports each row before it changes it. A failed statement and a rollback to a savepoint take their changes
/// back. So the changes of a statement count after it has succeeded, and each savepoint stores the sums before it.
/// After the end of the transaction, by commit or rollback, the keeper is empty.
///
/// Each writing connection has its own keeper; ``TableDigests`` describes how the sums are used. Only the thread that
/// uses the connection uses the keeper.
final class RowSumKeeper: @unchecked Sendable {
  /// The state of one table.
  struct Table {
    var name: String
    /// Derived tables are proven by computing them again.
    var isCovered: Bool
    /// The column with the import of a movement or document.
    var importColumn: Int32?
    /// Whether the audit log has a digest of each row.
    var isLogged: Bool
    /// The column with the key of a logged table that has no row number.
    var keyColumn: Int32?
  }

  /// The changes since the transaction began or ``clear()`` was called.
  struct Changes {
    /// By the index of the table; nil for tables that were not changed.
    var sums: [RowSum?] = []
    /// Movements and documents by import; 0 for those without one.
    var imports: [Int64: RowSum] = [:]
    var isEmpty = true
  }

  private(set) var tables: [Table] = []
  private(set) var changes = Changes()
  /// The keys of rows of logged tables that may have changed, by the index of the table.
  private(set) var loggedKeys: [Int: Set<String>] = [:]
  private(set) var forgotten: Set<String> = []
  private var savepoints: [(name: Substring, changes: Changes)] = []

  // The changes of the running statement.
  private var running: [RowSum] = []
  private var touched: [Int] = []
  private var runningImports: [(id: Int64, sum: RowSum)] = []

  private let encoder = RowEncoder()
  private var names: [UnsafeMutableBufferPointer<UInt8>] = []
  /// The indexes of table names found before, so that each name is looked up once.
  private var slots = [(name: UnsafeRawPointer?, index: Int)](repeating: (nil, 0), count: 128)

  deinit { for name in names { name.deallocate() } }

  // MARK: Connections

  /// Makes a keeper watch a connection. The keeper must live as long as the connection.
  func watch(_ database: Database) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = sqlite3_preupdate_hook(database.sqliteConnection, rowHasChanges, context)
    sqlite3_trace_v2(database.sqliteConnection, UInt32(SQLITE_TRACE_PROFILE), statementHasEnded, context)
  }

  /// The keeper that watches a connection; nil for one that only reads.
  static func watching(_ database: Database) -> RowSumKeeper? {
    // The one way to ask for it: to register again returns what was registered.
    guard let context = sqlite3_preupdate_hook(database.sqliteConnection, nil, nil) else { return nil }
    _ = sqlite3_preupdate_hook(database.sqliteConnection, rowHasChanges, context)
    return Unmanaged<RowSumKeeper>.fromOpaque(context).takeUnretainedValue()
  }

  /// Lets work that changes temporary tables only go on without being asked about each of its rows and statements.
  static func withoutWatching(_ database: Database, _ work: () throws -> Void) throws {
    guard let keeper = watching(database) else { return try work() }
    let connection = database.sqliteConnection
    _ = sqlite3_preupdate_hook(connection, nil, nil)
    sqlite3_trace_v2(connection, 0, nil, nil)
    defer { keeper.watch(database) }
    try work()
    guard sqlite3_txn_state(connection, "main") != SQLITE_TXN_WRITE else {
      throw Problems(.damaged, "the shop was written to while its changes were not noted")
    }
  }

  /// Records which tables exist, and forgets all changes.
  func begin(with tables: [Table]) {
    for name in names { name.deallocate() }
    names = tables.map { table in
      let bytes = Array(table.name.utf8)
      let name = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = name.initialize(from: bytes)
      return name
    }
    self.tables = tables
    running = Array(repeating: .zero, count: tables.count)
    for index in slots.indices { slots[index] = (nil, 0) }
    savepoints = []
    clear()
  }

  /// Forgets all changes, but not that savepoints are open.
  func clear() {
    changes = Changes(sums: Array(repeating: nil, count: tables.count))
    for index in touched { running[index] = .zero }
    touched = []
    runningImports = []
    loggedKeys = [:]
    forgotten = []
  }

  /// Gives an emptied table the sum of no rows when the transaction ends.
  func forget(_ table: String) {
    forgotten.insert(table)
  }

  // MARK: Rows

  fileprivate func rowChanges(
    _ connection: OpaquePointer, _ operation: Int32, _ name: UnsafeRawPointer, _ oldKey: Int64, _ newKey: Int64
  ) {
    guard let index = index(of: name), tables[index].isCovered else { return }
    touched.append(index)
    if operation != SQLITE_INSERT { add(.old, oldKey, of: index, connection) }
    if operation != SQLITE_DELETE { add(.new, newKey, of: index, connection) }
    // One entry is enough for a statement that changes many rows of a table.
    if touched.count > 1, touched[touched.count - 2] == index { touched.removeLast() }
  }

  /// A row before its change, which leaves the sums, or after it, which joins them.
  private enum Version {
    case old, new

    func value(_ connection: OpaquePointer, _ column: Int32) -> OpaquePointer? {
      var value: OpaquePointer?
      switch self {
      case .old: sqlite3_preupdate_old(connection, column, &value)
      case .new: sqlite3_preupdate_new(connection, column, &value)
      }
      return value
    }
  }

  private func add(_ version: Version, _ key: Int64, of index: Int, _ connection: OpaquePointer) {
    encoder.begin(UnsafeBufferPointer(names[index]))
    for column in 0..<sqlite3_preupdate_count(connection) { encoder.append(version.value(connection, column)) }
    let sum = version == .new ? encoder.sum : encoder.sum.negated
    running[index].add(sum)
    if let column = tables[index].importColumn {
      let value = version.value(connection, column)
      let id = value == nil ? 0 : sqlite3_value_int64(value)
      if runningImports.last?.id != id { runningImports.append((id, .zero)) }
      runningImports[runningImports.count - 1].sum.add(sum)
    }
    guard tables[index].isLogged else { return }
    guard let column = tables[index].keyColumn else {
      loggedKeys[index, default: []].insert("\(key)")
      return
    }
    guard let value = version.value(connection, column), let text = sqlite3_value_text(value) else { return }
    loggedKeys[index, default: []].insert(String(cString: text))
  }

  private func index(of name: UnsafeRawPointer) -> Int? {
    let slot = (Int(bitPattern: name) >> 4) & 127
    // The schema may have been read again, and another name be where this one was.
    if slots[slot].name == name, isName(slots[slot].index, name) { return slots[slot].index }
    guard let index = names.indices.first(where: { isName($0, name) }) else { return nil }
    slots[slot] = (name, index)
    return index
  }

  private func isName(_ index: Int, _ name: UnsafeRawPointer) -> Bool {
    let count = names[index].count
    guard let own = names[index].baseAddress else { return false }
    return strncmp(
      name.assumingMemoryBound(to: CChar.self), UnsafeRawPointer(own).assumingMemoryBound(to: CChar.self), count) == 0
      && name.load(fromByteOffset: count, as: UInt8.self) == 0
  }

  // MARK: Statements

  fileprivate func statementEnds(_ statement: OpaquePointer) {
    let connection = sqlite3_db_handle(statement)
    if !touched.isEmpty {
      // A statement that failed has changed nothing. One with RETURNING that is left early has not been counted yet.
      let hasSucceeded = sqlite3_changes(connection) > 0 || sqlite3_stmt_busy(statement) != 0
      endStatement(hasSucceeded: hasSucceeded)
    }
    if sqlite3_get_autocommit(connection) != 0 {
      savepoints = []
      if !changes.isEmpty || !loggedKeys.isEmpty { clear() }
    } else if let text = sqlite3_sql(statement) {
      followSavepoint(text)
    }
  }

  private func endStatement(hasSucceeded: Bool) {
    for index in touched where running[index] != .zero {
      if hasSucceeded {
        changes.sums[index, default: .zero].add(running[index])
        changes.isEmpty = false
      }
      running[index] = .zero
    }
    if hasSucceeded { for (id, sum) in runningImports { changes.imports[id, default: .zero].add(sum) } }
    touched.removeAll(keepingCapacity: true)
    runningImports.removeAll(keepingCapacity: true)
  }

  private func followSavepoint(_ text: UnsafePointer<CChar>) {
    var start = text
    while [9, 10, 13, 32].contains(start[0]) { start += 1 }
    // Letters in either case: SA, RE and RO.
    switch (start[0] | 32, start[0] == 0 ? 0 : start[1] | 32) {
    case (115, 97), (114, 101), (114, 111): break
    default: return
    }
    let words = String(cString: start).split { $0.isWhitespace || $0 == ";" }
    guard let first = words.first?.uppercased(), words.count > 1, let name = words.last else { return }
    switch first {
    case "SAVEPOINT": savepoints.append((name, changes))
    case "RELEASE":
      if let index = savepoints.lastIndex(where: { $0.name == name }) { savepoints.removeSubrange(index...) }
    case "ROLLBACK":
      guard let index = savepoints.lastIndex(where: { $0.name == name }) else { return }
      changes = savepoints[index].changes
      savepoints.removeSubrange((index + 1)...)
    default: break
    }
  }
}

extension [RowSum?] {
  fileprivate subscript(index: Int, default value: RowSum) -> RowSum {
    get { self[index] ?? value }
    set { self[index] = newValue }
  }
}

/// The callback of SQLite before it changes a row.
private func rowHasChanges(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ operation: Int32,
  _ schema: UnsafePointer<CChar>?, _ table: UnsafePointer<CChar>?, _ oldKey: Int64, _ newKey: Int64
) {
  // Of `main` only: temporary tables have the most rows. The letter is an m.
  guard let context, let connection, let table, let schema, schema[0] == 109 else { return }
  Unmanaged<RowSumKeeper>.fromOpaque(context).takeUnretainedValue()
    .rowChanges(connection, operation, UnsafeRawPointer(table), oldKey, newKey)
}

/// The callback of SQLite after a statement has ended, with or without an error.
private func statementHasEnded(
  _ event: UInt32, _ context: UnsafeMutableRawPointer?, _ statement: UnsafeMutableRawPointer?,
  _ nanoseconds: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context, let statement else { return 0 }
  Unmanaged<RowSumKeeper>.fromOpaque(context).takeUnretainedValue().statementEnds(OpaquePointer(statement))
  return 0
}
