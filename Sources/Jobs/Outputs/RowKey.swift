internal import FormatKit

/// The key of a row as bytes that are in the order of its texts: each ended by a zero, what a text may have of those
/// escaped.
enum RowKey {
  private static let end: UInt8 = 0
  private static let escape: UInt8 = 1
  /// After an escape.
  private static let zero: UInt8 = 1
  private static let one: UInt8 = 2
  private static let nothing: UInt8 = 3

  /// Replaces the content of `key` with the key of a row.
  ///
  /// - Returns: false if all key columns of the row are empty.
  static func fill(_ key: inout [UInt8], row: Int, columns: [Int], of batch: borrowing RecordBatch) -> Bool {
    key.removeAll(keepingCapacity: true)
    var isAny = false
    for column in columns {
      switch batch.kind(row: row, column: column) {
      case .absent, .null: key += [escape, nothing]
      default:
        let text = batch.bytes(row: row, column: column)
        isAny = isAny || !text.isEmpty
        for byte in text {
          switch byte {
          case end: key += [escape, zero]
          case escape: key += [escape, one]
          default: key.append(byte)
          }
        }
      }
      key.append(end)
    }
    return isAny
  }

  /// The texts of a key; nil for empty columns.
  static func texts(_ key: UnsafeRawBufferPointer) -> [[UInt8]?] {
    var texts: [[UInt8]?] = []
    var text: [UInt8]? = []
    var isEscaped = false
    for byte in key {
      if isEscaped {
        isEscaped = false
        switch byte {
        case zero: text?.append(end)
        case one: text?.append(escape)
        default: text = nil
        }
      } else if byte == escape {
        isEscaped = true
      } else if byte == end {
        texts.append(text)
        text = []
      } else {
        text?.append(byte)
      }
    }
    return texts
  }
}
