internal import FormatKit
internal import RetailValues

/// Finds rows that are headings or notes in a list for people: `BEVERAGES;;;` between the items, `Page 2 of 2;;;` below them.
///
/// Such a row has a value in the column of the records' codes and nowhere else, so it would become a record. What the codes of the
/// other rows look like decides: an item of which only the code is known has a code like the others'.
struct LoneValueRule {
  /// Whether nearly all codes have a digit and no space, so that a text without digits or with spaces is not one of them.
  let codesHaveDigits: Bool
  /// Whether the codes are clear: they have digits, or hardly a record has a single value.
  let isCertain: Bool

  /// Whether a single value is not the code of a record.
  func refuses(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { !codesHaveDigits || !Self.isLikeCode(bytes) }

  private static func isLikeCode(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.contains(where: NumberNotation.isDigit) && !bytes.contains { $0 <= 0x20 }
  }
}

extension LoneValueRule {
  /// What the first rows of a table say about rows with a single value.
  struct Evidence {
    private let codeColumns: Set<String>
    private var alone = 0
    /// The rows with a code and other values, and those of them whose code has a digit and no space.
    private var codes = 0
    private var codesWithDigits = 0

    /// - Parameter codeColumns: the columns from which the keys of the records are taken
    init(codeColumns: Set<String>) { self.codeColumns = codeColumns }

    mutating func look(at batch: borrowing RecordBatch) {
      guard let column = batch.schema.columns.firstIndex(where: { codeColumns.contains($0.name) }) else { return }
      let values = RowValues(batch.schema)
      for row in 0..<batch.rowCount {
        let code = batch.bytes(row: row, column: column).trimmed
        if code.isEmpty { continue }
        if values.isAlone(row, in: column, batch) {
          alone += 1
        } else if TotalWords.mention(in: String(decoding: code.prefix(80), as: UTF8.self)) == nil {
          codes += 1
          if LoneValueRule.isLikeCode(code) { codesWithDigits += 1 }
        }
      }
    }

    /// The rule for the table; nil where a record may well have a single value.
    var rule: LoneValueRule? {
      guard codes >= 2, codes >= alone else { return nil }
      let codesHaveDigits = codesWithDigits * 10 >= codes * 9
      // Among words a heading cannot be recognised by itself, so every row with a single value is uncertain.
      return LoneValueRule(
        codesHaveDigits: codesHaveDigits, isCertain: codesHaveDigits || codes > 2 && codes >= 9 * alone)
    }
  }
}

/// Which of the sender's own columns a row has values in.
struct RowValues {
  private let columns: [Int]
  /// The column that says why a record was refused, in a file of refused records.
  private let reason: Int?

  init(_ schema: Schema) {
    columns = schema.columns.indices.filter { !RejectColumns.contains(schema.columns[$0].name) }
    reason = schema.index(of: RejectColumns.reason)
  }

  func isBlank(_ row: Int, _ batch: borrowing RecordBatch) -> Bool {
    for column in columns where !Self.isBlank(row, column, batch) { return false }
    return true
  }

  /// Whether a row has a value in one column and nowhere else; no where there is no other column.
  func isAlone(_ row: Int, in column: Int, _ batch: borrowing RecordBatch) -> Bool {
    for other in columns where other != column && !Self.isBlank(row, other, batch) { return false }
    return columns.count > 1 && !Self.isBlank(row, column, batch)
  }

  /// Whether a row was refused before because of its single value.
  func wasRefused(_ row: Int, _ batch: borrowing RecordBatch) -> Bool {
    guard let reason else { return false }
    return batch.string(row: row, column: reason)?.contains("[\(Problem.Code.loneValue.id)]") == true
  }

  /// The first columns in which a row has a value, by their positions.
  func filled(_ row: Int, in limit: Int, _ batch: borrowing RecordBatch) -> Set<Int> {
    var filled: Set<Int> = []
    for column in columns where column < limit && !Self.isBlank(row, column, batch) { filled.insert(column) }
    return filled
  }

  static func isBlank(_ row: Int, _ column: Int, _ batch: borrowing RecordBatch) -> Bool {
    switch batch.kind(row: row, column: column) {
    case .absent, .null: true
    default: batch.bytes(row: row, column: column).trimmed.isEmpty
    }
  }
}
