internal import GRDB
internal import GRDBSQLite

/// The product and the variant that the row at hand has brought so far.
///
/// The other records of the row keep their places: what they name is then most likely found there, without a search
/// by its code.
final class RowSiblings {
  private var table = -1
  private var record = -1
  var product: Int64?
  var variant: Int64?

  func enter(table: Int, record: Int) {
    guard table != self.table || record != self.record else { return }
    self.table = table
    self.record = record
    product = nil
    variant = nil
  }
}

/// Puts records of one kind into its staging table.
public final class StageInserter {
  /// What a kind of record is to the others of its row.
  private enum Role { case product, variant, other }

  private let statement: Statement
  private let siblings: RowSiblings
  private let role: Role
  /// Whether a record said of a field that it is to be emptied.
  private(set) var hasCleared = false

  init(statement: Statement, kind: String, siblings: RowSiblings) {
    self.statement = statement
    self.siblings = siblings
    role = kind == "products" ? .product : kind == "variants" ? .variant : .other
  }

  /// Stages one record.
  ///
  /// - Parameters:
  ///   - values: one for each field, in order.
  ///   - isBroken: whether a problem was found with it; it then takes no part in what follows.
  public func insert(_ values: [StagedValue], at position: StagedPosition, isBroken: Bool) throws {
    let handle = statement.sqliteStatement
    sqlite3_reset(handle)
    sqlite3_bind_int64(handle, 1, Int64(position.table))
    sqlite3_bind_int64(handle, 2, Int64(position.line))
    sqlite3_bind_int64(handle, 3, Int64(position.record))
    sqlite3_bind_int64(handle, 4, Int64(position.byteOffset))
    sqlite3_bind_int64(handle, 5, isBroken ? 1 : 0)
    var clear: Int64 = 0
    for (index, value) in values.enumerated() {
      let place = Int32(index + 8)
      switch value {
      case .absent: sqlite3_bind_null(handle, place)
      case .clear:
        clear |= 1 << Int64(index)
        sqlite3_bind_null(handle, place)
      case .integer(let number): sqlite3_bind_int64(handle, place, number)
      case .bytes(let bytes):
        // They outlive the step; the next record takes their place before anything looks again.
        sqlite3_bind_text(handle, place, bytes.baseAddress, Int32(bytes.count), nil)
      case .text(let text): sqlite3_bind_text(handle, place, text, Int32(text.utf8.count), Self.transient)
      }
    }
    sqlite3_bind_int64(handle, 6, clear)
    if clear != 0 { hasCleared = true }
    siblings.enter(table: position.table, record: position.record)
    switch role {
    case .product: sqlite3_bind_null(handle, 7)
    case .variant: bind(siblings.product, to: handle)
    case .other: bind(siblings.variant, to: handle)
    }
    let result = sqlite3_step(handle)
    guard result == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: result), message: "a record cannot be staged")
    }
    switch role {
    case .product: siblings.product = sqlite3_last_insert_rowid(sqlite3_db_handle(handle))
    case .variant: siblings.variant = sqlite3_last_insert_rowid(sqlite3_db_handle(handle))
    case .other: break
    }
  }

  private func bind(_ twin: Int64?, to handle: OpaquePointer) {
    if let twin { sqlite3_bind_int64(handle, 7, twin) } else { sqlite3_bind_null(handle, 7) }
  }

  /// Tells SQLite to copy what it is given.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
