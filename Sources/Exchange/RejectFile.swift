internal import FormatKit
internal import Stock

/// The file with the records that an import left out.
extension OpenedSource {
  /// Writes the records that were left out in the sender's own format, each with its reasons and a mark by which it is known
  /// when it comes again.
  ///
  /// - Parameters:
  ///   - tables: the names of the source's tables, by number.
  ///   - hash: SHA-256 of the source.
  /// - Returns: the path.
  func writeRejects(of area: StagingArea, tables: [String], hash: String, to path: String) throws -> String {
    guard let rejecting = format.rejecting else {
      throw FormatError(
        .rejectsUnwritable, source: source.name,
        "records in the format \(format.descriptor.id) cannot be written back")
    }
    let next = try area.refusedRecords()
    let records = RejectedRecords { () throws(FormatError) in
      do {
        guard let record = try next() else { return nil }
        let position = record.position
        let place = record.ordinal.map { ":\($0)" } ?? ""
        return RejectedRecord(
          record: position.record, table: tables.indices.contains(position.table) ? tables[position.table] : "",
          line: position.line, byteOffset: position.byteOffset,
          mark: record.mark ?? "\(hash.prefix(12)).\(position.table).\(position.record)\(place)",
          reasons: record.reasons)
      } catch let error as FormatError {
        throw error
      } catch {
        throw FormatError(.rejectsUnwritable, source: source.name, "the refused records cannot be read: \(error)")
      }
    }
    try AtomicOutput.write(to: path) { sink in
      try rejecting.writeRejects(of: source, options: options, records, to: sink)
    }
    return path
  }
}
