public import FormatKit

/// Everything that one reading of a source gave, in a form that can be compared and printed.
///
/// Batches of one table are joined: how a reader cuts its records into batches is its own affair, what they hold is not.
/// Rows that were in the batch when an error was thrown are left out.
public struct CollectedReading: Sendable {
  /// A field: its kind of content and its text, empty for absent and null.
  public struct Field: Hashable, Sendable {
    public var kind: FieldKind
    public var text: String

    public init(kind: FieldKind, text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// A record with all its problems.
  public struct Record: Hashable, Sendable {
    public var position: RecordPosition
    public var fields: [Field]
    public var problems: [Problem]
  }

  /// Records of one table that share a schema.
  public struct Segment: Hashable, Sendable {
    public var schema: Schema
    public var records: [Record]
  }

  /// One table with its records; more than one segment when it gained columns on the way.
  public struct Table: Hashable, Sendable {
    public var name: String
    public var segments: [Segment]
    public var records: [Record] { segments.flatMap(\.records) }
  }

  /// The tables, in the order in which they first appeared.
  public internal(set) var tables: [Table] = []
  public internal(set) var findings: [SourceFinding] = []
  /// The error that ended the source early; nil when it was read to its end.
  public internal(set) var error: Problems?
  /// How many batches were handed over.
  public internal(set) var batchCount = 0
  public internal(set) var recordCount = 0
  /// The reader's violations of the contract of ``BatchReader`` or ``RecordBatch``.
  public internal(set) var contractViolations: [String] = []

  /// Reads a source to its end or its error.
  ///
  /// - Parameters:
  ///   - rowLimit: how many rows fill a batch.
  ///   - recordLimit: at how many records, or batches without records, reading is given up as endless.
  public init<F: ReadableFormat>(
    of format: F.Type, source: ByteSource, options: [String: String] = [:], rowLimit: Int = 1024,
    recordLimit: Int = 4_000_000
  ) {
    do {
      try readAll(of: format, source: source, options: options, rowLimit: rowLimit, recordLimit: recordLimit)
    } catch {
      self.error = error
      checkError(error, sourceName: source.name, of: F.descriptor)
    }
    for index in tables.indices where tables[index].segments.contains(where: { !$0.records.isEmpty }) {
      tables[index].segments.removeAll { $0.records.isEmpty }
    }
    for finding in findings where finding.name.isEmpty || finding.value.isEmpty || finding.evidence.isEmpty {
      contractViolations.append("a finding lacks its name, value or evidence: \(finding)")
    }
    checkPositions()
  }

  private mutating func readAll<F: ReadableFormat>(
    of format: F.Type, source: ByteSource, options: [String: String], rowLimit: Int, recordLimit: Int
  ) throws(Problems) {
    let parsed = try F.Options(parsing: options, of: F.descriptor.id)
    var reader = try F(options: parsed).reader(for: source)
    var batch = RecordBatch(rowLimit: rowLimit)
    var emptyBatches = 0
    defer { findings = reader.findings }
    while try reader.read(into: &batch) {
      batchCount += 1
      emptyBatches = batch.rowCount == 0 ? emptyBatches + 1 : 0
      take(batch, of: F.descriptor)
      if emptyBatches > min(1000, recordLimit) || recordCount > recordLimit {
        contractViolations.append(
          "the reader does not end: \(recordCount) records and \(emptyBatches) empty batches in a row")
        return
      }
    }
  }

  /// The table of that name; nil when none came.
  public func table(_ name: String) -> Table? { tables.first { $0.name == name } }

  private mutating func take(_ batch: borrowing RecordBatch, of descriptor: FormatDescriptor) {
    let place: Int
    if let known = tables.firstIndex(where: { $0.name == batch.schema.table }) {
      place = known
    } else {
      place = tables.count
      tables.append(Table(name: batch.schema.table, segments: []))
    }
    if tables[place].segments.last?.schema != batch.schema {
      checkSchema(batch.schema, of: descriptor)
      tables[place].segments.append(Segment(schema: batch.schema, records: []))
    }
    if batch.rowCount > batch.rowLimit {
      contractViolations.append("a batch of \(batch.rowCount) rows goes beyond its limit of \(batch.rowLimit)")
    }
    var problems: [Int: [Problem]] = [:]
    var lastRow = 0
    for entry in batch.problems {
      if entry.row < lastRow { contractViolations.append("problems of a batch are not in row order") }
      lastRow = entry.row
      guard (0..<batch.rowCount).contains(entry.row) else {
        contractViolations.append(
          "a problem (\(entry.problem.code.id)) names row \(entry.row) of a batch of \(batch.rowCount) rows")
        continue
      }
      checkProblem(entry.problem, of: descriptor)
      problems[entry.row, default: []].append(entry.problem)
    }
    let segment = tables[place].segments.count - 1
    for row in 0..<batch.rowCount {
      let fields = batch.schema.columns.indices.map { column in
        let kind = batch.kind(row: row, column: column)
        let bytes = batch.bytes(row: row, column: column)
        checkField(kind, bytes, named: batch.schema.columns[column].name, at: batch.position(row: row))
        return Field(kind: kind, text: String(decoding: bytes, as: UTF8.self))
      }
      tables[place].segments[segment].records.append(
        Record(position: batch.position(row: row), fields: fields, problems: problems[row] ?? []))
    }
    recordCount += batch.rowCount
  }
}
