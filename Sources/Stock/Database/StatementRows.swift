internal import GRDB
internal import GRDBSQLite

extension Statement {
  /// Calls `body` on each row of a statement whose arguments are set, with nothing of the row copied.
  ///
  /// - Parameter failure: what it means that a row cannot be read, for the error.
  func forEachRow(orFail failure: @autoclosure () -> String, _ body: (SQLiteStatement) throws -> Void) throws {
    let handle = sqliteStatement
    sqlite3_reset(handle)
    defer { sqlite3_reset(handle) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try body(handle)
      case SQLITE_DONE: return
      case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: failure())
      }
    }
  }
}
