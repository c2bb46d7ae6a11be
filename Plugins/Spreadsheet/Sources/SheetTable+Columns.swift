internal import FormatKit

extension SheetTable {
  /// The common type of all cells of a column in the first records; text when they differ.
  static func type(of column: Int, in rows: ArraySlice<SheetRow>) -> ColumnType {
    var found: ColumnType?
    for row in rows {
      guard let cell = row.cell(in: column), row.isFilled(cell), cell.kind != .missing else { continue }
      if let found, found != cell.kind.type { return .text }
      found = cell.kind.type
    }
    return found ?? .text
  }

  /// The currency that the cells of a column in the first records show; the first one where they differ.
  static func currency(of column: Int, in rows: ArraySlice<SheetRow>) -> String? {
    rows.lazy.compactMap { $0.cell(in: column)?.currency }.first
  }
}

extension ClosedRange<Int> {
  /// `3`, or `3-5`.
  var shown: String { count == 1 ? "\(lowerBound)" : "\(lowerBound)-\(upperBound)" }
}
