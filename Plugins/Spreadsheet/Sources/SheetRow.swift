internal import FormatKit
internal import RetailValues

/// One row of a sheet: the cells that hold something.
struct SheetRow {
  /// The type of a cell's value.
  enum Kind {
    case text, number, percentage, boolean, date, dateTime, time
    /// No value, because the formula gives none.
    case missing

    var field: FieldKind {
      switch self {
      case .text, .date, .dateTime, .time: .text
      case .number: .number
      case .percentage: .percentage
      case .boolean: .boolean
      case .missing: .absent
      }
    }

    var type: ColumnType {
      switch self {
      case .number, .percentage: .number
      case .boolean: .boolean
      case .date: .date
      case .dateTime: .dateTime
      case .text, .time, .missing: .text
      }
    }
  }

  struct Cell {
    /// From 0.
    var column: Int
    var kind: Kind
    /// The end of the value's text in ``SheetRow/bytes``.
    var end: Int
    var start: Int
    /// The currency that the cell shows.
    var currency: String?
    /// Whether a line is drawn through the value.
    var isStruck = false
  }

  /// A problem with one cell.
  struct CellProblem {
    let column: Int
    let code: Problem.Code
    let value: String?
    /// The problem, as text after the name of the cell.
    let what: String
  }

  var number = 0
  /// Bytes of the unpacked part before the row.
  var byteOffset = 0
  /// In order of their columns, each once.
  var cells: [Cell] = []
  var bytes: [UInt8] = []
  var problems: [CellProblem] = []

  mutating func reset() {
    cells.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
    problems.removeAll(keepingCapacity: true)
  }

  func text(_ cell: Cell) -> String { String(decoding: bytes[cell.start..<cell.end], as: UTF8.self) }

  /// Whether a cell shows something.
  func isFilled(_ cell: Cell) -> Bool {
    cell.kind == .missing || !bytes[cell.start..<cell.end].allSatisfy { TextRuns.isSpace($0) }
  }

  /// The first cell, if all cells that show something are struck out.
  var struckCell: Cell? {
    guard cells.contains(where: \.isStruck), !cells.contains(where: { !$0.isStruck && isFilled($0) }) else {
      return nil
    }
    return cells.first { isFilled($0) }
  }

  /// The cell of a column; nil when the row has no such cell.
  func cell(in column: Int) -> Cell? {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].column < column { low = middle + 1 } else { high = middle }
    }
    return low < cells.count && cells[low].column == column ? cells[low] : nil
  }

  /// Removes the apostrophes that keep texts from being formulas, and reports the first one.
  mutating func takeOffApostrophes() {
    var isTold = false
    for index in cells.indices where cells[index].kind == .text && cells[index].start < cells[index].end {
      let cell = cells[index]
      guard bytes[cell.start] == UInt8(ascii: "'") else { continue }
      let isGuarded = bytes.withUnsafeBufferPointer {
        FormulaGuard.spreadsheet.isGuarded(UnsafeBufferPointer(rebasing: $0[cell.start..<cell.end]))
      }
      guard isGuarded else { continue }
      cells[index].start += 1
      if isTold { continue }
      isTold = true
      let shown = String(decoding: bytes[(cell.start + 1)..<cell.end].prefix(200), as: UTF8.self)
      problems.append(
        CellProblem(
          column: cell.column, code: .formulaApostrophe, value: "'" + shown,
          what: "has an apostrophe that keeps '\(shown)' from being a formula; it is taken off, as in all cells like it"
        ))
    }
  }

  /// Puts the cells in the order of their columns; of two with the same name the later one counts.
  mutating func settle() {
    let isInOrder = zip(cells, cells.dropFirst()).allSatisfy { $0.column < $1.column }
    if isInOrder { return }
    var byColumn: [Int: Cell] = [:]
    for cell in cells { byColumn[cell.column] = cell }
    cells = byColumn.values.sorted { $0.column < $1.column }
  }
}

extension SheetRow.CellProblem {
  static func struckOut(_ cell: SheetRow.Cell, of row: SheetRow) -> Self {
    let shown = String(row.text(cell).prefix(200))
    return Self(
      column: cell.column, code: .xlsxStruckRow, value: shown,
      what: "with '\(shown)' is struck out, as are all cells of its row")
  }
}

extension SheetLayout {
  /// The text in the reason of a refused record that was struck out.
  static let struckMark = "[\(Problem.Code.xlsxStruckRow.id)]"

  /// The first of the sender's cells in a row that is struck out, or that was and is refused for it; nil for other rows.
  func struckCell(of row: SheetRow) -> SheetRow.Cell? {
    guard isRefused else { return row.struckCell }
    guard reason(of: row)?.contains(Self.struckMark) == true else { return nil }
    return row.cells.first { $0.column >= columns.lowerBound + RejectColumns.all.count && row.isFilled($0) }
  }
}
