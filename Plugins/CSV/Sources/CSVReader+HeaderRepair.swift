import FormatKit

/// A header whose quotes cannot be right.
extension CSVReader {
  /// Reads the first record as names; a header whose quotes are wrong is read again on its own.
  ///
  /// - Returns: false at the end of the text, and the warning about a header that was repaired.
  mutating func readFirstRecord(
    into names: inout RecordBatch, _ sink: inout RecordSink, _ shape: CSVShape, isHeader: Bool
  ) throws(Problems) -> (hasRecord: Bool, repair: Problem?) {
    let failure: Problems?
    do throws(Problems) {
      guard try readRecord(into: &names, &sink) else { return (false, nil) }
      guard isHeader, isDamaged(sink, shape) else { return (true, nil) }
      failure = sink.stray == nil ? misplacedQuote : nil
    } catch {
      guard error.code == .csvUnclosedQuote, isHeader else { throw withRemedy(error) }
      failure = withRemedy(error)
    }
    guard let fields = repairedHeader(shape) else {
      if let failure { throw failure }
      return (true, nil)
    }
    let texts = self.names(in: fields)
    let problem = repairProblem(texts)
    if problem.severity == .error { throw Problems(problem) }
    scanner.goToSecondLine()
    sink.begin()
    names.reset(schema: Schema(columnNames: ["name"]))
    for (index, text) in texts.enumerated() {
      names.append(text: text)
      names.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: index + 1))
    }
    return (true, problem)
  }

  /// Whether the quotes of the record that was read as names cannot be right.
  private func isDamaged(_ sink: borrowing RecordSink, _ shape: CSVShape) -> Bool {
    guard scanner.isParsed, addedColumns == 0 else { return false }
    if sink.stray != nil { return true }
    if scanner.lineCount > 1, let usual = shape.usual, shape.isNearlyAll {
      return sink.fieldCount != usual && sink.fieldCount != usual - 1
        || [scanner.firstLine, scanner.lastLine].allSatisfy { line in
          line.map { reading(of: $0, width: sink.fieldCount, shape).isRecord } ?? false
        }
    }
    guard sink.hasLooseQuote, let text = scanner.recordText else { return false }
    return reading(of: text, width: sink.fieldCount, shape).fields(with: nil) == nil
  }

  private func reading(of line: UnsafeBufferPointer<UInt8>, width: Int, _ shape: CSVShape) -> CSVLineReading {
    CSVLineReading(
      bytes: line, marks: scanner.marks, width: width,
      hasNeedlessQuotes: Array(repeating: shape.hasNeedlessQuotesInHeader, count: width))
  }

  /// The first line of the header on its own; nil when there is no single way to read it with as many names as the records
  /// have fields.
  private func repairedHeader(_ shape: CSVShape) -> CSVLineReading.Fields? {
    guard options.adjustsHeader, addedColumns == 0, scanner.marks.form == .plain, options.columns.isEmpty,
      options.headerLineCount == 1, shape.isNearlyAll,
      let usual = shape.usual, usual > 1, let line = scanner.firstLine
    else { return nil }
    if scanner.lineCount > 1, let second = scanner.filledSecondLine {
      let record = CSVLineReading(
        bytes: second, marks: scanner.marks, width: usual, hasNeedlessQuotes: shape.hasNeedlessQuotes)
      guard record.isRecord else { return nil }
    }
    // Each record may end with an empty field that has no name.
    let widths = shape.isNearlyAlwaysEmpty(beyond: usual - 1) ? [usual, usual - 1] : [usual]
    let found = widths.compactMap { reading(of: line, width: $0, shape).repaired() }
    return found.count == 1 ? found.first : nil
  }

  /// The names in a header that was repaired. A quote out of place is not part of a name.
  private func names(in fields: CSVLineReading.Fields) -> [String] {
    fields.texts.enumerated().map { column, text in
      let isMisplaced = if case .text = fields.change { column == fields.changed } else { false }
      return Self.shown(isMisplaced ? text.filter { $0 != scanner.marks.quote } : text)
    }
  }

  private func repairProblem(_ names: [String]) -> Problem {
    let shown = names.prefix(12).map { "'\(Self.trimmed($0))'" }.joined(separator: ", ")
    let place = SourcePosition(line: scanner.recordLine, byteOffset: scanner.recordOffset)
    let message = "a quote is out of place or missing in the header; corrected, the names are \(shown)"
    guard options.quotes == .strict else {
      return Problem(.csvRepairedQuote, source: source, at: place, message)
    }
    return Problem(
      .csvStrayQuote, source: source, at: place, message,
      remedy: "If that is right, give --option quotes=repair; otherwise correct the quotes of the line.")
  }

  private var misplacedQuote: Problems? {
    guard let text = scanner.recordText else { return nil }
    let shown = String(decoding: text.prefix(80), as: UTF8.self)
    return Problems(
      .csvStrayQuote, source: source, at: SourcePosition(line: scanner.recordLine), value: shown,
      "a quote is out of place in the header '\(shown)'")
  }
}
