import Catalog
import FormatKit

/// The beginning of a file: how it is cut, and what its columns are called.
extension CSVReader {
  mutating func readTable(
    collecting names: inout RecordBatch, _ sink: inout RecordSink
  ) throws(FormatError) -> Table {
    scanner.skipLines(options.skippedLines)
    // Nothing is concluded from a sample that a failure cut off.
    if let failure = scanner.failure { throw failure }
    let separator = scanner.takeSeparatorLine()
    var header = try settleMarks(separator: separator)
    let mayHaveTitles = options.skippedLines == 0 && options.headerLines == 1 && options.header != .no
    let preamble = mayHaveTitles ? preambleLines : 0
    if preamble > 0 {
      // What stands above the table must not take part in finding out how the table is cut.
      scanner.skipLines(preamble)
      header = try settleMarks(separator: separator)
      dialectFindings.append(
        SourceFinding(
          "skip-lines", "\(preamble)", evidence: "above the names of the columns, with words over numbers, stand titles"
        ))
    }
    if scanner.withSample({ $0.rejectSignature != nil }) {
      // The file of refused records has one line of names, which are those that the columns got.
      options.headerLines = 1
      addedColumns = RejectColumns.all.count
      options.columns = []
    }
    let headerRecords = header.isHeader ? options.headerLines : 0
    let shape = scanner.withSample { $0.shape(scanner.marks, headerRecords: headerRecords) }
    needlessQuotes = shape.hasNeedlessQuotes
    if shape.hasSpacesAfterDelimiters, options.adjustsHeader {
      sink.dropsLeadingSpaces = true
      dialectFindings.append(
        SourceFinding("spaces", "left out", evidence: "every delimiter of the first records has a space after it"))
    }
    guard try readRecord(into: &names, &sink) else {
      throw FormatError(
        .sourceEmpty, source: source,
        options.skippedLines > 0
          ? "nothing stands after the \(options.skippedLines) lines left out" : "the file holds no record")
    }
    let position = RecordPosition(line: scanner.recordLine, byteOffset: scanner.recordOffset, record: 1)
    guard header.isHeader else {
      return try headlessTable(shape, firstWidth: sink.fieldCount, at: position)
    }
    try checkQuotes(ofHeader: sink, shape)
    if options.adjustsHeader { scanner.headerText = shape.headerText }
    var headers = (0..<names.rowCount).map { names.string(row: $0, column: 0) ?? "" }
    if options.names == .distinct || sink.dropsLeadingSpaces { headers = headers.map(Self.trimmed) }
    try joinHeaderLines(to: &headers, &names, &sink)
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
    let layout = try layout(headers, shape, line: position.line)
    let isComplete =
      options.headerLines == 1 && options.columns.isEmpty && layout.headers == headers && headers.last != ""
      && layout.width == headers.count
    headers = layout.headers
    diagnostics += layout.diagnostics
    if options.names == .asIs {
      expectedWidth = layout.width
      return Table(
        schema: Schema(columnNames: headers), names: headers, hasHeader: true, firstRecord: nil,
        headerIsComplete: isComplete, start: position.byteOffset, recordWidth: layout.width,
        headerDiagnostics: diagnostics)
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
    expectedWidth = layout.width
    return Table(
      schema: Schema(columnNames: unique), names: unique, hasHeader: true, firstRecord: nil,
      headerIsComplete: isComplete, start: position.byteOffset, recordWidth: layout.width,
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
  static func trimmed(_ name: String) -> String {
    let isSpace = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" }
    let scalars = name.unicodeScalars.drop(while: isSpace)
    guard let last = scalars.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(scalars[...last])
  }

  private static let rejectEvidence = "the first columns are those of a file of refused records"

  /// How many lines stand above the header by the looks of it.
  private var preambleLines: Int { scanner.withSample { $0.preambleLines(scanner.marks) } }

  /// Finds delimiter, quote and header where they are not given.
  mutating func settleMarks(
    separator: UInt8?
  ) throws(FormatError) -> (isHeader: Bool, evidence: String) {
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
    var marks = CSVMarks(delimiter: given ?? UInt8(ascii: ","), quote: nil, escape: options.escape ?? .double)
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
    var escapeFinding: [SourceFinding] = []
    if options.escape == nil, let quote = marks.quote,
      scanner.withSample({ $0.hasBackslashedQuotes(quote: quote, delimiter: given) })
    {
      marks.escape = .backslash
      options.escape = .backslash
      escapeFinding = [
        SourceFinding("escape", "backslash", evidence: "quotes within quoted fields have a backslash before them")
      ]
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
    dialectFindings += escapeFinding
    return header
  }
}
