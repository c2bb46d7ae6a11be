internal import FormatKit

/// One row of a batch, as expressions and conditions see it.
struct RowView {
  let row: Int

  /// The text of a column, trimmed, filled down, nil when it is blank or one of the texts for nothing.
  func text(
    _ column: Int, _ batch: borrowing RecordBatch, _ fill: FillDownState?, noValue: [String]
  ) -> String? {
    guard column >= 0 else { return nil }
    guard let text = ownText(column, batch) else { return fill?.value(of: column) }
    return noValue.contains(text) ? nil : text
  }

  /// The same without filling down.
  func ownText(_ column: Int, _ batch: borrowing RecordBatch) -> String? {
    guard column >= 0 else { return nil }
    switch batch.kind(row: row, column: column) {
    case .absent, .null: return nil
    default:
      let bytes = batch.bytes(row: row, column: column).trimmed
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
  }
}

/// The last values of the columns that are filled down, within the group that the rows are in.
struct FillDownState {
  private let group: Int
  private let columns: Set<Int>
  private var currentGroup: String?
  private var last: [Int: String] = [:]

  init(group: Int, columns: Set<Int>) {
    self.group = group
    self.columns = columns
  }

  /// Takes over the values of a state for the same table with fewer columns; columns are only ever added at the end.
  mutating func carryOn(from other: FillDownState) {
    currentGroup = other.currentGroup
    last = other.last
  }

  func fills(_ column: Int) -> Bool { columns.contains(column) }
  func value(of column: Int) -> String? { last[column] }

  mutating func advance(_ view: RowView, _ batch: borrowing RecordBatch) {
    let name = view.ownText(group, batch)
    if name != currentGroup {
      currentGroup = name
      last.removeAll(keepingCapacity: true)
    }
    for column in columns {
      if let text = view.ownText(column, batch) { last[column] = text }
    }
  }
}
