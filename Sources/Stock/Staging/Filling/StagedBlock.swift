internal import FormatKit
internal import GRDB
internal import GRDBSQLite

/// Records of one kind on their way into their staging table, one after the other in a block of memory.
///
/// SQLite reads a full block as the table ``StagedBlockTable``, with one statement for all its records. That costs a fraction
/// of a statement for each record, to which every value is bound.
///
/// A record is its size, the sort of each value, eight bytes for each value, and its texts. The eight bytes are a number, or
/// the place of a text in the record and its length.
final class StagedBlock {
  enum Sort: UInt8 { case null, integer, text }

  private static let size = 1 << 18
  let columnCount: Int
  /// Where the sorts and the values of a record begin, and where its texts do.
  static let sorts = 8
  let values: Int
  private let texts: Int
  private(set) var bytes: UnsafeMutableRawPointer
  private var capacity = size
  private(set) var count = 0
  private var record = 0

  init(columnCount: Int) {
    self.columnCount = columnCount
    values = Self.sorts + (columnCount + 7) / 8 * 8
    texts = values + columnCount * 8
    bytes = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit { bytes.deallocate() }

  var isFull: Bool { count >= Self.size - 4 * texts }

  func removeAll() { count = 0 }

  // MARK: A record

  /// Begins a record without values.
  func begin() {
    reserve(texts)
    record = count
    (bytes + record + Self.sorts).initializeMemory(as: UInt8.self, repeating: Sort.null.rawValue, count: columnCount)
    count += texts
  }

  @inline(__always)
  func set(_ column: Int, _ number: Int64) {
    (bytes + record + Self.sorts).storeBytes(of: Sort.integer.rawValue, toByteOffset: column, as: UInt8.self)
    (bytes + record + values).storeBytes(of: number, toByteOffset: column * 8, as: Int64.self)
  }

  @inline(__always)
  func set(_ column: Int, _ number: Int64?) {
    if let number { set(column, number) }
  }

  func set(_ column: Int, _ text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count)
    (bytes + record + Self.sorts).storeBytes(of: Sort.text.rawValue, toByteOffset: column, as: UInt8.self)
    let place = Int64(count - record) << 32 | Int64(text.count)
    (bytes + record + values).storeBytes(of: place, toByteOffset: column * 8, as: Int64.self)
    if let start = text.baseAddress { (bytes + count).copyMemory(from: start, byteCount: text.count) }
    count += text.count
  }

  func end() {
    reserve(8)
    count = (count + 7) / 8 * 8
    (bytes + record).storeBytes(of: count - record, as: Int.self)
  }

  private func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    let larger = UnsafeMutableRawPointer.allocate(byteCount: max(2 * capacity, count + more), alignment: 8)
    larger.copyMemory(from: bytes, byteCount: count)
    bytes.deallocate()
    bytes = larger
    capacity = max(2 * capacity, count + more)
  }
}

/// Lets SQLite read the present block as the table `staged_block`, whose columns are `c0`, `c1` and so on.
final class StagedBlockTable {
  static let name = "staged_block"
  /// More than any kind has: its fields and the columns that every staging table has.
  static let columnLimit = 200
  private(set) var block: StagedBlock?

  /// Gives a connection the table, in place of one that it has.
  init(_ database: Database) throws {
    let result = sqlite3_create_module_v2(
      database.sqliteConnection, Self.name, Self.module, Unmanaged.passRetained(self).toOpaque()
    ) { context in context.map { Unmanaged<StagedBlockTable>.fromOpaque($0).release() } }
    guard result == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: result), message: "records cannot be staged")
    }
  }

  /// Takes the table from a connection.
  static func remove(from database: Database) {
    sqlite3_create_module_v2(database.sqliteConnection, name, nil, nil, nil)
  }

  /// Runs a statement that reads the records of a block.
  func run(_ statement: Statement, over block: StagedBlock) throws {
    self.block = block
    let handle = statement.sqliteStatement
    defer {
      sqlite3_reset(handle)
      self.block = nil
    }
    let result = sqlite3_step(handle)
    guard result == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: result), message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
    }
  }

  // MARK: SQLite's side

  private struct Table {
    var base = sqlite3_vtab()
    let owner: Unmanaged<StagedBlockTable>
  }

  private struct Cursor {
    var base = sqlite3_vtab_cursor()
    var record: UnsafeRawPointer?
    var end: UnsafeRawPointer?
    var number: Int64 = 0
    var columnCount: Int32 = 0
    var values = 0
  }

  /// The functions that SQLite calls; without one that creates a table, the table is there by its name.
  nonisolated(unsafe) private static let module: UnsafeMutablePointer<sqlite3_module> = {
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    module.initialize(to: sqlite3_module())
    module.pointee.xConnect = { connection, context, _, _, made, _ in
      guard let context, let made else { return SQLITE_ERROR }
      let columns = (0..<columnLimit).map { "c\($0)" }.joined(separator: ", ")
      let result = sqlite3_declare_vtab(connection, "CREATE TABLE x (\(columns))")
      guard result == SQLITE_OK else { return result }
      let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
      table.initialize(to: Table(owner: Unmanaged<StagedBlockTable>.fromOpaque(context)))
      made.pointee = UnsafeMutableRawPointer(table).assumingMemoryBound(to: sqlite3_vtab.self)
      return SQLITE_OK
    }
    module.pointee.xDisconnect = { table in
      UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Table.self).deallocate()
      return SQLITE_OK
    }
    module.pointee.xBestIndex = { _, plan in
      plan?.pointee.estimatedCost = 1_000
      return SQLITE_OK
    }
    module.pointee.xOpen = { _, made in
      let cursor = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
      cursor.initialize(to: Cursor())
      made?.pointee = UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }
    module.pointee.xClose = { cursor in
      UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self).deallocate()
      return SQLITE_OK
    }
    module.pointee.xFilter = { cursor, _, _, _, _ in
      guard let cursor = UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self) else {
        return SQLITE_ERROR
      }
      let table = UnsafeMutableRawPointer(cursor.pointee.base.pVtab)?.assumingMemoryBound(to: Table.self)
      // Outside ``run(_:over:)`` the table is empty.
      let block = table?.pointee.owner.takeUnretainedValue().block
      cursor.pointee.record = block.map { UnsafeRawPointer($0.bytes) }
      cursor.pointee.end = block.map { UnsafeRawPointer($0.bytes + $0.count) }
      cursor.pointee.columnCount = Int32(block?.columnCount ?? 0)
      cursor.pointee.values = block?.values ?? 0
      cursor.pointee.number = 0
      return SQLITE_OK
    }
    module.pointee.xNext = { cursor in
      guard let cursor = UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self),
        let record = cursor.pointee.record
      else { return SQLITE_ERROR }
      cursor.pointee.record = record + record.load(as: Int.self)
      cursor.pointee.number += 1
      return SQLITE_OK
    }
    module.pointee.xEof = { cursor in
      guard let cursor = UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self) else { return 1 }
      return cursor.pointee.record == cursor.pointee.end ? 1 : 0
    }
    module.pointee.xRowid = { cursor, number in
      let cursor = UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self)
      number?.pointee = cursor?.pointee.number ?? 0
      return SQLITE_OK
    }
    module.pointee.xColumn = { cursor, context, column in
      guard let cursor = UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self),
        let record = cursor.pointee.record, column < cursor.pointee.columnCount
      else { return SQLITE_OK }
      let sort = record.load(fromByteOffset: StagedBlock.sorts + Int(column), as: UInt8.self)
      guard sort != StagedBlock.Sort.null.rawValue else { return SQLITE_OK }
      let value = record.load(fromByteOffset: cursor.pointee.values + Int(column) * 8, as: Int64.self)
      if sort == StagedBlock.Sort.integer.rawValue {
        sqlite3_result_int64(context, value)
      } else {
        // The block outlives the step.
        let text = (record + Int(value >> 32)).assumingMemoryBound(to: CChar.self)
        sqlite3_result_text(context, text, Int32(truncatingIfNeeded: value), nil)
      }
      return SQLITE_OK
    }
    return module
  }()
}
