internal import FormatKit

/// One field: its text, and whether it is a number.
struct FieldValue: Hashable, Sendable {
  var text: String
  var kind: FieldKind = .text
}

/// A record on its way to a batch.
struct Row {
  let table: RecordTable
  let schema: Schema
  var values: [FieldValue?]
  /// How good the value of each column is; less is better.
  var ranks: [Int]
  var position: RecordPosition
  var faults: [Fault] = []

  init(_ table: RecordTable, at segment: Segment) {
    self.table = table
    schema = table.schema
    values = Array(repeating: nil, count: schema.columns.count)
    ranks = Array(repeating: .max, count: values.count)
    position = RecordPosition(line: segment.line, byteOffset: segment.byteOffset, record: 0)
  }

  /// Sets a field unless a better value is there.
  mutating func set(_ column: Int, _ text: String, rank: Int = 0) {
    guard !text.isEmpty, rank < ranks[column] else { return }
    let kind: FieldKind =
      switch schema.columns[column].type {
      case .number: .number
      case .boolean: .boolean
      default: .text
      }
    values[column] = FieldValue(text: text, kind: kind)
    ranks[column] = rank
  }

  /// Sets a field by its name.
  mutating func set(_ column: String, _ text: String?, rank: Int = 0) {
    guard let text, let index = schema.index(of: column) else { return }
    set(index, text, rank: rank)
  }

  /// Takes the minus from a number.
  mutating func removeSign(_ column: String) {
    guard let index = schema.index(of: column), values[index]?.text.hasPrefix("-") == true else { return }
    values[index]?.text.removeFirst()
  }

  func text(_ column: String) -> String? {
    schema.index(of: column).flatMap { values[$0]?.text }
  }
}

/// The rows that are ready to be handed over, in order.
///
/// The last row stays until another one follows or the source ends: what the end of a document tells hangs on it.
struct RowQueue {
  private var rows: [Row] = []
  private var head = 0
  /// What was told before there was any row.
  private(set) var orphans: [Fault] = []
  private var numbers: [RecordTable: Int] = [:]
  var isFinished = false

  /// The most faults that are kept without a row to hang on, and on one row.
  private static let faultLimit = 10_000

  mutating func append(_ row: Row) {
    var row = row
    let number = (numbers[row.table] ?? 0) + 1
    numbers[row.table] = number
    row.position.record = number
    if !orphans.isEmpty {
      row.faults = orphans + row.faults
      orphans.removeAll()
    }
    rows.append(row)
  }

  /// Hangs faults on the last row; on the next one when there is none.
  mutating func append(_ faults: [Fault]) {
    guard !faults.isEmpty else { return }
    if rows.count > head {
      guard rows[rows.count - 1].faults.count < Self.faultLimit else { return }
      rows[rows.count - 1].faults += faults
    } else if orphans.count < Self.faultLimit {
      orphans += faults
    }
  }

  /// The next row that may go; nil when there is none yet.
  var next: Row? {
    let available = isFinished ? rows.count : rows.count - 1
    return head < available ? rows[head] : nil
  }

  mutating func removeFirst() {
    head += 1
    if head > 256, head * 2 > rows.count {
      rows.removeFirst(head)
      head = 0
    }
  }

  var count: Int { rows.count - head }

  /// Whether there never was a row.
  var isUnused: Bool { numbers.isEmpty }
}
