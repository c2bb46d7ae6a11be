internal import FormatKit

/// The role of a row below the names of the columns.
enum RowRole {
  case record
  /// The names of the columns again, as at the top of a printed page.
  case names
  /// A total: the column whose numbers it adds up, and the sum.
  case total(column: Int, sum: String)
  /// A row named a total, none of whose numbers is the sum of its column.
  case unprovenTotal(column: Int, label: String)
  /// The heading of a section, or a note: a single text where records have several values.
  case note(column: Int, text: String)
  /// A row that could be a record that lost all its values but one.
  case incomplete(column: Int, text: String)
  /// The names of the columns of another table further down, with or without a title in the row above.
  case anotherTable(hasTitle: Bool)
}

/// Distinguishes the records of a table from totals, headings, repeated names and the beginning of another table. It
/// keeps the sums of the columns, so that a total is proven by its value and not only by its words.
struct RowRoles {
  private let layout: SheetLayout
  private let oneValueRows: OneValueRows
  /// The sums of all records by column, and of those since the last total.
  private var all: [Double]
  private var part: [Double]
  private var records = 0
  private var lastRow: Int
  /// Whether the last row was one text after an empty row, as the title of another table is.
  private var hasTitle = false

  /// Whether the rows are refused records: nothing is known of their sums, and all of them are records.
  private let isRefused: Bool

  init(_ layout: SheetLayout, oneValueRows: OneValueRows) {
    self.layout = layout
    self.oneValueRows = oneValueRows
    isRefused = layout.isRefused
    all = Array(repeating: 0, count: layout.columns.count)
    part = all
    lastRow = layout.header?.upperBound ?? 0
  }

  /// The role of a row. Rows must be passed in their order, each once.
  ///
  /// - Parameter types: the types of the columns in the records before it, as far as they are known.
  mutating func role(of row: SheetRow, types: (Int) -> ColumnType) -> RowRole {
    var role = found(row, types)
    if case .record = role, let other = oneValueRows.role(of: row) { role = other }
    if case .record = role {
      records += 1
      for cell in row.cells where cell.kind == .number && layout.columns.contains(cell.column) {
        let value = Self.number(row.bytes[cell.start..<cell.end])
        all[cell.column - layout.columns.lowerBound] += value
        part[cell.column - layout.columns.lowerBound] += value
      }
    }
    if case .total = role { for index in part.indices { part[index] = 0 } }
    hasTitle =
      row.number > lastRow + 1 && row.cells.count { row.isFilled($0) } == 1 && row.cells.contains { $0.kind == .text }
    lastRow = row.number
    return role
  }

  private func found(_ row: SheetRow, _ types: (Int) -> ColumnType) -> RowRole {
    var (texts, numbers, others) = (0, 0, 0)
    var label: SheetRow.Cell?
    var first: SheetRow.Cell?
    let own = isRefused ? layout.columns.dropFirst(RejectColumns.all.count) : layout.columns
    for cell in row.cells where own.contains(cell.column) && row.isFilled(cell) {
      if first == nil { first = cell }
      switch cell.kind {
      case .text:
        texts += 1
        if label == nil { label = cell }
      case .number, .percentage: numbers += 1
      case .boolean, .date, .dateTime, .time, .missing: others += 1
      }
    }
    guard let first else { return .record }
    if !isRefused, texts >= 2, numbers + others == 0 {
      if layout.isRepeated(by: row) { return .names }
      if beginsTable(row, types) { return .anotherTable(hasTitle: hasTitle) }
    }
    guard texts <= 1, numbers > 0, others == 0, own.count > 1 else { return .record }
    guard let label else { return unnamedTotal(row, first, types) }
    return namedTotal(row, label)
  }

  /// Whether a row of texts, after an empty row, has a text where the records have numbers, dates or the like.
  private func beginsTable(_ row: SheetRow, _ types: (Int) -> ColumnType) -> Bool {
    guard records > 0, hasTitle || row.number > lastRow + 1 else { return false }
    return row.cells.contains {
      layout.columns.contains($0.column) && row.isFilled($0) && types($0.column - layout.columns.lowerBound) != .text
    }
  }

  private func namedTotal(_ row: SheetRow, _ label: SheetRow.Cell) -> RowRole {
    guard label.end - label.start <= 80 else { return .record }
    let text = row.text(label)
    guard let mention = TotalWords.mention(in: text) else { return .record }
    for cell in row.cells where !isRefused && cell.kind == .number && isSum(row, cell) {
      return .total(column: cell.column, sum: row.text(cell))
    }
    return mention == .whole ? .unprovenTotal(column: label.column, label: text) : .record
  }

  /// A row of numbers alone where the first column has texts, each number the sum of its column.
  private func unnamedTotal(_ row: SheetRow, _ first: SheetRow.Cell, _ types: (Int) -> ColumnType) -> RowRole {
    guard !isRefused, records > 2, first.column > layout.columns.lowerBound, types(0) == .text,
      row.cells.allSatisfy({ !row.isFilled($0) || isSum(row, $0) })
    else { return .record }
    return .total(column: first.column, sum: row.text(first))
  }

  private func isSum(_ row: SheetRow, _ cell: SheetRow.Cell) -> Bool {
    guard layout.columns.contains(cell.column) else { return false }
    let value = Self.number(row.bytes[cell.start..<cell.end])
    let index = cell.column - layout.columns.lowerBound
    return [all[index], part[index]].contains { value != 0 && abs($0 - value) <= 1e-9 * max(abs(value), 1) }
  }

  /// The value of a plain number; what is not one counts as nothing.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Double {
    var (digits, decimals, isAfterPoint, isNegative) = (0.0, 0, false, false)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits * 10 + Double(byte - UInt8(ascii: "0"))
        if isAfterPoint { decimals += 1 }
      case UInt8(ascii: "."): isAfterPoint = true
      case UInt8(ascii: "-"): isNegative = true
      default: return Double(String(decoding: bytes, as: UTF8.self)) ?? 0
      }
    }
    var scale = 1.0
    for _ in 0..<min(decimals, 300) { scale *= 10 }
    return (isNegative ? -digits : digits) / scale
  }
}
