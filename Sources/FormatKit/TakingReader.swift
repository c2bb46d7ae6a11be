/// Ends a source that gave neither a record nor a table with an error, so that nobody takes it for one that was imported.
///
/// A document of a kind that is not imported, a feed without items and an empty list say nothing that could be taken. A table
/// with a header and no rows is another matter: it says which records it could have, and that there are none.
struct TakingReader: BatchReader {
  private var reader: any BatchReader
  private let source: String
  private var hasTable = false

  init(_ reader: any BatchReader, source: String) {
    self.reader = reader
    self.source = source
  }

  var findings: [SourceFinding] { reader.findings }
  var columnsMayGrow: Bool { reader.columnsMayGrow }

  mutating func read(into batch: inout RecordBatch) throws(FormatError) -> Bool {
    while try reader.read(into: &batch) {
      // Without columns and rows it is no table.
      guard batch.rowCount > 0 || !batch.schema.columns.isEmpty else { continue }
      hasTable = true
      return true
    }
    if hasTable { return false }
    throw FormatError(.nothingTaken, source: source, "no record can be taken from the file" + reasons)
  }

  /// Findings that say how the text is written, and not what is in it.
  private static let formal: Set<String> = [
    "charset", "delimiter", "form", "header", "names", "path", "quote", "separators", "syntax",
  ]

  private var reasons: String {
    let shown = reader.findings.filter { !Self.formal.contains($0.name) }.prefix(5)
    return shown.isEmpty ? "" : ": " + shown.map { "\($0.name) \($0.value)" }.joined(separator: "; ")
  }
}
