internal import CLibSQLite
internal import FormatKit
internal import Foundation

/// The table `products` of an SQLite file, read row by row as what it is: a file from somewhere else.
///
/// It is opened from a private copy that has no name any more, read-only, without its triggers, views, functions and
/// extensions. Nothing is asked of it but the ordinary columns of one ordinary table; values, work and numbers of rows are
/// bounded, and rows must ascend, so that no page can be read again and again.
final class ProductDatabase {
  /// A value as it is stored.
  enum Value {
    case missing
    case integer(Int64)
    case real(Double)
    /// A text; nil when its bytes are not valid.
    case text(String?)
    case blob([UInt8])
  }

  /// The largest value; what is longer ends the source.
  private static let maximumBytes: Int32 = 16 << 20
  private static let known = [
    "product_id", "product_name", "product_description", "product_regular_price", "product_sale_price",
    "product_colors",
    "product_stores", "product_photo",
  ]

  /// The columns of the table that nothing is made of.
  private(set) var unusedColumns: [String] = []

  private let source: String
  private let handle: OpaquePointer
  private var statement: OpaquePointer?
  /// How often SQLite reported to be at work since the last row.
  private let work: UnsafeMutablePointer<Int>
  private var columns: [String: Int32] = [:]
  private var lastRow: Int64?

  /// - Parameter leavingOut: known columns that are not wanted.
  init(_ copy: PrivateCopy, source: String, leavingOut: Set<String>) throws(Problems) {
    self.source = source
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let result = sqlite3_open_v2("\(copy.address)?mode=ro&immutable=1", &opened, flags, nil)
    copy.remove()
    guard result == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw Problems(.sourceUnreadable, source: source, "the copy of the SQLite file cannot be opened")
    }
    handle = opened
    work = .allocate(capacity: 1)
    work.initialize(to: 0)
    harden()
    try findColumns()
    try prepare(leavingOut: leavingOut)
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(handle)
    work.deallocate()
  }

  private func harden() {
    for (what, on) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
      (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    ] as [(Int32, Int32)] {
      _ = stockroom_sqlite_switch(handle, what, on)
    }
    for (what, limit) in [
      (SQLITE_LIMIT_LENGTH, Self.maximumBytes + 4096), (SQLITE_LIMIT_SQL_LENGTH, 100_000), (SQLITE_LIMIT_COLUMN, 200),
      (SQLITE_LIMIT_EXPR_DEPTH, 50), (SQLITE_LIMIT_COMPOUND_SELECT, 2), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] as [(Int32, Int32)] {
      _ = sqlite3_limit(handle, what, limit)
    }
    for pragma in [
      "cell_size_check = ON", "mmap_size = 0", "cache_size = -2000", "temp_store = MEMORY", "query_only = ON",
    ] {
      sqlite3_exec(handle, "PRAGMA \(pragma)", nil, nil, nil)
    }
    sqlite3_set_authorizer(
      handle,
      { _, action, first, second, _, _ in
        let name = first.map { String(cString: $0).lowercased() } ?? ""
        switch action {
        case SQLITE_SELECT: return SQLITE_OK
        case SQLITE_READ:
          return ["products", "sqlite_master", "sqlite_schema"].contains(name) ? SQLITE_OK : SQLITE_DENY
        case SQLITE_PRAGMA: return name == "table_xinfo" && second != nil ? SQLITE_OK : SQLITE_DENY
        default: return SQLITE_DENY
        }
      }, nil)
    // A row takes a few dozen steps. A statement that takes ten million does not simply read a table.
    sqlite3_progress_handler(
      handle, 100_000,
      { context in
        guard let count = context?.assumingMemoryBound(to: Int.self) else { return 1 }
        count.pointee += 1
        return count.pointee > 100 ? 1 : 0
      }, work)
  }

  // MARK: Columns

  private func findColumns() throws(Problems) {
    let kind = try texts("SELECT type FROM sqlite_master WHERE name = 'products' COLLATE NOCASE AND rootpage > 0")
    guard kind == ["table"] else {
      throw Problems(
        .wrongFormat, source: source, "the SQLite file has no table 'products'",
        remedy: "Only a table 'products' is read; export another table as CSV, for which SQLite has the mode .mode csv."
      )
    }
    var found: [String] = []
    for column in try rows("PRAGMA table_xinfo(products)", columns: [1, 6]) {
      // This kind of table has no computed columns, and their expressions would come from the file.
      guard column.count == 2, column[1] == "0" else {
        throw damaged("the table 'products' has columns that are computed")
      }
      found.append(column[0].lowercased())
    }
    guard found.contains("product_name") else { throw damaged("the table 'products' has no column 'product_name'") }
    guard !found.contains("_rowid_") else { throw damaged("the table 'products' has a column '_rowid_'") }
    unusedColumns = found.filter { !Self.known.contains($0) }
    columns = Dictionary(
      Self.known.filter(found.contains).enumerated().map { ($1, Int32($0 + 1)) }
    ) { first, _ in first }
  }

  private func prepare(leavingOut: Set<String>) throws(Problems) {
    let names = columns.sorted { $0.value < $1.value }.map {
      leavingOut.contains($0.key) ? "NULL" : "\"\($0.key)\""
    }
    statement = try statement("SELECT _rowid_, \(names.joined(separator: ", ")) FROM main.products NOT INDEXED")
  }

  private func statement(_ sql: String) throws(Problems) -> OpaquePointer {
    var prepared: OpaquePointer?
    work.pointee = 0
    guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
      sqlite3_finalize(prepared)
      throw damaged(reason)
    }
    return prepared
  }

  private func texts(_ sql: String) throws(Problems) -> [String] { try rows(sql, columns: [0]).flatMap(\.self) }

  private func rows(_ sql: String, columns: [Int32]) throws(Problems) -> [[String]] {
    let prepared = try statement(sql)
    defer { sqlite3_finalize(prepared) }
    var found: [[String]] = []
    while true {
      switch sqlite3_step(prepared) {
      case SQLITE_ROW where found.count < 1000:
        found.append(columns.map { sqlite3_column_text(prepared, $0).map { String(cString: $0) } ?? "" })
      case SQLITE_DONE: return found
      default: throw damaged(reason)
      }
    }
  }

  // MARK: Rows

  /// Goes to the next row, in the order of their numbers.
  ///
  /// - Returns: the number of the row in SQLite; nil after the last row.
  func next() throws(Problems) -> Int64? {
    work.pointee = 0
    switch sqlite3_step(statement) {
    case SQLITE_ROW:
      let row = sqlite3_column_int64(statement, 0)
      if let lastRow, row <= lastRow { throw damaged("row \(row) follows row \(lastRow)") }
      lastRow = row
      return row
    case SQLITE_DONE: return nil
    case SQLITE_TOOBIG:
      throw Problems(
        .fieldTooLarge, source: source, at: SourcePosition(path: "products"),
        "a row behind row \(lastRow ?? 0) holds more than 16 MiB")
    default: throw damaged(reason)
    }
  }

  /// The value of a column of the row; missing when the table has no such column.
  func value(_ column: String) -> Value {
    guard let index = columns[column] else { return .missing }
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      // The count comes after the text, which may be made by asking for it.
      guard let start = sqlite3_column_text(statement, index) else { return .missing }
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
      return .text(String(validating: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      guard let start = sqlite3_column_blob(statement, index) else { return .blob([]) }
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))))
    default: return .missing
    }
  }

  private var reason: String { "SQLite says: \(String(cString: sqlite3_errmsg(handle)))" }

  private func damaged(_ message: String) -> Problems {
    Problems(.productTableDamagedFile, source: source, message)
  }
}
