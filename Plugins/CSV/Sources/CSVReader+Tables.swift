import FormatKit

/// Further tables of the same file.
extension CSVReader {
  /// The name of the current table: `records`, then `records (2)` and so on.
  var tableName: String {
    tableNumber == 1 ? Schema.defaultTable : "\(Schema.defaultTable) (\(tableNumber))"
  }

  /// Whether another table may follow an empty line: the file itself must name the columns.
  private var mayHaveTables: Bool {
    options.adjustsHeader && options.header != .no && options.headerLineCount == 1 && options.columns.isEmpty
  }

  /// Leaves the tables below the first out of the sample, which would spoil it; false when there is only one table.
  mutating func limitSample() -> Bool {
    guard mayHaveTables else { return false }
    let (marks, isRagged) = (scanner.marks, options.isRagged)
    return scanner.limitSample { $0.endOfTable(marks, isRagged: isRagged) }
  }

  /// Makes the scanner check the text after each empty line, and lines of another number of fields.
  mutating func watchForTables(below table: Table, _ shape: CSVShape) {
    guard mayHaveTables, table.hasHeader else { return }
    scanner.watch = CSVScanner.TableWatch(
      width: table.recordWidth, areValues: shape.areValues, isRagged: options.isRagged, areRefused: addedColumns > 0)
  }

  /// Continues with the table that begins here; false at the end of the text.
  ///
  /// - Throws: ``Problem/Code/csvSecondTable`` when it is not certain that a table begins.
  mutating func goToNextTable() throws(Problems) -> Bool {
    switch scanner.continuation {
    case .records: return false
    case .doubtful:
      throw Problems(
        .csvSecondTable, source: source, at: SourcePosition(line: scanner.line),
        "the line after an empty line may be a record or the header of another table")
    case .table:
      tableNumber += 1
      return true
    }
  }

  /// Reads the names of a further table.
  mutating func readNextTable(
    collecting names: inout RecordBatch, _ sink: inout RecordSink
  ) throws(Problems) -> Table {
    let continuation = scanner.continuation
    let isDirect = scanner.isDirectContinuation
    scanner.beginTable()
    var titles: Titles?
    if case .table(let start) = continuation { titles = skipTitles(to: start) }
    _ = limitSample()
    addedColumns = 0
    dialectFindings.append(
      SourceFinding(
        "table", tableName,
        evidence:
          "line \(scanner.line) names its columns, \(isDirect ? "which are more or fewer" : "after an empty line")"))
    return try readTable((true, ""), titles, hasSeparatorLine: false, collecting: &names, &sink)
  }
}
