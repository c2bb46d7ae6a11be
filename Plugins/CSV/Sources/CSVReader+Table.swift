import FormatKit
import RetailValues

/// The beginning of a file: how it is cut, and what its columns are called.
extension CSVReader {
  mutating func readTable(
    collecting names: inout RecordBatch, _ sink: inout RecordSink
  ) throws(Problems) -> Table {
    let skipped = scanner.skipLines(
      options.skippedLines ?? 0, quote: options.likelyQuote, delimiter: options.delimiter)
    // Nothing is concluded from a sample that a failure cut off.
    if let failure = scanner.failure { throw failure }
    let separator = scanner.takeSeparatorLine()
    var header = try settleMarks(separator: separator)
    let mayHaveTitles = options.skippedLines == nil && options.headerLineCount == 1 && options.header != .no
    // Text above or below the table must not influence how the table is cut.
    if limitSample() { header = try settleMarks(separator: separator) }
    let groups = mayHaveTitles ? startOfGroups : nil
    let titles =
      mayHaveTitles ? skipTitles(to: groups ?? scanner.withSample { $0.endOfTitles(scanner.marks) }) : nil
    if let titles {
      header = try settleMarks(separator: separator)
      if limitSample() { header = try settleMarks(separator: separator) }
      dialectFindings.append(
        SourceFinding(
          "skip-lines", "\(titles.lines)",
          evidence: "above the names of the columns, with words over numbers, are titles"
        ))
    }
    if let finding = titles?.finding ?? SourceFinding.titles(skipped) { dialectFindings.append(finding) }
    if groups != nil { header = readBothLines() }
    return try readTable(header, titles, hasSeparatorLine: separator != nil, collecting: &names, &sink)
  }

  /// Where a line of words above several names each begins in the sample; nil without one, and where the number of lines is given.
  private var startOfGroups: Int? {
    guard options.headerLines == nil, options.adjustsHeader, options.names == .distinct, options.columns.isEmpty else {
      return nil
    }
    return scanner.withSample { $0.startOfGroups(scanner.marks) }
  }

  /// Settles that the header has two lines, the words above several names each and these names.
  private mutating func readBothLines() -> (isHeader: Bool, evidence: String) {
    options.headerLines = 2
    hasGroups = true
    let evidence = "the first line has words above several names each"
    dialectFindings.removeAll { $0.name == "header" }
    dialectFindings.append(SourceFinding("header", "yes", evidence: evidence))
    dialectFindings.append(SourceFinding("header-lines", "2", evidence: evidence))
    return (true, evidence)
  }

  /// Reads the names of the columns where they are known to begin.
  mutating func readTable(
    _ header: (isHeader: Bool, evidence: String), _ titles: Titles?, hasSeparatorLine: Bool,
    collecting names: inout RecordBatch, _ sink: inout RecordSink
  ) throws(Problems) -> Table {
    if scanner.withSample({ $0.rejectSignature != nil }) {
      // The file of refused records has one line of names, which are those that the columns got.
      options.headerLines = 1
      addedColumns = RejectColumns.all.count
      options.columns = []
    }
    let headerRecords = header.isHeader ? options.headerLineCount : 0
    var shape = scanner.withSample { $0.shape(scanner.marks, headerRecords: headerRecords) }
    shape.linesAboveHeader = (options.skippedLines ?? titles?.lines ?? 0) + (hasSeparatorLine ? 1 : 0)
    shape.skippedLines = shape.linesAboveHeader
    if let start = shape.usualStart {
      shape.skippedLines += scanner.withSample {
        $0.lines(before: start, quote: options.likelyQuote, delimiter: options.delimiter)
      }
    }
    if let below = shape.namesBelow {
      shape.linesAboveNames =
        shape.linesAboveHeader
        + scanner.withSample {
          $0.lines(before: below.start, quote: options.likelyQuote, delimiter: options.delimiter)
        }
    }
    shape.origin = (scanner.line, scanner.textOffset)
    (self.shape, reportedWidths) = (shape, [])
    needlessQuotes = addedColumns == 0 ? shape.hasNeedlessQuotes : []
    let (spaces, spacesEvidence) = spaces(shape)
    if spaces != .kept {
      sink.spaces = spaces
      dialectFindings.removeAll { $0.name == "spaces" }
      dialectFindings.append(SourceFinding("spaces", spaces.rawValue, evidence: spacesEvidence))
    }
    sink.firstField = addedColumns
    let columnProblems = singleColumnProblem.map { [$0] } ?? []
    let (hasRecord, repair) = try readFirstRecord(into: &names, &sink, shape, isHeader: header.isHeader)
    guard hasRecord else {
      throw Problems(
        .sourceEmpty, source: source,
        options.skippedLines.flatMap { $0 > 0 ? "nothing follows the \($0) lines that are left out" : nil }
          ?? "the file holds no record")
    }
    let position = RecordPosition(line: scanner.recordLine, byteOffset: scanner.recordOffset, record: 1)
    guard header.isHeader else {
      var table = try headlessTable(shape, firstWidth: sink.fieldCount, at: position)
      table.headerProblems += columnProblems
      return table
    }
    if options.adjustsHeader { scanner.headerText = shape.headerText }
    var headers = (0..<names.rowCount).map { names.string(row: $0, column: 0) ?? "" }
    if options.names == .distinct || sink.spaces != .kept { headers = headers.map(Self.trimmed) }
    try checkSecondLine(below: headers)
    try joinHeaderLines(to: &headers, &names, &sink)
    var problems = columnProblems + [titles?.problem, repair].compactMap { $0 }
    // In a file of refused records it goes without saying.
    if headers.starts(with: RejectColumns.all) { hasToldApostrophe = true }
    if let guarding = options.inputGuard {
      for (index, name) in headers.enumerated() where guarding.isGuarded(name) {
        headers[index] = Self.trimmed(String(name.unicodeScalars.dropFirst()))
        if !hasToldApostrophe {
          hasToldApostrophe = true
          problems.append(
            apostrophe(
              before: headers[index], at: SourcePosition(line: position.line, field: headers[index])))
        }
      }
    }
    let layout = try layout(headers, shape, line: position.line)
    let isComplete =
      repair == nil && options.headerLineCount == 1 && options.columns.isEmpty && layout.headers == headers
      && headers.last != ""
      && layout.width == headers.count
    headers = layout.headers
    problems += layout.problems + reportRagged(headers, shape)
    if options.names == .asIs {
      return begun(headers, layout, isComplete, at: position, problems, shape)
    }
    let (unique, duplicates) = Self.distinctNames(headers)
    if let first = duplicates.first {
      let name = headers[first]
      let others = duplicates.count > 1 ? ", and \(duplicates.count - 1) more likewise" : ""
      problems.append(
        Problem(
          .duplicateColumn, source: source, at: SourcePosition(line: position.line, field: name), value: name,
          "the column name '\(name)' was there before; this one is called '\(unique[first])'\(others)"))
    }
    if scanner.holdsNUL {
      problems.append(
        Problem(
          .csvNULByte, source: source, at: SourcePosition(line: position.line), "a NUL byte is in the header"))
    }
    if let stray = sink.stray, stray.field < unique.count {
      problems.append(
        Problem(
          .csvStrayQuote, source: source, at: SourcePosition(line: position.line, field: unique[stray.field]),
          value: Self.shown(stray.text), "text follows the closing quote of a column name: '\(Self.shown(stray.text))'")
      )
    }
    return begun(unique, layout, isComplete, at: position, problems, shape)
  }

  private mutating func begun(
    _ names: [String], _ layout: Layout, _ isComplete: Bool, at position: RecordPosition, _ problems: [Problem],
    _ shape: CSVShape
  ) -> Table {
    expectedWidth = layout.width
    let table = Table(
      schema: Schema(table: tableName, columnNames: names), names: names, hasHeader: true, firstRecord: nil,
      headerIsComplete: isComplete, start: position.byteOffset, recordWidth: layout.width,
      headerProblems: problems, emptyColumns: layout.emptyColumns)
    watchForTables(below: table, shape)
    return table
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

  /// The spaces that are left out, and the evidence for it.
  private func spaces(_ shape: CSVShape) -> (CSVOptions.Spaces, evidence: String) {
    if let given = options.spaces { return (given, "given") }
    guard options.adjustsHeader else { return (.kept, "") }
    if let signature = scanner.withSample({ $0.rejectSignature }) { return (signature.spaces, Self.rejectEvidence) }
    let place = shape.spaces == .after ? "after it" : "on either side"
    return (shape.spaces, "every delimiter of the first records has a space \(place)")
  }

  /// A notice that a single column may be several with spaces between them; nil when it does not look like that.
  private var singleColumnProblem: Problem? {
    guard scanner.marks.delimiter == CSVMarks.noDelimiter, options.adjustsHeader, options.columns.count < 2,
      let words = scanner.withSample({ $0.wordsLikeFields(quote: scanner.marks.quote) })
    else { return nil }
    return Problem(
      .csvSingleColumn, source: source, at: SourcePosition(line: scanner.line),
      "the lines are read as a single column, and nearly all of them have \(words) words")
  }

  private static let rejectEvidence = "the first columns are those of a file of refused records"

  /// Lines above a header that were left out.
  typealias Titles = (lines: Int, finding: SourceFinding?, problem: Problem?)

  /// Skips the lines above a header that begins at a position of the sample; nil when the header is the first line.
  mutating func skipTitles(to start: Int) -> Titles? {
    guard start > 0 else { return nil }
    let (lines, texts) = scanner.withSample { sample in
      (
        sample.lines(before: start, quote: options.likelyQuote, delimiter: options.delimiter),
        CSVSample.lineTexts(sample.bytes[..<start])
      )
    }
    let text = texts.first.map { String($0.prefix(80)) } ?? ""
    let finding = SourceFinding.titles(texts)
    let place = SourcePosition(line: scanner.line, byteOffset: scanner.textOffset)
    scanner.skip(toSampleOffset: start)
    // Formats with headers of their own have codes of their own. Titles in a file of refused records were reported with the
    // file that they come from.
    if !options.adjustsHeader || scanner.withSample({ $0.rejectSignature != nil }) { return (lines, finding, nil) }
    let message =
      lines > 1
      ? "the line '\(text)' and \(lines - 1) more above the names of the columns are taken as titles and left out"
      : "the line '\(text)' above the names of the columns is taken as a title and left out"
    return (
      lines, finding,
      Problem(
        .csvTitles, source: source, at: place, value: text, message,
        remedy: tableNumber == 1
          ? Problem.Code.csvTitles.remedy : "If it is a record, delete the empty line above it.")
    )
  }

  /// Finds delimiter, quote and header where they are not given.
  mutating func settleMarks(
    separator: UInt8?
  ) throws(Problems) -> (isHeader: Bool, evidence: String) {
    let looksWide = options.charset == nil && scanner.withSample { $0.looksLikeUTF16 }
    if looksWide {
      throw Problems(
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
      quoteEvidence = found == UInt8(ascii: "\"") ? "usual" : "every field of the first lines is quoted with it"
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
    if options.adjustsHeader, signature == nil, marks.delimiter != CSVMarks.noDelimiter {
      marks.form = scanner.withSample { $0.form(of: marks) }
    }
    scanner.use(marks)
    let delimiterEvidence: String =
      if options.delimiter != nil {
        "given"
      } else if separator != nil {
        "the line sep="
      } else if signature != nil {
        Self.rejectEvidence
      } else if marks.form == .beforeSpace {
        "with a space after it, all of the first records have as many fields as the header"
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
