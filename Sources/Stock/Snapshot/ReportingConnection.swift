internal import GRDB
internal import GRDBSQLite
internal import ProblemKit
public import RetailValues

/// A value that a report's SQL takes or gives: the three that its views hold.
public enum ReportingValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
}

/// A connection on which a report's SQL may read the documented `report_…` views and do nothing else.
///
/// Read-only, one snapshot for all queries of a report, a limit on the time that the queries take together. What a
/// statement may do is decided when it is prepared: one `SELECT`, on the views (a storage table only underneath them),
/// with the functions that SQLite and PostgreSQL share. Not safe to share between threads.
public final class ReportingConnection {
  public let settings: ShopSettings
  let handle: SQLiteConnection
  let access: ReportingAccess

  init(settings: ShopSettings, handle: SQLiteConnection, access: ReportingAccess) {
    self.settings = settings
    self.handle = handle
    self.access = access
  }

  /// Opens the shop's database for one report and closes it after the work.
  ///
  /// - Parameters:
  ///   - timeLimit: seconds that the queries may take together, without the time their reader needs.
  ///   - seen: what the reader may see; a statement that reads anything else is refused.
  ///   - reader: whose own records may be shown.
  /// - Throws: ``Problems`` when the database cannot be opened or read, and what the work throws.
  public static func read<Result>(
    at path: String, timeLimit: Double, seen: Set<DataClass> = DataClass.ofRoles,
    reader: ReportReader = ReportReader(), _ work: (ReportingConnection) throws -> Result
  ) throws -> Result {
    let shop = try ShopDatabase.open(at: path, readOnly: true)
    return try shop.withSnapshot {
      try $0.reporting(timeLimit: timeLimit, seen: seen, reader: reader, work)
    }
  }

  /// Prepares one statement and binds its named parameters; the rows are read on request.
  ///
  /// - Parameter parameters: values by name, without the colon. Those that the statement does not name are ignored.
  /// - Throws: ``Problems``.
  public func rows(_ sql: String, parameters: [String: ReportingValue] = [:]) throws -> ReportingRows {
    if let name = ReportingAccess.shadowedView(in: sql) {
      throw Problems(
        .sqlNotAllowed, "the statement defines '\(name)' itself",
        remedy: "Names that begin with report_ belong to the documented views; choose another name.")
    }
    if let name = ReportingAccess.namedTable(in: sql, among: access.tables) {
      throw Problems(
        .sqlNotAllowed, "the statement reads '\(name)', which is not one of the report_… views",
        remedy: "A report reads the documented report_… views with one SELECT, and nothing else.")
    }
    if let name = ReportingAccess.namedTable(in: sql, among: access.hiddenViews) {
      let hidden = access.hidden("", of: name)
      throw notShown("reads \(name), which shows \(hidden?.summary ?? "")")
    }
    if !access.seen.isSuperset(of: DataClass.ofRoles),
      let join = ReportingAccess.hiddenJoin(in: sql, { ReportingClasses.isHidden($0, from: access.seen) })
    {
      throw notShown("joins by \(join), which may compare what is not shown")
    }
    let rows = try prepared(sql, parameters)
    // SQLite does not ask for permission for VACUUM INTO, which writes a file, before it runs.
    guard !rows.columnNames.isEmpty else {
      throw Problems(
        .sqlNotAllowed, "the statement gives no rows",
        remedy: "A report reads the documented report_… views with one SELECT, and nothing else.")
    }
    return rows
  }

  /// Prepares a statement whose text was looked at already, under the eyes of ``ReportingAccess``, and binds its parameters.
  func prepared(_ sql: String, _ parameters: [String: ReportingValue] = [:]) throws -> ReportingRows {
    access.refusal = nil
    access.isHidden = false
    var statement: OpaquePointer?
    var rest = ""
    let status = sql.withCString { start -> Int32 in
      var tail: UnsafePointer<CChar>?
      let status = sqlite3_prepare_v2(handle, start, -1, &statement, &tail)
      if let tail { rest = String(cString: tail) }
      return status
    }
    guard status == SQLITE_OK else { throw error(status) }
    guard let statement else {
      throw Problems(
        .sqlInvalid, "the file holds no statement", remedy: "Write one SELECT into it.")
    }
    let rows = ReportingRows(statement: statement, connection: self)
    guard ReportingAccess.isBlank(rest) else {
      throw Problems(
        .sqlNotAllowed, "there is more than one statement",
        remedy: "Leave one SELECT in the file; give the others files of their own.")
    }
    for index in stride(from: 1, through: sqlite3_bind_parameter_count(statement), by: 1) {
      guard let name = sqlite3_bind_parameter_name(statement, index).map({ String(cString: $0) }) else {
        throw Problems(
          .sqlUnknownParameter, "a parameter of the statement has no name",
          remedy: "Write parameters as :name.")
      }
      guard name.hasPrefix(":"), let value = parameters[String(name.dropFirst())] else {
        let guess = parameters.keys.sorted().nearest(to: String(name.dropFirst())).map { " Did you mean :\($0)?" } ?? ""
        throw Problems(
          .sqlUnknownParameter, "the statement asks for '\(name)', which the report does not have",
          remedy: "Declare the parameter in report.yml.\(guess)")
      }
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .text(let text):
        // The destructor value -1 has SQLite copy the bytes.
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(statement, index, text, Int32(clamping: text.utf8.count), copies)
      }
    }
    return rows
  }

  /// Advances a statement, charging the time to the report; whether there is a row.
  fileprivate func step(_ statement: OpaquePointer) throws -> Bool {
    access.startClock()
    let status = sqlite3_step(statement)
    access.stopClock()
    switch status {
    case SQLITE_ROW:
      access.countRow()
      return true
    case SQLITE_DONE: return false
    default: throw error(status)
    }
  }

  private func notShown(_ refusal: String) -> Problems {
    Problems(
      .reportNotShown, "the report \(refusal)",
      remedy: "Your role may not see that; ask somebody whose role may, or leave it out of the report.")
  }

  private func error(_ status: Int32) -> any Error {
    let message = String(cString: sqlite3_errmsg(handle))
    if let refusal = access.refusal {
      if access.isHidden { return notShown(refusal) }
      return Problems(
        .sqlNotAllowed, "the statement \(refusal)",
        remedy: "A report reads the documented report_… views with one SELECT, and nothing else.")
    }
    switch status & 0xFF {
    case SQLITE_INTERRUPT:
      return Problems(
        .reportTooSlow,
        "the report takes too long: its queries may take \(access.timeLimit.components.seconds) seconds, "
          + "and all of it \(ReportingAccess.timesOfLimit) times as many",
        remedy:
          "Narrow the period, the location or the item, or choose CSV, which leaves out what only the page shows; "
          + "or give more time, with --time-limit SECONDS or, in a job, with time_limit.")
    case SQLITE_ERROR where message == "integer overflow":
      return Problems(
        .reportOverflow, "a sum is larger than a 64-bit number holds",
        remedy: "Narrow the period or the location; look for a quantity or cost that cannot be true.")
    case SQLITE_TOOBIG, SQLITE_NOMEM:
      return Problems(
        .reportTooLarge, "the statement takes more room than a report may: \(message)",
        remedy: "Take fewer columns, or shorten the texts; a value may have \(Self.largestValue >> 20) MiB.")
    case SQLITE_ERROR:
      return Problems(
        .sqlInvalid, "the statement is not valid: \(message)", remedy: "Correct the report's SQL file.")
    default: return DatabaseError(resultCode: ResultCode(rawValue: status), message: message)
    }
  }
}

/// The rows of one statement, one at a time. Must not outlive the connection's `read`.
public final class ReportingRows {
  /// As the statement names them.
  public let columnNames: [String]
  private let statement: OpaquePointer
  private let connection: ReportingConnection

  fileprivate init(statement: OpaquePointer, connection: ReportingConnection) {
    self.statement = statement
    self.connection = connection
    columnNames = (0..<sqlite3_column_count(statement)).map { index in
      sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""
    }
  }

  deinit { sqlite3_finalize(statement) }

  /// The declared type of the table's column from which a column comes directly; nil when it is computed.
  func declaredType(_ column: Int) -> String? {
    sqlite3_column_decltype(statement, Int32(column)).map { String(cString: $0) }
  }

  /// The next row; nil when none is left.
  ///
  /// - Throws: ``Problems``.
  public func next() throws -> [ReportingValue]? { try advance() ? values : nil }

  /// Advances to the next row, whose values are read in place; false after the last one.
  ///
  /// - Throws: ``Problems``.
  public func advance() throws -> Bool { try connection.step(statement) }

  /// The values of the row that ``advance()`` came to.
  public var values: [ReportingValue] {
    (0..<Int32(clamping: columnNames.count)).map { index in
      switch sqlite3_column_type(statement, index) {
      case SQLITE_NULL: .null
      case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
      default: .text(sqlite3_column_text(statement, index).map { String(cString: $0) } ?? "")
      }
    }
  }

  /// Whether a column of that row is NULL.
  public func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL }

  /// The number in a column of that row; nil when it is NULL or a text.
  public func integer(_ column: Int) -> Int64? {
    let value = sqlite3_column_value(statement, Int32(column))
    return sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : nil
  }

  /// Hands out the UTF-8 text in a column of that row, up to a NUL, valid during the call.
  public func withText<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let value = sqlite3_column_value(statement, Int32(column))
    guard let text = sqlite3_value_text(value) else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    return body(UnsafeBufferPointer(rebasing: bytes[..<(bytes.firstIndex(of: 0) ?? bytes.count)]))
  }
}
