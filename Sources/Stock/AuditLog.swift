public import Catalog
public import GRDB

/// Who acts, in which role, by which command.
public struct Actor: Hashable, Sendable {
  public var name: String
  /// A role of the shop: manager, counter, accountant, auditor, service, customer.
  public var role: String
  public var command: String

  public init(name: String, role: String = "manager", command: String) {
    self.name = name
    self.role = role
    self.command = command
  }
}

/// The append-only log of acts. Each entry carries the hash of the one before.
public enum AuditLog {
  /// One act, as it is shown.
  public struct Entry: Hashable, Sendable {
    public let id: Int64
    public let at: Timestamp
    public let actor: String
    public let role: String
    public let command: String
    /// What was done, with ids and hashes, as text.
    public let details: String
    public let hash: String
  }

  /// Adds an act, within the transaction that does it.
  public static func append(_ database: Database, actor: Actor, at moment: Timestamp, details: String) throws {
    let previous = try String.fetchOne(database, sql: "SELECT hash FROM audit_log ORDER BY id DESC LIMIT 1") ?? ""
    let milliseconds = moment.millisecondsSince1970
    let hash = Self.hash(
      previous: previous, at: milliseconds, actor: actor.name, role: actor.role, command: actor.command,
      details: details)
    try database.execute(
      sql: """
        INSERT INTO audit_log (at, actor, role, command, details, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [milliseconds, actor.name, actor.role, actor.command, details, previous, hash])
  }

  /// The acts, the latest first.
  public static func entries(_ database: Database, limit: Int = 100) throws -> [Entry] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM audit_log ORDER BY id DESC LIMIT ?", arguments: [limit]
    ).map { row in
      Entry(
        id: row["id"], at: Timestamp(millisecondsSince1970: row["at"]), actor: row["actor"], role: row["role"],
        command: row["command"], details: row["details"], hash: row["hash"])
    }
  }

  /// The number of the first entry that does not follow from the one before; nil when the chain holds.
  public static func firstBrokenEntry(_ database: Database) throws -> Int64? {
    var previous = ""
    let rows = try Row.fetchCursor(database, sql: "SELECT * FROM audit_log ORDER BY id")
    while let row = try rows.next() {
      let expected = hash(
        previous: previous, at: row["at"], actor: row["actor"], role: row["role"], command: row["command"],
        details: row["details"])
      let stored: String = row["hash"]
      let link: String = row["previous_hash"]
      guard stored == expected, link == previous else { return row["id"] }
      previous = stored
    }
    return nil
  }

  private static func hash(
    previous: String, at: Int64, actor: String, role: String, command: String, details: String
  ) -> String {
    // Lengths before the parts, so that no text can be moved from one part to the next.
    let parts = [previous, "\(at)", actor, role, command, details]
    return SHA256Hash.hexadecimal(of: parts.map { "\($0.utf8.count):\($0)" }.joined())
  }
}

extension ShopDatabase {
  /// The acts of the audit log, the latest first.
  public func auditEntries(limit: Int = 100) throws -> [AuditLog.Entry] {
    try read { try AuditLog.entries($0, limit: limit) }
  }
}
