public import FormatKit
internal import Workbook

extension SpreadsheetFormat: RejectingFormat {
  /// Writes a workbook with the sheets of the source that have refused records, the two columns before theirs. It is an
  /// .xlsx workbook for any kind of source.
  ///
  /// The header is in the row that the options say, and where they name a sheet by its number, empty sheets keep its
  /// place.
  public func writeRejects(
    of source: ByteSource, _ rejected: RejectedRecords, to sink: ByteSink
  ) throws(Problems) {
    let session = WorkbookSession(source, options: options)
    let book = try WorkbookFile.begun()
    var batch = RecordBatch()
    var chosen = RecordBatch()
    var sheet: SheetFile?
    var table: String?
    while let next = try rejected.peek(), try session.read(into: &batch) {
      if batch.schema.table != table {
        sheet?.finish()
        sheet = nil
        table = batch.schema.table
      }
      guard next.table == batch.schema.table else { continue }
      let columns =
        RejectColumns.all.map { Column(name: $0) } + batch.schema.columns.filter { !RejectColumns.contains($0.name) }
      let target = Schema(table: batch.schema.table, columns: columns)
      let places = columns.map { batch.schema.index(of: $0.name) }
      chosen.reset(schema: target)
      let problems = Dictionary(grouping: batch.problems, by: \.row)
      for row in 0..<batch.rowCount {
        guard let refused = try rejected.peek(), refused.table == target.table,
          let note = try rejected.take(record: batch.position(row: row).record)
        else { continue }
        chosen.removeAllRows()
        chosen.append(text: note.mark)
        chosen.append(text: Self.reason(note, problems[row] ?? []))
        for place in places.dropFirst(RejectColumns.all.count) {
          if let place {
            chosen.append(batch.bytes(row: row, column: place), kind: batch.kind(row: row, column: place))
          } else {
            chosen.append(missing: .absent)
          }
        }
        chosen.endRow(at: batch.position(row: row))
        // A cell is absent only when it showed an error, which has to show again.
        let errors = places.indices.dropFirst(RejectColumns.all.count).filter { index in
          places[index].map { batch.kind(row: row, column: $0) == .absent } ?? false
        }
        if sheet == nil {
          try keepPlaces(before: target.table, session, book)
          sheet = try SheetFile(
            target, in: book, header: options.headerRows, setsApostrophes: options.formulas != .asIs)
        }
        try sheet?.write(chosen, row: 0, errors: Set(errors))
      }
    }
    sheet?.finish()
    try rejected.finish(source)
    try book.finish(to: sink)
  }

  /// The reason with what a row is refused for again, until it is filled in: the cells themselves do not show it any more.
  private static func reason(_ note: RejectNote, _ problems: [RecordProblem]) -> String {
    var reason = note.reason
    for problem in problems.map(\.problem) {
      switch problem.code {
      case .xlsxOneValue where !reason.contains(OneValueRows.mark): reason += " \(OneValueRows.mark)"
      case .xlsxStruckRow where !reason.contains(SheetLayout.struckMark): reason += " \(SheetLayout.struckMark)"
      case .xlsxMergedNumber where !reason.contains(problem.message):
        reason += " \(problem.message) [\(problem.code.id)]"
      default: break
      }
    }
    return reason
  }

  /// Adds empty sheets where the only sheet that is read was named by its number.
  private func keepPlaces(before table: String, _ session: WorkbookSession, _ book: WorkbookFile) throws(Problems) {
    guard let wanted = options.sheet, wanted != table, let number = Int(wanted) else { return }
    for sheet in session.sheets where sheet.number < number {
      // A sheet of the same name must not take it first; long ones are cut.
      let isAlike = sheet.name.lowercased().prefix(20) == table.lowercased().prefix(20)
      _ = try book.sheet(named: isAlike ? "\(sheet.number)" : sheet.name)
    }
  }
}

extension SpreadsheetOptions {
  /// The rows that a header takes in output, so that the same options find it.
  var headerRows: ClosedRange<Int> {
    if case .rows(let rows) = header { return rows }
    return 1...1
  }
}
