public import FormatKit
internal import RetailValues
public import Stock

/// Turns a file into records of one kind by a mapping profile, without touching a shop, in constant memory.
public struct MappedConversion {
  private let request: ImportRequest
  private let registry: FormatRegistry
  private let settings: ShopSettings

  /// - Parameters:
  ///   - request: the source with its profile; without one, columns are matched by their names.
  ///   - settings: currency and time zone for amounts and times that name none.
  public init(_ request: ImportRequest, registry: FormatRegistry, settings: ShopSettings) {
    self.request = request
    self.registry = registry
    self.settings = settings
  }

  /// Writes the records of a kind that the profile makes; of its first kind when nil.
  ///
  /// - Throws: ``Problem/Code/tableUnknown`` for a kind that the profile does not make.
  public func write(
    _ name: String?, format: RegisteredFormat, options: [String: String], to sink: ByteSink
  ) throws -> Conversion.Summary {
    let writing = try format.requireWriting()
    let opened = try OpenedSource(request, registry: registry)
    var kinds: [String] = []
    for record in opened.profile.records where !record.kind.isEmpty && !kinds.contains(record.kind) {
      kinds.append(record.kind)
    }
    guard let chosen = name ?? kinds.first, kinds.contains(chosen), let kind = Vocabulary.kind(chosen) else {
      throw Problems(
        .tableUnknown, source: request.source.name, value: name, "the profile makes no '\(name ?? "")'",
        remedy: "It makes: \(kinds.joined(separator: ", ")).")
    }
    let made = opened.profile.records.filter { $0.kind == chosen }.flatMap { $0.fields.map(\.field) }
    let fields = Set(made).union(opened.profile.constants.keys)
    let mapped = MappedBatch(kind: kind, fields: fields, settings: settings)
    var mapper = RowMapper(
      profile: opened.profile, marks: opened.marks, settings: settings, receiver: mapped,
      sourceName: request.source.name,
      // Records that are only written down need not be whole.
      supplied: Set(Vocabulary.kinds.flatMap { $0.fields.map(\.name) }))
    var reader = try opened.reader(progress: nil)
    mapper.columnsMayGrow = reader.columnsMayGrow
    var writer = try writing.writer(for: mapped.schema, to: sink, options: options)
    var batch = RecordBatch()
    var records = 0
    while try reader.read(into: &batch) {
      try mapper.map(batch)
      records += mapped.batch.rowCount
      if mapped.batch.rowCount > 0 { try writer.write(mapped.batch) }
      mapped.batch.removeAllRows()
    }
    try mapper.finish()
    try writer.finish()
    return Conversion.Summary(
      table: chosen, records: records, rejected: mapped.rejected, otherTables: kinds.filter { $0 != chosen },
      findings: reader.findings, problems: mapped.problems.map { opened.shown($0) })
  }
}
