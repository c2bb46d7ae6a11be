public import FormatKit
internal import JSONReading

extension ParseExportFormat: ManyTablesFormat {
  /// All kinds together, so that each record comes with the objects that it came from.
  public var demands: [TableDemand] {
    var tables = [TableDemand.Table(ClassMapper.sourceObjects.kind, ClassMapper.sourceObjects.fields)]
    for (kind, fields) in ClassMapper.tables {
      switch kind {
      // The price of an item is among the fields of its export.
      case "prices", ClassMapper.sourceObjects.kind: continue
      case "variants": tables.append(.init(kind, ["sku", "product_code", "price", "currency"]))
      default: tables.append(.init(kind, fields))
      }
    }
    return [.group(by: "source_key", tables)]
  }

  public func tablesWriter(to sink: ByteSink) throws(Problems) -> ParseExportWriter {
    ParseExportWriter(to: sink, options: options)
  }
}

/// Writes the archive of an export: original objects with the changes since their import, and other records in the form
/// of their class.
///
/// Records come by subject, but the file of a class is written as a whole. So the objects wait in a temporary file.
public struct ParseExportWriter: BatchWriter {
  private var archive: StoredZip
  private let waiting: WaitingObjects
  private var group = ObjectGroup()
  private var mapper: ClassMapper

  init(to sink: ByteSink, options: ParseExportOptions) {
    archive = StoredZip(to: sink)
    waiting = WaitingObjects()
    mapper = ClassMapper(currency: options.currency)
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    let kind = batch.schema.table
    let columns = batch.schema.columns.map(\.name)
    for row in 0..<batch.rowCount {
      var fields: [String: String] = [:]
      for (place, column) in columns.enumerated() { fields[column] = batch.string(row: row, column: place) }
      let key: SourceKey? =
        kind == ClassMapper.sourceObjects.kind
        ? fields["source_kind"].map { SourceKey(kind: $0, record: fields["source_record"] ?? "") }
        : SourceKey(of: kind, fields)
      // What became no record belongs to nothing.
      if key == nil || key != group.key {
        try endGroup()
        group.key = key
      }
      group.add(kind, fields)
    }
  }

  private mutating func endGroup() throws(Problems) {
    for object in group.objects(&mapper) { try waiting.add(object.text, of: object.file) }
    group = ObjectGroup()
  }

  public mutating func finish() throws(Problems) {
    try endGroup()
    for (name, places) in waiting.files {
      try archive.begin(name + ".json")
      try archive.write(Array("{ \"results\": [\n".utf8))
      for (number, place) in places.enumerated() {
        try archive.write(Array((number > 0 ? ",\n\t" : "\t").utf8))
        try archive.write(try waiting.object(at: place))
      }
      try archive.write(Array("\n] }\n".utf8))
    }
    try archive.finish()
  }
}
