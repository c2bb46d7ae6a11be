internal import FormatKit
internal import GRDB
internal import GRDBSQLite
internal import RetailValues

/// The results of a file's rows, in the order of the file: the records that each names, if the same row would now
/// change nothing and cause no report.
///
/// The staging tables of all kinds are read in parallel; all have the order of the file.
final class StagedRows {
  private let database: Database
  private var walks: [StagedWalk] = []
  /// The rows about which something was reported, or whose item was found by something else than its SKU, by table.
  private var told: [Int64: RecordNumbers] = [:]
  private let item: ItemProof
  private let prices: PriceProof?

  init(_ area: StagingArea, context: StagingContext, now: Timestamp) throws {
    database = area.database
    item = try ItemProof(area)
    prices = area.staged.isMerged("prices") ? try PriceProof(area, now: now) : nil
    // A guard speaks of a change, and the same row changes nothing any more.
    try readTold(from: "problems WHERE severity != 'guard'")
    if try database.tableExists("renamed_items", in: "temp") { try readTold(from: "renamed_items") }
    for (sort, kind) in RowReference.kinds.enumerated() {
      guard area.staged.isMerged(kind), let stored = area.kinds[kind] else {
        continue
      }
      // Of several records of a key only one may count, which need not be the row's own.
      let isDecided = area.staged.isUnrepeated(kind) || context.duplicates[kind] ?? .conflict == .conflict
      walks.append(try StagedWalk(stored, sort: sort, area, isDecided: isDecided))
    }
  }

  private func readTold(from table: String) throws {
    let rows = try Row.fetchCursor(database, sql: "SELECT tbl, record FROM temp.\(table)")
    while let row = try rows.next() {
      guard let table: Int64 = row[0], let record: Int64 = row[1] else { continue }
      guard told[table, default: RecordNumbers()].insert(record) else { throw RecognitionAbandoned() }
    }
  }

  /// Whether every staged record was handed out.
  var isAtEnd: Bool { walks.allSatisfy(\.isAtEnd) }

  /// The references of the next row; nil for a row that is not to be kept.
  func references(table: Int64, record: Int64) throws -> [RowReference]? {
    var references: [RowReference] = []
    var isKept = told[table]?.contains(record) != true
    item.beginRow()
    for walk in walks {
      while walk.hasRecord, walk.table == table, walk.record == record {
        if isKept { isKept = try add(walk, to: &references) }
        try walk.step()
      }
    }
    return isKept ? references : nil
  }

  private func add(_ walk: StagedWalk, to references: inout [RowReference]) throws -> Bool {
    guard !walk.isBroken, let id = try walk.recordID(), id > 0, id < RecordNumbers.limit else { return false }
    references.append(RowReference(walk.sort, id))
    for (sort, column) in walk.made {
      guard let made = walk.number(column) else { continue }
      guard made > 0, made < RecordNumbers.limit else { return false }
      references.append(RowReference(sort, made))
    }
    switch walk.sort {
    case RowReference.variants: return try item.isOnly(id, walk, isDescribed: true)
    case RowReference.barcodes, RowReference.supplierItems, RowReference.prices:
      guard let named = walk.item.flatMap(walk.number), named > 0, named < RecordNumbers.limit else { return false }
      if !item.isOfRow(named) { references.append(RowReference(RowReference.item, named)) }
      guard try item.isOnly(named, walk, isDescribed: false) else { return false }
      return walk.sort == RowReference.prices ? try prices?.isCurrent(id) ?? false : true
    default: return true
    }
  }
}

/// The staged records of one kind that come from rows of the file, one after the other.
final class StagedWalk {
  let sort: Int
  /// The columns with records that are made where they are named, and their sorts.
  private(set) var made: [(sort: Int, column: Int32)] = []
  /// The column with the variant that the record is about.
  private(set) var item: Int32?
  /// The column with the SKU or the kind's own code.
  private(set) var code: Int32?
  private(set) var hasRecord = false
  private(set) var table: Int64 = 0
  private(set) var record: Int64 = 0
  private let statement: Statement
  /// Finds the staged record that one repeats which does not come right after it.
  private let repeated: Statement
  /// The statement that has reached the current record.
  private var handle: OpaquePointer
  /// The number of the current record, of all that came; and of the last one that ``statement`` reached.
  private var number: Int64 = 0
  private var reached: Int64 = 0
  /// Records that repeat a staged one before them, which are stored outside the table as long as nothing was wrong.
  private let repeats: RepeatedRecords.RepeatedPlaces?
  private let isDecided: Bool
  private let isDirect: Bool
  /// Looks a record up by its key, where several staged ones were merged.
  private var search: Statement?
  private var keys: [Int32] = []
  private var lastCode: [UInt8] = []
  private var lastID: Int64?

  init(_ stored: StoredKind, sort: Int, _ area: StagingArea, isDecided: Bool) throws {
    self.sort = sort
    self.isDecided = isDecided
    isDirect = area.staged.isUnrepeated(stored.kind)
    repeats = area.staged.hasSpelledOutRepeats ? nil : try area.staged[stored.kind]?.inserter.repeats?.setAside()
    let target = !isDirect ? "NULL" : area.staged.isNumberedByPlace(stored.kind) ? "seq" : "target"
    var columns = ["tbl", "record", "broken", target, "seq"]
    func add(_ column: String) -> Int32 {
      columns.append(column)
      return Int32(columns.count - 1)
    }
    for column in stored.columns {
      switch column.reference {
      case .made(let kind) where kind != stored.kind:
        guard let place = RowReference.kinds.firstIndex(of: kind) else { continue }
        made.append((place, add(area.place(of: column, in: stored.kind))))
      case .item:
        item = add(area.place(of: column, in: stored.kind))
        code = add("f_\(column.field)")
      default: break
      }
    }
    if stored.isKeyedByCode, stored.record.part != .barcode, let key = stored.keys.first { code = add(key.staged) }
    if !isDirect {
      keys = stored.keys.map { add(area.place(of: $0, in: stored.kind)) }
      let match = stored.keys.map { "\($0.column) = ?" }.joined(separator: " AND ")
      search = try area.database.makeStatement(sql: "SELECT id FROM main.\(stored.table) WHERE \(match)")
    }
    let selection = "SELECT \(columns.joined(separator: ", ")) FROM temp.stage_\(stored.kind)"
    statement = try area.database.makeStatement(sql: "\(selection) WHERE implied = 0 ORDER BY seq")
    repeated = try area.database.makeStatement(sql: "\(selection) WHERE seq = ?")
    handle = statement.sqliteStatement
    try step()
  }

  deinit {
    sqlite3_reset(statement.sqliteStatement)
    sqlite3_reset(repeated.sqliteStatement)
  }

  func step() throws {
    number += 1
    if let repeats, let place = repeats.current, place[place.startIndex] == number {
      // All else is that of the staged record.
      try reach(place[place.startIndex + 1])
      table = place[place.startIndex + 2]
      record = place[place.startIndex + 4]
      return try repeats.advance()
    }
    handle = statement.sqliteStatement
    let result = sqlite3_step(handle)
    hasRecord = result == SQLITE_ROW
    guard hasRecord || result == SQLITE_DONE else { throw unreadable(result) }
    guard hasRecord else { return }
    table = sqlite3_column_int64(handle, 0)
    record = sqlite3_column_int64(handle, 1)
    reached = sqlite3_column_int64(handle, 4)
    number = reached
  }

  private func reach(_ number: Int64) throws {
    handle = number == reached ? statement.sqliteStatement : repeated.sqliteStatement
    guard number != reached else { return }
    sqlite3_reset(handle)
    sqlite3_bind_int64(handle, 1, number)
    let result = sqlite3_step(handle)
    guard result == SQLITE_ROW else { throw unreadable(result) }
  }

  private func unreadable(_ result: Int32) -> DatabaseError {
    DatabaseError(resultCode: ResultCode(rawValue: result), message: "staged records cannot be read")
  }

  /// Whether every record was handed out.
  var isAtEnd: Bool { !hasRecord && repeats?.current == nil }

  var isBroken: Bool { !isDecided || sqlite3_column_int64(handle, 2) != 0 }

  /// The number in a column; nil when the column is NULL.
  func number(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_INTEGER ? sqlite3_column_int64(handle, column) : nil
  }

  /// The text in a column, valid until the next step.
  func text(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let text = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// The stored record that the staged one became.
  func recordID() throws -> Int64? {
    guard let search = search?.sqliteStatement else { return number(3) }
    if keys.count == 1 {
      // Rows of one product, category and the like are consecutive.
      let code = text(keys[0])
      if let lastID, code.count == lastCode.count, code.elementsEqual(lastCode) { return lastID }
      lastCode.removeAll(keepingCapacity: true)
      lastCode.append(contentsOf: code)
    }
    sqlite3_reset(search)
    defer { sqlite3_reset(search) }
    for (place, key) in keys.enumerated() {
      sqlite3_bind_value(search, Int32(place + 1), sqlite3_column_value(handle, key))
    }
    lastID = sqlite3_step(search) == SQLITE_ROW ? sqlite3_column_int64(search, 0) : nil
    return lastID
  }
}
