internal import FormatKit
internal import Stock

/// The cells of a source that are corrected as it is read.
extension OpenedSource {
  /// - Throws: `usage` where cells of a file are to be corrected that has none.
  static func requireCells(_ corrections: [CellCorrection], _ format: RegisteredFormat, source: String) throws(Problems)
  {
    guard !corrections.isEmpty, !format.hasCells else { return }
    throw Problems(
      .usage, source: source, value: format.descriptor.id,
      "a file of the format \(format.descriptor.id) has no cells to correct",
      remedy: "Correct the file itself; cells are corrected in text tables and in sheets.")
  }

  /// A digest of the corrected cells and their values, however their columns were given.
  func digestOfCorrections() -> String {
    var batch = RecordBatch(rowLimit: 1)
    var columns = CellColumns([])
    if var reader = try? format.reading?.reader(for: source, options: options),
      (try? reader.read(into: &batch)) == true
    {
      columns = CellColumns(RenamingReader.renamed(batch.schema, profile.columns).columns.map(\.name))
    }
    let cells = corrections.map { cell in
      (line: cell.line, column: columns.index(of: cell).map { "\($0 + 1)" } ?? cell.column, value: cell.value)
    }
    let lines = cells.sorted { ($0.line, $0.column) < ($1.line, $1.column) }.map { cell in
      "\(cell.line) \(cell.column.utf8.count) \(cell.column) \(cell.value.utf8.count) \(cell.value)"
    }
    return SHA256Hash.hexadecimal(of: "corrections\n" + lines.joined(separator: "\n"))
  }

  /// Names the column of problems that are about one cell.
  ///
  /// - Parameter columns: those of the file.
  func cellNames(among columns: Set<String>) -> PlanFile.CellNames {
    { problem in
      guard problem.position.line > 0, let name = sourceField(of: problem), columns.contains(name) else { return nil }
      return name
    }
  }
}
