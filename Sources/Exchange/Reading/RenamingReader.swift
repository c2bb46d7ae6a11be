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
    var schema = batch.schema
    // The two columns of a file of refused records are next to the sender's own.
    let places = schema.columns.indices.filter { !RejectColumns.contains(schema.columns[$0].name) }
    for (place, name) in zip(places, columns) { schema.columns[place].name = name }
    batch.rename(schema)
    return true
  }
}
