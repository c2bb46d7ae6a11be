internal import GRDB
internal import ProblemKit
public import RetailValues

/// One import, undo or redo, as the shop remembers it.
public struct ImportEntry: Hashable, Sendable {
  public enum Operation: String, Hashable, Sendable {
    case `import`, undo, redo
  }

  public let number: Int64
  public let operation: Operation
  /// The import that an undo or redo is about.
  public let reverts: Int64?
  /// The name of the file.
  public let source: String
  public let byteCount: Int
  public let fileSHA256: String
  public let format: String
  public let profile: String?
  public let at: Timestamp
  public let actor: String
  /// How many records it made, changed, left alone and refused; of an undo or redo, updated are those that it reverted,
  /// unchanged those that it kept and rejected those that were blocked.
  public let created: Int
  public let updated: Int
  public let unchanged: Int
  public let rejected: Int
  /// Whether the import is undone.
  public let isUndone: Bool
}

/// The changes by an import, undo or redo.
public struct ImportContents: Hashable, Sendable {
  public struct Count: Hashable, Sendable {
    public let kind: String
    /// Create, update or delete.
    public let action: PlanAction
    public let records: Int
  }

  public struct MovementCount: Hashable, Sendable {
    /// The kind of the movements, such as `receipt`.
    public let kind: String
    public let records: Int
  }

  /// One record as an example.
  public struct Record: Hashable, Sendable {
    /// Values as stored, references as codes.
    public struct Field: Hashable, Sendable {
      public let field: String
      public let before: String?
      public let after: String?
    }
    public let kind: String
    public let action: PlanAction
    public let key: String
    public let fields: [Field]
  }

  public let entry: ImportEntry
  public internal(set) var counts: [Count] = []
  /// The movements of stock by their kind.
  public internal(set) var movements: [MovementCount] = []
  /// The first records of each kind and action.
  public internal(set) var records: [Record] = []

  /// Leaves out the records that belong to users; they are still counted.
  public mutating func leaveOutPersonal() { records.removeAll { RecordScope.personalKinds.contains($0.kind) } }
}

extension ShopDatabase {
  /// The imports with their undos and redos, the latest first.
  public func imports(limit: Int = 100) throws -> [ImportEntry] {
    try read { try ImportHistory.entries($0, where: "1 ORDER BY id DESC LIMIT ?", [limit]) }
  }

  /// The changes by an import.
  ///
  /// - Parameter shownRecords: the number of records of each kind and action to give as examples; counts are never capped.
  /// - Throws: ``Problem/Code/notFound``.
  public func importContents(_ number: Int64, shownRecords: Int = 5) throws -> ImportContents {
    try read { try ImportHistory.contents($0, of: number, shownRecords: max(0, shownRecords)) }
  }
}

enum ImportHistory {
  static func entries(
    _ database: Database, where condition: String, _ arguments: StatementArguments
  ) throws -> [ImportEntry] {
    try Row.fetchAll(database, sql: "SELECT * FROM imports WHERE \(condition)", arguments: arguments).map { row in
      let state: String = row["state"]
      return ImportEntry(
        number: row["id"], operation: ImportEntry.Operation(rawValue: row["operation"]) ?? .import,
        reverts: row["reverts"], source: row["source"], byteCount: row["byte_count"], fileSHA256: row["file_sha256"],
        format: row["format"], profile: row["profile"], at: Timestamp(millisecondsSince1970: row["applied_at"]),
        actor: row["actor"], created: row["created"], updated: row["updated"], unchanged: row["unchanged"],
        rejected: row["rejected"], isUndone: state == "undone")
    }
  }

  static func contents(_ database: Database, of number: Int64, shownRecords: Int) throws -> ImportContents {
    guard let entry = try entries(database, where: "id = ?", [number]).first else {
      throw Problems(
        .notFound, "there is no import \(number)", remedy: "`stockroom imports` lists them with their numbers.")
    }
    var contents = ImportContents(entry: entry)
    let counted = try Row.fetchAll(
      database,
      sql: """
        SELECT kind, action, SUM(records) FROM (
          SELECT kind, action, 1 AS records FROM changes WHERE import_id = ?1 AND action <> \(PlanAction.adopt.sql)
          UNION ALL SELECT kind, \(PlanAction.create.sql), records FROM created_records WHERE import_id = ?1)
        GROUP BY kind, action
        """, arguments: [number])
    for table in RevertedTable.all {
      for action in [PlanAction.create, .update, .delete] {
        for row in counted where row[0] == table.kind && row[1] == action.rawValue {
          contents.counts.append(.init(kind: table.kind, action: action, records: row[2]))
          contents.records += try records(database, of: table, action, in: number, limit: shownRecords)
        }
      }
    }
    contents.movements = try Row.fetchAll(
      database,
      sql: """
        SELECT m.kind, COUNT(*) FROM imports i JOIN movements m NOT INDEXED
          ON m.id BETWEEN COALESCE(i.first_movement, 0) AND COALESCE(i.last_movement, \(Int64.max))
        WHERE i.id = ? AND m.import_id = i.id GROUP BY m.kind ORDER BY m.kind
        """, arguments: [number]
    ).map { .init(kind: $0[0], records: $0[1]) }
    return contents
  }

  private static func records(
    _ database: Database, of table: RevertedTable, _ action: PlanAction, in number: Int64, limit: Int
  ) throws -> [ImportContents.Record] {
    var created: [Row] = []
    if action == .create {
      created = try Row.fetchAll(
        database,
        sql: """
          SELECT id AS record_id, NULL AS before, NULL AS after FROM (\(CreatedRecords.ids(of: table, importID: number)))
          ORDER BY id LIMIT ?
          """, arguments: [limit])
    }
    let changed = try Row.fetchAll(
      database,
      sql: """
        SELECT record_id, before, after FROM changes WHERE import_id = ? AND kind = ? AND action = ?
        ORDER BY sequence LIMIT ?
        """, arguments: [number, table.kind, action.rawValue, limit - created.count])
    return try (created + changed).map { row in
      let before: String? = row["before"]
      let after: String? = row["after"]
      let fields =
        action == .update ? try fields(database, of: table.kind, before: before ?? "{}", after: after ?? "{}") : []
      return ImportContents.Record(
        kind: table.kind, action: action, key: try key(database, of: row["record_id"], in: table), fields: fields)
    }
  }

  /// The code of a record for people; that of a removed record is found in the change set of its undo.
  private static func key(_ database: Database, of id: Int64, in table: RevertedTable) throws -> String {
    if let key = try String.fetchOne(
      database, sql: "SELECT \(table.keyText) FROM \(table.table) t WHERE t.id = ?", arguments: [id])
    {
      return key
    }
    let columns = try table.columns(database).map { "json_extract(c.before, '$.\($0)') AS \($0)" }
    return try String.fetchOne(
      database,
      sql: """
        SELECT COALESCE(\(table.keyText), '#' || t.id) FROM (
          SELECT \(columns.joined(separator: ", ")) FROM removed_records d
            JOIN changes c ON c.import_id = d.undo_id AND c.sequence = d.sequence
          WHERE d.kind = ? AND d.record_id = ?) t
        """, arguments: [table.kind, id]) ?? "#\(id)"
  }

  /// The fields that differ between two JSON objects.
  private static func fields(
    _ database: Database, of kind: String, before: String, after: String
  ) throws -> [ImportContents.Record.Field] {
    let columns = StoredKind.of(kind)?.values ?? []
    return try Row.fetchAll(
      database,
      sql: """
        SELECT b.key, CAST(b.value AS TEXT), CAST(json_extract(?2, '$.' || b.key) AS TEXT) FROM json_each(?1) b
        WHERE b.value IS NOT json_extract(?2, '$.' || b.key)
        """, arguments: [before, after]
    ).map { row in
      let name: String = row[0]
      let column = columns.first { $0.column == name }
      func shown(_ value: String?) throws -> String? {
        guard let value, let column, let target = RevertedTable.target(of: column) else { return value }
        return try String.fetchOne(
          database, sql: "SELECT \(target.key) FROM \(target.table) WHERE id = CAST(? AS INTEGER)", arguments: [value])
          ?? "#\(value)"
      }
      return .init(field: column?.field ?? name, before: try shown(row[1]), after: try shown(row[2]))
    }
  }
}
