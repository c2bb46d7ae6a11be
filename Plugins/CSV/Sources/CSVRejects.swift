public import FormatKit
internal import RetailValues

extension CSVFormat: RejectingFormat {
  /// Writes the lines above the table, its header and the given records unchanged, with two cells before each.
  ///
  /// The cells come first because a record may have too few or too many cells, and none of them may move under another
  /// column. A table without a header gets one, so that the two columns have names; the reader recognises it for any
  /// value of `header`.
  public func writeRejects(
    of source: ByteSource, _ rejected: RejectedRecords, to sink: ByteSink
  ) throws(Problems) {
    try options.validate()
    let copy = try TextCopy(of: source, charset: options.charset, to: sink)
    var reader = try CSVReader(source, options: options)
    var batch = RecordBatch(rowLimit: 1)
    try withUnsafeMutablePointer(to: &batch) { (pointer) throws(Problems) in
      repeat {
        try Self.write(&reader, pointer, copy, rejected)
        guard try rejected.peek() != nil else { break }
      } while try reader.goToNextTable()
    }
    try rejected.finish(source)
  }

  private static func write(
    _ reader: inout CSVReader, _ batch: UnsafeMutablePointer<RecordBatch>, _ copy: TextCopy,
    _ rejected: RejectedRecords
  ) throws(Problems) {
    var names = RecordBatch(rowLimit: 1)
    var sink = RecordSink(batch, columnLimit: RecordBatch.maximumColumns, options: reader.options)
    let isFirst = reader.tableNumber == 1
    if !isFirst {
      // The table above is complete, except for the empty line that separates the two.
      try copy.skip(to: reader.scanner.textOffset)
      try copy.write("\n")
    }
    let table =
      try isFirst
      ? reader.readTable(collecting: &names, &sink) : reader.readNextTable(collecting: &names, &sink)
    let start = table.start
    let firstEnd = reader.scanner.textOffset
    var cells = CSVRejectCells(marks: reader.scanner.marks, spaces: sink.spaces, options: reader.options)
    try cells.write(preamble: start, to: copy)
    // Fields beyond the columns have empty names.
    let madeNames = table.names + Array(repeating: "", count: max(0, table.recordWidth - table.names.count))
    if table.hasHeader {
      cells.beginTable(named: table.names)
      let header = try copy.collect(to: firstEnd)
      if !table.headerIsComplete, !table.names.contains(where: RejectColumns.contains) {
        try cells.write(madeNames: madeNames, lineEnd: CSVRejectCells.lineEnd(of: header), to: copy)
      } else {
        try cells.write(header: header, to: copy)
      }
    } else {
      let record = try copy.collect(to: firstEnd)
      try cells.write(madeNames: madeNames, lineEnd: CSVRejectCells.lineEnd(of: record), to: copy)
      if let note = try rejected.take(before: firstEnd) {
        try cells.write(record, note, to: copy)
      }
    }
    // The reader keeps no text of records here; it only shows where they end.
    sink.columnLimit = 0
    while try rejected.peek() != nil {
      batch.pointee.reset(schema: Schema(columns: []))
      guard try reader.passRecord(&sink) else { break }
      let end = reader.scanner.textOffset
      guard let note = try rejected.take(before: end) else { continue }
      try copy.skip(to: reader.scanner.recordOffset)
      switch reader.outcome {
      case .plain where cells.keepsText:
        try cells.writeBeginning(note, to: copy)
        try copy.copy(to: end)
      case .plain: try cells.write(copy.collect(to: end), note, to: copy)
      case .doubtful: try cells.write(cells.doubted(copy.collect(to: end)), note, to: copy)
      case .repaired(let fields): try cells.write(cells.repaired(copy.collect(to: end), fields), note, to: copy)
      }
    }
  }
}

/// The two cells that are added to each refused record, and the changes to the record's own cells that they require.
struct CSVRejectCells {
  let marks: CSVMarks
  /// The form of the delimiter in the sender's file; refused records have the plain one.
  private let form: DelimiterForm
  let spaces: CSVOptions.Spaces
  let options: CSVOptions
  /// The indexes of the two columns in a table that has them already, in the order of ``RejectColumns/all``.
  private var known: [Int?] = [nil, nil]

  /// The delimiter added to a table of one column, which has none of its own: the one least likely to occur in its text.
  private let addedDelimiter: UInt8?
  private var delimiter: UInt8 { addedDelimiter ?? marks.delimiter }

  init(marks: CSVMarks, spaces: CSVOptions.Spaces, options: CSVOptions) {
    form = marks.form
    var marks = marks
    marks.form = .plain
    self.marks = marks
    self.spaces = spaces
    self.options = options
    let unit: UInt8 = marks.quote == nil ? 0x1F : 9
    addedDelimiter = marks.delimiter == CSVMarks.noDelimiter ? unit : nil
  }

  mutating func beginTable(named names: [String]) { known = RejectColumns.all.map { names.firstIndex(of: $0) } }

  /// Whether a record is written unchanged after the two cells.
  var keepsText: Bool { addedDelimiter == nil && known == [nil, nil] && options.inputGuard == nil && form == .plain }

  /// The line end of a record: CR LF, LF, CR or nothing.
  static func lineEnd(of record: [UInt8]) -> ArraySlice<UInt8> {
    if record.last == 10 { return record.suffix(record.dropLast().last == 13 ? 2 : 1) }
    return record.suffix(record.last == 13 ? 1 : 0)
  }

  // MARK: The header

  /// Writes the lines above the table.
  func write(preamble end: Int, to copy: TextCopy) throws(Problems) {
    guard options.inputGuard != nil else { return try copy.copy(to: end) }
    guard end <= CSVScanner.maximumRecordBytes else {
      throw Problems(.fieldTooLarge, "the text above the table is larger than 64 MiB")
    }
    try copy.write(harmless(copy.collect(to: end)))
  }

  func write(header: [UInt8], to copy: TextCopy) throws(Problems) {
    let header = harmless(inPlainForm(header))
    for (name, place) in zip(RejectColumns.all, known) where place == nil { try write(name: name, to: copy) }
    try write(own: header, to: copy)
  }

  func write(madeNames names: [String], lineEnd: ArraySlice<UInt8>, to copy: TextCopy) throws(Problems) {
    for name in RejectColumns.all { try write(name: name, to: copy) }
    // Names that cannot be written are left empty: such a column has the same name as in a file without a header.
    let shown = names.map { (try? cell($0)) ?? "" }
    try copy.write(shown.joined(separator: String(Unicode.Scalar(delimiter))))
    if lineEnd.isEmpty { try copy.write("\n") } else { try copy.write(lineEnd) }
  }

  private func write(name: String, to copy: TextCopy) throws(Problems) {
    // Single quotes that were found are found again by these names.
    let isEnclosed = options.quote == .found && marks.quote == UInt8(ascii: "'")
    try copy.write(try cell(name, needsQuotes: isEnclosed))
    guard name == RejectColumns.mark, spaces != .kept else { return try copy.write([delimiter]) }
    // The spaces between the two names show which spaces are left out.
    try copy.write((spaces == .around ? [32] : []) + [delimiter, 32])
  }

  // MARK: Records

  func writeBeginning(_ note: RejectNote, to copy: TextCopy) throws(Problems) {
    for (place, text) in zip(known, try texts(of: note, copy)) where place == nil {
      try copy.write(text)
      try copy.write([delimiter])
    }
  }

  func write(_ record: [UInt8], _ note: RejectNote, to copy: TextCopy) throws(Problems) {
    let record = harmless(inPlainForm(record))
    guard known != [nil, nil] else {
      try writeBeginning(note, to: copy)
      return try write(own: record, to: copy)
    }
    let texts = try texts(of: note, copy)
    for (place, text) in zip(known, texts) where place == nil {
      try copy.write(text)
      try copy.write([delimiter])
    }
    let end = Self.lineEnd(of: record)
    let body = record.dropLast(end.count)
    let fields = body.withUnsafeBufferPointer { CSVSample($0, isWhole: true).records(marks, limit: 1).first ?? [] }
    var done = 0
    var count = fields.count
    for (place, text) in zip(known, texts).sorted(by: { $0.0 ?? -1 < $1.0 ?? -1 }) {
      guard let place else { continue }
      if place < fields.count {
        try copy.write(body[done..<fields[place].lowerBound])
        done = fields[place].upperBound
      } else {
        try copy.write(body[done...])
        done = body.count
        // The columns between the end of a short record and this one.
        try copy.write(Array(repeating: delimiter, count: max(0, place - count + 1)))
        count = place + 1
      }
      try copy.write(text)
    }
    try copy.write(body[done...])
    try copy.write(end)
  }

  /// A record with nothing but the delimiter's character between its fields.
  private func inPlainForm(_ record: [UInt8]) -> [UInt8] {
    guard form != .plain else { return record }
    var own = marks
    own.form = form
    let end = Self.lineEnd(of: record)
    let fields = record.withUnsafeBufferPointer { bytes in
      (CSVSample(bytes, isWhole: true).records(own, limit: 1).first ?? []).enumerated().map { column, field in
        let text = column > 0 && spaces != .kept ? bytes[field].drop { $0 == 32 } : bytes[field]
        guard let quote = marks.quote, text.first != quote, text.contains(marks.delimiter) else { return Array(text) }
        return enclosed(Array(text), quote, marks.delimiter)
      }
    }
    return Array(fields.joined(separator: [marks.delimiter])) + end
  }

  /// Writes the text of a record; in a table of one column, in quotes if it holds what now is the delimiter.
  private func write(own record: [UInt8], to copy: TextCopy) throws(Problems) {
    guard let addedDelimiter, record.contains(addedDelimiter) else { return try copy.write(record) }
    let end = Self.lineEnd(of: record)
    let body = record.dropLast(end.count)
    guard let quote = marks.quote else {
      let shown = String(decoding: body.prefix(200), as: UTF8.self)
      throw Problems(.csvUnquotable, value: shown, "'\(shown)' holds a separator and needs quotes")
    }
    if body.count > 1, body.first == quote, body.last == quote { return try copy.write(record) }
    let text = body.first == quote && options.escape != .backslash ? unquoted(body, quote) : Array(body)
    try copy.write(enclosed(text, quote, addedDelimiter) + end)
  }

  /// The text of a field in quotes that other text follows, as it is read: without these two quotes.
  private func unquoted(_ body: ArraySlice<UInt8>, _ quote: UInt8) -> [UInt8] {
    var text: [UInt8] = []
    var index = body.startIndex + 1
    while index < body.endIndex {
      guard body[index] == quote else {
        text.append(body[index])
        index += 1
        continue
      }
      guard index + 1 < body.endIndex, body[index + 1] == quote else { return text + body[(index + 1)...] }
      text.append(quote)
      index += 2
    }
    return Array(body)
  }

  private func enclosed(_ body: [UInt8], _ quote: UInt8, _ addedDelimiter: UInt8) -> [UInt8] {
    let backslash = UInt8(ascii: "\\")
    let escape = options.escape == .backslash ? backslash : quote
    var text = [quote]
    var isEscaped = false
    for (index, byte) in zip(body.indices, body) {
      let next = index + 1 < body.endIndex ? body[index + 1] : 0
      let escapes = options.escape == .backslash && byte == backslash && !isEscaped
      if byte == quote && !isEscaped || escapes && next == addedDelimiter { text.append(escape) }
      text.append(byte)
      isEscaped = escapes && (next == backslash || next == quote)
    }
    return text + [quote]
  }

  // MARK: Cells

  private func texts(of note: RejectNote, _ copy: TextCopy) throws(Problems) -> [String] {
    let mark = options.inputGuard?.guarded(note.mark) ?? note.mark
    // A reason is for people alone.
    var reason = FormulaGuard.spreadsheet.guarded(copy.reason(of: note))
    if marks.quote == nil, options.escape != .backslash {
      let stand = delimiter == UInt8(ascii: " ") ? "_" : " "
      reason = reason.replacing(String(Unicode.Scalar(delimiter)), with: stand)
    }
    return [try cell(mark), try cell(reason)]
  }

  /// A text as it is written between two delimiters.
  func cell(_ text: String, needsQuotes: Bool = false) throws(Problems) -> String {
    let delimiter = Unicode.Scalar(delimiter)
    let quote = marks.quote.map { Unicode.Scalar($0) }
    let isEscaping = options.escape == .backslash
    func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
      scalar == delimiter || scalar == quote || scalar == "\n" || scalar == "\r" || isEscaping && scalar == "\\"
    }
    let isPlain =
      !needsQuotes && text != options.null && !text.hasPrefix(" ") && !text.unicodeScalars.contains(where: isSpecial)
    if isPlain { return text }
    guard quote != nil || isEscaping || !text.unicodeScalars.contains(where: isSpecial) else {
      throw Problems(.csvUnquotable, value: text, "'\(text)' holds a delimiter and needs quotes")
    }
    var result = String.UnicodeScalarView()
    if let quote { result.append(quote) }
    for scalar in text.unicodeScalars {
      if isEscaping, scalar == quote || scalar == "\\" || quote == nil && scalar == delimiter {
        result.append("\\")
      } else if scalar == quote {
        result.append(scalar)
      }
      result.append(scalar)
    }
    if let quote { result.append(quote) }
    return String(result)
  }
}
