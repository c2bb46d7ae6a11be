internal import GRDB

/// The import that left the records of a reject file out.
public struct RejectOrigin: Hashable, Sendable {
  public let number: Int64
  /// Whether the import is undone.
  public let isUndone: Bool
  /// How its file was read, as JSON; nil where an earlier version of Stockroom imported it.
  public let reading: String?
}

extension RefusedRecord {
  /// The part of a mark that says which file the record is of; nil for a text that is not such a mark.
  public static func origin(ofMark mark: String) -> String? {
    let origin = mark.prefix { $0 != "." }
    guard origin.count == hashDigits, origin.endIndex < mark.endIndex, origin.allSatisfy(\.isHexDigit) else {
      return nil
    }
    return String(origin)
  }
}

extension ShopDatabase {
  /// The import that left a file's records out, by what their marks say of the file. Where it was imported several times, it is
  /// the last one, unless that is undone.
  ///
  /// - Parameter origin: see ``RefusedRecord/origin(ofMark:)``.
  /// - Returns: nil where no import of this shop left out records of the file.
  public func rejectOrigin(_ origin: String) throws -> RejectOrigin? {
    try read { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT i.id, i.state = 'undone', r.reading FROM imports i LEFT JOIN import_readings r ON r.import_id = i.id
          WHERE i.operation = 'import' AND i.rejected > 0 AND substr(i.file_sha256, 1, \(RefusedRecord.hashDigits)) = ?
          ORDER BY i.state = 'undone', i.id DESC LIMIT 1
          """, arguments: [origin])
      return row.map { RejectOrigin(number: $0[0], isUndone: $0[1], reading: $0[2]) }
    }
  }
}
