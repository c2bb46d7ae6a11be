internal import FormatKit

/// Gives the columns of a source other names, in order.
struct RenamingReader: BatchReader {
  private var reader: any BatchReader
  private let columns: [String]

  init(_ reader: any BatchReader, columns: [String]) {
    self.reader = reader
    self.columns = columns
  }

  var findings: [SourceFinding] { reader.findings }
  var columnsMayGrow: Bool { reader.columnsMayGrow }

  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    guard try reader.read(into: &batch) else { return false }
    batch.rename(Self.renamed(batch.schema, columns))
    return true
  }

  /// A table whose columns have other names, in order.
  static func renamed(_ schema: Schema, _ columns: [String]) -> Schema {
    var schema = schema
    // The two columns of a file of refused records are next to the sender's own.
    let places = schema.columns.indices.filter { !RejectColumns.contains(schema.columns[$0].name) }
    for (place, name) in zip(places, columns) { schema.columns[place].name = name }
    return schema
  }
}
