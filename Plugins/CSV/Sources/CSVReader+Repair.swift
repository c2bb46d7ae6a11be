import FormatKit

/// Records whose quotes cannot be right.
extension CSVReader {
  /// What became of the record last read.
  enum Outcome {
    /// It is as it was read.
    case plain
    /// Its first line was read on its own.
    case repaired(CSVLineReading.Fields)
    /// Its quotes cannot be right, and there is no one way to read them.
    case doubtful(String)

    var isPlain: Bool {
      if case .plain = self { return true }
      return false
    }
  }

  /// Reads the next record; false when there is none left.
  ///
  /// When its quotes cannot be right, its first line is read again on its own, and what follows it is read next.
  @inline(__always)
  mutating func nextRecord(_ sink: inout RecordSink) throws(FormatError) -> Bool {
    do throws(FormatError) {
      guard try scanner.next(into: &sink) else { return false }
    } catch {
      // A file that ends in the line with the open quote was cut off.
      guard error.diagnostic.code == .csvUnclosedQuote, scanner.lineCount > 1, let second = scanner.secondLine,
        !second.allSatisfy({ $0 == 32 }), let fields = repairedFields()
      else { throw error }
      take(fields, &sink)
      return true
    }
    if scanner.isParsed { examine(&sink) }
    return true
  }

  private mutating func examine(_ sink: inout RecordSink) {
    guard expectedWidth > 1 else { return }
    let isWide = sink.fieldCount != expectedWidth && !options.isRagged
    if sink.stray == nil, !isWide {
      if scanner.lineCount > 1, isPerhapsSeveralRecords {
        let lines = "a quoted field goes on for \(scanner.lineCount) lines"
        outcome = .doubtful("\(lines), of which the first and the last are records by themselves")
        return
      }
      guard sink.hasLooseQuote, let text = scanner.recordText else { return }
      if reading(of: text).fields(with: nil) != nil { return }
      outcome = .doubtful("a quote is out of place in a field without quotes around it")
      if scanner.lineCount > 1 { return }
    }
    if let fields = repairedFields() { take(fields, &sink) }
  }

  private mutating func take(_ fields: CSVLineReading.Fields, _ sink: inout RecordSink) {
    scanner.goToSecondLine()
    sink.batch.pointee.discardPartialRow()
    sink.begin()
    for (text, isQuoted) in zip(fields.texts, fields.areQuoted) {
      sink.isQuoted = isQuoted
      text.withUnsafeBufferPointer { sink.add($0) }
    }
    outcome = .repaired(fields)
  }

  private func reading(of line: UnsafeBufferPointer<UInt8>) -> CSVLineReading {
    CSVLineReading(bytes: line, marks: scanner.marks, width: expectedWidth, hasNeedlessQuotes: needlessQuotes)
  }

  /// The first line of the record on its own; nil when there is no single way to read it.
  private mutating func repairedFields() -> CSVLineReading.Fields? {
    guard expectedWidth > 1, let line = scanner.firstLine else { return nil }
    let reading = reading(of: line)
    let effort = reading.effort
    guard effort <= repairBudget else { return nil }
    repairBudget -= effort
    guard let fields = reading.repaired() else { return nil }
    // What follows must be a record by itself, or the line is the beginning of a text of several lines.
    if scanner.lineCount > 1, let second = scanner.secondLine, !second.allSatisfy({ $0 == 32 }) {
      guard self.reading(of: second).isRecord else { return nil }
    }
    return fields
  }

  /// Whether a record of several lines looks as if it had taken in others.
  private var isPerhapsSeveralRecords: Bool {
    guard let first = scanner.firstLine, let last = scanner.lastLine else { return false }
    // Only the first line of a refused record has the two cells that were added.
    let own = CSVLineReading(
      bytes: last, marks: scanner.marks, width: expectedWidth - addedColumns,
      hasNeedlessQuotes: Array(needlessQuotes.dropFirst(addedColumns)))
    return own.width > 1 && reading(of: first).isRecord && own.isRecord
  }

  /// Refuses a header that lost one of its quotes: which name is meant is not certain.
  func checkQuotes(ofHeader sink: borrowing RecordSink, _ shape: CSVShape) throws(FormatError) {
    guard scanner.isParsed, sink.hasLooseQuote, let text = scanner.recordText else { return }
    let needless = Array(repeating: shape.hasNeedlessQuotesInHeader, count: sink.fieldCount)
    let reading = CSVLineReading(
      bytes: text, marks: scanner.marks, width: sink.fieldCount, hasNeedlessQuotes: needless)
    guard reading.fields(with: nil) == nil else { return }
    let shown = String(decoding: text.prefix(80), as: UTF8.self)
    throw FormatError(
      .csvStrayQuote, source: source, at: SourcePosition(line: scanner.recordLine), value: shown,
      "a quote is out of place in the header '\(shown)'")
  }

  /// Says what became of a record whose quotes cannot be right.
  func quoteDiagnostic(_ place: SourcePosition, _ table: Table) -> Diagnostic? {
    switch outcome {
    case .plain: return nil
    case .doubtful(let message): return Diagnostic(.csvStrayQuote, source: source, at: place, message)
    case .repaired(let fields):
      var place = place
      place.field = fields.changed < table.names.count ? table.names[fields.changed] : nil
      let text = Self.shown(Array(fields.texts[fields.changed].prefix(200)))
      if case .text = fields.change {
        return repairDiagnostic("a quote is out of place; taken as text, the field is '\(text)'", text, place)
      }
      return repairDiagnostic("a quote is missing; with it the field is '\(text)'", text, place)
    }
  }

  private func repairDiagnostic(_ message: String, _ text: String, _ place: SourcePosition) -> Diagnostic {
    guard options.quotes == .strict else {
      return Diagnostic(.csvRepairedQuote, source: source, at: place, value: text, message)
    }
    return Diagnostic(
      .csvStrayQuote, source: source, at: place, value: text, message,
      remedy: "If that is right, give --option quotes=repair; otherwise correct the quotes of the line.")
  }
}
