internal import CLibSQLite

/// Writes a row as the bytes that its digest is taken of: the table's name, then each value with its type and length, so that
/// no byte can move from one value to the next and a number is not the text of it.
///
/// The memory is used again for each row. Not to be shared between threads.
final class RowEncoder {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  init() {
    capacity = 1 << 12
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// Begins a row of a table.
  func begin(_ table: UnsafeBufferPointer<UInt8>) {
    count = 0
    append(table)
    bytes[count] = 0
    count += 1
  }

  /// The sum of the row that was written.
  var sum: RowSum { RowSum(row: UnsafeBufferPointer(start: bytes, count: count)) }

  /// Adds a value as the hook for changes hands it out.
  func append(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_NULL: append(tag: .null, 0)
    case SQLITE_INTEGER: append(tag: .integer, UInt64(bitPattern: sqlite3_value_int64(value)))
    case SQLITE_FLOAT: append(tag: .real, sqlite3_value_double(value).bitPattern)
    case let type:
      let content = sqlite3_value_blob(value)
      append(type, content, Int(sqlite3_value_bytes(value)))
    }
  }

  /// Adds a column of the row that a statement has reached.
  func append(_ statement: OpaquePointer, column: Int32) {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: append(tag: .null, 0)
    case SQLITE_INTEGER: append(tag: .integer, UInt64(bitPattern: sqlite3_column_int64(statement, column)))
    case SQLITE_FLOAT: append(tag: .real, sqlite3_column_double(statement, column).bitPattern)
    case let type:
      let content = sqlite3_column_blob(statement, column)
      append(type, content, Int(sqlite3_column_bytes(statement, column)))
    }
  }

  private enum Tag: UInt8 {
    case null = 0x00
    case integer = 0x10
    case real = 0x20
    case text = 0x30
    case blob = 0x40
  }

  private func append(_ type: Int32, _ content: UnsafeRawPointer?, _ length: Int) {
    append(tag: type == SQLITE_TEXT ? .text : .blob, UInt64(length))
    append(UnsafeBufferPointer(start: content?.assumingMemoryBound(to: UInt8.self), count: content == nil ? 0 : length))
  }

  /// The tag's byte carries how many bytes of the number follow, the least significant first.
  private func append(tag: Tag, _ number: UInt64) {
    reserve(9)
    let length = (64 - number.leadingZeroBitCount + 7) / 8
    bytes[count] = tag.rawValue | UInt8(length)
    UnsafeMutableRawPointer(bytes + count + 1).storeBytes(of: number.littleEndian, as: UInt64.self)
    count += 1 + length
  }

  private func append(_ content: UnsafeBufferPointer<UInt8>) {
    reserve(content.count + 1)
    if let start = content.baseAddress { (bytes + count).update(from: start, count: content.count) }
    count += content.count
  }

  private func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    let larger = max(2 * capacity, count + more)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    copy.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = copy
    capacity = larger
  }
}
