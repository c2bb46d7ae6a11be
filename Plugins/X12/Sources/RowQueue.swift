internal import FormatKit
internal import SupplyDocuments

/// A record of a transaction set.
typealias Row = SupplyRow<X12Problem>

extension SupplyTables {
  /// The columns that transaction sets fill.
  static let x12 = SupplyTables(
    without: [.products: "category tax_rate status", .prices: "valid_to tax_included", .sales: "lot"])
}

extension SupplyRow<X12Problem> {
  init(_ record: SupplyRecord, at segment: Segment) {
    self.init(SupplyTables.x12[record], line: segment.line, byteOffset: segment.byteOffset)
  }

  init(_ record: SupplyRecord, at position: RecordPosition) { self.init(SupplyTables.x12[record], at: position) }

  /// Takes the minus from a number.
  mutating func removeSign(_ column: String) {
    if let text = self[column], text.hasPrefix("-") { self[column] = String(text.dropFirst()) }
  }
}

/// The rows that are ready to be handed over, in order.
///
/// The last row stays until another one follows or the source ends: problems found at the end of a document are attached to it.
struct RowQueue {
  private var rows: [Row] = []
  private var head = 0
  /// Problems reported before the first row.
  private(set) var orphans: [X12Problem] = []
  private var numbers: [SupplyRecord: Int] = [:]
  var isFinished = false

  /// The most problems that are kept without a row to attach them to, and on one row.
  private static let problemLimit = 10_000

  mutating func append(_ row: Row) {
    var row = row
    let number = (numbers[row.table.record] ?? 0) + 1
    numbers[row.table.record] = number
    row.position.record = number
    if !orphans.isEmpty {
      row.problems = orphans + row.problems
      orphans.removeAll()
    }
    rows.append(row)
  }

  /// Attaches problems to the last row; to the next one when the queue is empty.
  mutating func append(_ problems: [X12Problem]) {
    guard !problems.isEmpty else { return }
    if rows.count > head {
      guard rows[rows.count - 1].problems.count < Self.problemLimit else { return }
      rows[rows.count - 1].problems += problems
    } else if orphans.count < Self.problemLimit {
      orphans += problems
    }
  }

  /// The next row that may be handed over; nil when no row is ready.
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
