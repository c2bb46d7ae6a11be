public import ProblemKit

/// A format that can write refused records back in the sender's own form.
///
/// For a format without this protocol that can be written, refused records are rewritten with its writer: with the same
/// values and, as far as its options define it, in the same dialect, but not with the sender's own bytes.
public protocol RejectingFormat: ReadableFormat {
  /// Writes a source of the same format that holds only the given records, each with the two fields of
  /// ``RejectColumns`` in addition to its own.
  ///
  /// Implementers guarantee: read with the same options, the records have the same fields in the same tables, and the
  /// two columns; text around the records that is needed to read them is kept, and so is the character set; a record
  /// that the reader itself refused is written unchanged; if a source already has the two fields, they are replaced;
  /// memory does not grow with the source.
  ///
  /// ```swift
  /// func writeRejects(of source: ByteSource, _ rejected: RejectedRecords, to sink: ByteSink) throws(Problems) {
  ///   try DelimitedRejects.write(of: source, charset: options.charset, rejected, to: sink)
  /// }
  /// ```
  ///
  /// - Throws: what reading throws, ``Problem/Code/rejectsUnwritable`` when a record is not found again,
  ///   ``Problem/Code/sinkFailed``.
  func writeRejects(of source: ByteSource, _ rejected: RejectedRecords, to sink: ByteSink) throws(Problems)
}

extension Problem.Code {
  /// A refused record was not found again in its source.
  public static let rejectsUnwritable = Problem.Code(
    "rejects-unwritable", .error, "The refused records cannot be written in the sender's format.",
    remedy: "Correct the records in the sender's own file, and import it again.")
}

/// Writes refused records with the format's own writer.
enum RewrittenRejects {
  static func write<F: ReadableFormat & WritableFormat>(
    as format: F, of source: ByteSource, _ rejected: RejectedRecords, to sink: ByteSink
  ) throws(Problems) {
    let schema = try wholeSchema(of: format, source)
    let columns =
      RejectColumns.all.map { Column(name: $0) } + schema.columns.filter { !RejectColumns.contains($0.name) }
    let target = Schema(table: schema.table, columns: columns)
    var writer = try format.writer(for: target, to: sink)
    var reader = try format.reader(for: source)
    var batch = RecordBatch()
    var chosen = RecordBatch()
    while try rejected.peek() != nil, try reader.read(into: &batch) {
      let places = columns.map { batch.schema.index(of: $0.name) }
      chosen.reset(schema: target)
      for row in 0..<batch.rowCount {
        guard let note = try rejected.take(record: batch.position(row: row).record) else { continue }
        chosen.append(text: note.mark)
        chosen.append(text: note.reason)
        for place in places.dropFirst(RejectColumns.all.count) {
          if let place {
            chosen.append(batch.bytes(row: row, column: place), kind: batch.kind(row: row, column: place))
          } else {
            chosen.append(missing: .absent)
          }
        }
        chosen.endRow(at: batch.position(row: row))
      }
      if chosen.rowCount > 0 { try writer.write(chosen) }
    }
    try writer.finish()
    try rejected.finish(source)
  }

  /// All columns of the only table, those that turn up late too.
  private static func wholeSchema<F: ReadableFormat>(of format: F, _ source: ByteSource) throws(Problems) -> Schema {
    var reader = try format.reader(for: source)
    var batch = RecordBatch()
    var found: Schema?
    while try reader.read(into: &batch) {
      if let table = found?.table, table != batch.schema.table {
        throw Problems(
          .rejectsUnwritable, source: source.name, value: batch.schema.table,
          "the file has the tables '\(table)' and '\(batch.schema.table)', and is written one table at a time")
      }
      let known = Set((found?.columns ?? []).map(\.name))
      let columns = (found?.columns ?? []) + batch.schema.columns.filter { !known.contains($0.name) }
      found = Schema(table: batch.schema.table, columns: columns)
      if !reader.columnsMayGrow { break }
    }
    return found ?? Schema(columns: [])
  }
}
