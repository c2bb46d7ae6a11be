internal import CLibSQLite
internal import FormatKit
internal import Foundation
internal import JSONReading

/// The table `products` of an SQLite file, written to a temporary file and copied to the sink when it is complete.
final class SQLiteTarget: ProductTarget {
  private static let schema = """
    CREATE TABLE products (product_id INTEGER PRIMARY KEY AUTOINCREMENT, product_name TEXT NOT NULL,
      product_description TEXT DEFAULT "", product_regular_price NUMBER DEFAULT 0, product_sale_price NUMBER DEFAULT 0,
      product_photo BLOB, product_colors TEXT DEFAULT "", product_stores TEXT DEFAULT "{}");
    """
  private static let columns =
    "product_name, product_description, product_regular_price, product_sale_price, product_photo, product_colors, "
    + "product_stores"

  private let sink: ByteSink
  private let file: TemporaryDatabase
  private var numbered: OpaquePointer?
  private var waiting: OpaquePointer?

  init(_ sink: ByteSink) throws(Problems) {
    self.sink = sink
    file = try TemporaryDatabase()
    // Products without a number get one when the numbers of all others are taken. They wait on disk.
    try file.execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -2000;
      \(Self.schema)
      CREATE TEMP TABLE waiting AS SELECT \(Self.columns) FROM products;
      BEGIN;
      """)
    let values = "?1, ?2, ?3, ?4, ?5, ?6, ?7"
    numbered = try file.statement("INSERT INTO products (\(Self.columns), product_id) VALUES (\(values), ?8)")
    waiting = try file.statement("INSERT INTO temp.waiting VALUES (\(values))")
  }

  deinit {
    sqlite3_finalize(numbered)
    sqlite3_finalize(waiting)
  }

  func write(_ product: FinishedProduct) throws(Problems) {
    if let colour = product.colours.first(where: { $0.utf8.contains(UInt8(ascii: ",")) }) {
      throw product.unwritable(
        "comes in '\(colour)', which the table would take for two colours",
        remedy: "Give the colour a name without a comma, or write JSON with --option shape=json.")
    }
    if let further = product.further.first {
      throw product.unwritable(
        "has an attribute '\(further.key)', for which the table has no column",
        remedy: "Write JSON with --option shape=json, which keeps it.")
    }
    let statement = product.id == nil ? waiting : numbered
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    bind(statement, 1, product.name)
    bind(statement, 2, product.description)
    bind(statement, number: 3, product.regularPrice)
    bind(statement, number: 4, product.salePrice)
    if let photo = product.photo {
      sqlite3_bind_blob(statement, 5, photo, Int32(clamping: photo.count), Self.copied)
    }
    bind(statement, 6, product.colours.joined(separator: ","))
    bind(statement, 7, try stores(of: product))
    if let id = product.id { sqlite3_bind_int64(statement, 8, id) }
    switch sqlite3_step(statement) {
    case SQLITE_DONE: return
    case SQLITE_CONSTRAINT:
      throw product.unwritable(
        "has the number \(product.id ?? 0), which another one has too",
        remedy: "Give one of them another product_id among its attributes.")
    default: throw file.failure()
    }
  }

  func finish() throws(Problems) {
    try file.execute(
      "INSERT INTO products (\(Self.columns)) SELECT \(Self.columns) FROM temp.waiting ORDER BY rowid; COMMIT;")
    sqlite3_finalize(numbered)
    sqlite3_finalize(waiting)
    (numbered, waiting) = (nil, nil)
    try file.closeAndCopy(to: sink)
  }

  private func stores(of product: FinishedProduct) throws(Problems) -> String {
    let text = ByteSink.memory()
    var writer = JSONTextWriter(to: text, indentation: 0)
    try writer.beginObject()
    try writer.write(stores: product.stores)
    try writer.endObject()
    return text.collectedText
  }

  /// SQLITE_TRANSIENT, a macro that Swift does not see: SQLite keeps a copy.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private func bind(_ statement: OpaquePointer?, _ place: Int32, _ text: String) {
    sqlite3_bind_text(statement, place, text, Int32(clamping: text.utf8.count), Self.copied)
  }

  /// Binds the digits as text: the column converts them to the same number.
  private func bind(_ statement: OpaquePointer?, number place: Int32, _ digits: String) {
    bind(statement, place, digits)
  }
}

/// An SQLite file under construction, in a folder that only the current user can access.
final class TemporaryDatabase {
  private let folder: String
  private var handle: OpaquePointer?

  init() throws(Problems) {
    guard let made = PrivateFolder.make() else {
      throw Problems(.sinkFailed, "no temporary folder can be made in \(PrivateFolder.place)")
    }
    folder = made
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    guard sqlite3_open_v2("\(folder)/table", &handle, flags, nil) == SQLITE_OK else { throw failure() }
  }

  deinit {
    sqlite3_close(handle)
    unlink("\(folder)/table")
    rmdir(folder)
  }

  func failure() -> Problems {
    let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
    return Problems(.sinkFailed, "the SQLite file cannot be made: \(reason)")
  }

  func execute(_ sql: String) throws(Problems) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  func statement(_ sql: String) throws(Problems) -> OpaquePointer? {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK else { throw failure() }
    return prepared
  }

  func closeAndCopy(to sink: ByteSink) throws(Problems) {
    guard sqlite3_close(handle) == SQLITE_OK else { throw failure() }
    handle = nil
    let stream = try ByteSource.file("\(folder)/table").open()
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
    defer { room.deallocate() }
    while true {
      let count = try stream.read(into: room)
      if count == 0 { return }
      try sink.write(UnsafeRawBufferPointer(rebasing: room[..<count]).bindMemory(to: UInt8.self))
    }
  }
}
