internal import GRDB

extension ShopDatabase {
  /// The most records of a line that are shown; a line makes one or two.
  private static let recordsOfLine = 100

  /// The movements of stock and the counted items that an import made of one line of its file.
  ///
  /// Records of the catalog do not keep their line: their values may come from several.
  ///
  /// - Parameters:
  ///   - line: the line of the file, from 1.
  ///   - contents: what the import did; see ``importContents(_:shownRecords:)``.
  public func importedRecords(ofLine line: Int64, in contents: ImportContents) throws -> [ImportContents.Record] {
    let number = contents.entry.number
    return try read { database in
      let moved = try Int64.fetchAll(
        database,
        sql: """
          SELECT m.id FROM imports i JOIN movements m NOT INDEXED
            ON m.id BETWEEN COALESCE(i.first_movement, 0) AND COALESCE(i.last_movement, \(Int64.max))
          WHERE i.id = ? AND m.import_id = i.id AND m.source_line = ? ORDER BY m.id LIMIT \(Self.recordsOfLine)
          """, arguments: [number, line])
      let counted = try Int64.fetchAll(
        database,
        sql: """
          SELECT id FROM count_entries WHERE import_id = ? AND source_line = ? ORDER BY id LIMIT \(Self.recordsOfLine)
          """, arguments: [number, line])
      var runs = moved.map { id in
        ImportRun(
          kind: ImportContents.movementKind, action: .create, source: .movements, first: id, last: id, records: 1)
      }
      for table in RevertedTable.all where table.isCountEntries {
        runs += counted.map { id in
          ImportRun(kind: table.kind, action: .create, source: .created, first: id, last: id, records: 1)
        }
      }
      var records: [ImportContents.Record] = []
      for run in runs where contents.shows(run.kind) {
        try ImportHistory.forEachRecord(database, of: run, in: number, chunk: 1) { record, _ in
          records.append(contents.shown(record))
          return true
        }
      }
      return records
    }
  }
}
