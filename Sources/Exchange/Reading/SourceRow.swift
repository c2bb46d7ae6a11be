public import FormatKit

/// One row of a file as its sender wrote it, for people who follow a record back to its file.
///
/// ```swift
/// let row = try SourceRow(line: 211, of: source, sha256: digest, format: "csv", profile: nil, registry: registry)
/// row?.cells.first  // (column: "barcode", value: "4006381333931")
/// ```
public struct SourceRow: Sendable {
  /// The columns with what the row has in them; nil where it has nothing.
  public let cells: [(column: String, value: String?)]

  /// Reads the row that begins at a line; nil where none does.
  ///
  /// - Parameters:
  ///   - line: the line, from 1.
  ///   - sha256: the digest of the file that is meant.
  ///   - format: the id of the format that the file was imported with.
  ///   - profile: the profile that the file was imported with; nil without one.
  /// - Throws: `usage` for another file, and what the format says of a file that it cannot read.
  public init?(
    line: Int, of source: ByteSource, sha256: String, format: String, profile: MappingProfile?,
    registry: FormatRegistry
  ) throws(Problems) {
    guard try OpenedSource.hash(of: source) == sha256 else {
      throw Problems(
        .usage, source: source.name, "this is not the file that was imported",
        remedy: "Give the file as it was imported.")
    }
    let chosen = try registry.format(format)
    guard let reading = chosen.reading else {
      throw Problems(.unknownFormat, source: source.name, "the format \(format) can only be written")
    }
    // A file of refused records comes back in another format than that of its profile.
    let own = profile.flatMap { $0.format == nil || $0.format == format ? $0 : nil }
    var options = own?.options ?? [:]
    let columns = own?.columns ?? []
    if !columns.isEmpty, options["header"] == nil { options["header"] = "no" }
    var reader: any BatchReader = try reading.reader(for: source, options: chosen.completed(options))
    if !columns.isEmpty { reader = RenamingReader(reader, columns: columns) }
    var batch = RecordBatch()
    while try reader.read(into: &batch) {
      for row in 0..<batch.rowCount where batch.position(row: row).line == line {
        cells = zip(batch.schema.columns, batch.strings(row: row)).map { (column: $0.name, value: $1) }
        return
      }
    }
    return nil
  }
}
