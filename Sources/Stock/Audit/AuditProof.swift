internal import Foundation
internal import GRDB
internal import ProblemKit
public import RetailValues

/// A small statement of the last entry of a shop's audit log at one moment, to be kept outside the shop.
///
/// The audit log is a chain: the hash of an entry covers all entries before it. Keep the number and the hash of one
/// entry in a location that nobody who can change the shop's files can change. They prove later that nothing before
/// that entry was changed, removed or added. `stockroom check --export-proof` and jobs write it, `stockroom check
/// --against` compares (docs/guides/proof.md).
///
/// ```json
/// {
///   "statement" : {"format" : "stockroom-proof-1", "entry" : {"number" : 57, "hash" : "…"}, …},
///   "sha256" : "…",
///   "signature" : {"algorithm" : "Ed25519", "value" : "…"}
/// }
/// ```
public struct AuditProof: Codable, Hashable, Sendable {
  /// The checks that passed before the statement was made.
  public enum Scope: String, Codable, Hashable, Sendable {
    /// Everything that `stockroom check` proves.
    case everything
    /// That the entries of the audit log follow from each other.
    case auditLog = "audit-log"
  }

  /// The content of the proof. Its hash and its signature cover every field.
  public struct Statement: Codable, Hashable, Sendable {
    static let currentFormat = "stockroom-proof-1"

    public struct Shop: Codable, Hashable, Sendable {
      /// As ``ShopDatabase/identity()`` has it.
      public var identity: String
      public var name: String
    }

    public struct Entry: Codable, Hashable, Sendable {
      public var number: Int64
      /// 64 lower-case hexadecimal digits.
      public var hash: String
      /// ISO 8601 with the offset of the shop's clock.
      public var at: String
    }

    /// Totals that a person can compare with a page of a report; they prove nothing.
    public struct Totals: Codable, Hashable, Sendable {
      public var imports: Int64
      public var documents: Int64
      public var movements: Int64
      /// The sum of the stock of all items, regardless of their units.
      public var onHand: String
      public var postedCounts: Int64
      public var closedPeriods: Int64
      /// The last closed day; nil when no period is closed.
      public var closedThrough: String?
      /// The sum of the debits of all closed periods, with the currency.
      public var closedDebits: String

      enum CodingKeys: String, CodingKey {
        case imports, documents, movements
        case onHand = "on_hand"
        case postedCounts = "posted_counts"
        case closedPeriods = "closed_periods"
        case closedThrough = "closed_through"
        case closedDebits = "closed_debits"
      }
    }

    /// The rows of a table to which rows are only ever added, as they were when the proof was made.
    public struct Records: Codable, Hashable, Sendable {
      public var table: String
      /// The columns that the digest covers, in order; a later version may add more.
      public var columns: [String]
      /// The highest number among the rows; later rows have higher ones.
      public var last: Int64
      public var rows: Int64
      /// The sum of the SHA-256 digests of the rows modulo 2^256, 64 lower-case hexadecimal digits.
      public var digest: String
    }

    public var format = Self.currentFormat
    public var shop: Shop
    /// The last entry of the audit log.
    public var entry: Entry
    /// ISO 8601 with the offset of the shop's clock.
    public var madeAt: String
    public var checked: Scope
    /// nil in sets of jobs, which go to others.
    public var totals: Totals?
    /// nil in proofs of an earlier version.
    public var records: [Records]?

    enum CodingKeys: String, CodingKey {
      case format, shop, entry, checked, totals, records
      case madeAt = "made_at"
    }

    /// The bytes that the hash and the signature are of: JSON without spaces, the keys of each object in order, as
    /// `jq -cjS .statement` writes it.
    func canonicalBytes() throws -> [UInt8] {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self))
    }
  }

  public struct Signature: Codable, Hashable, Sendable {
    public var algorithm: String
    /// Base64.
    public var value: String
  }

  public let statement: Statement
  /// SHA-256 of the statement, 64 lower-case hexadecimal digits.
  public let sha256: String
  public internal(set) var signature: Signature?

  init(_ statement: Statement) throws {
    self.statement = statement
    sha256 = SHA256Hash.hexadecimal(of: String(decoding: try statement.canonicalBytes(), as: UTF8.self))
  }

  // MARK: - Files

  /// The largest file that is read as a proof, in bytes: manifests of sets may be that long.
  public static let maximumBytes = 16 << 20

  /// The text of a file with the proof.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// Reads a proof, or the one that the manifest of a set holds.
  ///
  /// - Parameter name: of the file, for messages.
  /// - Throws: ``Problem/Code/invalidProof`` for anything that is not exactly what Stockroom wrote.
  public static func read(_ bytes: [UInt8], name: String) throws -> AuditProof {
    func invalid(_ what: String, _ remedy: String = "Give the file that `stockroom check --export-proof` wrote.")
      -> Problems
    {
      Problems(.invalidProof, "\(name) \(what)", remedy: remedy)
    }
    guard let root = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
      throw invalid("is not a proof: it is not a JSON object")
    }
    // If a key occurs twice, other programs may read the first one.
    guard Self.keys(in: bytes) == Self.keys(in: root) else {
      throw invalid("is not a proof: an object has a key twice", "Take the proof from where nobody could change it.")
    }
    var value = root
    if root["statement"] == nil {
      guard let set = root["stockroom"] as? [String: Any] else { throw invalid("is not a proof") }
      guard let proof = set["proof"] as? [String: Any] else {
        throw invalid(
          "is the manifest of a set that holds no proof", "Give the manifest of a set that a later run published.")
      }
      value = proof
    }
    let format = (value["statement"] as? [String: Any])?["format"] as? String ?? ""
    guard format == Statement.currentFormat else {
      throw format.hasPrefix("stockroom-proof-")
        ? invalid("was written by a later version of stockroom: its format is \(format)", "Update stockroom.")
        : invalid("is not a proof")
    }
    let changed = "Take the proof from where nobody could change it."
    guard let data = try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys),
      let proof = try? JSONDecoder().decode(AuditProof.self, from: data)
    else { throw invalid("is a proof that lacks a part", changed) }
    // The file must not contain anything that the hash does not cover.
    let again = try JSONSerialization.jsonObject(with: JSONEncoder().encode(proof))
    guard try JSONSerialization.data(withJSONObject: again, options: .sortedKeys) == data,
      try AuditProof(proof.statement).sha256 == proof.sha256
    else { throw invalid("was changed since it was written: its SHA-256 does not fit its statement", changed) }
    return proof
  }
}

// MARK: - Keys

extension AuditProof {
  /// The number of keys in the objects of a JSON text, with every repetition.
  private static func keys(in json: [UInt8]) -> Int {
    var count = 0
    var place = json.startIndex
    while place < json.endIndex {
      guard json[place] == UInt8(ascii: "\"") else {
        place += 1
        continue
      }
      place += 1
      while place < json.endIndex, json[place] != UInt8(ascii: "\"") {
        place += json[place] == UInt8(ascii: "\\") ? 2 : 1
      }
      place += 1
      while place < json.endIndex, [0x20, 0x09, 0x0A, 0x0D].contains(json[place]) { place += 1 }
      if place < json.endIndex, json[place] == UInt8(ascii: ":") { count += 1 }
    }
    return count
  }

  /// The number of keys in the objects of a value.
  private static func keys(in value: Any) -> Int {
    switch value {
    case let object as [String: Any]: object.values.reduce(object.count) { $0 + keys(in: $1) }
    case let list as [Any]: list.reduce(0) { $0 + keys(in: $1) }
    default: 0
    }
  }
}

// MARK: - Making

extension AuditProof {
  /// The proof of the current books; nil as long as the audit log is empty.
  static func make(
    _ database: Database, _ settings: ShopSettings, checked: Scope, madeAt: String, withTotals: Bool
  ) throws -> AuditProof? {
    guard let identity = try AuditLog.identity(database),
      let last = try Row.fetchOne(database, sql: "SELECT id, at, hash FROM audit_log ORDER BY id DESC LIMIT 1")
    else { return nil }
    return try AuditProof(
      Statement(
        shop: .init(identity: identity, name: settings.name),
        entry: .init(
          number: last[0], hash: last[2], at: settings.clock.iso8601(Timestamp(millisecondsSince1970: last[1]))),
        madeAt: madeAt, checked: checked, totals: withTotals ? try totals(database, settings) : nil,
        records: try numbered.compactMap { try records(database, of: $0.table, numberedBy: $0.column) }))
  }

  /// The tables to which rows are only added, and the column whose number grows with them.
  static let numbered = [
    (table: "movements", column: "id"), (table: "seals", column: "id"), (table: "closed_entries", column: "period_id"),
    (table: "closed_movements", column: "period_id"),
  ]

  private static func records(
    _ database: Database, of table: String, numberedBy column: String
  ) throws -> Statement.Records? {
    guard let last = try Int64.fetchOne(database, sql: "SELECT MAX(\(column)) FROM \(table)") else { return nil }
    let columns = try TableDigests.columns(database, of: table)
    let sum = try TableDigests.contents(database, of: table, columns: columns).sum
    return Statement.Records(table: table, columns: columns, last: last, rows: sum.rows, digest: sum.hexadecimal)
  }

  private static func totals(_ database: Database, _ settings: ShopSettings) throws -> Statement.Totals {
    func count(_ sql: String) throws -> Int64 { try Int64.fetchOne(database, sql: sql) ?? 0 }
    let closed = "FROM periods WHERE reopened_at IS NULL"
    return Statement.Totals(
      imports: try count("SELECT COUNT(*) FROM imports"), documents: try count("SELECT COUNT(*) FROM documents"),
      movements: try count("SELECT COUNT(*) FROM movements"),
      onHand: FixedPointText.shortest(try count("SELECT SUM(quantity) FROM balances"), fractionDigits: 3),
      postedCounts: try count("SELECT COUNT(*) FROM count_sessions WHERE state = 'posted'"),
      closedPeriods: try count("SELECT COUNT(*) \(closed)"),
      closedThrough: try Int64.fetchOne(database, sql: "SELECT MAX(last_day) \(closed)").map {
        CalendarDate(daysSince1970: Int($0)).description
      },
      closedDebits: Money(minorUnits: try count("SELECT SUM(debits) \(closed)"), currency: settings.currency)
        .description)
  }
}

extension ShopDatabase {
  /// The proof of the current books, to be kept outside the shop; nil as long as nothing was ever done in the shop.
  ///
  /// Make it before the checks that it names: entries made meanwhile come after it.
  public func auditProof(checked: AuditProof.Scope, at moment: Timestamp = .now) throws -> AuditProof? {
    try read { database in
      try AuditProof.make(
        database, settings, checked: checked, madeAt: settings.clock.iso8601(moment), withTotals: true)
    }
  }

  /// The contradictions to an earlier proof; empty when its entry still exists unchanged.
  ///
  /// ``check(quick:progress:)`` verifies that the later entries follow from it.
  public func findings(against proof: AuditProof) throws -> [FailedCheck] {
    try read { try AuditProofCheck(database: $0, settings: settings, proof: proof.statement).findings() }
  }
}

extension ShopSnapshot {
  /// The proof of the state that the snapshot shows, without totals; nil where the audit log is empty.
  ///
  /// - Parameter madeAt: the moment that the proof names, so that the same books give the same bytes.
  /// - Throws: ``Problem/Code/damaged`` where the audit log does not hold.
  public func auditProof(madeAt: String) throws -> AuditProof? {
    try ShopDatabase.translatingErrors {
      if let entry = try AuditLog.firstBrokenEntry(database) {
        throw Problems(
          .damaged, "the audit log is broken from entry \(entry) on, so there is no proof of it",
          remedy: "Run `stockroom check`.")
      }
      return try AuditProof.make(database, settings, checked: .auditLog, madeAt: madeAt, withTotals: false)
    }
  }
}

// MARK: - Comparing

/// Compares a shop with a proof that was made earlier.
struct AuditProofCheck {
  let database: Database
  let settings: ShopSettings
  let proof: AuditProof.Statement

  func findings() throws -> [FailedCheck] {
    guard let identity = try AuditLog.identity(database), identity == proof.shop.identity else {
      return [anotherShop]
    }
    let entry = proof.entry
    if let hash = try String.fetchOne(
      database, sql: "SELECT hash FROM audit_log WHERE id = ?", arguments: [entry.number])
    {
      guard hash != entry.hash else { return try alteredRecords() }
      return [
        failure(
          .rewrittenAuditLog,
          "entry \(entry.number) of the audit log has the SHA-256 \(hash), and the proof of \(proof.madeAt) says "
            + "\(entry.hash): the log was rewritten at or before that entry")
      ]
    }
    let last = try Row.fetchOne(database, sql: "SELECT id, at FROM audit_log ORDER BY id DESC LIMIT 1")
    let number: Int64 = last?[0] ?? 0
    let moment: Int64 = last?[1] ?? 0
    guard number < entry.number else {
      return [
        failure(
          .rewrittenAuditLog,
          "entry \(entry.number) of the audit log is gone, although the log goes on to entry \(number)")
      ]
    }
    let time = settings.clock.iso8601(Timestamp(millisecondsSince1970: moment))
    let end =
      "the audit log ends at entry \(number) of \(time), and the proof names entry \(entry.number) of \(entry.at)"
    if try hasRecords(after: moment) {
      return [
        failure(
          .truncatedAuditLog,
          end + ": the last entries were removed, as the books hold what was recorded after entry \(number)")
      ]
    }
    return [
      failure(
        .olderThanProof,
        end + ": the shop was restored from an earlier backup, or its last entries were removed with all that they did",
        remedy: "Restore a backup that was made after \(entry.at); what was done since this one is not in the books.")
    ]
  }

  /// Rows that existed when the proof was made and have changed since, regardless of the log's later entries.
  private func alteredRecords() throws -> [FailedCheck] {
    try (proof.records ?? []).compactMap { records in
      guard let column = AuditProof.numbered.first(where: { $0.table == records.table })?.column else { return nil }
      let there = Set(try TableDigests.columns(database, of: records.table))
      // A later version may have built the table in another way.
      guard there.isSuperset(of: records.columns) else { return nil }
      let sum = try TableDigests.contents(
        database, of: records.table, columns: records.columns, through: (column, records.last)
      ).sum
      guard sum != RowSum(hexadecimal: records.digest, rows: records.rows) else { return nil }
      let rows = sum.rows == records.rows ? "" : ": \(sum.rows) rows instead of \(records.rows)"
      return failure(
        .alteredRecords,
        "the rows of \(records.table) up to number \(records.last) are not those of the proof of \(proof.madeAt)\(rows)"
      )
    }
  }

  private var anotherShop: FailedCheck {
    let names = "the proof is of the shop '\(proof.shop.name)'"
    let what =
      proof.shop.name == settings.name
      ? "\(names), whose audit log begins with another entry: it is another shop of that name, or this log was "
        + "rewritten from its first entry on"
      : "\(names), not of this one, '\(settings.name)': their audit logs begin with different entries"
    return failure(.otherShopThanProof, what)
  }

  private func failure(_ code: Problem.Code, _ message: String, remedy: String? = nil) -> FailedCheck {
    FailedCheck(code: code, message: message, remedy: remedy, count: 1)
  }

  /// Whether anything was recorded after a moment, which the audit log would have.
  private func hasRecords(after moment: Int64) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM movements WHERE recorded_at > :moment)
          OR EXISTS (SELECT 1 FROM imports WHERE applied_at > :moment)
          OR EXISTS (SELECT 1 FROM count_sessions WHERE posted_at > :moment OR opened_at > :moment)
          OR EXISTS (SELECT 1 FROM periods WHERE closed_at > :moment OR reopened_at > :moment)
        """, arguments: ["moment": moment]) ?? false
  }
}
