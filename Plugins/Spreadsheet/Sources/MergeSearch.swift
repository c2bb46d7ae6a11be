internal import FormatKit
internal import ZipReading

/// Cells that are shown as one.
struct MergedRange: Hashable {
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>

  init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The range of a reference such as `A1:C1`; nil when it is not a range.
  init?(_ reference: some Collection<UInt8>) {
    guard let colon = reference.firstIndex(of: UInt8(ascii: ":")),
      let first = CellReference.parse(reference[..<colon]),
      let last = CellReference.parse(reference[reference.index(after: colon)...]), let top = first.row,
      let bottom = last.row
    else { return nil }
    columns = min(first.column, last.column)...max(first.column, last.column)
    rows = min(top, bottom)...max(top, bottom)
  }
}

/// The merged cells of a sheet.
///
/// An OpenDocument sheet says at its cells how far they reach, so its ranges are added as its rows come. A sheet of Excel lists them
/// behind all its cells, so its bytes are searched for the list when it is needed first.
final class MergedCells {
  private static let maximumCount = 1 << 16

  private var fetch: (() throws(Problems) -> [MergedRange])?
  private var ranges: [MergedRange] = []
  /// The rows of the ranges of several rows by their first column, which alone has a value; in order, as long as none overlap.
  private var rowsByColumn: [Int: [ClosedRange<Int>]] = [:]

  init(fetch: (() throws(Problems) -> [MergedRange])? = nil) { self.fetch = fetch }

  func add(_ range: MergedRange) {
    guard ranges.count < Self.maximumCount else { return }
    ranges.append(range)
    if range.rows.count > 1 { rowsByColumn[range.columns.lowerBound, default: []].append(range.rows) }
  }

  /// The ranges that touch some rows.
  func ranges(touching rows: ClosedRange<Int>) throws(Problems) -> [MergedRange] {
    try load()
    return ranges.filter { $0.rows.overlaps(rows) }
  }

  /// Whether a merged cell covers some rows of a column.
  func cover(column: Int, rows: ClosedRange<Int>) throws(Problems) -> Bool {
    try load()
    guard let merged = rowsByColumn[column] else { return false }
    var (low, high) = (0, merged.count)
    while low < high {
      let middle = (low + high) / 2
      if merged[middle].lowerBound <= rows.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low > 0 && merged[low - 1].upperBound >= rows.upperBound
  }

  private func load() throws(Problems) {
    guard let fetch else { return }
    self.fetch = nil
    for range in try fetch() { add(range) }
    for column in rowsByColumn.keys { rowsByColumn[column]?.sort { $0.lowerBound < $1.lowerBound } }
  }
}

/// Gives the rows below the first one of a merged cell its value, as people see it.
struct MergedValues {
  private let merged: MergedCells
  /// The row above, with the values that it has of merged cells.
  private var above = SheetRow()
  /// The columns in which a value was given to another row.
  private(set) var columns: Set<Int> = []

  init(_ merged: MergedCells) { self.merged = merged }

  /// Completes a row. A number is not repeated, since it may be meant for all rows together: the row has a problem then.
  mutating func complete(_ row: inout SheetRow, of table: SheetLayout) throws(Problems) {
    if table.isRefused { return repeatProblems(of: &row, table) }
    defer { above = row }
    guard above.number > 0, row.number > above.number else { return }
    var hasNew = false
    for cell in above.cells where row.cell(in: cell.column).map({ !row.isFilled($0) }) ?? true {
      let rows = above.number...row.number
      guard table.columns.contains(cell.column), above.isFilled(cell),
        try merged.cover(column: cell.column, rows: rows)
      else { continue }
      if cell.kind == .number {
        let name = table.names[cell.column - table.columns.lowerBound]
        row.problems.append(Self.problem(column: cell.column, name: name, number: above.text(cell)))
        continue
      }
      let start = row.bytes.count
      row.bytes += above.bytes[cell.start..<cell.end]
      row.cells.removeAll { $0.column == cell.column }
      row.cells.append(SheetRow.Cell(column: cell.column, kind: cell.kind, end: row.bytes.count, start: start))
      columns.insert(cell.column)
      hasNew = true
    }
    if hasNew { row.settle() }
  }

  /// A refused record has its problem again as long as the cell is empty.
  private func repeatProblems(of row: inout SheetRow, _ table: SheetLayout) {
    guard let reason = table.reason(of: row), reason.contains("[\(Problem.Code.xlsxMergedNumber.id)]") else { return }
    for (column, name) in zip(table.columns, table.names) where row.cell(in: column).map({ !row.isFilled($0) }) ?? true
    {
      guard let end = reason.firstRange(of: Self.beginning(name))?.upperBound else { continue }
      row.problems.append(Self.problem(column: column, name: name, number: String(reason[end...].prefix { $0 != "'" })))
    }
  }

  private static func beginning(_ name: String) -> String {
    "in the column '\(name)' is merged with the cell above, whose number '"
  }

  private static func problem(column: Int, name: String, number: String) -> SheetRow.CellProblem {
    SheetRow.CellProblem(
      column: column, code: .xlsxMergedNumber, value: number,
      what: "\(beginning(name))\(number)' may be meant for all rows together")
  }
}

/// Finds the merged cells of a sheet of Excel, which costs less than reading it twice.
enum MergeSearch {
  private static let maximumRanges = 1 << 16

  static func ranges(of part: ZipArchive.Part, in container: ZipArchive) throws(Problems) -> [MergedRange] {
    let stream = try container.open(part)
    let word = Array("mergeCell ".utf8)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var found: [MergedRange] = []
    var matched = 0
    var tag: [UInt8]?
    while found.count < maximumRanges {
      let count = try stream.read(into: buffer)
      if count == 0 { break }
      for byte in buffer[..<count] {
        if tag != nil {
          if byte != UInt8(ascii: ">") {
            if tag?.count ?? 0 < 256 { tag?.append(byte) }
            continue
          }
          if let range = reference(in: tag ?? []) { found.append(range) }
          tag = nil
        }
        matched = byte == word[matched] ? matched + 1 : byte == word[0] ? 1 : 0
        if matched == word.count {
          tag = []
          matched = 0
        }
      }
    }
    return found
  }

  private static func reference(in tag: [UInt8]) -> MergedRange? {
    let text = String(decoding: tag, as: UTF8.self)
    guard let start = text.firstRange(of: "ref=")?.upperBound, start < text.endIndex else { return nil }
    let quote = text[start]
    return MergedRange(Array(text[text.index(after: start)...].prefix { $0 != quote }.utf8))
  }
}
