import FormatKit

/// The smallest format that passes the conformance suite: lines of fields separated by bars; the first line names the
/// columns.
///
/// The option `problem` breaks it in one way, in order to test the suite itself.
struct LineFormat: ReadableFormat, WritableFormat {
  static let descriptor = FormatDescriptor(
    id: "lines", name: "Lines", summary: "Fields between bars, one record to a line.", extensions: ["lines"],
    aliases: [FormatAlias("bars"), FormatAlias("faulty-lines", options: ["fault": "keepsMark"], isReadOnly: true)],
    problemCodes: [.linesShortRow])

  let options: LineOptions

  static func sniff(_ preview: SourcePreview) -> Confidence {
    let hasBar = preview.text.split(separator: "\n").first?.contains("|") ?? false
    return hasBar ? Confidence(70, "bars in the first line") : .none
  }

  func reader(for source: ByteSource) throws(Problems) -> LineReader {
    var reader = LineReader(stream: try TextStream(source), name: source.name, problem: options.problem)
    if options.problem == .keepsMark, Charset.fromByteOrderMark(try source.preview().bytes) != nil {
      reader.text = [0x3F]
    }
    return reader
  }

  func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> LineWriter {
    try sink.write(schema.columns.map(\.name).joined(separator: "|") + "\n")
    return LineWriter(columns: schema.columns.count, sink: sink, problem: options.problem)
  }
}

extension Problem.Code {
  static let linesShortRow = Problem.Code(
    "lines-short-row", .warning, "A line has fewer fields than the first one.", remedy: "Add the missing fields.")
}

enum LineProblem: String, CaseIterable, Sendable {
  case none, losesTail, splitsAtChunks, swallowsFailure, countsFromZero, undeclaredCode, ignoresLimit, neverEnds,
    keepsMark
  case keepsReturn, acceptsEmpty, changesOnWriting, mangledText
}

struct LineOptions: FormatOptions {
  var problem = LineProblem.none
  static var fields: [OptionField<LineOptions>] { [.choice("fault", \.problem, "What is to be wrong.")] }
}

struct LineReader: BatchReader {
  let stream: TextStream
  let name: String
  let problem: LineProblem
  var buffer = [UInt8](repeating: 0, count: 64)
  var text: [UInt8] = []
  var start = 0
  var isAtEnd = false
  var columns: Schema?
  var line = 0
  var offset = 0
  var record = 0
  var isFirstBatch = true

  var findings: [SourceFinding] { [SourceFinding("header", "first line", evidence: "always")] }

  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    if columns == nil { try readHeader() }
    guard let schema = columns else { return false }
    batch.reset(schema: schema)
    if problem == .neverEnds, isAtEnd { return true }
    while problem == .ignoresLimit || !batch.isFull, let found = try nextLine() {
      append(found, to: &batch)
    }
    defer { isFirstBatch = false }
    return batch.rowCount > 0 || isFirstBatch
  }

  private mutating func readHeader() throws(Problems) {
    guard let first = try nextLine() else {
      if problem == .acceptsEmpty { return }
      throw Problems(.sourceEmpty, source: name, "the file holds no line")
    }
    columns = Schema(columnNames: Schema.distinctNames(LineFormat.fields(of: first.bytes)).names)
  }

  private mutating func append(_ found: (bytes: [UInt8], line: Int, offset: Int), to batch: inout RecordBatch) {
    record += 1
    for field in LineFormat.fields(of: found.bytes) { batch.append(text: field) }
    if batch.pendingFieldCount < batch.schema.columns.count {
      let code =
        problem == .undeclaredCode ? Problem.Code("other", .warning, "Other.", remedy: "None.") : .linesShortRow
      let position = SourcePosition(line: found.line, byteOffset: found.offset, record: record)
      batch.problems.append(
        RecordProblem(row: batch.rowCount, Problem(code, source: name, at: position, "the line is too short")))
    }
    if problem == .mangledText { [0xFF].withUnsafeBufferPointer { batch.append(partial: $0) } }
    if problem == .mangledText, batch.pendingFieldCount < batch.schema.columns.count { batch.endField(.text) }
    batch.endRow(
      at: RecordPosition(
        line: found.line, byteOffset: found.offset, record: problem == .countsFromZero ? record - 1 : record))
  }

  /// The next line that is not blank, without its end.
  private mutating func nextLine() throws(Problems) -> (bytes: [UInt8], line: Int, offset: Int)? {
    while true {
      guard let end = text[start...].firstIndex(of: 10) else {
        guard !isAtEnd else { break }
        try refill()
        continue
      }
      let found = Array(text[start..<end])
      let place = (line: line + 1, offset: offset)
      line += 1
      offset += end + 1 - start
      start = end + 1
      if let content = Self.content(of: found, problem) { return (content, place.line, place.offset) }
    }
    guard start < text.count, problem != .losesTail else { return nil }
    let found = Array(text[start...])
    start = text.count
    return Self.content(of: found, problem).map { ($0, line + 1, offset) }
  }

  private static func content(of line: [UInt8], _ problem: LineProblem) -> [UInt8]? {
    var line = line
    if line.last == 13, problem != .keepsReturn { line.removeLast() }
    return line.allSatisfy { $0 == 32 || $0 == 13 } ? nil : line
  }

  private mutating func refill() throws(Problems) {
    text.removeFirst(problem == .splitsAtChunks ? text.count : start)
    start = 0
    do {
      var space = buffer
      let count = try stream.fill(&space)
      if count == 0 { isAtEnd = true }
      text += space[..<count]
    } catch {
      guard problem == .swallowsFailure else { throw error }
      isAtEnd = true
    }
  }
}

extension TextStream {
  /// Reads into an array; for tests.
  func fill(_ array: inout [UInt8]) throws(Problems) -> Int {
    let result = array.withUnsafeMutableBytes { buffer -> Result<Int, Problems> in
      do throws(Problems) { return .success(try read(into: buffer)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

extension LineFormat {
  static func fields(of line: [UInt8]) -> [String] {
    line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

struct LineWriter: BatchWriter {
  let columns: Int
  let sink: ByteSink
  let problem: LineProblem

  mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount {
      var fields = batch.strings(row: row).map { $0 ?? "" }
      if problem == .changesOnWriting { fields[0] += "!" }
      try sink.write(fields.joined(separator: "|") + "\n")
    }
  }

  mutating func finish() throws(Problems) {}
}
