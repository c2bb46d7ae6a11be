internal import FormatKit
internal import GRDB
internal import ProblemKit
public import RetailValues

/// One import, undo or redo, or the deletion of a count, as the shop remembers it.
public struct ImportEntry: Hashable, Sendable {
  /// What an entry is.
  public typealias Operation = ImportOperation

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
    /// How many of the new records are prices that follow one of before: to people, that price was changed.
    public internal(set) var followingPrices = 0
  }

  public struct MovementCount: Hashable, Sendable {
    /// The kind of the movements, such as `receipt`.
    public let kind: String
    public let records: Int
  }

  /// One record that was made, changed or removed, or one movement of stock.
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
    /// What people read of it in addition to its key, such as the title of the item; nil without one.
    public let title: String?
    /// The fields that changed; of a new record those that it was made with, of a removed one those that it had.
    public let fields: [Field]
  }

  public let entry: ImportEntry
  public internal(set) var counts: [Count] = []
  /// The movements of stock by their kind.
  public internal(set) var movements: [MovementCount] = []
  /// The first records of each kind and action.
  public internal(set) var records: [Record] = []

  /// The cells that were imported with another value than the file has, by line and column.
  public internal(set) var corrections: [CorrectedCell] = []

  /// All its records, in the order in which they are shown.
  var runs: [ImportRun] = []

  /// Whether what the cells of its file say may be shown; see ``leaveOutPersonal()``.
  public private(set) var showsCells = true

  /// Whether what belongs to users is left out.
  private(set) var hidesPersonal = false

  /// Leaves out the records that belong to users, and the fields that do; the records are still counted.
  public mutating func leaveOutPersonal() {
    hidesPersonal = true
    records = records.filter { shows($0.kind) }.map { shown($0) }
    // What a cell of such a file says may belong to a user.
    let isOfUsers = counts.contains { count in
      RecordScope.personalKinds.contains(count.kind) || Vocabulary.kind(count.kind)?.namesUsers == true
    }
    guard isOfUsers || counts.isEmpty && movements.isEmpty else { return }
    showsCells = false
    corrections = corrections.map {
      CorrectedCell(line: $0.line, columnNumber: $0.columnNumber, column: $0.column, was: "…", value: "…")
    }
  }

  /// Whether the records of a kind are shown.
  func shows(_ kind: String) -> Bool { !hidesPersonal || !RecordScope.personalKinds.contains(kind) }

  /// A record as far as it is shown.
  func shown(_ record: Record) -> Record {
    guard hidesPersonal, let kind = Vocabulary.kind(record.kind), kind.namesUsers else { return record }
    let namesUser = kind.key.contains { kind.dataClass(of: $0.name) == .personal }
    return Record(
      kind: record.kind, action: record.action, key: namesUser ? record.title ?? "" : record.key, title: record.title,
      fields: record.fields.filter { kind.dataClass(of: $0.field) != .personal })
  }
}

extension ShopDatabase {
  /// The imports with their undos and redos and the deletions of counts, the latest first.
  ///
  /// - Parameters:
  ///   - skip: the number of entries to pass over first.
  ///   - find: only those with this text in the source, the person or the number; nil for all.
  ///   - before: only those with a smaller number; nil for all.
  public func imports(
    limit: Int = 100, skip: Int = 0, find: String? = nil, before: Int64? = nil
  ) throws -> [ImportEntry] {
    try read {
      try ImportHistory.entries(
        $0, where: "\(ImportHistory.isFound) AND id < COALESCE(?, \(Int64.max)) ORDER BY id DESC LIMIT ? OFFSET ?",
        [find, before, limit, skip])
    }
  }

  /// How many imports, undos, redos and deletions of counts there are.
  ///
  /// - Parameter find: only those with this text in the source, the person or the number; nil for all.
  public func importCount(find: String? = nil) throws -> Int {
    try read {
      try Int.fetchOne(
        $0, sql: "SELECT COUNT(*) FROM imports WHERE \(ImportHistory.isFound)", arguments: [find]) ?? 0
    }
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
  /// Whether an import has the text of the argument; all of them for a null.
  static let isFound = "INSTR(LOWER(id || ' ' || actor || ' ' || source), COALESCE(LOWER(?), '')) > 0"

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

  /// - Throws: ``Problem/Code/notFound``.
  static func entry(_ database: Database, _ number: Int64) throws -> ImportEntry {
    guard let entry = try entries(database, where: "id = ?", [number]).first else {
      throw Problems(
        .notFound, "there is no import \(number)", remedy: "`stockroom imports` lists them with their numbers.")
    }
    return entry
  }

  static func contents(_ database: Database, of number: Int64, shownRecords: Int) throws -> ImportContents {
    var contents = ImportContents(entry: try entry(database, number))
    contents.corrections = try Row.fetchAll(
      database,
      sql: """
        SELECT line, column_number, column_name, was, value FROM import_corrections WHERE import_id = ?
        ORDER BY line, column_number
        """, arguments: [number]
    ).map { CorrectedCell(line: $0[0], columnNumber: $0[1], column: $0[2], was: $0[3], value: $0[4]) }
    let runs = try recordRuns(database, of: number)
    for table in RevertedTable.all {
      for action in [PlanAction.create, .update, .delete] {
        let found = runs.filter { $0.kind == table.kind && $0.action == action }
        guard !found.isEmpty else { continue }
        contents.runs += found
        var count = ImportContents.Count(
          kind: table.kind, action: action, records: found.reduce(0) { $0 + $1.records })
        if action == .create, contents.entry.operation == .import {
          count.followingPrices = try followingPrices(database, among: found, of: table, in: number)
        }
        contents.counts.append(count)
        var left = shownRecords
        for run in found where left > 0 {
          try forEachRecord(database, of: run, in: number, chunk: left) { record, _ in
            contents.records.append(record)
            left -= 1
            return left > 0
          }
        }
      }
    }
    let moved = try Row.fetchAll(
      database,
      sql: """
        SELECT m.kind, COUNT(*), MIN(m.id), MAX(m.id) FROM imports i JOIN movements m NOT INDEXED
          ON m.id BETWEEN COALESCE(i.first_movement, 0) AND COALESCE(i.last_movement, \(Int64.max))
        WHERE i.id = ? AND m.import_id = i.id GROUP BY m.kind ORDER BY m.kind
        """, arguments: [number])
    contents.movements = moved.map { .init(kind: $0[0], records: $0[1]) }
    if let first = moved.map({ $0[2] as Int64 }).min(), let last = moved.map({ $0[3] as Int64 }).max() {
      contents.runs.append(
        ImportRun(
          kind: ImportContents.movementKind, action: .create, source: .movements, first: first, last: last,
          records: contents.movements.reduce(0) { $0 + $1.records }))
    }
    return contents
  }

  /// The changes of the import ?1 as blocks of one kind and action that follow each other, with the sequence number of the first
  /// of each block and of the next block. An import writes few blocks, so this takes a fraction of the time of sorting its changes.
  private static let blocks = """
    blocks(kind, action, first, next) AS (
      SELECT NULL, NULL, NULL, (SELECT MIN(sequence) FROM changes WHERE import_id = ?1)
      UNION ALL
      SELECT c.kind, c.action, c.sequence, (
        SELECT n.sequence FROM changes n
        WHERE n.import_id = ?1 AND n.sequence > c.sequence AND (n.kind <> c.kind OR n.action <> c.action)
        ORDER BY n.sequence LIMIT 1)
      FROM blocks b JOIN changes c ON c.import_id = ?1 AND c.sequence = b.next
    )
    """

  /// The runs of an import's records, new ones by the range of their ids first.
  private static func recordRuns(_ database: Database, of number: Int64) throws -> [ImportRun] {
    try Row.fetchAll(
      database,
      sql: """
        WITH RECURSIVE \(blocks)
        SELECT 1 AS is_change, kind, action, SUM(records) AS records, MIN(first) AS first, MAX(last) AS last FROM (
          SELECT b.kind, b.action, b.first,
            (SELECT COUNT(*) FROM changes c
              WHERE c.import_id = ?1 AND c.sequence BETWEEN b.first AND COALESCE(b.next - 1, \(Int64.max))) AS records,
            (SELECT MAX(c.sequence) FROM changes c
              WHERE c.import_id = ?1 AND c.sequence BETWEEN b.first AND COALESCE(b.next - 1, \(Int64.max))) AS last
          FROM blocks b WHERE b.first IS NOT NULL AND b.action <> \(PlanAction.adopt.sql)
        ) GROUP BY kind, action
        UNION ALL SELECT 0, kind, \(PlanAction.create.sql), records, first_id, last_id FROM created_records
        WHERE import_id = ?1 ORDER BY is_change
        """, arguments: [number]
    ).compactMap { row in
      let isChange: Bool = row["is_change"]
      return PlanAction(rawValue: row["action"]).map { action in
        ImportRun(
          kind: row["kind"], action: action, source: isChange ? .changes : .created, first: row["first"],
          last: row["last"], records: row["records"])
      }
    }
  }
}
