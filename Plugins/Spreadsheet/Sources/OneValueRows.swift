internal import FormatKit

/// How rows with a single value are read.
public enum OneValueReading: String, CaseIterable, Sendable {
  /// By the rows around them.
  case found
  /// All of them as records.
  case records
  /// None of them as a record: they are headings and notes.
  case notes
  /// None of them as a record: they are headings, and a value of the rows below them.
  case headings
}

/// Distinguishes headings of sections and notes from records, among the rows that have a single value.
///
/// A price list has rows such as `BEVERAGES` between its items, and `Prices without VAT` or `Page 2 of 3` below them.
/// They have one value where the items have several. An item that lost its other values has one value too, so the value
/// is compared with those of its column. A text that could be one of them is not skipped unless it is in a column of
/// words, as titles are, and the row lacks numbers that the other rows have.
struct OneValueRows {
  /// A share of the rows that counts as nearly all of them.
  private static func isNearlyAll(_ part: Int, of all: Int) -> Bool { part * 10 >= all * 9 }

  /// The values of one column in the rows with several values.
  private struct ColumnUse {
    var filled = 0
    var texts = 0
    var textsWithDigits = 0
    var textsWithSpaces = 0
  }

  let reading: OneValueReading
  /// The columns of the sender's own values.
  private let columns: Range<Int>
  /// Whether the rows are refused records, of whose table nothing else is known.
  private let isRefused: Bool
  private let layout: SheetLayout
  private var uses: [ColumnUse]
  private var fullRows = 0
  /// How many rows name a total.
  private var totalRows = 0
  /// The columns that nearly all rows with several values fill, and those of them that hold numbers or dates.
  private var core: Set<Int> = []
  private var coreValues: Set<Int> = []
  /// How many rows have one value, and how many of them it is like the values of its column.
  private var singleRows = 0
  private var singleLikeRecords = 0

  /// - Parameter sample: the first rows below the names.
  init(_ layout: SheetLayout, sample: some Collection<SheetRow>, reading: OneValueReading) {
    self.reading = reading
    isRefused = layout.isRefused
    self.layout = layout
    columns = isRefused ? layout.columns.dropFirst(RejectColumns.all.count) : layout.columns
    uses = Array(repeating: ColumnUse(), count: columns.count)
    guard reading == .found, !isRefused else { return }
    var single: [(SheetRow, SheetRow.Cell)] = []
    for row in sample {
      if let cell = onlyCell(of: row) {
        single.append((row, cell))
      } else if Self.namesTotal(row) {
        totalRows += 1
      } else if !layout.isRepeated(by: row) {
        count(row)
      }
    }
    for (index, use) in uses.enumerated() where use.filled > 0 && Self.isNearlyAll(use.filled, of: fullRows) {
      core.insert(columns.lowerBound + index)
      if Self.isNearlyAll(use.filled - use.texts, of: use.filled) { coreValues.insert(columns.lowerBound + index) }
    }
    singleRows = single.count
    singleLikeRecords = single.count { likeness(of: $0.1, in: $0.0) != .none }
  }

  /// The row's only value; nil when it has none or several.
  private func onlyCell(of row: SheetRow) -> SheetRow.Cell? {
    var found: SheetRow.Cell?
    for cell in row.cells where row.isFilled(cell) && !(isRefused && cell.column < columns.lowerBound) {
      if found != nil || !columns.contains(cell.column) { return nil }
      found = cell
    }
    return found
  }

  private mutating func count(_ row: SheetRow) {
    var filled = 0
    for cell in row.cells where columns.contains(cell.column) && row.isFilled(cell) {
      filled += 1
      let index = cell.column - columns.lowerBound
      uses[index].filled += 1
      guard cell.kind == .text else { continue }
      uses[index].texts += 1
      if Self.hasDigit(row, cell) { uses[index].textsWithDigits += 1 }
      if Self.hasSpace(row, cell) { uses[index].textsWithSpaces += 1 }
    }
    if filled > 1 { fullRows += 1 }
  }

  /// Whether the label of a row names a total. Such a row fills other columns than the records, and is not a record.
  private static func namesTotal(_ row: SheetRow) -> Bool {
    guard let label = row.cells.first(where: { $0.kind == .text && $0.end - $0.start <= 80 }) else { return false }
    return TotalWords.mention(in: row.text(label)) != nil
  }

  private static func hasDigit(_ row: SheetRow, _ cell: SheetRow.Cell) -> Bool {
    row.bytes[cell.start..<cell.end].contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func hasSpace(_ row: SheetRow, _ cell: SheetRow.Cell) -> Bool {
    row.bytes[cell.start..<cell.end].contains { TextRuns.isSpace($0) }
  }

  /// How similar a value is to those of its column.
  private enum Likeness {
    /// No value of the column is like it.
    case none
    /// The column holds words, and it is a text.
    case words
    case same
  }

  private func likeness(of cell: SheetRow.Cell, in row: SheetRow) -> Likeness {
    guard cell.kind == .text else { return .same }
    let use = uses[cell.column - columns.lowerBound]
    if use.filled * 2 < fullRows { return .none }
    let mayBeCode = Self.hasDigit(row, cell) && !Self.hasSpace(row, cell)
    // A column of numbers may have a code such as 12B among them, and nothing else.
    if Self.isNearlyAll(use.filled - use.texts, of: use.filled) { return mayBeCode ? .same : .none }
    guard Self.isNearlyAll(use.textsWithDigits, of: use.texts) else { return .words }
    if !Self.hasDigit(row, cell) { return .none }
    return Self.hasSpace(row, cell) && use.textsWithSpaces * 10 < use.texts ? .none : .same
  }

  /// The text in the reason of a refused record that had a single value.
  static let mark = "[\(Problem.Code.xlsxOneValue.id)]"

  /// Whether a row is a heading or a note.
  func isNote(_ row: SheetRow) -> Bool {
    if case .note? = role(of: row) { true } else { false }
  }

  /// The role of a row with a single value; nil for all other rows, and where nothing suggests that it is not a record.
  func role(of row: SheetRow) -> RowRole? {
    guard reading != .records, let cell = onlyCell(of: row), cell.kind != .missing else { return nil }
    let text = row.text(cell)
    if reading == .notes || reading == .headings { return .note(column: cell.column, text: text) }
    if isRefused {
      return layout.reason(of: row)?.contains(Self.mark) == true ? .incomplete(column: cell.column, text: text) : nil
    }
    let others = core.subtracting([cell.column])
    guard !others.isEmpty, fullRows > 1 else { return nil }
    let lacksSeveral = others.count > 1 && !coreValues.subtracting([cell.column]).isEmpty
    switch likeness(of: cell, in: row) {
    case .none where (others.count > 1 || fullRows > 2) && singleRows <= max(2, fullRows):
      return .note(column: cell.column, text: text)
    case .words where lacksSeveral && singleRows * 3 <= fullRows + totalRows:
      return .note(column: cell.column, text: text)
    case .none, .words, .same: break
    }
    let isRare = singleLikeRecords <= max(min(2, fullRows / 3), fullRows / 10)
    guard lacksSeveral, isRare else { return nil }
    return .incomplete(column: cell.column, text: text)
  }
}
