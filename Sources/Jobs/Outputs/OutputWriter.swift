internal import Exchange
internal import FormatKit
internal import Reporting
internal import RetailValues
internal import Stock

/// The result of writing one output.
struct OutputResult {
  /// How many rows there are to report, whether they are in the file or not; nil if they are not counted.
  var wanted: Int?
  /// How many rows are in the file; nil for a file that is not made of rows.
  var rows: Int?
  var description: ResourceDescription
  /// The key's columns under the names that the file gives them.
  var keyNames: [String] = []
}

/// Writes one output of a set.
struct OutputWriter {
  let work: SetWork
  let output: OutputDefinition
  let published: PublishedState?

  private var snapshot: ShopSnapshot { work.snapshot }

  func write(to sink: ByteSink) throws -> OutputResult {
    switch (output.layout, output.content) {
    case (.table(let format, let options), .records(let records)):
      let kind = try kind(records)
      let read = RowPlan.fields(of: output, kind).compactMap { field in
        SourceColumn.all(of: kind).first { $0.name == field }
      }
      let plan = try RowPlan(output, reading: read, table: kind.name)
      return try writeTable(plan, format, options, to: sink) { pipe in
        try RecordExport(snapshot: snapshot).read(kind, fields: read.map(\.name), location: try location(records)) {
          try pipe.take($0)
        }
      }
    case (.table(let format, let options), .report(let wanted)):
      let (report, query) = try query(wanted)
      let plan = try RowPlan(output, reading: SourceColumn.all(of: query), table: query.name)
      return try writeTable(plan, format, options, to: sink) { pipe in
        try read(report, query, wanted, plan.source) { try pipe.take($0) }
      }
    case (.catalogue(let format, let options), .records(let records)):
      var export = RecordExport(snapshot: snapshot)
      export.progress = work.watcher?.advances
      let counts = try export.writeAll(
        format: try work.registry.format(format), options: options, without: Self.personalKinds,
        location: try location(records), to: sink)
      let rows = counts.values.reduce(0, +)
      return OutputResult(
        wanted: rows, rows: rows, description: JobFormats.description(of: output.layout, work.registry))
    case (.report(let format), .report(let wanted)):
      return try writeReport(wanted, as: format, to: sink)
    case (.report, .records), (.catalogue, .report):
      throw Problems(.jobInvalid, value: output.name, "the output '\(output.name)' cannot be written so")
    }
  }

  private static let personalKinds = Set(
    Vocabulary.kinds.filter { $0.dataClass == .personal || $0.namesUsers }.map(\.name))

  // MARK: - Tables

  private func writeTable(
    _ plan: RowPlan, _ format: String, _ given: [String: String], to sink: ByteSink,
    _ read: (RowPipe) throws -> Void
  ) throws -> OutputResult {
    let registered = try work.registry.format(format)
    let writing = try registered.requireWriting()
    var options = given
    if output.guardsFormulas, registered.options.contains(where: { $0.name == "formulas" }) {
      options["formulas"] = "harmless"
    }
    let writer = try writing.writer(for: plan.target, to: sink, options: options)
    if let published {
      try PublishedState.naming(published.path) { try published.rows.begin(output.name) }
    }
    let pipe = RowPipe(
      plan, of: output, to: writer, published: published, isDelta: work.isDelta,
      currency: snapshot.settings.currency.code)
    pipe.advances = work.watcher?.advances
    try read(pipe)
    try pipe.finish()
    var description = JobFormats.description(of: .table(format: format, options: options), work.registry)
    if registered.descriptor.shape == .tabular {
      description.fields = plan.fields
      description.primaryKey = plan.keyNames
    }
    description.totals = pipe.totals
    return OutputResult(
      wanted: pipe.wanted, rows: pipe.written, description: description, keyNames: plan.keyNames)
  }

  private func kind(_ records: RecordOutput) throws -> RecordKind {
    guard let kind = records.kind.flatMap({ Vocabulary.kind($0) }) else {
      throw Problems(.jobInvalid, value: records.kind, "there is no record kind '\(records.kind ?? "")'")
    }
    return kind
  }

  /// The location wanted, which must be one of the shop's.
  private func location(_ records: RecordOutput) throws -> String? {
    guard let code = records.location, try !snapshot.hasLocation(code) else { return records.location }
    throw Problems.unknownLocation(code, source: output.name)
  }

  // MARK: - Reports

  private func options(_ wanted: ReportOutput, _ report: Report, _ format: ReportFormat) -> ReportOptions {
    var options = wanted.options(for: report, at: work.run.cutOff, snapshot.settings.clock)
    options.format = format
    options.guardsFormulas = output.guardsFormulas
    options.language = wanted.language ?? work.language
    return options
  }

  private func query(_ wanted: ReportOutput) throws -> (Report, ReportQuery) {
    let report = try work.reports.report(named: wanted.report)
    guard let query = report.definition.queries.first(where: { $0.name == wanted.query }) else {
      throw Problems(
        .jobInvalid, value: wanted.query, "the report '\(report.name)' has no query '\(wanted.query ?? "")'")
    }
    return (report, query)
  }

  /// Reads the rows of a report's query, a batch at a time.
  private func read(
    _ report: Report, _ query: ReportQuery, _ wanted: ReportOutput, _ schema: Schema,
    _ body: (borrowing RecordBatch) throws -> Void
  ) throws {
    var batch = RecordBatch()
    batch.reset(schema: schema)
    var count = 0
    try report.forEachRow(of: query, in: snapshot, options(wanted, report, .csv)) { row in
      for (place, column) in schema.columns.enumerated() {
        guard let text = row.text(place) else {
          batch.append(missing: .null)
          continue
        }
        batch.append(text: text, kind: column.type == .number ? .number : column.type == .boolean ? .boolean : .text)
      }
      count += 1
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: count))
      guard batch.isFull else { return }
      try body(batch)
      batch.removeAllRows()
    }
    if batch.rowCount > 0 { try body(batch) }
  }

  /// SHA-256 of the file of a report that would name another moment as that of its making; nil of other outputs.
  func sha256(naming moment: Timestamp) throws -> String? {
    guard case (.report(let format), .report(let wanted)) = (output.layout, output.content) else { return nil }
    let report = try work.reports.report(named: wanted.report)
    var options = options(wanted, report, format)
    options.namedMoment = moment
    let hash = SHA256Hash()
    try report.run(in: snapshot, options) { hash.update($0) }
    return hash.hexadecimalDigest()
  }

  /// Writes a report in its own format. Its rows are counted only if the job needs the number.
  private func writeReport(_ wanted: ReportOutput, as format: ReportFormat, to sink: ByteSink) throws -> OutputResult {
    var description = JobFormats.description(of: output.layout, work.registry)
    var rows: Int?
    if output.zeroRows != .allow {
      let (report, query) = try query(wanted)
      var count = 0
      try report.forEachRow(of: query, in: snapshot, options(wanted, report, .csv)) { _ in count += 1 }
      rows = count
    }
    let report = try work.reports.report(named: wanted.report)
    description.title = report.title
    let begun = work.watcher.map { watcher in { watcher.begins(output.name, $0) } }
    try report.run(in: snapshot, options(wanted, report, format), begun: begun) { bytes in
      try sink.write(bytes.bindMemory(to: UInt8.self))
    }
    return OutputResult(wanted: rows, rows: rows, description: description)
  }
}
