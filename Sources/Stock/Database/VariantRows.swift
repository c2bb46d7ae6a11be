internal import GRDB
internal import GRDBSQLite

/// The rows of a table for one item after the other, for items that come in order of their number.
///
/// If a large part of all items is requested, the whole table is scanned once in that order; if only a few are
/// requested, the rows of each are looked up. Both return the same rows of an item, except for rows that a lookup may
/// omit; callers must not depend on those. Do not copy this value while in use.
struct VariantRows {
  /// One row, valid during the call that hands it out.
  struct Row {
    fileprivate let statement: OpaquePointer

    /// The number in a column that always has one.
    @inline(__always)
    func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// The number in a column; nil if the column is empty.
    @inline(__always)
    func integer(_ column: Int32) -> Int64? {
      let value = sqlite3_column_value(statement, column)
      return sqlite3_value_type(value) == SQLITE_NULL ? nil : sqlite3_value_int64(value)
    }

    /// The text in a column; an empty text if the column is empty.
    @inline(__always)
    func text(_ column: Int32) -> String {
      let value = sqlite3_column_value(statement, column)
      let start = sqlite3_value_text(value)
      return String(
        decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value))),
        as: UTF8.self)
    }
  }

  private let statement: Statement
  private let handle: OpaquePointer
  /// Whether the whole table is scanned.
  let isScan: Bool
  private var variant = Int64.min

  /// Goes through all rows of a query whose first column is the item's number and that is in order of it.
  init(_ database: Database, scanning sql: String) throws {
    self.init(try database.makeStatement(sql: sql), isScan: true)
  }

  /// Looks up the rows of each item: `?1` is its number, `?2` is the requested moment.
  init(_ database: Database, lookingUp sql: String) throws {
    self.init(try database.makeStatement(sql: sql), isScan: false)
  }

  private init(_ statement: Statement, isScan: Bool) {
    self.statement = statement
    handle = statement.sqliteStatement
    self.isScan = isScan
  }

  /// The item of the next row in a scan; the greatest number at the end.
  mutating func next() throws -> Int64 {
    if variant == .min { try step() }
    return variant
  }

  /// Calls `body` with the rows of an item. In a scan, items must come in order, each once.
  @inline(__always)
  mutating func read(_ item: Int64, at moment: Int64 = 0, _ body: (Row) throws -> Void) throws {
    if isScan {
      while variant < item { try step() }
      while variant == item {
        try body(Row(statement: handle))
        try step()
      }
      return
    }
    sqlite3_reset(handle)
    sqlite3_bind_int64(handle, 1, item)
    sqlite3_bind_int64(handle, 2, moment)
    while try hasRow() { try body(Row(statement: handle)) }
    // Left at its end, so that nothing is held that others wait for.
    sqlite3_reset(handle)
  }

  private mutating func step() throws { variant = try hasRow() ? sqlite3_column_int64(handle, 0) : .max }

  private func hasRow() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
    }
  }
}
