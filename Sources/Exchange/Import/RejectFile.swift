public import FormatKit
internal import Stock

extension RegisteredFormat {
  /// How the format writes refused records; nil for one whose documents cannot be made of single records.
  var ownRejecting: Rejecting? { descriptor.shape == .semantic && isRewriting ? nil : rejecting }
}

extension ImportRequest {
  /// Whether refused records of the source would go into a table of their own, and not into a file of its format.
  public func rejectsAreTable(_ registry: FormatRegistry) -> Bool {
    let named = (format ?? profile?.format).flatMap { try? registry.format($0) }
    let found = named ?? (try? source.preview()).flatMap { try? registry.identify($0).format }
    return found.map { $0.ownRejecting == nil } ?? false
  }
}

/// The file with the records that an import left out.
extension OpenedSource {
  /// Writes the records that were left out in the sender's own format, each with its reasons and a mark by which it is known
  /// when it comes again.
  ///
  /// - Parameters:
  ///   - tables: the names of the source's tables, by number.
  ///   - hash: SHA-256 of the source.
  ///   - corrected: the cells that were read with another value than the file has.
  /// - Returns: the path.
  func writeRejects(
    of area: StagingArea, tables: [String], hash: String, to path: String, by registry: FormatRegistry,
    corrected: [CorrectedCell] = []
  ) throws -> String {
    guard let rejecting = format.ownRejecting, !isKinded(tables) else {
      let (refusedTables, find) = try area.refusals()
      try RecordRejects(opened: self, tables: tables).write(to: path, by: registry, refusedTables) { table, number in
        guard let record = try find(table, number) else { return nil }
        let noted = RejectedRecord(
          record: number, table: tables[table], byteOffset: 0, mark: record.mark(inSource: hash),
          reasons: record.reasons)
        return try RejectedRecords([noted]).take(record: number).map { ($0.mark, $0.reason) }
      }
      return path
    }
    // The rows are the sender's own, so that what was corrected in them is noted in the reason.
    let notes = Dictionary(grouping: corrected, by: \.line).mapValues { cells in
      cells.map { "\($0.shownColumn) was corrected to '\($0.value)' (correct it here as well)" }
    }
    let next = try area.refusedRecords()
    let records = RejectedRecords { () throws(Problems) in
      do {
        guard let record = try next() else { return nil }
        let position = record.position
        return RejectedRecord(
          record: position.record, table: tables.indices.contains(position.table) ? tables[position.table] : "",
          line: position.line, byteOffset: position.byteOffset,
          mark: record.mark(inSource: hash), reasons: record.reasons + (notes[position.line] ?? []))
      } catch let error as Problems where !Problem.Code.stock.contains(error.code) {
        throw error
      } catch {
        throw Problems(.rejectsUnwritable, source: source.name, "the refused records cannot be read: \(error)")
      }
    }
    try AtomicOutput.write(to: path) { sink in
      try rejecting.writeRejects(of: source, options: options, records, to: sink)
    }
    return path
  }

  /// Whether the tables of a source are those that its column `stockroom_kind` names.
  private func isKinded(_ tables: [String]) -> Bool {
    format.descriptor.shape == .tabular && !tables.isEmpty && tables.allSatisfy { Vocabulary.kind($0) != nil }
      && profile.records.allSatisfy { $0.table != nil } && (try? hasKindColumn()) == true
  }

  private func hasKindColumn() throws -> Bool {
    guard var reader = try format.reading?.reader(for: source, options: options) else { return false }
    var batch = RecordBatch(rowLimit: 1)
    return try reader.read(into: &batch) && batch.schema.index(of: RejectColumns.kind) != nil
  }
}
