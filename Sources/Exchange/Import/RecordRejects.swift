internal import FormatKit
internal import Stock

/// The refused records of a source of several tables, written as one table that says of each what it is: an interchange
/// or a message cannot be made of single records, but the records can come back by themselves.
struct RecordRejects {
  let opened: OpenedSource
  /// The names of the source's tables, by number.
  let tables: [String]

  /// Writes them in the format of the file's ending.
  ///
  /// - Parameter note: mark and reasons of a record by table and number; nil for one that was taken.
  func write(
    to path: String, by registry: FormatRegistry, _ refusedTables: Set<Int>,
    _ note: (_ table: Int, _ record: Int) throws -> (mark: String, reason: String)?
  ) throws {
    guard let target = registry.writableFormat(forFileName: path), target.descriptor.shape == .tabular,
      let writing = target.writing
    else {
      throw Problems(
        .rejectsUnwritable, source: path,
        "records of the format \(opened.format.descriptor.id) are not written back in it",
        remedy: "Name a table for them with --rejects, such as refused.xlsx, refused.csv or refused.jsonl.")
    }
    let columns = try wholeColumns(refusedTables)
    let schema = Schema(
      table: "refused", columns: (RejectColumns.all + [RejectColumns.kind]).map { Column(name: $0) } + columns)
    try AtomicOutput.write(to: path) { sink in
      var writer = try writing.writer(for: schema, to: sink, options: target.harmless([:]))
      var chosen = RecordBatch()
      chosen.reset(schema: schema)
      try forEachBatch { table, batch in
        guard refusedTables.contains(table) else { return }
        let places = columns.map { batch.schema.index(of: $0.name) }
        for row in 0..<batch.rowCount {
          guard let note = try note(table, batch.position(row: row).record) else { continue }
          for text in [note.mark, note.reason, batch.schema.table] { chosen.append(text: text) }
          for place in places {
            if let place {
              chosen.append(batch.bytes(row: row, column: place), kind: batch.kind(row: row, column: place))
            } else {
              chosen.append(missing: .absent)
            }
          }
          chosen.endRow(at: batch.position(row: row))
        }
        if chosen.rowCount > 0 { try writer.write(chosen) }
        chosen.removeAllRows()
      }
      try writer.finish()
    }
  }

  private func forEachBatch(_ body: (Int, borrowing RecordBatch) throws -> Void) throws {
    var reader = try opened.reader(progress: nil)
    var batch = RecordBatch()
    while try reader.read(into: &batch) {
      guard let table = tables.firstIndex(of: batch.schema.table) else { continue }
      try body(table, batch)
    }
  }

  /// All columns of the tables, each once, in the order in which they come.
  private func wholeColumns(_ refused: Set<Int>) throws -> [Column] {
    var columns: [Column] = []
    var known = Set(RejectColumns.all + [RejectColumns.kind])
    try forEachBatch { table, batch in
      guard refused.contains(table) else { return }
      for column in batch.schema.columns where known.insert(column.name).inserted { columns.append(column) }
    }
    return columns
  }
}
