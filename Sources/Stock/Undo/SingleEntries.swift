internal import GRDB
internal import RetailValues

/// What the imports have in common that people make one by one, such as those of single items into a count. Lists have those of
/// one file name, person and day as one line.
public struct SingleEntries: Sendable {
  public let profile: String
  public let format: String
  /// What their names begin with.
  public let start: String

  public init(profile: String, format: String, start: String) {
    (self.profile, self.format, self.start) = (profile, format, start)
  }

  /// Whether an import is one of them.
  public func contain(_ entry: ImportEntry) -> Bool {
    entry.operation == .import && entry.profile == profile && entry.format == format && entry.source.hasPrefix(start)
  }
}

extension ShopDatabase {
  /// How many lines the list of imports has where single entries are together.
  ///
  /// - Parameter find: only imports with this text in the source, the person or the number; nil for all.
  public func importLineCount(of entries: SingleEntries, find: String? = nil) throws -> Int {
    let clock = settings.clock
    return try read { database in
      database.add(
        function: DatabaseFunction("day_of_import", argumentCount: 1, pure: true) { values in
          Int64.fromDatabaseValue(values[0]).map {
            clock.date(of: Timestamp(millisecondsSince1970: $0)).daysSince1970
          }
        })
      return try Int.fetchOne(
        database,
        sql: """
          SELECT COUNT(DISTINCT CASE
            WHEN operation = ? AND profile = ? AND format = ? AND SUBSTR(source, 1, LENGTH(?)) = ?
            THEN json_array(source, actor, state = 'undone', day_of_import(applied_at)) ELSE id END)
          FROM imports WHERE \(ImportHistory.isFound)
          """,
        arguments: [
          ImportEntry.Operation.import.rawValue, entries.profile, entries.format, entries.start, entries.start, find,
        ]) ?? 0
    }
  }
}
