internal import ProblemKit

/// Ends a source without a single record or table with an error, so that it is not mistaken for an imported file.
///
/// A document of an unsupported kind, a feed without items and an empty list have nothing to import. A table with a
/// header but no rows is valid: it says which records it could have, and that it has no records.
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

  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while try reader.read(into: &batch) {
      // A batch without columns and rows is not a table.
      guard batch.rowCount > 0 || !batch.schema.columns.isEmpty else { continue }
      hasTable = true
      return true
    }
    if hasTable { return false }
    throw Problems(.nothingTaken, source: source, "no record can be taken from the file" + reasons)
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
