package import FormatKit
internal import GRDB
internal import RetailValues

/// Temporary tables that hold the records of a source before they are compared with stock and applied.
///
/// The tables are in temporary files, so memory does not grow with the source; nothing of the shop is locked or changed
/// until ``apply(_:)``. Made by ``ShopDatabase/withStaging(_:)``.
public final class StagingArea {
  let database: Database
  let settings: ShopSettings
  /// The kinds of records that can be staged.
  let kinds: StoredKinds
  /// Whether users' stored data is left out of reports about their records.
  public var hidesPersonal = false
  /// Whether no stored values are shown, because they may be another store's.
  public var hidesStored = false
  /// Asked again and again until the changes are kept, also by SQLite within a statement. Once it says yes, the work ends
  /// with an error and the shop is as it was. Nil where nobody can stop it.
  public var isStopped: (@Sendable () -> Bool)?
  /// Called while the shop is changed, before each step: one for each kind of records, one for movements and one for counts.
  public var changed: (@Sendable (_ steps: Int, _ all: Int) -> Void)?
  /// How many errors were recorded so far.
  public private(set) var errorCount = 0
  /// What is known of the staged records.
  var staged = StagingState()
  /// How many lines of posted counts the last application restated, because stock moved before them.
  public internal(set) var restatedCountLines = 0
  /// Whether suppliers and locations that the shop lacks are looked for before the first comparison; what comes out is the
  /// same, as a test makes sure.
  package var foreseesNewRecords = true
  /// How often everything was compared from the start.
  package internal(set) var comparisonCount = 0
  /// The rows of the source that are recognised without being staged.
  var rowCache: RowCache?
  private let siblings = RowSiblings()
  private let block: StagedBlockTable
  private var problemStatement: Statement?
  private let functions: [DatabaseFunction]

  init(database: Database, settings: ShopSettings, kinds: StoredKinds) throws {
    self.database = database
    self.settings = settings
    self.kinds = kinds
    functions = GuardFunctions.all(clock: settings.clock)
    block = try StagedBlockTable(database)
    for function in functions { database.add(function: function) }
    try database.execute(
      sql: """
        CREATE TEMP TABLE problems (
          id INTEGER PRIMARY KEY, seq INTEGER, kind TEXT, code TEXT, severity TEXT, field TEXT, value TEXT, message TEXT,
          remedy TEXT, tbl INTEGER, line INTEGER, record INTEGER, offset INTEGER, path TEXT, own_offset INTEGER);
        \(RepeatedRecords.table);
        \(Self.doubtfulRows);
        """)
  }

  /// How many of the items that the source describes were recognised by something else than their SKU.
  public var itemsFound: [ItemMatch: Int] { staged.itemsFound }
  /// How many items were recognised by nothing but their titles.
  public var itemsFoundByTitle: Int { staged.itemsFoundByTitle }
  /// The names in the source that the shop does not have, by the guard that asks about them.
  public var newRecords: [GuardCode: NewRecords] { staged.newRecords }
  /// How many of the items that are known a source that should list everything lacks; nil when it need not.
  public var missingFromFeed: (missing: Int, known: Int)? { staged.missingFromFeed }

  /// Fills the tables within one transaction of the temporary database only; readers and writers of the shop go on.
  public func fill(_ work: () throws -> Void) throws {
    try database.inTransaction(.deferred) {
      try RowSumKeeper.withoutWatching(database) {
        try work()
        try flush()
      }
      return .commit
    }
  }

  /// Puts the records that are still on their way into their tables.
  func flush() throws {
    for kind in staged.names { try staged[kind]?.inserter.flush() }
  }

  /// Prepares to stage records of a kind.
  ///
  /// - Parameter fields: the kind's field names in the order in which ``StageInserter/insert(_:at:isBroken:)`` gets them.
  public func inserter(for kind: String, fields: [String]) throws -> StageInserter {
    if let known = staged[kind]?.inserter { return known }
    let made = madeCodes(of: kind).filter { fields.contains($0) }
    let named = try namedCodes(of: kind, fields)
    let numbered = made + named.filter(\.hasColumn).map(\.field)
    let columns = numbered.map { "n_\($0)" } + fields.map { "f_\($0)" }
    try database.execute(
      sql: """
        CREATE TEMP TABLE stage_\(kind) (
          seq INTEGER PRIMARY KEY, tbl INTEGER, line INTEGER, record INTEGER, offset INTEGER, broken INTEGER,
          clear INTEGER, twin INTEGER, implied INTEGER DEFAULT 0, \(columns.joined(separator: ", ")));
        """)
    let defaults = try kinds[kind].map(keyDefaults) ?? [:]
    let given = StageInserter.Column.allCases.map { "\($0)" } + columns
    let values = given.indices.map { place in
      let field = place - given.count + fields.count
      return field < 0 ? "c\(place)" : defaults[fields[field]].map { "COALESCE(c\(place), \($0))" } ?? "c\(place)"
    }
    let statement = try database.makeStatement(
      sql: """
        INSERT INTO temp.stage_\(kind) (\(given.joined(separator: ", ")))
        SELECT \(values.joined(separator: ", ")) FROM \(StagedBlockTable.name)
        """)
    let inserter = StageInserter(
      statement: statement, table: block, stored: kinds[kind], fields: fields, made: made, named: named,
      siblings: siblings, database: database)
    staged[kind] = StagedKind(fields: fields, inserter: inserter)
    return inserter
  }

  /// The fields of a kind that name suppliers and locations of the shop.
  private func namedCodes(of kind: String, _ fields: [String]) throws -> [StageInserter.NamedCodes] {
    try Self.named.filter { $0.kind != kind }.compactMap { named in
      guard let place = fields.firstIndex(of: named.field) else { return nil }
      let search = try database.makeStatement(sql: "SELECT id FROM main.\(named.kind) WHERE code = ?")
      let isLookedUp = kinds[kind]?.columns.contains { $0.field == named.field && $0.reference == .known(named.kind) }
      return StageInserter.NamedCodes(field: named.field, place: place, hasColumn: isLookedUp == true) { code in
        try Int64.fetchOne(search, arguments: [code])
      }
    }
  }

  /// What the records of a kind are in a row that describes an item.
  func part(of kind: String) -> ItemPart? { kinds.records[kind]?.part }

  /// The fields of a kind whose codes become records of another kind.
  func madeCodes(of kind: String) -> [String] {
    kinds[kind]?.columns.compactMap { column in
      guard case .made(let target) = column.reference, target != kind else { return nil }
      return column.field
    } ?? []
  }

  /// Whether a record of a kind says of a field that it is to be emptied.
  func hasCleared(_ kind: String) -> Bool { staged[kind]?.inserter.hasCleared ?? false }

  /// Records a problem with a record.
  public func add(_ problem: StagedProblem) throws {
    if problem.severity == "error" { errorCount += 1 }
    let statement: Statement
    if let problemStatement {
      statement = problemStatement
    } else {
      statement = try database.makeStatement(
        sql: """
          INSERT INTO temp.problems (
            kind, code, severity, field, value, message, remedy, tbl, line, record, offset, path, own_offset)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """)
      problemStatement = statement
    }
    try statement.execute(arguments: [
      problem.kind, problem.code, problem.severity, problem.field, problem.value, problem.message, problem.remedy,
      problem.position.table, problem.position.line, problem.position.record, problem.position.byteOffset,
      problem.path, problem.byteOffset,
    ])
  }

  /// The number of problems of each severity so far.
  public func problemCounts() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    let rows = try Row.fetchAll(database, sql: "SELECT severity, COUNT(*) AS n FROM temp.problems GROUP BY severity")
    for row in rows { counts[row["severity"]] = row["n"] }
    return counts
  }

  /// Hands out the problems, the gravest first and those in the order of the source, at most `limit` of them.
  ///
  /// - Parameter code: the only code wanted; nil for all but the guards, which ``guards(limit:)`` gives by their codes.
  public func forEachProblem(
    limit: Int = .max, code: String? = nil, _ body: (StagedProblem) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT * FROM temp.problems WHERE \(code == nil ? "severity != 'guard'" : "code = ?")
        ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, tbl, record, id LIMIT ?
        """, arguments: StatementArguments(code.map { [$0] } ?? []) + [Int64(clamping: limit)])
    while let row = try rows.next() { try body(Self.problem(row)) }
  }

  static func problem(_ row: Row) -> StagedProblem {
    StagedProblem(
      code: row["code"] ?? "", severity: row["severity"] ?? "error", kind: row["kind"] ?? "", field: row["field"] ?? "",
      value: row["value"] ?? "", message: row["message"] ?? "", remedy: row["remedy"] ?? "", position: position(row),
      path: row["path"], byteOffset: row["own_offset"])
  }

  /// The problems by cause: the gravest first, then those that occur first in the source, each group with its first
  /// cases. Guards are separate: see ``guards(limit:)``.
  ///
  /// - Parameter examples: how many cases of each group at most.
  public func problemGroups(examples: Int) throws -> [ProblemGroup] {
    var groups: [ProblemGroup] = []
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT * FROM (
          SELECT p.*, ROW_NUMBER() OVER cause AS place, COUNT(*) OVER whole AS total, MIN(record) OVER whole AS beginning
          FROM temp.problems p WHERE severity != 'guard'
          WINDOW whole AS (PARTITION BY severity, code, kind, field),
            cause AS (PARTITION BY severity, code, kind, field ORDER BY tbl, record, id))
        WHERE place <= ?
        ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, beginning, code,
          kind, field, place
        """, arguments: [examples])
    while let row = try rows.next() {
      let problem = Self.problem(row)
      if row["place"] == 1 {
        // A file with thousands of unknown columns does not need a message for each.
        guard groups.count < 200 else { break }
        groups.append(ProblemGroup(count: row["total"], problems: []))
      }
      groups[groups.count - 1].problems.append(problem)
    }
    return groups
  }

  /// From how many staged records on closing the temporary database is cheaper than dropping its tables page by page.
  /// Afterwards, the schema of the shop is read again.
  private static let manyRecords: Int64 = 10_000

  func dropTables() throws {
    let records = staged.kinds.values.reduce(0) { $0 + $1.inserter.lastNumber }
    rowCache = nil
    staged = StagingState()
    problemStatement = nil
    for function in functions { database.remove(function: function) }
    StagedBlockTable.remove(from: database)
    // SQLite closes the temporary database when its storage is changed; it refuses that while anything still reads it.
    if records >= Self.manyRecords,
      (try? database.execute(sql: "PRAGMA temp_store = DEFAULT; PRAGMA temp_store = FILE")) != nil
    {
      return
    }
    for type in ["view", "table"] {
      let names = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_temp_master WHERE type = ? AND name NOT LIKE 'sqlite_%'",
        arguments: [type])
      for name in names { try database.execute(sql: "DROP \(type) temp.\"\(name)\"") }
    }
  }
}

extension ShopDatabase {
  /// Makes a staging area, lets `work` use it, and takes it away again.
  ///
  /// - Parameter kinds: the kinds of records that can be staged; nil for those of the vocabulary.
  package func withStaging<Result>(
    of kinds: RecordCatalog?, _ work: (StagingArea) throws -> Result
  ) throws -> Result { try withStaging(kinds.map(StoredKinds.init) ?? .standard, work) }

  /// Makes a staging area for the kinds of the vocabulary, lets `work` use it, and takes it away again.
  public func withStaging<Result>(_ work: (StagingArea) throws -> Result) throws -> Result {
    try withStaging(.standard, work)
  }

  private func withStaging<Result>(
    _ kinds: StoredKinds, _ work: (StagingArea) throws -> Result
  ) throws -> Result {
    try Self.translatingErrors(at: path) {
      try queue.writeWithoutTransaction { database in
        // Tables are read from end to end, which a large cache does not make faster; sorting for an index needs as much again.
        try Self.setCaches(database, kilobytes: 4_000, ofTemporaryTables: 4_000)
        defer { try? Self.setCaches(database) }
        let area = try StagingArea(database: database, settings: settings, kinds: kinds)
        defer { try? area.dropTables() }
        return try work(area)
      }
    }
  }
}
