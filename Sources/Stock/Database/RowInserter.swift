internal import GRDB
internal import GRDBSQLite

/// Writes rows by the million: values go straight to the statement, from its first place to its last.
/// Not to be copied while in use.
struct RowInserter {
  private let statement: Statement
  private let handle: OpaquePointer
  private var place: Int32 = 0

  init(_ database: Database, _ sql: String) throws {
    statement = try database.makeStatement(sql: sql)
    handle = statement.sqliteStatement
  }

  mutating func bind(_ values: Int64?...) { for value in values { bind(value) } }

  private mutating func bind(_ value: Int64?) {
    place += 1
    if let value { sqlite3_bind_int64(handle, place, value) } else { sqlite3_bind_null(handle, place) }
  }

  mutating func bind(_ text: String) {
    place += 1
    sqlite3_bind_text(handle, place, text, Int32(clamping: text.utf8.count), Self.transient)
  }

  /// - Returns: the number of the new row.
  @discardableResult
  mutating func insert() throws -> Int64 {
    place = 0
    let result = sqlite3_step(handle)
    sqlite3_reset(handle)
    let connection = sqlite3_db_handle(handle)
    guard result == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: result), message: String(cString: sqlite3_errmsg(connection)))
    }
    return sqlite3_last_insert_rowid(connection)
  }

  /// Makes SQLite copy the value.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
