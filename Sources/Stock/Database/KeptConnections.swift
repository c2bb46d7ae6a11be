internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// Connections to shops' databases that one command hands on to the next, in a process that runs many commands.
///
/// To open a connection means to read and parse the whole schema, which takes longer than most commands. One command at a time
/// uses a connection. It is kept if the command left it as it was opened, and closed otherwise. What is not used for some
/// seconds is closed as well.
///
/// ```swift
/// let connections = KeptConnections()
/// let rows = try connections.lend {
///   try ConnectionLoan.current?.open(at: path, readOnly: true).read { … }
/// }
/// ```
public final class KeptConnections: Sendable {
  /// A connection that no command uses.
  fileprivate struct Kept: Sendable {
    let database: ShopDatabase
    let opening: Opening
    var unusedSince = ContinuousClock.now
  }

  /// What must be the same for a connection to be used again.
  fileprivate struct Opening: Equatable, Sendable {
    let path: String
    let isReadOnly: Bool
    /// The file itself: another may have come into its place, as from a backup.
    let device: UInt64
    let inode: UInt64
    let schemaVersion: Int32
    /// That of SQLite.
    let handle: Int?
  }

  private struct State {
    var kept: [Kept] = []
    var isClosingLater = false
  }

  /// As many as the commands that may run at a time.
  private static let most = 8
  private static let secondsUnused = 20

  private let state = Mutex(State())

  public init() {}

  /// Does work whose connections come from here, through ``ConnectionLoan/current``; they come back after it.
  public func lend<Result>(_ work: () throws -> Result) rethrows -> Result {
    let loan = ConnectionLoan(of: self)
    defer { loan.end() }
    return try ConnectionLoan.$current.withValue(loan) { try work() }
  }

  /// How many connections are kept at the moment.
  package var count: Int { state.withLock { $0.kept.count } }

  /// Closes all that is not used. The last connection that is closed leaves everything in the one file of the database.
  public func close() {
    let closed = state.withLock { state in
      defer { state.kept = [] }
      return state.kept
    }
    // They are closed here, outside the lock.
    withExtendedLifetime(closed) {}
  }

  // MARK: Taking and keeping

  fileprivate func take(at path: String, readOnly: Bool) -> (ShopDatabase, Opening?)? {
    guard let (device, inode) = Self.file(at: path) else { return nil }
    let found = state.withLock { state -> Kept? in
      let place = state.kept.lastIndex {
        $0.opening.path == path && $0.opening.isReadOnly == readOnly && $0.opening.device == device
          && $0.opening.inode == inode
      }
      return place.map { state.kept.remove(at: $0) }
    }
    guard let found else { return nil }
    // Another process may have brought the database up to date, or changed the settings. A connection that does not answer is opened again.
    let settings = try? found.database.read {
      try ShopDatabase.settings($0, schemaVersion: found.opening.schemaVersion)
    }
    return settings.map { (found.database.with($0), found.opening) }
  }

  fileprivate func open(at path: String, readOnly: Bool) throws -> (ShopDatabase, Opening?) {
    let before = Self.file(at: path)
    let database = try ShopDatabase.open(at: path, readOnly: readOnly)
    guard let (device, inode) = before, let after = Self.file(at: path), after == (device, inode),
      !ShopDatabase.isOnReadOnlyMedium(path)
    else { return (database, nil) }
    let opening = try database.queue.inDatabase { connection in
      let version = try connection.schemaVersion()
      // The tables that are watched are those of this version.
      try TableDigests.begin(connection)
      return Opening(
        path: path, isReadOnly: readOnly, device: device, inode: inode, schemaVersion: version,
        handle: connection.sqliteConnection.map { Int(bitPattern: $0) })
    }
    return (database, opening)
  }

  fileprivate func keep(_ database: ShopDatabase, _ opening: Opening) {
    guard (try? database.isAsOpened(schemaVersion: opening.schemaVersion)) == true else { return }
    let (isFirst, dropped) = state.withLock { state -> (Bool, Kept?) in
      state.kept.append(Kept(database: database, opening: opening))
      let dropped = state.kept.count > Self.most ? state.kept.removeFirst() : nil
      defer { state.isClosingLater = true }
      return (!state.isClosingLater, dropped)
    }
    // It is closed here, outside the lock.
    withExtendedLifetime(dropped) {}
    if isFirst { closeLater() }
  }

  private func closeLater() {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(Self.secondsUnused)) { [weak self] in
      self?.closeUnused()
    }
  }

  private func closeUnused() {
    let bound = ContinuousClock.now - .seconds(Self.secondsUnused)
    let (closed, isDone) = state.withLock { state -> ([Kept], Bool) in
      let closed = state.kept.filter { $0.unusedSince <= bound }
      state.kept.removeAll { $0.unusedSince <= bound }
      state.isClosingLater = !state.kept.isEmpty
      return (closed, state.kept.isEmpty)
    }
    withExtendedLifetime(closed) {}
    if !isDone { closeLater() }
  }

  private static func file(at path: String) -> (device: UInt64, inode: UInt64)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}

/// The connections that one command has from ``KeptConnections``.
public final class ConnectionLoan: Sendable {
  /// Where the running command has its connections from; nil where each is opened and closed.
  @TaskLocal public static var current: ConnectionLoan?

  private let owner: KeptConnections
  private let lent = Mutex<[(database: ShopDatabase, opening: KeptConnections.Opening)]>([])

  fileprivate init(of owner: KeptConnections) { self.owner = owner }

  /// A connection that nobody else uses until the command ends, with the settings as they are now.
  ///
  /// - Throws: as ``ShopDatabase/open(at:readOnly:)``.
  public func open(at path: String, readOnly: Bool) throws -> ShopDatabase {
    let (database, opening) =
      try owner.take(at: path, readOnly: readOnly) ?? owner.open(at: path, readOnly: readOnly)
    if let opening { lent.withLock { $0.append((database, opening)) } }
    return database
  }

  /// Has a connection closed after the command, because its settings cannot be set back.
  func closesAfterwards(_ database: Database) {
    let handle = database.sqliteConnection.map { Int(bitPattern: $0) }
    lent.withLock { lent in lent.removeAll { $0.opening.handle == handle } }
  }

  fileprivate func end() {
    let ended = lent.withLock { lent in
      defer { lent = [] }
      return lent
    }
    for (database, opening) in ended { owner.keep(database, opening) }
  }
}

extension ShopDatabase {
  /// The settings as they are now, all in one statement; nil when the schema or the list of migrations is another one.
  fileprivate static func settings(_ database: Database, schemaVersion: Int32) throws -> ShopSettings? {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT 'schema', '', schema_version FROM pragma_schema_version
          UNION ALL SELECT 'migration', identifier, NULL FROM grdb_migrations
          UNION ALL SELECT 'setting', name, value FROM settings
          """))
    func part(_ name: String) -> [Row] { rows.filter { String.fromDatabaseValue($0[0]) == name } }
    guard part("schema").map({ Int32.fromDatabaseValue($0[2]) }) == [schemaVersion],
      Set(part("migration").compactMap { String.fromDatabaseValue($0[1]) }) == SchemaVersion.names
    else { return nil }
    return settings(in: part("setting").map { ($0[1], $0[2]) })
  }

  /// Whether the connection is as it was opened, so that another command can use it: no transaction is open, it has no temporary
  /// tables and no further files, and the schema is the same. Its pages are given back; its cached statements stay, because to prepare
  /// one that reads views takes longer than to run it.
  fileprivate func isAsOpened(schemaVersion: Int32) throws -> Bool {
    let mostTemporaryPages = 250
    return try queue.inDatabase { database in
      guard sqlite3_txn_state(database.sqliteConnection, nil) == SQLITE_TXN_NONE,
        // A file of temporary tables does not shrink.
        try Bool.fetchOne(
          database,
          sql: """
            SELECT NOT EXISTS (SELECT 1 FROM temp.sqlite_master)
              AND (SELECT page_count FROM pragma_page_count('temp')) <= \(mostTemporaryPages)
              AND NOT EXISTS (SELECT 1 FROM pragma_database_list WHERE name NOT IN ('main', 'temp'))
              AND (SELECT schema_version FROM pragma_schema_version) = \(schemaVersion)
            """) == true
      else { return false }
      try Self.setCaches(database)
      sqlite3_busy_timeout(database.sqliteConnection, Int32(Self.busyTimeout * 1000))
      try database.execute(sql: "PRAGMA foreign_keys = ON")
      sqlite3_db_release_memory(database.sqliteConnection)
      return true
    }
  }
}
