package import GRDB
internal import GRDBSQLite
internal import RetailValues

/// Digests of a posted count, or of a correction of one, computed when it is posted.
///
/// The digest is stored in the table `seals` and at the end of the posting's audit entry. Nobody can change one without
/// the other and the audit log's chain. `stockroom check` computes the digests again from the current rows.
///
/// A seal names the columns that it covers, so columns that a later version of Stockroom adds to a table are not part
/// of an old seal. Everything that a posting creates must exist when it is sealed. A seal includes every table whose
/// name begins with `count_` and that has a `session_id` or a `line_id`. Data that is added to a count *after* its
/// posting therefore belongs in other tables.
package enum Seal {
  /// The text before the digest at the end of an audit entry.
  static let mark = "; sealed SHA-256 "

  /// The digest that an audit entry ends with; nil when it ends otherwise.
  package static func digest(endOf details: String) -> String? {
    guard let match = details.firstMatch(of: /; sealed SHA-256 ([0-9a-f]{64})$/) else { return nil }
    return String(match.1)
  }

  /// The subject of a seal.
  package enum Subject: Equatable {
    /// A posted count session.
    case count(Int64)
    /// The reversal of a posted count session: the state of the session after it, and the movements that reverse it.
    case reversal(Int64)
    /// The corrections of posted counts that movements in this range are.
    case restatement(first: Int64, last: Int64)

    var kind: String {
      switch self {
      case .count: "count"
      case .reversal: "reversal"
      case .restatement: "restatement"
      }
    }
    var session: Int64? {
      switch self {
      case .count(let id), .reversal(let id): id
      case .restatement: nil
      }
    }
    var range: (first: Int64, last: Int64)? {
      if case .restatement(let first, let last) = self { (first, last) } else { nil }
    }
  }

  /// The rows of one table, and the digest of their columns.
  package struct Part: Equatable {
    package var table: String
    package var columns: [String]
    package var digest: String

    var line: String { "\(table) \(columns.joined(separator: ",")) \(digest)" }

    init(table: String, columns: [String], digest: String) {
      self.table = table
      self.columns = columns
      self.digest = digest
    }

    package init?(line: Substring) {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 3 else { return nil }
      self.init(table: words[0], columns: words[1].split(separator: ",").map(String.init), digest: words[2])
    }
  }

  /// Leaves out columns that may change after posting: the name and the account of a reason, and the columns of the
  /// session that a reversal writes, because the reversal has its own seal. The session's movements prove that it is
  /// posted.
  private static func isSealed(_ column: String, of table: String, _ subject: Subject) -> Bool {
    switch (subject, table) {
    case (.count, "reasons"): ["id", "code", "loss_class"].contains(column)
    case (.count, "count_sessions"): column != "state" && !column.hasPrefix("revers")
    default: true
    }
  }

  /// Seals a subject with the audit entry of the act that made it; called last in the transaction.
  static func append(
    _ database: Database, _ subject: Subject, actor: Actor, at moment: Timestamp, details: String
  ) throws {
    let parts = try tables(database, of: subject).map { table, condition in
      let columns = try database.columns(in: table).map(\.name).filter { isSealed($0, of: table, subject) }
      return Part(
        table: table, columns: columns, digest: try Self.digest(database, table, columns, where: condition, subject))
    }
    let text = parts.map(\.line).joined(separator: "\n")
    let digest = Self.digest(of: subject, parts: text)
    let entry = try AuditLog.append(database, actor: actor, at: moment, details: details, sealing: digest)
    try database.execute(
      sql: """
        INSERT INTO seals (kind, session_id, first_movement, last_movement, audit_id, parts, digest)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        subject.kind, subject.session, subject.range?.first, subject.range?.last, entry, text, digest,
      ])
  }

  /// The digest over a seal's parts and what they are of.
  package static func digest(of subject: Subject, parts: String) -> String {
    let name =
      switch subject {
      case .count(let id), .reversal(let id): "\(subject.kind) \(id)"
      case .restatement(let first, let last): "restatement \(first) \(last)"
      }
    return SHA256Hash.hexadecimal(of: "\(name)\n\(parts)")
  }

  /// The tables with rows of a subject, and which rows those are.
  package static func tables(_ database: Database, of subject: Subject) throws -> [(table: String, condition: String)] {
    let lines = "SELECT id FROM count_lines WHERE session_id = :session"
    switch subject {
    case .count:
      var tables = [("count_sessions", "id = :session")]
      let names = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'count\\_%' ESCAPE '\\' ORDER BY name")
      for name in names where name != "count_restatements" {
        let columns = try database.columns(in: name).map(\.name)
        if columns.contains("session_id") {
          tables.append((name, "session_id = :session"))
        } else if columns.contains("line_id") {
          tables.append((name, "line_id IN (\(lines))"))
        }
      }
      return tables + [
        ("documents", "id IN (SELECT document_id FROM count_sessions WHERE id = :session)"),
        ("movements", "id IN (SELECT movement_id FROM count_lines WHERE session_id = :session)"),
        ("reasons", "id IN (SELECT reason_id FROM count_lines WHERE session_id = :session)"),
      ]
    case .reversal:
      let corrections = "SELECT movement_id FROM count_restatements WHERE line_id IN (\(lines))"
      return [
        ("count_sessions", "id = :session"),
        (
          "movements",
          "reverses IN (SELECT movement_id FROM count_lines WHERE session_id = :session UNION \(corrections))"
        ),
      ]
    case .restatement:
      let corrections = "SELECT movement_id FROM count_restatements WHERE movement_id BETWEEN :first AND :last"
      return [
        ("count_restatements", "movement_id BETWEEN :first AND :last"), ("movements", "id IN (\(corrections))"),
        ("documents", "id IN (SELECT document_id FROM movements WHERE id IN (\(corrections)))"),
      ]
    }
  }

  /// The digest over some columns of the rows that belong to a subject, in the order of their keys.
  ///
  /// Each value is its type, the length of a text, and the value; each row ends with a line feed. So no byte can move from one
  /// value to the next, and a number is not the text of it.
  package static func digest(
    _ database: Database, _ table: String, _ columns: [String], where condition: String, _ subject: Subject
  ) throws -> String {
    let key = try database.primaryKey(table).columns
    let statement = try database.makeStatement(
      sql: """
        SELECT \(columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")) FROM \(table.quotedDatabaseIdentifier)
        WHERE \(condition) ORDER BY \(key.map(\.quotedDatabaseIdentifier).joined(separator: ", "))
        """)
    var arguments: [String: Int64?] = [:]
    if let session = subject.session { arguments["session"] = session }
    if let range = subject.range {
      arguments["first"] = range.first
      arguments["last"] = range.last
    }
    try statement.setArguments(StatementArguments(arguments))
    let hash = SHA256Hash()
    // Rows come by the million: their bytes are collected before they are hashed.
    var waiting: [UInt8] = []
    try statement.forEachRow(orFail: "\(table) cannot be read") { row in
      for column in 0..<Int32(clamping: columns.count) { append(row, column, to: &waiting) }
      waiting.append(UInt8(ascii: "\n"))
      guard waiting.count >= 1 << 16 else { return }
      waiting.withUnsafeBytes { hash.update($0) }
      waiting.removeAll(keepingCapacity: true)
    }
    waiting.withUnsafeBytes { hash.update($0) }
    return hash.hexadecimalDigest()
  }

  private static func append(_ row: OpaquePointer, _ column: Int32, to waiting: inout [UInt8]) {
    func append(_ number: Int64) {
      FixedPointText.withText(number, fractionDigits: 0, keeping: 0) { waiting.append(contentsOf: $0) }
    }
    switch sqlite3_column_type(row, column) {
    case SQLITE_NULL: waiting.append(UInt8(ascii: "n"))
    case SQLITE_INTEGER:
      waiting.append(UInt8(ascii: "i"))
      append(sqlite3_column_int64(row, column))
      waiting.append(UInt8(ascii: ";"))
    case let type:
      // Anything else is bytes: a text, or what damage has made of it.
      let count = Int(sqlite3_column_bytes(row, column))
      waiting.append(UInt8(ascii: type == SQLITE_TEXT ? "t" : "b"))
      append(Int64(count))
      waiting.append(UInt8(ascii: ":"))
      if count > 0, let bytes = sqlite3_column_blob(row, column) {
        waiting.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
      }
    }
  }
}
