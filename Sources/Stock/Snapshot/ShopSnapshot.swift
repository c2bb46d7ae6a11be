internal import FormatKit
internal import GRDB
internal import GRDBSQLite
internal import ProblemKit
public import RetailValues

/// The books of a shop as they are at one moment, regardless of concurrent writers. Valid during the call that hands it out.
///
/// Records and reports read from one snapshot show the same state; several readings of ``ShopDatabase`` may not.
public struct ShopSnapshot {
  public let settings: ShopSettings
  let database: Database
  /// The current moment for readers that do not give one.
  let moment: Timestamp?

  /// A counter that grows with every change of the catalog.
  public func catalogRevision() throws -> Int64 {
    try ShopDatabase.translatingErrors { try ShopDatabase.catalogRevision(database) }
  }

  /// Hands out every stored record of a kind in a stable order.
  ///
  /// - Throws: ``Problems`` `.notFound` for a kind that is not stored.
  public func forEachRecord(of wanted: RecordSelection, _ body: (StoredRow) throws -> Void) throws {
    // Movements are read in the order of their time, and their items and documents are anywhere. Other records are read nearly
    // in the order in which they are stored: a page is seldom needed again.
    let isMovement = Vocabulary.kind(wanted.kind)?.isMovement == true
    let cacheSize = try Int.fetchOne(database, sql: "PRAGMA cache_size")
    try database.execute(sql: "PRAGMA cache_size = -\(isMovement ? kilobytesOfCache() : 2_000)")
    defer { if let cacheSize { try? database.execute(sql: "PRAGMA cache_size = \(cacheSize)") } }
    let selected = try StoredRecords.select(wanted, groupedBy: nil, database)
    defer { withExtendedLifetime(selected.codes) {} }
    try StoredRow.forEach(of: selected.statement, codes: selected.codes.map { $0?.view }, body)
  }

  /// Hands out the stored records of several kinds, those of one group together: a product's own record, then its variants,
  /// then their prices.
  ///
  /// - Parameters:
  ///   - selections: the kinds, in the order in which a group has them.
  ///   - field: the field by whose text records belong together, in the order of its bytes; every kind has it, or has items
  ///     whose product's it is. Records without it come first.
  ///   - body: called with the place of the kind among the selections, and one of its records; with nil for the record when
  ///     the last one of that kind in the group has gone by.
  public func forEachRecord(
    of selections: [RecordSelection], groupedBy field: String, _ body: (Int, StoredRow?) throws -> Void
  ) throws {
    let cursors = try selections.map { try GroupedCursor($0, groupedBy: field, database) }
    for cursor in cursors { try cursor.step() }
    while let key = cursors.lazy.compactMap(\.key).min(by: { $0.lexicographicallyPrecedes($1) }) {
      for (place, cursor) in cursors.enumerated() where cursor.key == key {
        while cursor.key == key {
          try cursor.withRow { try body(place, $0) }
          try cursor.step()
        }
        try body(place, nil)
      }
    }
  }

  /// Has reports read, under the eyes of what decides what their SQL may do.
  ///
  /// - Parameters:
  ///   - timeLimit: seconds that the queries may take together, without the time their reader needs.
  ///   - seen: what the reader may see; a statement that reads anything else is refused.
  ///   - reader: whose own records may be shown, and the moment that counts as now.
  ///   - watch: what learns how many rows were read, and may end the work.
  /// - Throws: ``Problems`` when the database cannot be read, and what the work throws.
  public func reporting<Result>(
    timeLimit: Double, seen: Set<DataClass> = DataClass.ofRoles, reader: ReportReader = ReportReader(),
    watch: ReportWatch? = nil, _ work: (ReportingConnection) throws -> Result
  ) throws -> Result {
    let tables = try String.fetchSet(database, sql: "SELECT lower(name) FROM sqlite_master WHERE type = 'table'")
    guard let handle = database.sqliteConnection else {
      throw Problems(.damaged, "the database is closed", remedy: "Try again.")
    }
    // With less, the products and documents of movements that are not in the order of the catalogue are read from the file
    // again and again. Each sort may take as much, and uses temporary files beyond, so that memory does not grow with the rows.
    try ShopDatabase.setCaches(database, kilobytes: kilobytesOfCache(), ofTemporaryTables: 4_000)
    // Who decides below takes the place of the one by which GRDB learns of new tables, which does not come back.
    ConnectionLoan.current?.closesAfterwards(database)
    let limits = ReportingConnection.limit(handle)
    // Exports from the same snapshot may exceed the limits of reports.
    defer { for (kind, value) in limits { sqlite3_limit(handle, kind, value) } }
    let access = ReportingAccess(
      views: Set(ReportingViews.all.map(\.name)), tables: tables, timeLimit: .seconds(timeLimit),
      seen: reader.store == nil ? seen : seen.intersection([.catalog]), seenOfOwnStore: seen, watch: watch)
    let result = try reading(as: reader) {
      database.add(function: ReportReader.sees(access.seen))
      defer { database.add(function: ReportReader.sees([])) }
      let context = Unmanaged.passUnretained(access).toOpaque()
      sqlite3_set_authorizer(handle, ReportingAccess.authorise, context)
      sqlite3_progress_handler(handle, 20_000, ReportingAccess.isOutOfTime, context)
      defer {
        sqlite3_progress_handler(handle, 0, nil, nil)
        sqlite3_set_authorizer(handle, nil, nil)
      }
      return try withExtendedLifetime(access) {
        try work(ReportingConnection(settings: settings, handle: handle, access: access))
      }
    }
    // The next report of the snapshot may keep expressions of the same names.
    for table in access.kept.sorted() {
      try database.execute(sql: "DROP TABLE temp.\(ReportingConnection.quoted(table))")
    }
    return result
  }

  /// How much of the database is kept in memory for readers that come to the same pages again and again: a third of it, up to
  /// 32 MB.
  private func kilobytesOfCache() throws -> Int {
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    return min(max(pages * size / 3000, 4_000), 32_000)
  }

  /// Does work while the views see that reader and their moment.
  func reading<Result>(as reader: ReportReader, _ work: () throws -> Result) rethrows -> Result {
    for function in reader.functions { database.add(function: function) }
    defer { for function in ReportReader(moment: moment).functions { database.add(function: function) } }
    return try work()
  }
}

extension ShopDatabase {
  /// Reads within one snapshot of the books.
  ///
  /// - Parameter moment: what counts as now for prices and sales events; the moment of each statement when nil.
  public func withSnapshot<Result>(
    asOf moment: Timestamp? = nil, _ work: (ShopSnapshot) throws -> Result
  ) throws -> Result {
    try read { database in
      let snapshot = ShopSnapshot(settings: settings, database: database, moment: moment)
      guard moment != nil else { return try work(snapshot) }
      for function in ReportReader(moment: moment).functions { database.add(function: function) }
      defer { for function in ReportReader().functions { database.add(function: function) } }
      return try work(snapshot)
    }
  }
}
