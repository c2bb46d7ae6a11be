import FormatKit
import RetailValues

/// How the names of the columns and the fields of the records go together.
extension CSVReader {
  /// The names for the columns, and how many fields a record must have.
  struct Layout {
    var headers: [String]
    var width: Int
    var problems: [Problem] = []
    /// The columns without a name that have nothing in the first records, where a value further down may be of another column.
    var emptyColumns: [Int] = []
  }

  /// Reads a record as names, each field a row; false at the end.
  mutating func readRecord(into names: inout RecordBatch, _ sink: inout RecordSink) throws(Problems) -> Bool {
    names.reset(schema: Schema(columnNames: ["name"]))
    let batch = sink.batch
    sink.isCollectingNames = true
    defer {
      sink.batch = batch
      sink.isCollectingNames = false
    }
    let hasRecord = try withUnsafeMutablePointer(to: &names) { (pointer) throws(Problems) -> Bool in
      sink.batch = pointer
      return try scanner.next(into: &sink)
    }
    if hasRecord, sink.fieldCount > RecordBatch.maximumColumns {
      throw scanner.tooManyColumns(atLeast: sink.fieldCount)
    }
    return hasRecord
  }

  /// Adds the names of further records to those of the first, `Price` above `net` as `Price net`.
  ///
  /// An empty cell comes from a merged cell: the name to its left also applies to it if there is a name below.
  mutating func joinHeaderLines(
    to headers: inout [String], _ names: inout RecordBatch, _ sink: inout RecordSink
  ) throws(Problems) {
    for _ in 1..<max(1, options.headerLineCount) {
      guard try readRecord(into: &names, &sink) else { break }
      let below = (0..<names.rowCount).map { Self.trimmed(names.string(row: $0, column: 0) ?? "") }
      if Self.saysTheSame(headers, below) { continue }
      if hasGroups {
        headers = zip(HeaderGroups.spread(headers, above: below), below).map { $0.isEmpty ? $1 : "\($0) \($1)" }
        continue
      }
      var above = ""
      for (index, name) in below.enumerated() {
        if index == headers.count { headers.append("") }
        if headers[index].isEmpty {
          headers[index] = above.isEmpty || name.isEmpty ? name : "\(above) \(name)"
        } else {
          above = headers[index]
          if !name.isEmpty { headers[index] += " \(name)" }
        }
      }
    }
  }

  /// Whether a second line of names says the same as the first, in another language: each pair names one field.
  private static func saysTheSame(_ above: [String], _ below: [String]) -> Bool {
    above.count == below.count && Set(above).count == above.count
      && zip(above, below).allSatisfy { !Vocabulary.fieldNames(of: $0).isDisjoint(with: Vocabulary.fieldNames(of: $1)) }
  }

  /// Asks whether the second line holds names too, if it looks like that and nothing is given.
  ///
  /// - Throws: ``Problem/Code/csvHeaderLines``.
  func checkSecondLine(below headers: [String]) throws(Problems) {
    guard options.headerLines == nil, options.adjustsHeader, addedColumns == 0, options.columns.isEmpty,
      let line = scanner.withSample({ $0.secondHeader(below: headers, scanner.marks) })
    else { return }
    let isTitle = headers.allSatisfy { Vocabulary.fieldNames(of: $0).isEmpty }
    let lines = (shape?.linesAboveHeader ?? 0) + 1
    let shown = line.filter { !$0.isEmpty }.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    throw Problems(
      .csvHeaderLines, source: source, at: SourcePosition(line: scanner.line, byteOffset: scanner.textOffset),
      "the line below the header looks like names or units, not like a record: \(shown)",
      remedy: isTitle
        ? "If the line above it is a title, give --option skip-lines=\(lines). " + Problem.Code.csvHeaderLines.remedy
        : nil)
  }

  /// The columns of a table without a header: as many as nearly all of its records have.
  mutating func headlessTable(
    _ shape: CSVShape, firstWidth: Int, at position: RecordPosition
  ) throws(Problems) -> Table {
    let usual = min(shape.usual ?? 1, RecordBatch.maximumColumns)
    var count = shape.isNearlyAll ? usual : max(firstWidth, usual)
    var names = (1...max(1, count)).map { "column \($0)" }
    if !options.columns.isEmpty {
      guard options.columns.count == count || !shape.isNearlyAll else {
        throw wrongWidth(of: options.columns, shape, line: position.line)
      }
      names = Schema.distinctNames(options.columns).names
      count = names.count
    }
    expectedWidth = count
    var problems: [Problem] = []
    // A delimiter after the last field of every record does not make a column.
    if options.columns.isEmpty, count > 1, shape.isNearlyAll, shape.recordCount > 1,
      shape.isAlwaysEmpty(beyond: count - 1)
    {
      names.removeLast()
      problems.append(
        Problem(
          .csvExtraEmptyFields, source: source, at: SourcePosition(line: position.line),
          "\(shape.shown), and the last one is always empty; it is left out"))
    }
    return Table(
      schema: Schema(columnNames: names), names: names, hasHeader: false, firstRecord: position,
      headerIsComplete: false, start: position.byteOffset, recordWidth: count, headerProblems: problems)
  }

  /// Compares the header with the records.
  ///
  /// - Throws: ``Problem/Code/csvHeaderWidth`` when nearly all records have another number of fields and nothing shows
  ///   which name belongs to which field.
  func layout(_ found: [String], _ shape: CSVShape, line: Int) throws(Problems) -> Layout {
    let headers = options.columns.isEmpty ? found : options.columns
    let own = Layout(headers: headers, width: headers.count)
    if headers.starts(with: RejectColumns.all) {
      // Such a header has as many names as a record has fields; those of fields that must be empty are empty.
      let named = headers[...(headers.lastIndex { !$0.isEmpty } ?? 0)]
      return Layout(headers: Array(named), width: headers.count)
    }
    // Records that end with an empty field fit a header with a delimiter too many, and each name after it is moved.
    if let last = headers.indices.last, last > 0, shape.usual == headers.count, shape.recordCount > 1,
      options.columns.isEmpty, shape.isNearlyAlwaysEmpty(beyond: last), Self.mayHaveMoved(headers),
      !(shape.isCountedFromZero && headers[0].isEmpty && Set(headers).count == headers.count)
    {
      if let empty = Self.emptyColumns(headers, shape) {
        return Layout(headers: headers, width: last + 1, emptyColumns: empty)
      }
      throw Problems(
        .csvHeaderWidth, source: source, at: SourcePosition(line: line),
        "the header has an empty or repeated name, and the last field of nearly all records is empty")
    }
    guard let usual = shape.usual, usual != headers.count, !options.isRagged, usual <= RecordBatch.maximumColumns else {
      return own
    }
    if shape.isNearlyAll, shape.recordCount > 1 {
      if usual > headers.count, shape.isNearlyAlwaysEmpty(beyond: headers.count) {
        return Layout(
          headers: headers, width: usual,
          problems: [
            Problem(
              .csvExtraEmptyFields, source: source, at: SourcePosition(line: line),
              "\(shape.shown), the header has \(headers.count); those beyond are empty")
          ])
      }
      if usual < headers.count, headers[usual...].allSatisfy(\.isEmpty) {
        return Layout(headers: Array(headers[..<usual]), width: usual)
      }
      if usual == headers.count + 1, shape.looksLikeRowNames, options.adjustsHeader, options.columns.isEmpty {
        return Layout(
          headers: [""] + headers, width: usual,
          problems: [
            Problem(
              .csvRowNames, source: source, at: SourcePosition(line: line),
              "\(shape.shown), the header has \(headers.count): the first field is taken as the name of the row")
          ])
      }
    }
    guard shape.hardlyHas(headers.count) else { return own }
    throw wrongWidth(of: headers, shape, line: line)
  }

  /// Whether an extra delimiter or name may have moved the names: an empty name is before another one, or a name is
  /// repeated. Empty names at the end move nothing.
  private static func mayHaveMoved(_ headers: [String]) -> Bool {
    let named = headers[...(headers.lastIndex { !$0.isEmpty } ?? 0)]
    return named.contains("") || Set(named).count < named.count
  }

  /// The columns without a name where all of them have nothing in the first records, so that no name can have moved.
  ///
  /// Nil where one has a value, or a name is repeated.
  private static func emptyColumns(_ headers: [String], _ shape: CSVShape) -> [Int]? {
    let named = headers.filter { !$0.isEmpty }
    let empty = headers.indices.filter { headers[$0].isEmpty }
    guard Set(named).count == named.count, shape.counts.count == 1, !empty.isEmpty,
      empty.allSatisfy({ $0 < shape.areSometimesFilled.count && !shape.areSometimesFilled[$0] })
    else { return nil }
    return empty
  }

  private func wrongWidth(of headers: [String], _ shape: CSVShape, line: Int) -> Problems {
    let names = headers.count == 1 ? "1 name" : "\(headers.count) names"
    let given = options.columns.isEmpty ? "the header has" : "the option columns has"
    let usual = shape.usual ?? 0
    let remedy: String? =
      if !options.columns.isEmpty {
        "Give as many names as the records have fields."
      } else if let below = shape.namesBelow {
        "The names of the columns seem to be further down: give --option skip-lines=\(shape.linesAboveNames)"
          + (below.isRagged ? " --option ragged=yes." : ".")
      } else if headers.count == 1,
        headers[0].utf8.count(where: { $0 == scanner.marks.delimiter }) + 1 == usual
      {
        "Delete the quotes around the whole header."
      } else if headers.count == 1 {
        "If the line is a title, give --option skip-lines=\(shape.skippedLines); otherwise correct the header."
      } else if usual > headers.count, scanner.marks.delimiter == UInt8(ascii: ","), shape.hasAdjacentValues {
        "If commas in numbers are decimal marks, export the file again with semicolons between the fields; otherwise correct the "
          + "header."
      } else if usual > headers.count, scanner.marks.delimiter == UInt8(ascii: ",") {
        "Correct the header, or give the names of all columns with --option columns=a,b,c. Where commas are also decimal "
          + "marks, export the file again with semicolons between the fields."
      } else if usual < headers.count {
        "Correct the header; if the records only lack their last fields, give --option ragged=yes."
      } else {
        nil
      }
    return Problems(
      .csvHeaderWidth, source: source, at: SourcePosition(line: line), "\(given) \(names), but \(shape.shown)",
      remedy: remedy)
  }
}
