public import FormatKit

extension FormatConformance {
  /// The permitted results of writing absent and null fields.
  public enum MissingFields: Sendable {
    /// Absent stays absent and null stays null.
    case kept
    /// The format knows one empty field only: absent, null and empty text may turn into one another.
    case mayBecomeEmpty
  }

  /// Tries reading, writing and reading again: the records must be equal, the same batches must give the same bytes however
  /// they are cut, and writing what was read back must give the first written bytes again.
  ///
  /// Each table of a sample is written by itself with all its columns. Records with an error are left out; a sample that
  /// cannot be read to its end is not tried, but one at least must be.
  ///
  /// - Parameters:
  ///   - writeOptions: options to write with.
  ///   - readOptions: options to read back with; those of writing unless given.
  public static func roundTripViolations<F: ReadableFormat & WritableFormat>(
    of format: F.Type, samples: [ConformanceSample], writeOptions: [String: String] = [:],
    readOptions: [String: String]? = nil, missingFields: MissingFields = .mayBecomeEmpty
  ) -> [String] {
    var found: [String] = []
    var tried = 0
    for sample in samples {
      let reading = CollectedReading(of: format, source: sample.source(), options: sample.options)
      guard reading.error == nil else { continue }
      for table in reading.tables {
        guard let content = WrittenTable(table), !content.rows.isEmpty else { continue }
        tried += 1
        let context = "\(sample.name), table '\(table.name)'"
        do {
          let bytes = try content.write(as: format, options: writeOptions, rowsPerBatch: 1024)
          if try content.write(as: format, options: writeOptions, rowsPerBatch: 1) != bytes {
            found.append("\(context): batches of 1 row are written otherwise than one batch of all")
          }
          let source = ByteSource.memory(bytes, name: sample.name)
          let again = CollectedReading(of: format, source: source, options: readOptions ?? writeOptions)
          if let error = again.error { throw error }
          guard let back = again.table(table.name) ?? (again.tables.count == 1 ? again.tables[0] : nil),
            let returned = WrittenTable(back)
          else {
            found.append("\(context): read back as the tables \(again.tables.map(\.name))")
            continue
          }
          if let difference = content.difference(from: returned, missingFields) {
            found.append("\(context): \(difference)")
            continue
          }
          let columns = Schema(table: table.name, columns: content.schema.columns)
          if try returned.write(as: format, options: writeOptions, rowsPerBatch: 1024, schema: columns) != bytes {
            found.append("\(context): writing what was read back gives other bytes")
          }
        } catch let error {
          found.append("\(context): \(error)")
        }
      }
    }
    if tried == 0 { found.append("no sample gave a table with records, so nothing was tried") }
    return shortened(found)
  }
}

/// A table with one schema, ready to be written.
struct WrittenTable {
  var schema: Schema
  var rows: [[CollectedReading.Field]]

  init(schema: Schema, rows: [[CollectedReading.Field]]) { (self.schema, self.rows) = (schema, rows) }

  /// A table takes all columns that it gained on its way; nil when it has none.
  init?(_ table: CollectedReading.Table) {
    var columns: [Column] = []
    var places: [String: Int] = [:]
    for column in table.segments.flatMap(\.schema.columns) where places[column.name] == nil {
      places[column.name] = columns.count
      columns.append(column)
    }
    guard !columns.isEmpty else { return nil }
    schema = Schema(table: table.name, columns: columns)
    rows = table.segments.flatMap { segment in
      segment.records.filter { !$0.problems.contains { $0.severity == .error } }.map { record in
        var row = Array(repeating: CollectedReading.Field(kind: .absent, text: ""), count: columns.count)
        for (column, field) in zip(segment.schema.columns, record.fields) {
          if let place = places[column.name] { row[place] = field }
        }
        return row
      }
    }
  }

  func write<F: WritableFormat>(
    as format: F.Type, options: [String: String], rowsPerBatch: Int, schema target: Schema? = nil
  ) throws(Problems) -> [UInt8] {
    let target = target ?? schema
    let places = target.columns.map { schema.index(of: $0.name) }
    let sink = ByteSink.memory()
    var writer = try F(options: F.Options(parsing: options, of: F.descriptor.id)).writer(for: target, to: sink)
    var batch = RecordBatch(rowLimit: rowsPerBatch)
    batch.reset(schema: target)
    for (index, row) in rows.enumerated() {
      for place in places {
        let field = place.map { row[$0] } ?? CollectedReading.Field(kind: .absent, text: "")
        batch.append(text: field.text, kind: field.kind)
      }
      batch.endRow(at: RecordPosition(line: index + 1, byteOffset: 0, record: index + 1))
      if batch.isFull {
        try writer.write(batch)
        batch.removeAllRows()
      }
    }
    if batch.rowCount > 0 { try writer.write(batch) }
    try writer.finish()
    return sink.collectedBytes
  }

  func difference(from other: WrittenTable, _ missing: FormatConformance.MissingFields) -> String? {
    guard rows.count == other.rows.count else { return "\(rows.count) records are read back as \(other.rows.count)" }
    for (index, column) in schema.columns.enumerated() {
      let place = other.schema.index(of: column.name)
      for (number, (row, otherRow)) in zip(rows, other.rows).enumerated() {
        let (before, after) = (row[index], place.map { otherRow[$0] } ?? .init(kind: .absent, text: ""))
        let bothEmpty = before.text.isEmpty && after.text.isEmpty
        if before != after, !(bothEmpty && missing == .mayBecomeEmpty) {
          return "'\(column.name)' of record \(number + 1) was \(BatchDump.text(of: before)) and is read back as "
            + BatchDump.text(of: after)
        }
      }
    }
    return nil
  }
}
