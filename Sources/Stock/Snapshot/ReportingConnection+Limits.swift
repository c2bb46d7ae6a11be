internal import GRDB
internal import GRDBSQLite

/// The limits of a report's statements on the machine's resources other than time.
extension ReportingConnection {
  /// The largest text, and the largest row, in bytes: what is larger is not a figure of a shop.
  static let largestValue: Int32 = 16 << 20

  /// Sets limits of the connection, so that no statement can fill the memory.
  ///
  /// - Returns: the limits that it had.
  static func limit(_ handle: SQLiteConnection) -> [(kind: Int32, value: Int32)] {
    [
      (SQLITE_LIMIT_LENGTH, largestValue),
      // Lists of months and counts are written into the statement.
      (SQLITE_LIMIT_SQL_LENGTH, 8 << 20), (SQLITE_LIMIT_COLUMN, 500), (SQLITE_LIMIT_EXPR_DEPTH, 500),
      (SQLITE_LIMIT_COMPOUND_SELECT, 500), (SQLITE_LIMIT_VDBE_OP, 5_000_000), (SQLITE_LIMIT_FUNCTION_ARG, 50),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ].map { kind, value in (kind, sqlite3_limit(handle, kind, value)) }
  }
}
