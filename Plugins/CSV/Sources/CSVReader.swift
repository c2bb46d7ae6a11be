internal import Catalog
public import FormatKit

/// Reads the records of a CSV file. Not to be copied while in use.
public struct CSVReader: BatchReader {
  let options: CSVOptions
  private let source: String
  private let stream: TextStream
  private(set) var scanner: CSVScanner
  private var table: Table?
  private var recordCount = 0
  private var hasReturnedBatch = false
  /// Whether it was told, or goes without saying, that apostrophes are taken off.
  private var hasToldApostrophe: Bool
  private var failure: FormatError?
  private var dialectFindings: [SourceFinding] = []

  /// What the beginning of the file told.
  struct Table {
    let schema: Schema
    let names: [String]
    /// What the number of fields is measured by, for messages.
    let hasHeader: Bool
    /// Where the first record begins when the file has no header; it was read to count the columns.
    let firstRecord: RecordPosition?
    var headerDiagnostics: [Diagnostic]
  }

  init(_ source: ByteSource, options: CSVOptions) throws(FormatError) {
    self.options = options
    hasToldApostrophe = options.formulas != nil
    self.source = source.name
    stream = try TextStream(source, charset: options.charset)
    scanner = try CSVScanner(stream, source: source.name)
  }

  public var findings: [SourceFinding] {
    [stream.charsetFinding] + dialectFindings
  }

  /// - Throws: ``DiagnosticCode/csvUnclosedQuote``, ``DiagnosticCode/fieldTooLarge``, ``DiagnosticCode/tooManyColumns``,
  ///   ``DiagnosticCode/sourceEmpty``, ``DiagnosticCode/invalidText``, ``DiagnosticCode/sourceUnreadable``.
  public mutating func read(into batch: inout RecordBatch) throws(FormatError) -> Bool {
    if let failure { throw failure }
    return try withUnsafeMutablePointer(to: &batch) { (pointer) throws(FormatError) -> Bool in
      try fill(pointer)
    }
  }

  private mutating func fill(_ batch: UnsafeMutablePointer<RecordBatch>) throws(FormatError) -> Bool {
    var sink = RecordSink(batch, columnLimit: RecordBatch.maximumColumns, options: options)
    if table == nil { try begin(&sink) }
    guard let table else { return false }
    if hasReturnedBatch { batch.pointee.reset(schema: table.schema) }
    sink.columnLimit = table.schema.columns.count
    while !batch.pointee.isFull {
      if sink.isPlain {
        scanner.takePlainRecords(
          into: batch, columns: sink.columnLimit, formulaGuard: options.inputGuard, recordCount: &recordCount)
        if batch.pointee.isFull { break }
      }
      do throws(FormatError) {
        guard try scanner.next(into: &sink) else { break }
      } catch {
        batch.pointee.discardPartialRow()
        failure = error
        break
      }
      recordCount &+= 1
      end(
        RecordPosition(line: scanner.recordLine, byteOffset: scanner.recordOffset, record: recordCount), sink, table)
    }
    if !hasReturnedBatch, batch.pointee.rowCount > 0 {
      let atHeader = table.headerDiagnostics.map { RecordDiagnostic(row: 0, $0) }
      batch.pointee.diagnostics.insert(contentsOf: atHeader, at: 0)
    }
    if batch.pointee.rowCount == 0 {
      if let failure { throw failure }
      if hasReturnedBatch { return false }
    }
    hasReturnedBatch = true
    return true
  }

  /// Settles what the file is, and takes over the first record where it was read for that.
  private mutating func begin(_ sink: inout RecordSink) throws(FormatError) {
    var names = RecordBatch(rowLimit: 1)
    let found = try readTable(collecting: &names, &sink)
    table = found
    sink.batch.pointee.reset(schema: found.schema)
    sink.columnLimit = found.schema.columns.count
    guard let first = found.firstRecord else { return }
    sink.addCollected(names)
    recordCount = 1
    end(first, sink, found)
  }

  // MARK: Records

  /// Reads the next record without its being part of a batch of the caller's; false when there is none left.
  mutating func passRecord(_ sink: inout RecordSink) throws(FormatError) -> Bool { try scanner.next(into: &sink) }

  /// Ends a row and says what is wrong with its record.
  @inline(__always)
  private mutating func end(_ position: RecordPosition, _ sink: borrowing RecordSink, _ table: Table) {
    sink.batch.pointee.endRow(at: position)
    if !hasToldApostrophe, let unguarded = sink.unguarded { tell(unguarded, at: position, sink, table) }
    if sink.fieldCount != sink.columnLimit || sink.stray != nil || scanner.holdsNUL {
      diagnose(position, sink, table)
    }
  }

  /// Tells of the first apostrophe that is taken off; the others are like it.
  private mutating func tell(
    _ unguarded: (field: Int, text: [UInt8]), at position: RecordPosition, _ sink: borrowing RecordSink, _ table: Table
  ) {
    hasToldApostrophe = true
    let place = SourcePosition(
      line: position.line, byteOffset: position.byteOffset, record: position.record, field: table.names[unguarded.field]
    )
    sink.batch.pointee.diagnostics.append(
      RecordDiagnostic(
        row: sink.batch.pointee.rowCount - 1, apostrophe(before: Self.shown(unguarded.text), at: place)))
  }

  private func apostrophe(before text: String, at place: SourcePosition) -> Diagnostic {
    Diagnostic(
      .formulaApostrophe, source: source, at: place, value: "'" + text,
      "the apostrophe that keeps '\(text)' from being a formula is taken off, as in all fields like it")
  }

  private func diagnose(_ position: RecordPosition, _ sink: borrowing RecordSink, _ table: Table) {
    let row = sink.batch.pointee.rowCount - 1
    let columns = sink.columnLimit
    func add(_ code: DiagnosticCode, column: Int?, value: String?, _ message: String) {
      let place = SourcePosition(
        line: position.line, byteOffset: position.byteOffset, record: position.record,
        field: column.flatMap { $0 < columns ? table.names[$0] : nil })
      sink.batch.pointee.diagnostics.append(
        RecordDiagnostic(row: row, Diagnostic(code, source: source, at: place, value: value, message)))
    }
    let measure = "\(table.hasHeader ? "the header has" : "the table has") \(columns)"
    let counted = "the record has \(sink.fieldCount) field\(sink.fieldCount == 1 ? "" : "s"), \(measure)"
    if sink.fieldCount < columns {
      add(.csvShortRow, column: sink.fieldCount, value: nil, "\(counted): '\(table.names[sink.fieldCount])' is missing")
    } else if let extra = sink.extraText {
      let value = String(decoding: extra, as: UTF8.self)
      add(.csvLongRow, column: nil, value: value, "\(counted): '\(value)' belongs to no column")
    } else if sink.fieldCount > columns {
      add(.csvExtraEmptyFields, column: nil, value: nil, "\(counted); those beyond are empty")
    }
    if let stray = sink.stray {
      add(
        .csvStrayQuote, column: stray.field, value: Self.shown(stray.text),
        "text follows the closing quote: '\(Self.shown(stray.text))'")
    }
    if scanner.holdsNUL {
      let field = (0..<columns).first { sink.batch.pointee.bytes(row: row, column: $0).contains(0) }
      let text = field.flatMap { sink.batch.pointee.string(row: row, column: $0) }
      let shown = text.map { String($0.prefix(200)).replacing("\0", with: "\u{2400}") }
      add(.csvNULByte, column: field, value: shown, "a NUL byte stands in '\(shown ?? "")'")
    }
  }

  private static func shown(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }

  // MARK: The beginning of the file

  mutating func readTable(
    collecting names: inout RecordBatch, _ sink: inout RecordSink
  ) throws(FormatError) -> Table {
    scanner.skipLines(options.skippedLines)
    // Nothing is concluded from a sample that a failure cut off.
    if let failure = scanner.failure { throw failure }
    let separator = scanner.takeSeparatorLine()
    var header = try settleMarks(separator: separator)
    let preamble = options.skippedLines == 0 && options.header != .no ? preambleLines : 0
    if preamble > 0 {
      // What stands above the table must not take part in finding out how the table is cut.
      scanner.skipLines(preamble)
      header = try settleMarks(separator: separator)
      dialectFindings.append(
        SourceFinding(
          "skip-lines", "\(preamble)", evidence: "above the names of the columns, with words over numbers, stand titles"
        ))
    }
    names.reset(schema: Schema(columnNames: ["name"]))
    let batch = sink.batch
    sink.isCollectingNames = true
    let hasRecord = try withUnsafeMutablePointer(to: &names) { (pointer) throws(FormatError) -> Bool in
      sink.batch = pointer
      return try scanner.next(into: &sink)
    }
    sink.batch = batch
    sink.isCollectingNames = false
    guard hasRecord else {
      throw FormatError(
        .sourceEmpty, source: source,
        options.skippedLines > 0
          ? "nothing stands after the \(options.skippedLines) lines left out" : "the file holds no record")
    }
    guard sink.fieldCount <= RecordBatch.maximumColumns else {
      throw scanner.tooManyColumns(atLeast: sink.fieldCount)
    }
    let position = RecordPosition(line: scanner.recordLine, byteOffset: scanner.recordOffset, record: 1)
    guard header.isHeader else {
      let count = max(sink.fieldCount, min(header.usualColumns, RecordBatch.maximumColumns))
      let made = (1...count).map { "column \($0)" }
      return Table(
        schema: Schema(columnNames: made), names: made, hasHeader: false, firstRecord: position, headerDiagnostics: [])
    }
    var headers = (0..<names.rowCount).map { Self.trimmed(names.string(row: $0, column: 0) ?? "") }
    var diagnostics: [Diagnostic] = []
    // In a file of refused records it goes without saying.
    if headers.starts(with: RejectColumns.all) { hasToldApostrophe = true }
    if let guarding = options.inputGuard {
      for (index, name) in headers.enumerated() where guarding.isGuarded(name) {
        headers[index] = Self.trimmed(String(name.unicodeScalars.dropFirst()))
        if !hasToldApostrophe {
          hasToldApostrophe = true
          diagnostics.append(
            apostrophe(
              before: headers[index], at: SourcePosition(line: position.line, field: headers[index])))
        }
      }
    }
    let (unique, duplicates) = Self.distinctNames(headers)
    if let first = duplicates.first {
      let name = headers[first]
      let others = duplicates.count > 1 ? ", and \(duplicates.count - 1) more likewise" : ""
      diagnostics.append(
        Diagnostic(
          .duplicateColumn, source: source, at: SourcePosition(line: position.line, field: name), value: name,
          "the column name '\(name)' was there before; this one is called '\(unique[first])'\(others)"))
    }
    if scanner.holdsNUL {
      diagnostics.append(
        Diagnostic(
          .csvNULByte, source: source, at: SourcePosition(line: position.line), "a NUL byte stands in the header"))
    }
    if let stray = sink.stray, stray.field < unique.count {
      diagnostics.append(
        Diagnostic(
          .csvStrayQuote, source: source, at: SourcePosition(line: position.line, field: unique[stray.field]),
          value: Self.shown(stray.text), "text follows the closing quote of a column name: '\(Self.shown(stray.text))'")
      )
    }
    return Table(
      schema: Schema(columnNames: unique), names: unique, hasHeader: true, firstRecord: nil,
      headerDiagnostics: diagnostics)
  }

  /// The names of the columns; those of a file of refused records are numbered as in the file that they come from.
  private static func distinctNames(_ headers: [String]) -> (names: [String], duplicates: [Int]) {
    let added = RejectColumns.all.count
    guard headers.starts(with: RejectColumns.all) else { return Schema.distinctNames(headers) }
    let own = Schema.distinctNames(Array(headers[added...]))
    guard !own.names.contains(where: RejectColumns.contains) else { return Schema.distinctNames(headers) }
    return (RejectColumns.all + own.names, own.duplicates.map { $0 + added })
  }

  /// A column name without the white space around it.
  private static func trimmed(_ name: String) -> String {
    let isSpace = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" }
    let scalars = name.unicodeScalars.drop(while: isSpace)
    guard let last = scalars.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(scalars[...last])
  }

  private static let rejectEvidence = "the first columns are those of a file of refused records"

  /// How many lines stand above the header by the looks of it.
  private var preambleLines: Int { scanner.withSample { $0.preambleLines(scanner.marks) } }

  /// Finds delimiter, quote and header where they are not given.
  private mutating func settleMarks(
    separator: UInt8?
  ) throws(FormatError) -> (isHeader: Bool, usualColumns: Int) {
    let looksWide = options.charset == nil && scanner.withSample { $0.looksLikeUTF16 }
    if looksWide {
      throw FormatError(
        .invalidText, source: source, "every other byte is NUL: the text looks like UTF-16 without a mark",
        remedy: "Give the character set with --option charset=utf-16le or utf-16be.")
    }
    let signature = scanner.withSample { $0.rejectSignature }
      .flatMap {
        [options.delimiter ?? $0.delimiter, separator ?? $0.delimiter] == [$0.delimiter, $0.delimiter] ? $0 : nil
      }
    let given = options.delimiter ?? separator ?? signature?.delimiter
    var marks = CSVMarks(delimiter: given ?? UInt8(ascii: ","), quote: nil, escape: options.escape)
    var quoteEvidence = "given"
    switch options.quote {
    case .none: break
    case .character(let byte): marks.quote = byte
    case .found:
      let found =
        signature.map { $0.quote ?? UInt8(ascii: "\"") } ?? scanner.withSample { $0.bestQuote(delimiter: given) }
      marks.quote = found
      quoteEvidence = found == UInt8(ascii: "\"") ? "usual" : "every field of the first lines stands in it"
    }
    let fit = scanner.withSample { sample in
      given == nil ? sample.bestFit(quote: marks.quote, escape: marks.escape) : sample.fit(of: marks)
    }
    if given == nil { marks.delimiter = fit?.delimiter ?? CSVMarks.noDelimiter }
    if marks.quote == marks.delimiter { marks.quote = nil }
    scanner.use(marks)
    let delimiterEvidence: String =
      if options.delimiter != nil {
        "given"
      } else if separator != nil {
        "the line sep="
      } else if signature != nil {
        Self.rejectEvidence
      } else if let fit {
        "\(Int(fit.share * 100)) % of the first \(fit.recordCount) records have \(fit.columns) fields"
      } else {
        "the first lines hold a single column"
      }
    let header: (isHeader: Bool, evidence: String) =
      switch options.header {
      case .yes: (true, "given")
      // A file without a header gets one when its refused records are written.
      case .no where signature != nil, .found where signature != nil: (true, Self.rejectEvidence)
      case .no: (false, "given")
      case .found: scanner.withSample { $0.judgeHeader(marks) }
      }
    dialectFindings = [
      SourceFinding("delimiter", marks.delimiterName, evidence: delimiterEvidence),
      SourceFinding("quote", marks.quote.map(\.shownInCSV) ?? "none", evidence: quoteEvidence),
      SourceFinding("header", header.isHeader ? "yes" : "no", evidence: header.evidence),
    ]
    return (header.isHeader, fit?.columns ?? 1)
  }
}
