import FormatKit

/// What is wrong with a record, and how to correct it.
extension CSVReader {
  mutating func diagnose(_ position: RecordPosition, _ sink: borrowing RecordSink, _ table: Table) {
    let row = sink.batch.pointee.rowCount - 1
    let place = SourcePosition(line: position.line, byteOffset: position.byteOffset, record: position.record)
    func add(_ problem: Problem) { sink.batch.pointee.problems.append(RecordProblem(row: row, problem)) }
    if let found = quoteProblem(place, table) {
      add(found)
      outcome = .plain
    }
    if let found = refusedQuotes(place, sink, table) {
      add(found)
    } else if sink.stray == nil, let found = widthProblem(place, row, sink, table) {
      add(found)
    }
    if let stray = sink.stray { add(strayProblem(stray, place, sink, table)) }
    if scanner.holdsNUL { add(nulProblem(place, row, sink, table)) }
  }

  private func field(_ column: Int, at place: SourcePosition, _ table: Table) -> SourcePosition {
    var place = place
    place.field = column < table.names.count ? table.names[column] : nil
    return place
  }

  private func nulProblem(
    _ place: SourcePosition, _ row: Int, _ sink: borrowing RecordSink, _ table: Table
  ) -> Problem {
    let column = (0..<sink.columnLimit).first { sink.batch.pointee.bytes(row: row, column: $0).contains(0) }
    let text = column.flatMap { sink.batch.pointee.string(row: row, column: $0) }
    let shown = text.map { String($0.prefix(200)).replacing("\0", with: "\u{2400}") }
    return Problem(
      .csvNULByte, source: source, at: column.map { field($0, at: place, table) } ?? place, value: shown,
      "a NUL byte is in '\(shown ?? "")'")
  }

  private func strayProblem(
    _ stray: (field: Int, text: [UInt8]), _ place: SourcePosition, _ sink: borrowing RecordSink, _ table: Table
  ) -> Problem {
    let shown = Self.shown(stray.text)
    return Problem(
      .csvStrayQuote, source: source, at: field(stray.field, at: place, table), value: shown,
      "text follows the closing quote: '\(shown)'", remedy: strayRemedy(sink, table))
  }

  /// How to correct text after a closing quote: one field less than usual shows that the delimiter is missing.
  private func strayRemedy(_ sink: borrowing RecordSink, _ table: Table) -> String? {
    if sink.fieldCount < table.recordWidth {
      return "Write the missing \(delimiterName) after the closing quote."
    }
    let line = scanner.recordText.map(Array.init) ?? []
    let hasBackslash = zip(line, line.dropFirst()).contains { $0 == UInt8(ascii: "\\") && $1 == scanner.marks.quote }
    return hasBackslash ? nil : "Write each quote within a quoted field twice."
  }

  var delimiterName: String { scanner.marks.delimiterName }

  // MARK: The number of fields

  private func widthProblem(
    _ place: SourcePosition, _ row: Int, _ sink: borrowing RecordSink, _ table: Table
  ) -> Problem? {
    let width = table.recordWidth
    guard sink.fieldCount != width || sink.extraText != nil else { return nil }
    let measure =
      width == sink.columnLimit && table.hasHeader
      ? "the header has \(width)" : "the records of the table have \(width)"
    let counted = "the record has \(sink.fieldCount) field\(sink.fieldCount == 1 ? "" : "s"), \(measure)"
    if sink.fieldCount < width { return shortProblem(counted, place, row, sink, table) }
    if let extra = sink.extraText {
      let value = Self.shown(extra)
      return Problem(
        .csvLongRow, source: source, at: place, value: value, "\(counted): '\(value)' belongs to no column",
        remedy: longRemedy(table))
    }
    guard options.isRagged else {
      return Problem(
        .csvLongRow, source: source, at: place, "\(counted); those beyond are empty",
        remedy: extraEmptyRemedy(place, row, sink, table))
    }
    guard !reportedWidths.contains(sink.fieldCount) else { return nil }
    return Problem(.csvExtraEmptyFields, source: source, at: place, "\(counted); those beyond are empty")
  }

  private func shortProblem(
    _ counted: String, _ place: SourcePosition, _ row: Int, _ sink: borrowing RecordSink, _ table: Table
  ) -> Problem? {
    let missing = field(sink.fieldCount, at: place, table)
    if isWholeLineQuoted(sink, table.recordWidth) {
      return Problem(
        .csvShortRow, source: source, at: place, "\(counted): the whole line is in quotes",
        remedy: "Delete the quotes around the line.")
    }
    if sink.fieldCount == 1, let text = sink.batch.pointee.string(row: row, column: 0) {
      if let other = shape?.otherDelimiter(in: text, width: table.recordWidth, than: scanner.marks.delimiter) {
        return Problem(
          .csvShortRow, source: source, at: place, "\(counted): its fields have a \(other.shownInCSV) between them",
          remedy: "Write a \(delimiterName) between the fields of the line.")
      }
      if !options.isRagged, table.recordWidth > 2, text.contains(" ") {
        return Problem(
          .csvShortRow, source: source, at: missing, "\(counted); the line may be a note",
          remedy: "If the line is a note, delete it; otherwise add the missing \(delimiterName)s and fields.")
      }
    }
    guard !options.isRagged || !reportedWidths.contains(sink.fieldCount) else { return nil }
    let name = missing.field.map { ": '\($0)' is missing" } ?? ""
    guard !options.isRagged else {
      return Problem(.csvRaggedRow, source: source, at: missing, counted + name)
    }
    let mayLack = shape?.mayLack(after: sink.fieldCount, of: table.recordWidth) ?? true
    return Problem(
      .csvShortRow, source: source, at: missing, counted + name,
      remedy: mayLack ? nil : "Add the missing \(delimiterName) or field.")
  }

  /// Whether the record is one field in quotes, which holds as many delimiters as the table has.
  func isWholeLineQuoted(_ sink: borrowing RecordSink, _ width: Int) -> Bool {
    guard sink.fieldCount == 1, sink.stray == nil, scanner.isParsed, scanner.lineCount == 1,
      let quote = scanner.marks.quote,
      let text = scanner.recordText, text.first == quote, text.last == quote
    else { return false }
    return text.count(where: { $0 == scanner.marks.delimiter }) == width - 1
  }

  private func longRemedy(_ table: Table) -> String {
    let common =
      "Put the field that holds a \(delimiterName) in quotes, or delete the \(delimiterName) that is too many."
    guard table.hasHeader, let shape, let usual = shape.usual, usual > table.recordWidth else { return common }
    let lines = shape.skippedLines
    return lines > 0
      ? common + " If the names of the columns are further down, give --option skip-lines=\(lines)." : common
  }

  /// How to correct a record with empty fields beyond the last column. The extra delimiter may be anywhere if a field before
  /// its last one is empty.
  private func extraEmptyRemedy(
    _ place: SourcePosition, _ row: Int, _ sink: borrowing RecordSink, _ table: Table
  ) -> String {
    let isFull = (0..<sink.columnLimit).allSatisfy { !sink.batch.pointee.bytes(row: row, column: $0).isEmpty }
    let mark = delimiterName
    guard isFull else { return "Delete the \(mark) that is too many, so that each field is under its name." }
    return
      "Delete the \(mark) at the end of line \(place.line), or give --option ragged=yes, which leaves out empty fields "
      + "at the end."
  }

  // MARK: All records

  /// One problem for all records that lack fields, or have empty ones, at their end, where that is permitted.
  ///
  /// Numbers of fields that fewer than three of the first records have are reported one by one.
  mutating func reportRagged(_ names: [String], _ shape: CSVShape) -> [Problem] {
    guard options.isRagged else { return [] }
    let width = names.count
    let usual = shape.counts.filter { $0.key != width && $0.value >= 3 }.map(\.key)
    let short = usual.filter { $0 < width }.sorted()
    let long = usual.filter { $0 > width && shape.isEmpty(beyond: width, of: $0) }.sorted()
    reportedWidths = Set(short + long)
    var problems: [Problem] = []
    if let first = short.first {
      let missing = names[first...].prefix(5).map { "'\($0)'" }.joined(separator: ", ")
      let more = width - first > 5 ? " and \(width - first - 5) more" : ""
      problems.append(
        Problem(
          .csvRaggedRow, source: source, at: position(of: short, shape),
          "\(shape.shown(short)), the header has \(width): \(missing)\(more) \(width - first > 1 ? "are" : "is") missing"
        ))
    }
    if !long.isEmpty {
      problems.append(
        Problem(
          .csvExtraEmptyFields, source: source, at: position(of: long, shape),
          "\(shape.shown(long)), the header has \(width); those beyond are empty"))
    }
    return problems
  }

  /// The position of the first record with one of some numbers of fields.
  private func position(of widths: [Int], _ shape: CSVShape) -> SourcePosition {
    let first = widths.compactMap { shape.starts[$0] }.min { $0.byteOffset < $1.byteOffset } ?? (0, 0)
    return SourcePosition(
      line: shape.origin.line + first.lines, byteOffset: shape.origin.byteOffset + first.byteOffset)
  }
}
