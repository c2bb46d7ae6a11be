internal import GRDB
internal import GRDBSQLite
internal import ProblemKit

extension ReportingConnection {
  /// The temporary table that ``keep(_:as:parameters:)`` fills, as a statement names it.
  public static func keptTable(_ name: String) -> String { quoted(keptName(name)) }

  private static func keptName(_ name: String) -> String { "kept_" + name.lowercased() }

  static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  /// Computes a statement once and keeps its rows for the statements that follow, which read them from ``keptTable(_:)``.
  ///
  /// The reader's permissions are checked here, as for every other statement. The rows are in a temporary file that is
  /// removed with the connection, so there may be many.
  ///
  /// - Throws: ``Problems``.
  public func keep(_ sql: String, as name: String, parameters: [String: ReportingValue] = [:]) throws {
    let columns = try self.columns(of: try rows(sql, parameters: parameters))
    let table = Self.keptName(name)
    guard !access.kept.contains(table) else {
      throw Problems(
        .sqlInvalid, "two expressions are called '\(name)'", remedy: "Give each a name of its own.")
    }
    access.isMakingRoom = true
    defer { access.isMakingRoom = false }
    _ = try prepared("CREATE TEMP TABLE \(Self.quoted(table)) (\(columns))").advance()
    access.isMakingRoom = false
    access.filled = table
    defer { access.filled = nil }
    _ = try prepared("INSERT INTO temp.\(Self.quoted(table)) \(sql)", parameters).advance()
    access.kept.insert(table)
    // The pages that were read for it are of no use to the queries that follow.
    sqlite3_db_release_memory(handle)
  }

  /// The columns of a statement as columns of a table. A column that comes directly from a table keeps its type, by
  /// which SQLite compares texts with numbers.
  private func columns(of rows: ReportingRows) throws -> String {
    var seen: Set<String> = []
    return try rows.columnNames.enumerated().map { index, name in
      guard seen.insert(name.lowercased()).inserted else {
        throw Problems(
          .sqlInvalid, "two columns are called '\(name)'", remedy: "Give each a name of its own, with AS.")
      }
      let type = rows.declaredType(index).flatMap { ["INTEGER", "TEXT"].contains($0) ? $0 : nil }
      return Self.quoted(name) + (type.map { " " + $0 } ?? "")
    }.joined(separator: ", ")
  }
}
