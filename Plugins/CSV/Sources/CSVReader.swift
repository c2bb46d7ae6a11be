public import FormatKit
internal import RetailValues

/// Reads the records of a CSV file. Not to be copied while in use.
public struct CSVReader: BatchReader {
  var options: CSVOptions
  let source: String
  private let stream: TextStream
  var scanner: CSVScanner
  private var table: Table?
  private var recordCount = 0
  private var hasReturnedBatch = false
  /// Whether it was reported, or goes without saying, that apostrophes are removed.
  var hasToldApostrophe: Bool
  private var failure: Problems?
  /// How many fields a record must have, and which columns have quotes without need; for records whose quotes are wrong.
  var expectedWidth = 0
  var needlessQuotes: [Bool] = []
  /// The number of the current table in the file, from 1.
  var tableNumber = 1
  /// How many columns a file of refused records has before the sender's own.
  var addedColumns = 0
  /// What the first records of the current table showed, and which numbers of fields were reported for all of them.
  var shape: CSVShape?
  var reportedWidths: Set<Int> = []
  /// The outcome of the last record.
  var outcome = Outcome.plain
  private var spaces = CSVOptions.Spaces.kept
  /// How many more steps may be spent on repairs, so that a file of nothing but wrong quotes takes no more time.
  var repairBudget = 1 << 28
  var dialectFindings: [SourceFinding] = []
  /// Whether the first line of the header was found to have words above several names each.
  var hasGroups = false

  /// What the beginning of the file showed.
  struct Table {
    let schema: Schema
    let names: [String]
    /// Whether the number of fields is that of the header, for messages.
    let hasHeader: Bool
    /// The position of the first record when the file has no header; it was read to count the columns.
    let firstRecord: RecordPosition?
    /// Whether the header in the file names all columns exactly, and no others.
    let headerIsComplete: Bool
    /// The start of the header, or of the first record of a table without one.
    let start: Int
    /// How many fields a record must have; those beyond the columns are empty.
    let recordWidth: Int
    var headerProblems: [Problem]
    /// The columns without a name in which no record may have a value.
    var emptyColumns: [Int] = []
  }

  init(_ source: ByteSource, options: CSVOptions) throws(Problems) {
    self.options = options
    hasToldApostrophe = options.formulas != nil
    self.source = source.name
    stream = try TextStream(source, charset: options.charset)
    scanner = try CSVScanner(stream, source: source.name)
  }

  public var findings: [SourceFinding] {
    [stream.charsetFinding] + dialectFindings
  }

  /// - Throws: ``Problem/Code/csvUnclosedQuote``, ``Problem/Code/fieldTooLarge``, ``Problem/Code/tooManyColumns``,
  ///   ``Problem/Code/sourceEmpty``, ``Problem/Code/invalidText``, ``Problem/Code/sourceUnreadable``.
  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    if let failure { throw failure }
    return try withUnsafeMutablePointer(to: &batch) { (pointer) throws(Problems) -> Bool in
      try fill(pointer)
    }
  }

  private mutating func fill(_ batch: UnsafeMutablePointer<RecordBatch>) throws(Problems) -> Bool {
    var sink = RecordSink(batch, columnLimit: RecordBatch.maximumColumns, options: options)
    if table == nil { try begin(&sink) }
    guard let table else { return false }
    if spaces != .kept { sink.spaces = spaces }
    sink.firstField = addedColumns
    if hasReturnedBatch { batch.pointee.reset(schema: table.schema) }
    var isAtNextTable = false
    sink.columnLimit = table.schema.columns.count
    while !batch.pointee.isFull {
      if sink.isPlain, scanner.marks.form == .plain, table.recordWidth == sink.columnLimit {
        scanner.takePlainRecords(
          into: batch, columns: sink.columnLimit, formulaGuard: options.inputGuard, recordCount: &recordCount)
        if batch.pointee.isFull { break }
      }
      do throws(Problems) {
        guard try nextRecord(&sink) else {
          if batch.pointee.rowCount > 0 { showRepeatedHeaders(batch, record: recordCount) }
          isAtNextTable = try goToNextTable()
          break
        }
      } catch {
        batch.pointee.discardPartialRow()
        failure = error
        break
      }
      recordCount &+= 1
      end(
        RecordPosition(line: scanner.recordLine, byteOffset: scanner.recordOffset, record: recordCount), sink, table)
    }
    for column in table.emptyColumns { refuseValues(in: column, of: batch) }
    if !hasReturnedBatch, batch.pointee.rowCount > 0 {
      let atHeader = table.headerProblems.map { RecordProblem(row: 0, $0) }
      batch.pointee.problems.insert(contentsOf: atHeader, at: 0)
    }
    if batch.pointee.rowCount == 0 {
      if let failure { throw failure }
      if hasReturnedBatch, !isAtNextTable { return false }
    }
    let isEmptyRest = hasReturnedBatch && batch.pointee.rowCount == 0
    hasReturnedBatch = true
    guard isAtNextTable else { return true }
    (self.table, recordCount, hasReturnedBatch) = (nil, 0, false)
    return isEmptyRest ? try fill(batch) : true
  }

  /// Settles what the file is, and takes over the first record where it was read for that.
  private mutating func begin(_ sink: inout RecordSink) throws(Problems) {
    var names = RecordBatch(rowLimit: 1)
    let found = try tableNumber == 1 ? readTable(collecting: &names, &sink) : readNextTable(collecting: &names, &sink)
    table = found
    spaces = sink.spaces
    sink.batch.pointee.reset(schema: found.schema)
    sink.columnLimit = found.schema.columns.count
    guard let first = found.firstRecord else { return }
    sink.addCollected(names)
    recordCount = 1
    end(first, sink, found)
  }

  // MARK: Records

  /// Reads the next record without adding it to a batch of the caller's; false after the last one.
  mutating func passRecord(_ sink: inout RecordSink) throws(Problems) -> Bool {
    outcome = .plain
    return try nextRecord(&sink)
  }

  /// Ends a row and says what is wrong with its record.
  @inline(__always)
  private mutating func end(_ position: RecordPosition, _ sink: borrowing RecordSink, _ table: Table) {
    sink.batch.pointee.endRow(at: position)
    if scanner.repeatedHeader != nil { showRepeatedHeaders(sink.batch, record: position.record) }
    if !hasToldApostrophe, let unguarded = sink.unguarded { tell(unguarded, at: position, sink, table) }
    if sink.fieldCount != table.recordWidth || sink.stray != nil || sink.extraText != nil || scanner.holdsNUL
      || !outcome.isPlain
    {
      diagnose(position, sink, table)
    }
  }

  /// Reports the first apostrophe that is removed; the others are like it.
  private mutating func tell(
    _ unguarded: (field: Int, text: [UInt8]), at position: RecordPosition, _ sink: borrowing RecordSink, _ table: Table
  ) {
    hasToldApostrophe = true
    let place = SourcePosition(
      line: position.line, byteOffset: position.byteOffset, record: position.record, field: table.names[unguarded.field]
    )
    sink.batch.pointee.problems.append(
      RecordProblem(
        row: sink.batch.pointee.rowCount - 1, apostrophe(before: Self.shown(unguarded.text), at: place)))
  }

  /// Shows with the last record of a batch that the header was repeated.
  private mutating func showRepeatedHeaders(_ batch: UnsafeMutablePointer<RecordBatch>, record: Int) {
    guard let (line, offset) = scanner.repeatedHeader else { return }
    scanner.repeatedHeader = nil
    batch.pointee.problems.append(
      RecordProblem(
        row: batch.pointee.rowCount - 1,
        Problem(
          .csvRepeatedHeader, source: source, at: SourcePosition(line: line, byteOffset: offset, record: record),
          "the header is repeated here and left out")))
  }

  func apostrophe(before text: String, at place: SourcePosition) -> Problem {
    Problem(
      .formulaApostrophe, source: source, at: place, value: "'" + text,
      "the apostrophe that keeps '\(text)' from being a formula is taken off, as in all fields like it")
  }

  static func shown(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }

  /// Reports the records that have a value in a column without a name.
  private func refuseValues(in column: Int, of batch: UnsafeMutablePointer<RecordBatch>) {
    for row in 0..<batch.pointee.rowCount where !batch.pointee.bytes(row: row, column: column).isEmpty {
      let position = batch.pointee.position(row: row)
      let text = batch.pointee.string(row: row, column: column) ?? ""
      let shown = String(text.prefix(200))
      let problem = Problem(
        .csvLongRow, source: source,
        at: SourcePosition(line: position.line, byteOffset: position.byteOffset, record: position.record), value: shown,
        "'\(shown)' belongs to no column: field \(column + 1) has no name, and is empty in the first records",
        remedy: "Move the value to its column, or give the names of all columns with --option columns=a,b,c.")
      batch.pointee.problems.append(RecordProblem(row: row, problem))
    }
    batch.pointee.problems.sort { $0.row < $1.row }
  }
}
