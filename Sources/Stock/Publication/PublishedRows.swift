internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// The last published rows of some outputs: a digest of the row for each row's key, in a file of its own.
///
/// Changes are found by comparing contents, so they do not depend on a clock, on who made the change, or on a record of
/// the change. The rows are in the file, so memory does not grow with their number.
///
/// ```swift
/// let rows = try PublishedRows(makingFileAt: "state-43.sqlite", number: 43, after: "state-42.sqlite", number: 42)
/// try rows.begin("products")
/// switch try rows.take(key: key, digest: digest) { … }
/// try rows.forEachGone { … }
/// try rows.finish()
/// ```
public final class PublishedRows {
  /// The change of a row.
  public enum Change: Hashable, Sendable {
    case new, changed, unchanged
    /// A row with that key was taken before.
    case repeated
  }

  private let queue: DatabaseQueue
  private let path: String
  private let number: Int
  private let hasPrevious: Bool
  private var outputs = 0
  /// The number of the current output in the previous file; −1 if the previous file does not have it.
  private var previousOutput: Int64 = -1
  private var statements: (insert: Statement, find: Statement)?

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: the file must not exist yet.
  ///   - number: the number of the set in which the rows are published.
  ///   - previous: the file to compare with; nil if everything is new.
  public init(makingFileAt path: String, number: Int, after previous: String?) throws {
    self.path = path
    self.number = number
    hasPrevious = previous != nil
    var configuration = Configuration()
    // The one transaction lasts from the first row to the last.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      // A file that was not finished is thrown away, so nothing need be kept for going back.
      try database.execute(
        sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -8000")
    }
    queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      if let previous {
        try database.execute(
          sql: "ATTACH DATABASE ? AS previous", arguments: [ShopDatabase.immutableAddress(previous)])
        try database.execute(sql: "PRAGMA previous.cache_size = -8000")
      }
      try database.execute(
        sql: """
          CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
          CREATE TABLE outputs (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
          CREATE TABLE rows (
            output INTEGER NOT NULL, key BLOB NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (output, key)
          ) WITHOUT ROWID;
          INSERT INTO facts VALUES ('version', \(Self.version)), ('number', \(number));
          """)
      try database.beginTransaction(.immediate)
      let insert = try database.makeStatement(sql: "INSERT OR IGNORE INTO rows VALUES (?, ?, ?)")
      let find = try database.makeStatement(
        sql: "SELECT digest FROM \(hasPrevious ? "previous" : "main").rows WHERE output = ? AND key = ?")
      statements = (insert, find)
    }
  }

  /// Unfinished work is rolled back here and not when the connection closes: this object holds the connection's
  /// statements, and a connection that outlives its queue would roll back with an observer that is gone.
  deinit {
    try? queue.writeWithoutTransaction { database in
      statements = nil
      if database.isInsideTransaction { try database.rollback() }
    }
    try? queue.close()
  }

  /// Must change when the computation of digests or keys changes.
  private static let version = 1

  /// Whether a file is one that was finished with that number, and can be read.
  public static func isWhole(fileAt path: String, number: Int) -> Bool {
    guard FileManager.default.fileExists(atPath: path),
      let queue = try? DatabaseQueue(path: ShopDatabase.immutableAddress(path))
    else { return false }
    let isWhole = try? queue.read { database -> Bool in
      guard try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else { return false }
      let facts = try Row.fetchAll(database, sql: "SELECT name, value FROM facts")
        .reduce(into: [String: Int]()) { facts, row in facts[row[0]] = row[1] }
      return facts == ["version": version, "number": number, "isFinished": 1]
    }
    return isWhole ?? false
  }

  /// Begins the rows of an output.
  public func begin(_ output: String) throws {
    outputs += 1
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: "INSERT INTO outputs (id, name) VALUES (?, ?)", arguments: [outputs, output])
      previousOutput = -1
      if hasPrevious {
        previousOutput =
          try Int64.fetchOne(database, sql: "SELECT id FROM previous.outputs WHERE name = ?", arguments: [output]) ?? -1
      }
    }
  }

  /// Takes a row of the current output and returns how it has changed.
  ///
  /// - Parameter digest: sixteen bytes.
  public func take(key: [UInt8], digest: [UInt8]) throws -> Change {
    guard let statements else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    let (output, previousOutput, hasPrevious) = (Int64(outputs), previousOutput, hasPrevious)
    return try queue.writeWithoutTransaction { database in
      let insert = statements.insert.sqliteStatement
      try Self.step(insert, output, key, digest, returning: SQLITE_DONE)
      if sqlite3_changes(database.sqliteConnection) == 0 { return .repeated }
      guard hasPrevious, previousOutput >= 0 else { return .new }
      let find = statements.find.sqliteStatement
      defer { sqlite3_reset(find) }
      guard try Self.step(find, previousOutput, key, nil, returning: SQLITE_ROW) else { return .new }
      let before = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(find, 0), count: Int(sqlite3_column_bytes(find, 0)))
      return before.elementsEqual(digest) ? .unchanged : .changed
    }
  }

  /// Runs a statement with its values, and returns whether it had the expected result.
  @discardableResult
  private static func step(
    _ statement: OpaquePointer, _ output: Int64, _ key: [UInt8], _ digest: [UInt8]?, returning wanted: Int32
  ) throws -> Bool {
    sqlite3_reset(statement)
    sqlite3_bind_int64(statement, 1, output)
    let status = key.withUnsafeBytes { key -> Int32 in
      // An empty key is a value too, but its pointer is nil.
      sqlite3_bind_blob(statement, 2, key.baseAddress ?? UnsafeRawPointer(statement), Int32(clamping: key.count), nil)
      guard let digest else { return sqlite3_step(statement) }
      return digest.withUnsafeBytes { digest in
        sqlite3_bind_blob(statement, 3, digest.baseAddress, Int32(clamping: digest.count), nil)
        return sqlite3_step(statement)
      }
    }
    if wanted == SQLITE_DONE { sqlite3_reset(statement) }
    guard status == SQLITE_ROW || status == SQLITE_DONE else {
      sqlite3_reset(statement)
      throw DatabaseError(resultCode: ResultCode(rawValue: status), message: "published rows cannot be compared")
    }
    return status == wanted
  }

  /// Calls `body` with each key of the current output that was published before and not taken now, in byte order.
  public func forEachGone(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard hasPrevious, previousOutput >= 0 else { return }
    try queue.writeWithoutTransaction { database in
      let statement = try database.makeStatement(
        sql: """
          SELECT p.key FROM previous.rows p WHERE p.output = ?
            AND NOT EXISTS (SELECT 1 FROM main.rows m WHERE m.output = ? AND m.key = p.key) ORDER BY p.key
          """)
      statement.arguments = [previousOutput, outputs]
      try statement.forEachRow(orFail: "published rows cannot be compared") { row in
        try body(UnsafeRawBufferPointer(start: sqlite3_column_blob(row, 0), count: Int(sqlite3_column_bytes(row, 0))))
      }
    }
  }

  /// Ends the file and makes it last.
  public func finish() throws {
    statements = nil
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "INSERT INTO facts VALUES ('isFinished', 1)")
      try database.commit()
    }
    try queue.close()
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw DatabaseError(resultCode: .SQLITE_IOERR, message: String(cString: strerror(errno)))
    }
  }
}
