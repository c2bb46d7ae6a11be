public import FormatKit
internal import RetailValues
public import Stock

/// Writes stored records in any writable format, in the words of the record vocabulary.
public struct RecordExport {
  private let source: Source

  /// Called after each batch with the number of records written.
  public var progress: ((Int) -> Void)?
  /// Called with each problem of a catalogue that was written; see ``writeCatalogue(format:fields:location:options:to:)``.
  public var noted: ((Problem) -> Void)?
  /// The templates for values that a record does not have.
  public var templates: [FieldTemplate] = []

  private enum Source {
    case shop(ShopDatabase)
    case snapshot(ShopSnapshot)
  }

  /// Writes what the shop holds at the moment of each call.
  public init(shop: ShopDatabase) { source = .shop(shop) }

  /// Writes what a snapshot holds.
  public init(snapshot: ShopSnapshot) { source = .snapshot(snapshot) }

  func withSnapshot<Result>(_ work: (ShopSnapshot) throws -> Result) throws -> Result {
    switch source {
    case .shop(let shop): try shop.withSnapshot(work)
    case .snapshot(let snapshot): try work(snapshot)
    }
  }

  /// Hands out every record of a kind as it would be written, a batch at a time.
  ///
  /// - Parameters:
  ///   - fields: the fields wanted, in order, those of ``JoinedField`` included.
  ///   - location: code of the only location wanted.
  ///   - scope: whose records.
  ///   - begin: called once, before the first batch, with what the batches will be like.
  public func read(
    _ kind: RecordKind, fields: [String], location: String? = nil, scope: RecordScope = .all,
    begin: (Schema) throws -> Void = { _ in }, each body: (borrowing RecordBatch) throws -> Void
  ) throws {
    try withSnapshot { snapshot in
      let columns = try RecordColumns(kind, fields: fields, shop: snapshot.settings, templates: templates)
      var filler = RecordFiller(columns)
      var batch = RecordBatch()
      batch.reset(schema: columns.schema)
      try begin(columns.schema)
      let wanted = RecordSelection(kind: kind.name, fields: columns.selected, location: location, scope: scope)
      try snapshot.forEachRecord(of: wanted) { row in
        filler.append(row, to: &batch)
        if batch.isFull {
          try body(batch)
          batch.removeAllRows()
        }
      }
      if batch.rowCount > 0 { try body(batch) }
    }
  }

  /// Writes every record of a kind.
  ///
  /// - Parameters:
  ///   - fields: the fields wanted, in order, those of ``JoinedField`` included; all that are kept when nil.
  ///   - location: code of the only location wanted.
  ///   - scope: whose records.
  /// - Returns: how many records were written.
  @discardableResult
  public func write(
    _ kind: RecordKind, fields: [String]? = nil, location: String? = nil, scope: RecordScope = .all,
    format: RegisteredFormat, options: [String: String] = [:], to sink: ByteSink
  ) throws -> Int {
    let writing = try format.requireWriting()
    var writer: (any BatchWriter)?
    var count = 0
    try read(
      kind, fields: fields ?? Self.keptFields(of: kind), location: location, scope: scope,
      begin: { writer = try writing.writer(for: $0, to: sink, options: options) },
      each: { batch in
        try writer?.write(batch)
        count += batch.rowCount
        progress?(count)
      })
    try writer?.finish()
    return count
  }

  /// Writes all that the files of a format hold of several kinds of records; see ``ManyTablesFormat``.
  ///
  /// - Parameter hidden: the kinds that are left out, as if there were nothing of them.
  /// - Returns: how many records of each kind were written.
  @discardableResult
  public func writeAll(
    format: RegisteredFormat, options: [String: String] = [:], without hidden: Set<String> = [],
    location: String? = nil, scope: RecordScope = .all, to sink: ByteSink
  ) throws -> [String: Int] {
    guard let gathering = format.gathering else {
      throw Problems(
        .unknownFormat, value: format.descriptor.id,
        "the format \(format.descriptor.id) holds one kind of records at a time",
        remedy: "Say which kind is to be written.")
    }
    let demands = try gathering.demands(options: options)
    return try withSnapshot { snapshot in
      var writer = try gathering.writer(to: sink, options: options)
      var counts: [String: Int] = [:]
      var written = 0
      for demand in demands {
        try write(
          demand, of: snapshot, without: hidden, location: location, scope: scope, by: &writer, counting: &counts,
          written: &written)
      }
      try writer.finish()
      return counts
    }
  }

  private func write(
    _ demand: TableDemand, of snapshot: ShopSnapshot, without hidden: Set<String>, location: String?,
    scope: RecordScope, by writer: inout any BatchWriter, counting counts: inout [String: Int],
    written: inout Int
  ) throws {
    let tables = try demand.tables.filter { !hidden.contains($0.kind) }.map { table in
      guard let kind = Vocabulary.kind(table.kind) else {
        throw Problems(.fieldMissing, value: table.kind, "there is no record kind '\(table.kind)'")
      }
      return try RecordColumns(kind, fields: table.fields, shop: snapshot.settings)
    }
    let selections = tables.map {
      RecordSelection(kind: $0.kind, fields: $0.selected, location: location, scope: scope)
    }
    var fillers = tables.map { RecordFiller($0) }
    let before = written
    var batch = RecordBatch()
    func take(_ place: Int, _ row: StoredRow?) throws {
      if let row {
        if batch.rowCount == 0 { batch.reset(schema: tables[place].schema) }
        fillers[place].append(row, to: &batch)
      }
      if row == nil || batch.isFull, batch.rowCount > 0 {
        try writer.write(batch)
        batch.removeAllRows()
        written = before + fillers.reduce(0) { $0 + $1.count }
        progress?(written)
      }
    }
    if let group = demand.group {
      try snapshot.forEachRecord(of: selections, groupedBy: group, take)
    } else if let selection = selections.first {
      try snapshot.forEachRecord(of: selection) { try take(0, $0) }
      try take(0, nil)
    }
    // A kind that a format reads in several passes has as many records as there are, and not as were read.
    for (table, filler) in zip(tables, fillers) { counts[table.kind] = max(counts[table.kind] ?? 0, filler.count) }
  }

  /// The fields of a kind that the shop keeps: those that only say which item is meant are left to the SKU.
  public static func keptFields(of kind: RecordKind) -> [String] {
    kind.keptFields.map(\.name)
  }
}
