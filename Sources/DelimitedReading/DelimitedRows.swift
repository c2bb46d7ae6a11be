internal import CSVFormat
public import FormatKit

/// The rows of a delimited file, one after the other, with their cells found by column. Not safe to share between threads.
public final class DelimitedRows {
  /// The name of the source.
  public let source: String
  /// The names of the columns, as the header has them; a name that is there twice gets a number.
  public private(set) var columns: [String] = []
  /// The problems with the text of the row.
  public private(set) var problems: [Problem] = []
  private let codes: DelimitedCodes
  private var reader: CSVReader
  private var batch = RecordBatch(rowLimit: 256)
  private var row = 0
  private var nextProblem = 0
  private var isBegun = false
  private var isAtEnd = false

  init(_ source: ByteSource, charset: Charset?, unescapesFormulas: Bool, codes: DelimitedCodes)
    throws(Problems)
  {
    var options = CSVOptions()
    options.header = .yes
    options.charset = charset
    options.formulas = unescapesFormulas ? .harmless : .asIs
    options.formulasAreToldByFirstCharacter = true
    options.adjustsHeader = false
    self.source = source.name
    self.codes = codes
    reader = try CSVFormat(options: options).reader(for: source)
  }

  public var findings: [SourceFinding] { reader.findings }

  /// Reads the header.
  func begin() throws(Problems) {
    guard !isBegun else { return }
    try refill()
    isBegun = true
    columns = batch.schema.columns.map(\.name)
    row = -1
  }

  private func refill() throws(Problems) {
    do throws(Problems) {
      isAtEnd = try !reader.read(into: &batch)
    } catch {
      isAtEnd = true
      batch.removeAllRows()
      throw codes.own(error)
    }
    nextProblem = 0
  }

  /// Goes to the next row; false at the end.
  func next() throws(Problems) -> Bool {
    try begin()
    row += 1
    while !isAtEnd, row >= batch.rowCount {
      try refill()
      row = 0
    }
    guard !isAtEnd else { return false }
    problems.removeAll(keepingCapacity: true)
    while nextProblem < batch.problems.count, batch.problems[nextProblem].row <= row {
      problems.append(codes.own(batch.problems[nextProblem].problem))
      nextProblem += 1
    }
    return true
  }

  /// The position of the row.
  public var position: RecordPosition { batch.position(row: row) }

  /// Whether the text of the row cannot be trusted.
  public var isBroken: Bool { problems.contains { $0.severity == .error } }

  /// The text of a cell without white space around it; nil when it is empty or the file has no such column.
  public func text(_ column: Int?) -> String? {
    guard let column, column < columns.count else { return nil }
    var bytes = batch.bytes(row: row, column: column)[...]
    let isSpace = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) }
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The same with the spaces around it.
  public func whole(_ column: Int?) -> String? {
    guard let column, column < columns.count, text(column) != nil else { return nil }
    return batch.string(row: row, column: column)
  }

  /// Whether the row is empty.
  public var isBlank: Bool {
    !columns.indices.contains { text($0) != nil }
  }

  /// Whether the row is the header once more: cells that hold nothing but the name of their column, the last of which may be
  /// cut off.
  public var isHeader: Bool {
    var equal = 0
    var isCut = false
    for column in columns.indices {
      guard let cell = text(column) else { continue }
      let (found, name) = (FoldedHeader(cell).bytes, FoldedHeader(columns[column]).bytes)
      guard !isCut, name.starts(with: found) else { return false }
      isCut = found.count < name.count
      equal += 1
    }
    return equal > 1
  }

  /// A problem of the row.
  public func problem(
    _ code: Problem.Code, _ column: Int? = nil, value: String? = nil, _ message: String, remedy: String? = nil
  ) -> Problem {
    let place = position
    let field = column.flatMap { $0 < columns.count ? columns[$0] : nil }
    return Problem(
      code, source: source,
      at: SourcePosition(line: place.line, byteOffset: place.byteOffset, record: place.record, field: field),
      value: value, message, remedy: remedy)
  }

  /// Scans a source from its start without reporting its problems.
  ///
  /// - Parameter take: called for each row whose text is whole; returns false to end the scan.
  public static func look(
    through source: ByteSource, charset: Charset?, codes: DelimitedCodes, _ take: (DelimitedRows) -> Bool
  ) throws(Problems) {
    let rows = try DelimitedRows(source, charset: charset, unescapesFormulas: true, codes: codes)
    while try rows.next() {
      if !rows.isBroken, !take(rows) { return }
    }
  }
}
