public import GRDB
public import RetailValues

/// The person who acts, with the role and the command.
public struct Actor: Hashable, Sendable {
  public var name: String
  /// A role of the shop: manager, counter, accountant, auditor, service, customer.
  public var role: String
  public var command: String
  /// The operating system's user, independent of the given name; nil if it was not asked for, as in tests.
  public var login: String?

  public init(name: String, role: String = "manager", command: String, login: String? = nil) {
    self.name = name
    self.role = role
    self.command = command
    self.login = login
  }
}

/// The append-only log of acts. Each entry carries the hash of the one before; `audit_head` says where the log ends, so that
/// the last entries cannot be cut off unseen. Each entry also has digests of what its transaction left in the database; see
/// ``TableDigests``.
public enum AuditLog {
  /// One act, for display.
  public struct Entry: Hashable, Sendable {
    public let id: Int64
    public let at: Timestamp
    public let actor: String
    public let role: String
    public let command: String
    /// The operating system's user; nil in entries from before it was kept.
    public let login: String?
    /// The details of the act, with ids and hashes, as text.
    public let details: String
    public let hash: String
  }

  /// Adds an act, within the transaction that does it.
  ///
  /// - Returns: the entry's number.
  @discardableResult
  public static func append(
    _ database: Database, actor: Actor, at moment: Timestamp, details: String
  ) throws -> Int64 {
    // Only a seal may end as a seal does.
    try add(database, actor: actor, at: moment, details: details + (Seal.digest(endOf: details) == nil ? "" : "."))
  }

  /// Adds an act with the digest of its result. The same digest is stored in `seals`.
  static func append(
    _ database: Database, actor: Actor, at moment: Timestamp, details: String, sealing digest: String
  ) throws -> Int64 {
    try add(database, actor: actor, at: moment, details: details + Seal.mark + digest)
  }

  /// Adds an entry without a hash. It gets its hash at the end of the transaction, with the digests of the
  /// transaction's result.
  private static func add(
    _ database: Database, actor: Actor, at moment: Timestamp, details: String
  ) throws -> Int64 {
    try database.execute(
      sql: """
        INSERT INTO audit_log (at, actor, role, command, details, previous_hash, hash, login)
        VALUES (?, ?, ?, ?, ?, '', '', ?)
        """,
      arguments: [moment.millisecondsSince1970, actor.name, actor.role, actor.command, details, actor.login])
    return database.lastInsertedRowID
  }

  /// Whether the transaction has added an entry.
  static func hasPending(_ database: Database) throws -> Bool {
    try String.fetchOne(database, sql: "SELECT hash FROM audit_log ORDER BY id DESC LIMIT 1") == ""
  }

  /// Whether there are entries of earlier transactions, and the digest over all tables that the last of them has.
  static func lastState(_ database: Database) throws -> (hasEntries: Bool, tables: String?) {
    let row = try Row.fetchOne(
      database, sql: "SELECT tables FROM audit_log WHERE hash <> '' ORDER BY id DESC LIMIT 1")
    guard let row else { return (false, nil) }
    return (true, row["tables"])
  }

  /// Gives the entries of the transaction their hashes; called once, when nothing else is going to be changed.
  ///
  /// - Parameters:
  ///   - tables: the digest over all tables.
  ///   - rows: lines with the digests of rows; see ``TableDigests``. The last entry gets them.
  static func endPending(_ database: Database, tables: String, rows: String?) throws {
    let last = try Row.fetchOne(
      database, sql: "SELECT id, hash FROM audit_log WHERE hash <> '' ORDER BY id DESC LIMIT 1")
    var previous: String = last?["hash"] ?? ""
    let lastID: Int64 = last?["id"] ?? Int64.min
    let entries = try Row.fetchAll(
      database,
      sql: "SELECT id, at, actor, role, command, details, login FROM audit_log WHERE id > ? ORDER BY id",
      arguments: [lastID])
    for (index, entry) in entries.enumerated() {
      let rows = index == entries.count - 1 ? rows : nil
      let hash = Self.hash(
        previous: previous, at: entry["at"], actor: entry["actor"], role: entry["role"], command: entry["command"],
        details: entry["details"], login: entry["login"], tables: tables, rows: rows)
      let id: Int64 = entry["id"]
      try database.execute(
        sql: "UPDATE audit_log SET tables = ?, rows = ?, previous_hash = ?, hash = ? WHERE id = ?",
        arguments: [tables, rows, previous, hash, id])
      try database.execute(
        sql: "INSERT OR REPLACE INTO audit_head (id, entry_id, hash) VALUES (1, ?, ?)", arguments: [id, hash])
      previous = hash
    }
  }

  /// The selection of entries.
  public struct Filter: Hashable, Sendable {
    /// Only those of this name or operating-system user.
    public var actor: String?
    /// Only those of this command, such as `import`, or of a group, such as `count`.
    public var command: String?
    public var since: Timestamp?
    /// Only those before the act of this number.
    public var before: Int64?
    public var limit: Int

    public init(
      actor: String? = nil, command: String? = nil, since: Timestamp? = nil, before: Int64? = nil, limit: Int = 100
    ) {
      self.actor = actor
      self.command = command
      self.since = since
      self.before = before
      self.limit = limit
    }

    fileprivate var arguments: StatementArguments {
      [
        "actor": actor, "since": since?.millisecondsSince1970, "command": command, "before": before,
      ]
    }
  }

  /// The acts, the latest first.
  public static func entries(_ database: Database, _ filter: Filter) throws -> [Entry] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT id, at, actor, role, command, login, details, hash FROM audit_log WHERE \(isChosen)
        ORDER BY id DESC LIMIT :limit
        """, arguments: filter.arguments + ["limit": filter.limit]
    ).map { row in
      Entry(
        id: row["id"], at: Timestamp(millisecondsSince1970: row["at"]), actor: row["actor"], role: row["role"],
        command: row["command"], login: row["login"], details: row["details"], hash: row["hash"])
    }
  }

  /// How many acts a filter chooses without its limit.
  static func count(_ database: Database, _ filter: Filter) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM audit_log WHERE \(isChosen)", arguments: filter.arguments)
      ?? 0
  }

  private static let isChosen = """
    (:actor IS NULL OR actor = :actor OR login = :actor) AND (:since IS NULL OR at >= :since)
      AND (:before IS NULL OR id < :before)
      AND (:command IS NULL OR command = :command OR SUBSTR(command, 1, LENGTH(:command) + 1) = :command || ' ')
    """

  /// The acts, the latest first.
  public static func entries(_ database: Database, limit: Int = 100) throws -> [Entry] {
    try entries(database, Filter(limit: limit))
  }

  /// The number of the first entry that does not follow from the one before; nil when the chain holds to its end.
  public static func firstBrokenEntry(_ database: Database) throws -> Int64? {
    var previous = ""
    var last: Int64?
    var hasDigests = false
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT id, at, actor, role, command, details, login, tables, rows, previous_hash, hash
        FROM audit_log ORDER BY id
        """)
    while let row = try rows.next() {
      let expected = hash(
        previous: previous, at: row["at"], actor: row["actor"], role: row["role"], command: row["command"],
        details: row["details"], login: row["login"], tables: row["tables"], rows: row["rows"])
      let stored: String = row["hash"]
      let link: String = row["previous_hash"]
      let id: Int64 = row["id"]
      guard stored == expected, link == previous, id == (last ?? 0) &+ 1 else { return id }
      // Once entries have digests, all that follow have them.
      let tables: String? = row["tables"]
      guard !hasDigests || tables != nil else { return id }
      hasDigests = tables != nil
      previous = stored
      last = id
    }
    let head = try Row.fetchOne(database, sql: "SELECT entry_id, hash FROM audit_head")
    let ending: Int64? = head?["entry_id"]
    guard ending == last, head?["hash"] ?? "" == previous else { return max(last ?? 0, ending ?? 0) }
    return nil
  }

  /// The value of ``ShopDatabase/identity()``.
  static func identity(_ database: Database) throws -> String? {
    let first = try String.fetchOne(database, sql: "SELECT hash FROM audit_log ORDER BY id LIMIT 1")
    return first.map { String(SHA256Hash.hexadecimal(of: "shop \($0)").prefix(32)) }
  }

  /// The hash of an entry.
  ///
  /// - Parameters:
  ///   - tables: the digest over all tables; nil in entries from before there were digests.
  ///   - rows: lines with the digests of rows; nil if there are no such lines.
  static func hash(
    previous: String, at: Int64, actor: String, role: String, command: String, details: String, login: String?,
    tables: String? = nil, rows: String? = nil
  ) -> String {
    // Lengths before the parts, so that no text can be moved from one part to the next.
    var parts = [previous, "\(at)", actor, role, command, details]
    if let tables {
      // The number of parts is another than without digests, whether there is a login or not.
      parts += [login == nil ? "0" : "1", login ?? "", tables, rows == nil ? "0" : "1", rows ?? ""]
    } else if let login {
      parts.append(login)
    }
    return SHA256Hash.hexadecimal(of: parts.map { "\($0.utf8.count):\($0)" }.joined())
  }
}

extension ShopDatabase {
  /// The acts of the audit log, the latest first.
  public func auditEntries(_ filter: AuditLog.Filter) throws -> [AuditLog.Entry] {
    try read { try AuditLog.entries($0, filter) }
  }

  /// How many acts the audit log has that a filter chooses, without its limit.
  public func auditEntryCount(_ filter: AuditLog.Filter) throws -> Int {
    try read { try AuditLog.count($0, filter) }
  }

  /// The acts of the audit log, the latest first.
  public func auditEntries(limit: Int = 100) throws -> [AuditLog.Entry] {
    try auditEntries(AuditLog.Filter(limit: limit))
  }

  /// Records an act that changes something outside the database, such as a file in the shop's folder.
  ///
  /// - Parameter act: does it; when it fails, nothing is recorded.
  public func recordAct(
    _ details: String, actor: Actor, at moment: Timestamp = .now, doing act: () throws -> Void = {}
  ) throws {
    try write { database in
      _ = try AuditLog.append(database, actor: actor, at: moment, details: details)
      try act()
    }
  }
}

extension ShopDatabase {
  /// Enters in the audit log that what belongs to users went out.
  ///
  /// - Parameter owner: whose it is; nil for everybody's.
  public func noteExport(of kind: String, records: Int, owner: String?, actor: Actor, at moment: Timestamp = .now)
    throws
  {
    _ = try write { database in
      try AuditLog.append(
        database, actor: actor, at: moment,
        details: "export: \(records) \(kind) of \(owner.map { "user '\($0)'" } ?? "all users")")
    }
  }
}

extension ShopDatabase {
  /// The identity of the shop, which is the same in all copies of its books: it is derived from the first entry of the
  /// audit log.
  ///
  /// - Returns: 32 hexadecimal digits; nil if the audit log has no entry yet.
  public func identity() throws -> String? {
    try read { try AuditLog.identity($0) }
  }

  /// Who did acts of a command, by the details with which the audit log has them; those that it does not have are missing.
  ///
  /// - Parameter number: that of an entry before all of the acts: only the part of the log after it is read.
  public func actors(
    ofActs details: [String], command: String, after number: Int64 = 0
  ) throws -> [String: String] {
    guard !details.isEmpty else { return [:] }
    return try read { database in
      // One look through that part of the log, for any number of them.
      let marks = databaseQuestionMarks(count: details.count)
      let arguments: StatementArguments = [number, command]
      let rows = try Row.fetchCursor(
        database,
        sql: "SELECT details, actor FROM audit_log WHERE id > ? AND command = ? AND details IN (\(marks)) ORDER BY id",
        arguments: arguments + StatementArguments(details))
      var actors: [String: String] = [:]
      while let row = try rows.next() {
        let (details, actor): (String, String) = (row[0], row[1])
        actors[details] = actor
      }
      return actors
    }
  }

  /// Whether the audit log has an act of a command with exactly these details.
  public func hasAct(_ details: String, command: String) throws -> Bool {
    try read { database in
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM audit_log WHERE command = ? AND details = ?)",
        arguments: [command, details]) ?? false
    }
  }
}
