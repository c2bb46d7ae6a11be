import FormatKit

/// Records whose quotes cannot be right.
extension CSVReader {
  /// The outcome of the last record.
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

  /// Reads the next record; false after the last one.
  ///
  /// When its quotes cannot be right, its first line is read again on its own, and what follows it is read next.
  @inline(__always)
  mutating func nextRecord(_ sink: inout RecordSink) throws(Problems) -> Bool {
    do throws(Problems) {
      guard try scanner.next(into: &sink) else { return false }
    } catch {
      guard addedColumns == 0, error.code == .csvUnclosedQuote, let fields = repairedLastFields() else {
        throw withRemedy(error)
      }
      take(fields, &sink)
      return true
    }
    if scanner.isParsed { examine(&sink) }
    if sink.fieldCount != expectedWidth, beginsTable(sink) {
      sink.batch.pointee.discardPartialRow()
      return false
    }
    return true
  }

  /// Whether the record is the header of another table, directly below the records of this one.
  private mutating func beginsTable(_ sink: borrowing RecordSink) -> Bool {
    guard case .plain = outcome, sink.stray == nil, sink.fieldCount > 1, !reportedWidths.contains(sink.fieldCount)
    else {
      return false
    }
    return scanner.beginsTable()
  }

  private mutating func examine(_ sink: inout RecordSink) {
    // In a table of one column nothing shows that a quote is out of place.
    guard expectedWidth > addedColumns + 1 else { return }
    let isWide = sink.fieldCount != expectedWidth && !options.isRagged
    // Its two quotes are wrong, not one.
    if isWholeLineQuoted(sink, expectedWidth) { return }
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
    // Refused records are too few to show which columns have quotes without need, so they were repaired when written.
    if addedColumns == 0, let fields = repairedFields() { take(fields, &sink) }
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

  /// The maximum number of lines below a quote that is never closed, where the first of them is empty.
  private static let footerLimit = 20

  /// The first line of a record whose quote is never closed; nil when there is no single way to read it.
  ///
  /// Text that ends in the field with the open quote may have been cut off, unless a line end follows and the texts of the
  /// column have quotes.
  private mutating func repairedLastFields() -> CSVLineReading.Fields? {
    let endsLine = scanner.endsWithLineEnd
    let isSecondEmpty = scanner.filledSecondLine == nil
    if scanner.lineCount > 1, isSecondEmpty, !endsLine || scanner.lineCount > Self.footerLimit { return nil }
    guard options.adjustsHeader || scanner.lineCount > 1 && !isSecondEmpty, let fields = repairedFields() else {
      return nil
    }
    let isText = if case .text = fields.change { true } else { false }
    if scanner.lineCount == 1, isText || !endsLine, fields.changed + 1 == fields.texts.count { return nil }
    return fields
  }

  /// The same error, without advice that would take the quotes of all fields for text.
  func withRemedy(_ error: Problems) -> Problems {
    guard error.code == .csvUnclosedQuote, shape?.hasQuotedFields == true, let problem = error.all.first else {
      return error
    }
    return Problems(
      .csvUnclosedQuote, source: source, at: problem.position, value: problem.value, problem.message,
      remedy: "Close the quote, or delete it if it is not part of the text.")
  }

  private var isSecondLineRecord: Bool {
    scanner.filledSecondLine.map { reading(of: $0).isRecord } ?? true
  }

  /// The first line of the record on its own; nil when there is no single way to read it.
  private mutating func repairedFields() -> CSVLineReading.Fields? {
    guard expectedWidth > 1, scanner.marks.form == .plain, let line = scanner.firstLine else { return nil }
    let reading = reading(of: line)
    let effort = reading.effort
    guard effort <= repairBudget else { return nil }
    repairBudget -= effort
    guard let fields = reading.repaired() else { return nil }
    // The next line must be a record by itself; otherwise this line is the beginning of a text of several lines.
    return scanner.lineCount == 1 || isSecondLineRecord ? fields : nil
  }

  /// Whether a record of several lines looks as if it had taken in others.
  private var isPerhapsSeveralRecords: Bool {
    guard let first = scanner.firstLine, let last = scanner.lastLine else { return false }
    guard addedColumns == 0 else { return beginsRefusedRecord(last) }
    return expectedWidth > 1 && reading(of: first).isRecord && reading(of: last).isRecord
  }

  /// Whether a line of a file of refused records has the mark of such a record, and as many delimiters.
  private func beginsRefusedRecord(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let mark = line.prefix { $0 != scanner.marks.delimiter }
    let isMark = mark.contains(UInt8(ascii: "-")) && mark.allSatisfy { (45...122).contains($0) || $0 == 32 }
    return isMark && line.count(where: { $0 == scanner.marks.delimiter }) + 1 >= expectedWidth
  }

  /// Reports that the quotes of a refused record were wrong, as its last cell says; nil when it has no such cell.
  func refusedQuotes(_ place: SourcePosition, _ sink: borrowing RecordSink, _ table: Table) -> Problem? {
    guard addedColumns > 0, sink.fieldCount == table.recordWidth + 1, let extra = sink.extraText,
      let problem = QuoteProblem(rawValue: Self.shown(extra))
    else { return nil }
    let cell = "the last cell says: \(problem.rawValue)"
    if problem == .repaired, options.quotes == .repair {
      return Problem(.csvRepairedQuote, source: source, at: place, cell)
    }
    return Problem(.csvStrayQuote, source: source, at: place, cell, remedy: problem.remedy)
  }

  /// Says what became of a record whose quotes cannot be right.
  func quoteProblem(_ place: SourcePosition, _ table: Table) -> Problem? {
    switch outcome {
    case .plain: return nil
    case .doubtful(let message): return Problem(.csvStrayQuote, source: source, at: place, message)
    case .repaired(let fields):
      var place = place
      place.field = fields.changed < table.names.count ? table.names[fields.changed] : nil
      let text = Self.shown(Array(fields.texts[fields.changed].prefix(200)))
      if case .text = fields.change {
        return repairProblem("a quote is out of place; taken as text, the field is '\(text)'", text, place)
      }
      return repairProblem("a quote is missing; with it the field is '\(text)'", text, place)
    }
  }

  private func repairProblem(_ message: String, _ text: String, _ place: SourcePosition) -> Problem {
    guard options.quotes == .strict else {
      return Problem(.csvRepairedQuote, source: source, at: place, value: text, message)
    }
    return Problem(
      .csvStrayQuote, source: source, at: place, value: text, message,
      remedy: "If that is right, give --option quotes=repair; otherwise correct the quotes of the line.")
  }
}

/// The note about quotes in a cell after the last column of a refused record.
enum QuoteProblem: String {
  /// The fields are those of the only way to read the record.
  case repaired = "check the quotes, then delete this cell"
  /// There is no unique way to read the record.
  case unsettled = "correct the quotes, then delete this cell"

  var remedy: String {
    switch self {
    case .repaired: "If the fields are right, delete that cell or give --option quotes=repair."
    case .unsettled: "Compare the record with the sender's file, correct it, and delete that cell."
    }
  }
}
