public import FormatKit

/// Turns a file of one format into a file of another, without a shop, in constant memory.
public struct Conversion {
  /// The result of a conversion.
  public struct Summary: Sendable {
    public var table: String
    public var records: Int
    /// Records with errors, which are left out.
    public var rejected: Int
    /// Other tables of the source, which were not written.
    public var otherTables: [String]
    public var findings: [SourceFinding]
    /// The first problems.
    public var problems: [Problem]
  }

  private let source: ByteSource
  private let from: RegisteredFormat
  private let fromOptions: [String: String]
  private let to: RegisteredFormat
  private let toOptions: [String: String]
  private let table: String?
  private let keepsDelimiter: Bool
  private static let shownProblems = 20

  /// - Parameters:
  ///   - fromOptions: those of the source; quotes that can be repaired are unless they say otherwise.
  ///   - table: the table to write; the source's first when nil.
  ///   - keepsDelimiter: whether the output has the delimiter of the source, unless the options name another.
  public init(
    _ source: ByteSource, from: RegisteredFormat, options fromOptions: [String: String] = [:], to: RegisteredFormat,
    options toOptions: [String: String] = [:], table: String? = nil, keepsDelimiter: Bool = false
  ) {
    self.source = source
    self.keepsDelimiter = keepsDelimiter
    self.from = from
    let keepsHeader = from.descriptor.id == to.descriptor.id && from.options.contains { $0.name == "names" }
    let kept = keepsHeader ? ["names": "as-is"] : [:]
    self.fromOptions = from.repairing(kept.merging(fromOptions) { _, given in given })
    self.to = to
    self.toOptions = toOptions
    self.table = table
  }

  /// A record has columns that those before it did not have.
  private struct SchemaGrew: Error {}

  /// Writes the table.
  ///
  /// - Parameter makeSink: begins an output; called a second time, after throwing away the first, when a column turns up
  ///   late in a source whose columns are not known beforehand.
  public func run(_ makeSink: () throws -> ByteSink) throws -> Summary {
    do {
      return try write(schema: nil, to: try makeSink())
    } catch is SchemaGrew {
      return try write(schema: try wholeSchema(), to: try makeSink())
    }
  }

  /// Writes to an output that cannot be taken back: the source is looked through for its columns first.
  public func run(onceTo sink: ByteSink) throws -> Summary {
    try write(schema: try reader().columnsMayGrow ? try wholeSchema() : nil, to: sink)
  }

  private func reader() throws(Problems) -> any BatchReader {
    guard let reading = from.reading else {
      throw Problems(.unknownFormat, source: source.name, "the format \(from.descriptor.id) can only be written")
    }
    return try reading.reader(for: source, options: fromOptions)
  }

  /// The table with every column that any of its records has.
  private func wholeSchema() throws(Problems) -> Schema? {
    var reader = try reader()
    var batch = RecordBatch()
    var schema: Schema?
    while try reader.read(into: &batch) {
      if isWanted(batch.schema.table, first: schema?.table) { schema = batch.schema }
    }
    return schema
  }

  private func isWanted(_ name: String, first: String?) -> Bool {
    if let table { return name == table }
    return first == nil || first == name
  }

  /// The options that an output of the same format takes from the source: its delimiter, and no header where the source has none.
  private func keptOptions(_ findings: [SourceFinding]) -> [String: String] {
    var kept: [String: String] = [:]
    for finding in findings {
      switch (finding.name, finding.value) {
      case ("header", "no") where fromOptions["names"] == "as-is": kept["header"] = "no"
      case ("delimiter", let value) where keepsDelimiter && value != "none": kept["delimiter"] = value
      default: break
      }
    }
    return kept
  }

  private func write(schema whole: Schema?, to sink: ByteSink) throws -> Summary {
    let writing = try to.requireWriting(source: source.name)
    let reading = ReadAhead(try reader())
    var filtered = RecordBatch(rowLimit: .max, byteLimit: .max)
    var writer: (any BatchWriter)?
    var schema = whole
    var summary = Summary(
      table: table ?? "", records: 0, rejected: 0, otherTables: [], findings: [], problems: [])
    var kept: [String: String]?
    func take(_ batch: borrowing RecordBatch) throws {
      // Asked for with the first batch: later it would end the reading.
      if kept == nil { kept = keptOptions(reading.findings) }
      guard isWanted(batch.schema.table, first: summary.table.isEmpty ? nil : summary.table) else {
        if !summary.otherTables.contains(batch.schema.table) { summary.otherTables.append(batch.schema.table) }
        return
      }
      summary.table = batch.schema.table
      if schema == nil { schema = batch.schema }
      guard let target = schema else { return }
      if writer == nil {
        let options = (kept ?? [:]).merging(toOptions) { _, given in given }
        writer = try writing.writer(for: target, to: sink, options: options)
      }
      if batch.schema.columns.count > target.columns.count { throw SchemaGrew() }
      var broken: Set<Int> = []
      for item in batch.problems {
        if item.problem.severity == .error {
          if item.isOfRow { broken.insert(item.row) } else { summary.rejected += 1 }
        }
        if summary.problems.count < Self.shownProblems {
          var problem = item.problem
          problem.source = source.name
          summary.problems.append(problem)
        }
      }
      summary.rejected += broken.count
      summary.records += batch.rowCount - broken.count
      if broken.isEmpty, batch.schema.columns.count == target.columns.count {
        try writer?.write(batch)
      } else {
        filtered.reset(schema: target)
        for row in 0..<batch.rowCount where !broken.contains(row) { filtered.appendRow(row, of: batch) }
        try writer?.write(filtered)
      }
    }
    while try reading.next(take) {}
    guard writer != nil else {
      if let table {
        throw Problems(.tableUnknown, source: source.name, value: table, "the file has no table '\(table)'")
      }
      throw Problems(.sourceEmpty, source: source.name, "the file holds no records")
    }
    try writer?.finish()
    summary.findings = reading.findings
    return summary
  }
}

extension RegisteredFormat {
  /// The options to read with where a repair that is reported is wanted: `quotes=repair`, for formats that have it and unless
  /// the options say otherwise.
  public func repairing(_ options: [String: String]) -> [String: String] {
    guard reading != nil, self.options.contains(where: { $0.name == "quotes" && $0.values.contains("repair") }) else {
      return options
    }
    return ["quotes": "repair"].merging(options) { _, given in given }
  }
}
