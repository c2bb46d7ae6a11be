internal import GRDB
internal import ProblemKit
public import RetailValues

/// The result of an undo or a redo of an import, or of its dry run.
///
/// ```swift
/// let plan = try shop.undoImport(7, actor: actor, isDryRun: true)
/// if plan.isComplete { try shop.undoImport(7, actor: actor) }
/// ```
public struct ImportReversion: Hashable, Sendable {
  public enum Operation: String, Hashable, Sendable {
    case undo, redo
  }

  /// The outcome for a record, or for a movement of stock.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// It is as it was before the import; of a redo: as the import made it.
    case reverted
    /// A later import changed it, and that holds.
    case kept
    /// Something depends on it, or what it depends on is gone.
    case blocked
  }

  /// What happens to a record, or to a movement of stock.
  public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// It leaves the shop.
    case removed
    /// It comes back.
    case restored
    /// Fields of it are set back, or again as the import set them.
    case changed
    /// Its stock is moved back, or again, by a movement of the opposite quantity.
    case moved
    /// A redo finds it as the import made it: the undo had to leave it.
    case present
    /// A later import changed it, and that holds.
    case kept
    /// Something depends on it, or what it depends on is gone.
    case blocked

    public var outcome: Outcome {
      switch self {
      case .removed, .restored, .changed, .moved, .present: .reverted
      case .kept: .kept
      case .blocked: .blocked
      }
    }
  }

  /// The number of records of a kind with an outcome.
  public struct Count: Hashable, Sendable {
    public let kind: String
    public let outcome: Outcome
    public internal(set) var records: Int
  }

  /// The number of records of a kind with an effect.
  public struct EffectCount: Hashable, Sendable {
    public let kind: String
    public let effect: Effect
    public let records: Int
  }

  /// What the change set of an undo or a redo has.
  public struct Written: Hashable, Sendable {
    public internal(set) var counts: [ImportContents.Count] = []
    public internal(set) var movements: [ImportContents.MovementCount] = []
  }

  /// One record as an example.
  public struct Record: Hashable, Sendable {
    /// A field that was to be set back; values as stored, references as codes.
    public struct Field: Hashable, Sendable {
      public let field: String
      /// The value before.
      public let current: String?
      /// The value afterwards; of a field that is kept or blocked, the one that it would have got.
      public let wanted: String?
      public let outcome: Outcome
    }
    public let kind: String
    public let key: String
    /// What people read of it in addition to its key, such as the title of the item; nil without one.
    public let title: String?
    public let effect: Effect
    /// Why it is not reverted, in lower case; empty when it is.
    public let reason: String
    public let fields: [Field]
    /// What the document is of whose line it is, such as `sale`: the first word of the key; nil for other records.
    public internal(set) var documentKind: String?

    public var outcome: Outcome { effect.outcome }
  }

  public let operation: Operation
  /// The import concerned.
  public let importID: Int64
  /// The number of the undo or redo itself; nil when it was only planned.
  public internal(set) var number: Int64?
  /// The name of the import's file.
  public let source: String
  /// Whether the import took records out of the catalog instead of bringing them in.
  public internal(set) var isOfRemoval = false
  /// The number of records of each kind with each effect, in the order of the kinds and of ``Effect``.
  public internal(set) var effects: [EffectCount] = []
  /// The first records of each kind and outcome.
  public internal(set) var records: [Record] = []
  /// The records that it makes, changes and removes, and its movements of stock, as its own change set has them.
  public internal(set) var written = Written()
  /// How many lines of posted counts were restated, because stock moved before them.
  public internal(set) var restatedCountLines = 0
  /// Items whose stock level a later import set, counting on the movements that are taken back or come again.
  public internal(set) var levelsSetSince = 0
  /// How many of its movements are of days for which the books are closed.
  public internal(set) var closedPeriodMovements = 0

  /// Later imports that found unchanged records which this undo may have removed: at most five, as `9 (sales.csv)`.
  /// Their files may be imported again.
  public internal(set) var foundSince: [String] = []

  /// Leaves out the records that belong to users, and the fields that do; the records are still counted.
  public mutating func leaveOutPersonal() { records = records.compactMap(\.withoutPersonal) }

  /// The number of records of each kind with each outcome.
  public var counts: [Count] {
    effects.reduce(into: []) { counts, found in
      let outcome = found.effect.outcome
      if let index = counts.firstIndex(where: { $0.kind == found.kind && $0.outcome == outcome }) {
        counts[index].records += found.records
      } else {
        counts.append(Count(kind: found.kind, outcome: outcome, records: found.records))
      }
    }
  }

  /// Learns how many steps of an undo or a redo are done, and how many it has, before each of them.
  public typealias Steps = (_ done: Int, _ all: Int) -> Void

  /// Whether nothing was kept or blocked.
  public var isComplete: Bool { !counts.contains { $0.outcome != .reverted } }

  public func total(_ outcome: Outcome) -> Int {
    counts.filter { $0.outcome == outcome }.reduce(0) { $0 + $1.records }
  }
}

extension ShopDatabase {
  /// Takes an import back: what it made is removed, what it changed is set back, what it moved is moved back by movements of
  /// the opposite quantity. All of it in one transaction.
  ///
  /// - Parameters:
  ///   - isDryRun: finds out what would happen, by the same steps, and changes nothing.
  ///   - shownRecords: how many records of each kind and outcome to give as examples; counts are never capped.
  ///   - reading: reads all records before the transaction ends; nil for the examples alone.
  ///   - steps: learns how far it has come.
  ///   - acceptsClosedPeriods: whether movements of days for which the books are closed may change; a dry run counts them.
  /// - Throws: ``Problems`` `.notFound` for an unknown number, `.wrongState` for one that is undone already, `.refused` for
  ///   the number of an undo, a redo or the deletion of a count, when every record is blocked and one of them by a closed
  ///   count, or when a sum leaves the range of a quantity.
  @discardableResult
  public func undoImport(
    _ number: Int64, actor: Actor, isDryRun: Bool = false, shownRecords: Int = 5,
    reading: ImportReversion.Reading? = nil, at moment: Timestamp = .now, acceptsClosedPeriods: Bool = true,
    steps: ImportReversion.Steps? = nil
  ) throws -> ImportReversion {
    try revert(
      .undo, number, actor: actor, isDryRun: isDryRun, shownRecords: shownRecords, reading: reading, at: moment,
      acceptsClosedPeriods: acceptsClosedPeriods, steps: steps)
  }

  /// Redoes an undone import, except records that conflict with later ones.
  ///
  /// Parameters and errors as for ``undoImport(_:actor:isDryRun:shownRecords:reading:at:acceptsClosedPeriods:steps:)``. It is also refused when every record
  /// is blocked and one of them by a count that was discarded.
  @discardableResult
  public func redoImport(
    _ number: Int64, actor: Actor, isDryRun: Bool = false, shownRecords: Int = 5,
    reading: ImportReversion.Reading? = nil, at moment: Timestamp = .now, acceptsClosedPeriods: Bool = true,
    steps: ImportReversion.Steps? = nil
  ) throws -> ImportReversion {
    try revert(
      .redo, number, actor: actor, isDryRun: isDryRun, shownRecords: shownRecords, reading: reading, at: moment,
      acceptsClosedPeriods: acceptsClosedPeriods, steps: steps)
  }

  /// The same with the kinds of records that the import was made with.
  ///
  /// - Parameter check: throws where the import must not change now; within the transaction.
  func revert(
    _ operation: ImportReversion.Operation, _ number: Int64, actor: Actor, isDryRun: Bool = false,
    shownRecords: Int = 5, reading: ImportReversion.Reading? = nil, at moment: Timestamp = .now,
    kinds: StoredKinds = .standard, acceptsClosedPeriods: Bool = true, steps: ImportReversion.Steps? = nil,
    check: ((Database) throws -> Void)? = nil
  ) throws -> ImportReversion {
    try Self.translatingErrors(at: path) {
      try queue.writeWithoutTransaction { database in
        // With them on, each record removed would be looked for in whole tables; they are checked before the commit.
        try database.execute(sql: "PRAGMA foreign_keys = OFF")
        defer { try? database.execute(sql: "PRAGMA foreign_keys = ON") }
        return try database.inConfirmedTransaction(.immediate) {
          try check?(database)
          // The values to restore come from these tables.
          try TableDigests.requireUnaltered(["imports", "changes"], database)
          let run = try ReversionRun(
            database, operation, of: number, kinds, actor: actor, shownRecords: shownRecords, at: moment)
          defer { try? run.dropTables() }
          var result = try run.carryOut(steps)
          if !isDryRun, !acceptsClosedPeriods {
            try ClosedPeriodMovements.requireNone(of: result.closedPeriodMovements)
          }
          try RetailCosts.refresh(database)
          try LotIssues.refresh(database)
          try TableDigests.settle(database)
          let contents = try ImportHistory.contents(database, of: run.number, shownRecords: 0)
          result.written = .init(counts: contents.counts, movements: contents.movements)
          if let reading { try run.forEachRecord(reading) }
          if isDryRun { result.number = nil }
          return (result, isDryRun ? .rollback : .commit)
        }
      }
    }
  }
}

/// One undo or redo within its transaction.
///
/// The rule is declarative, so that the order of undos and redos does not matter. A field has the value from the last
/// live (not undone) import that set it, or the value before the first change if there is no such import. A record
/// exists as long as the import that created it is live, or a live import changed or found it since, or something
/// depends on it. So an undo examines not only the import's own records but also those that had to stay when other
/// imports were undone, and those that were removed.
final class ReversionRun {
  let database: Database
  let operation: ImportReversion.Operation
  /// The import concerned.
  let importID: Int64
  /// The number of the undo or redo.
  let number: Int64
  let kinds: StoredKinds
  /// In the order in which records can be made.
  let tables: [RevertedTable]
  let actor: Actor
  let shownRecords: Int
  let moment: Timestamp
  var result: ImportReversion

  init(
    _ database: Database, _ operation: ImportReversion.Operation, of importID: Int64, _ kinds: StoredKinds,
    actor: Actor, shownRecords: Int, at moment: Timestamp
  ) throws {
    let entry = try ImportHistory.entry(database, importID)
    if let reverts = entry.reverts {
      throw Problems(
        .refused, "\(importID) is the \(entry.operation.rawValue) of import \(reverts), not an import",
        remedy: "Run `stockroom imports \(entry.operation == .undo ? "redo" : "undo") \(reverts)`.")
    }
    guard entry.operation == .import else {
      throw Problems(
        .refused, "\(importID) is the deletion of a count, not an import",
        remedy: "Open another count with `stockroom count open`.")
    }
    guard entry.isUndone == (operation == .redo) else {
      throw Problems(
        .wrongState,
        operation == .undo ? "import \(importID) is undone already" : "import \(importID) is not undone",
        remedy: operation == .undo
          ? "Run `stockroom imports redo \(importID)` to bring it back." : "There is nothing to bring back.")
    }
    self.database = database
    self.operation = operation
    self.importID = importID
    (self.kinds, tables) = (kinds, RevertedTable.all(of: kinds))
    self.actor = actor
    self.shownRecords = max(0, shownRecords)
    self.moment = moment
    result = ImportReversion(operation: operation, importID: importID, source: entry.source)
    result.isOfRemoval = entry.format == RemovalRun.format
    try database.execute(
      sql: """
        INSERT INTO imports (identity, file_sha256, source, byte_count, format, profile, applied_at, actor, created, updated,
          unchanged, rejected, conflicts, operation, reverts)
        SELECT ? || ' ' || id, file_sha256, source, byte_count, format, profile, ?, ?, 0, 0, 0, 0, 0, ?, id FROM imports
        WHERE id = ?
        """,
      arguments: [operation.rawValue, moment.millisecondsSince1970, actor.name, operation.rawValue, importID])
    number = database.lastInsertedRowID
  }

  func carryOut(_ told: ImportReversion.Steps? = nil) throws -> ImportReversion {
    try database.execute(
      sql: "UPDATE imports SET state = ? WHERE id = ?",
      arguments: [operation == .undo ? "undone" : "applied", importID])
    result.number = number
    let steps: [() throws -> Void] = [
      makeTables, revertMovements, { if self.operation == .undo { try self.revertSessionStates() } }, findRecords,
      restoreRecords, revertFields, removeRecords,
      // A removed record may have blocked a record with the same key.
      restoreRecords, setFieldsOfRestored, noteOrphans, tally,
    ]
    for (done, step) in steps.enumerated() {
      told?(done, steps.count)
      try step()
    }
    try requireOpenCounts()
    try requireKeptCounts()
    if operation == .undo, result.total(.reverted) > 0 {
      result.foundSince = try String.fetchAll(
        database,
        sql: """
          SELECT id || ' (' || source || ')' FROM imports
          WHERE operation = 'import' AND state = 'applied' AND id > ? AND id < ? AND unchanged > 0 ORDER BY id LIMIT 5
          """, arguments: [importID, number])
    }
    try checkReferences()
    try database.execute(
      sql: "UPDATE imports SET updated = ?, unchanged = ?, rejected = ? WHERE id = ?",
      arguments: [result.total(.reverted), result.total(.kept), result.total(.blocked), number])
    // An import that only moves or counts stock does not invalidate saved plans.
    let isCatalogChanged = try Bool.fetchOne(
      database,
      sql: "SELECT EXISTS (SELECT 1 FROM changes WHERE import_id = ? AND kind NOT IN ('counts', 'count_lines'))",
      arguments: [number])
    if isCatalogChanged == true { try ShopDatabase.advanceCatalogRevision(database) }
    try AuditLog.append(
      database, actor: actor, at: moment,
      details:
        "\(operation.rawValue) \(number) of import \(importID): \(result.source), reverted \(result.total(.reverted)), "
        + "kept \(result.total(.kept)), blocked \(result.total(.blocked))")
    return result
  }

  private func makeTables() throws {
    try dropTables()
    try database.execute(
      sql: """
        CREATE TEMP TABLE live_imports AS
          SELECT id FROM imports WHERE operation = 'import' AND state = 'applied' ORDER BY id;
        CREATE TEMP TABLE revert_records (
          kind TEXT, record_id INTEGER, import_id INTEGER, is_own INTEGER, is_present INTEGER DEFAULT 0,
          is_alive INTEGER DEFAULT 0, outcome TEXT, reason TEXT, PRIMARY KEY (kind, record_id)) WITHOUT ROWID;
        -- Values have no declared type: they keep that of the column they come from.
        CREATE TEMP TABLE revert_fields (
          kind TEXT, record_id INTEGER, field TEXT, is_own INTEGER, current, wanted, otherwise, changed_by INTEGER,
          is_set INTEGER DEFAULT 0, outcome TEXT, reason TEXT, PRIMARY KEY (kind, record_id, field)) WITHOUT ROWID;
        CREATE TEMP TABLE revert_history (
          kind TEXT, record_id INTEGER, field TEXT, import_id INTEGER, sequence INTEGER, is_live INTEGER, before, after,
          PRIMARY KEY (kind, record_id, field, import_id, sequence)) WITHOUT ROWID;
        CREATE TEMP TABLE revert_movements (root INTEGER PRIMARY KEY, last INTEGER NOT NULL, is_blocked INTEGER DEFAULT 0);
        """)
  }

  func dropTables() throws {
    for name in ["live_imports", "revert_records", "revert_fields", "revert_history", "revert_movements"] {
      try database.execute(sql: "DROP TABLE IF EXISTS temp.\(name)")
    }
  }

  /// Proves that nothing points to a record that was removed.
  private func checkReferences() throws {
    var checked: Set<String> = []
    let touched = try String.fetchAll(
      database, sql: "SELECT DISTINCT kind FROM temp.revert_records WHERE outcome IN ('removed', 'restored')")
    for table in tables where touched.contains(table.kind) {
      checked.insert(table.table)
      for reference in try table.references(to: database) { checked.insert(reference.table) }
    }
    for table in checked.sorted() {
      guard let row = try Row.fetchOne(database, sql: "PRAGMA foreign_key_check(\(table))") else { continue }
      let parent: String = row["parent"]
      throw Problems(
        .damaged, "the \(operation.rawValue) would leave \(table) without its \(parent)",
        remedy: "Nothing was changed; run `stockroom check` and report this.")
    }
  }
}
