internal import FormatKit
internal import GRDB

/// Where a record is among those of an import; the same at every time.
public struct ImportedPosition: Hashable, Sendable {
  /// The position before the first record.
  public static let start = ImportedPosition(importNumber: nil, run: 0, number: .min)

  /// The number of the import; nil for ``start``.
  let importNumber: Int64?
  /// The index of its run.
  let run: Int
  /// Its number in the run: an id, or the sequence number of a change.
  let number: Int64

  init(importNumber: Int64?, run: Int, number: Int64) {
    (self.importNumber, self.run, self.number) = (importNumber, run, number)
  }

  /// Reads a position in an import that ``text`` wrote; nil for any other text.
  public init?(_ text: String, in importNumber: Int64) {
    guard text != Self.start.text else {
      self = .start
      return
    }
    let parts = text.split(separator: ".").dropFirst()
    guard parts.count == 2, let run = parts.first.flatMap({ Int($0) }), let number = parts.last.flatMap({ Int64($0) }),
      run >= 0, number >= 0
    else { return nil }
    self.init(importNumber: importNumber, run: run, number: number)
    guard self.text == text else { return nil }
  }

  /// `start`, or the numbers of the import, the run and the record, such as `7.2.4711`.
  public var text: String { importNumber.map { "\($0).\(run).\(number)" } ?? "start" }
}

/// Which of the records of an import are read first.
public enum ImportedStart: Hashable, Sendable {
  /// The one after a number of records.
  case skipping(Int)
  /// The one after a position, which costs the same at every position.
  case after(ImportedPosition)
}

/// Records of an import that are of one kind and stored one after the other.
struct ImportRun: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    /// New records by the range of their ids.
    case created
    /// The change set.
    case changes
    case movements
  }

  let kind: String
  let action: PlanAction
  let source: Source
  /// The first and the last of the ids, or of the sequence numbers of changes.
  let first: Int64
  let last: Int64
  let records: Int

  /// The first id of new records that are stored by their ids; nil for those of a change set.
  var firstID: Int64? { source == .created ? first : nil }
}

extension ShopDatabase {
  /// The number of records that are read at once unless a caller needs fewer.
  public static let importedChunk = 500

  /// Hands out the records that an import made, changed or removed, kind by kind, and the movements of stock after them.
  ///
  /// - Parameters:
  ///   - contents: what the import did; see ``importContents(_:shownRecords:)``.
  ///   - kind: the only kind that is wanted, `movements` for those of stock; nil for all kinds.
  ///   - chunk: the number of records to read at once, at least 1.
  ///   - body: takes a record with its position, and returns whether it wants the next one.
  public func forEachImportedRecord(
    of contents: ImportContents, kind: String? = nil, from start: ImportedStart = .skipping(0),
    reading chunk: Int = ShopDatabase.importedChunk, _ body: (ImportContents.Record, ImportedPosition) throws -> Bool
  ) throws {
    try read { database in
      var passed = 0
      if case .skipping(let records) = start { passed = max(0, records) }
      for (index, run) in contents.runs.enumerated() where (kind ?? run.kind) == run.kind && contents.shows(run.kind) {
        var position = Int64.min
        if case .after(let last) = start {
          guard index >= last.run else { continue }
          if index == last.run { position = last.number }
        } else if passed >= run.records {
          passed -= run.records
          continue
        }
        let goesOn = try ImportHistory.forEachRecord(
          database, of: run, in: contents.entry.number, after: position, skip: passed, chunk: max(1, chunk)
        ) {
          try body(
            contents.shown($0), ImportedPosition(importNumber: contents.entry.number, run: index, number: $1))
        }
        guard goesOn else { return }
        passed = 0
      }
    }
  }
}

extension ImportContents {
  /// The kind under which movements of stock are listed.
  public static let movementKind = "movements"

  /// The number of records of each kind that the import made, changed or removed, and of its movements of stock, of the kinds that
  /// are shown.
  public var kinds: [(kind: String, records: Int)] {
    var kinds: [(kind: String, records: Int)] = []
    for count in counts where shows(count.kind) {
      if let place = kinds.firstIndex(where: { $0.kind == count.kind }) {
        kinds[place].records += count.records
      } else {
        kinds.append((count.kind, count.records))
      }
    }
    let moved = movements.reduce(0) { $0 + $1.records }
    return moved == 0 ? kinds : kinds + [(Self.movementKind, moved)]
  }
}

extension ImportHistory {
  /// Hands out the records of a run after a position with their positions, until the body wants no more.
  ///
  /// - Parameter skip: the number of records to pass over first.
  /// - Returns: whether the body wants more.
  @discardableResult
  static func forEachRecord(
    _ database: Database, of run: ImportRun, in number: Int64, after position: Int64 = .min, skip: Int = 0, chunk: Int,
    _ body: (ImportContents.Record, Int64) throws -> Bool
  ) throws -> Bool {
    guard position < run.last, skip < run.records else { return true }
    var (first, passed) = (max(run.first, position + 1), skip)
    if run.source == .created, run.last - run.first == Int64(run.records) - 1 {
      // There is a record for each id.
      (first, passed) = (first + Int64(skip), 0)
    }
    let table = RevertedTable.all.first { $0.kind == run.kind }
    while first <= run.last {
      let rows = try Self.rows(
        database, of: run, table, in: number, first...run.last, skip: passed, limit: chunk)
      for row in rows {
        let record = try table.map { try Self.record(database, of: run, $0, row, in: number) } ?? movement(row)
        guard try body(record, row["position"]) else { return false }
      }
      guard rows.count == chunk, let last = rows.last else { return true }
      (first, passed) = ((last["position"] as Int64) + 1, 0)
    }
    return true
  }

  /// - Parameter table: that of the records; nil for movements.
  private static func rows(
    _ database: Database, of run: ImportRun, _ table: RevertedTable?, in number: Int64, _ range: ClosedRange<Int64>,
    skip: Int, limit: Int
  ) throws -> [Row] {
    let part = "LIMIT \(limit) OFFSET \(skip)"
    guard let table else {
      return try Row.fetchAll(
        database, sql: "\(movements) ORDER BY m.id \(part)", arguments: [range.lowerBound, range.upperBound, number])
    }
    if run.source == .created {
      return try Row.fetchAll(
        database,
        sql: """
          SELECT c.id AS position, c.id AS record_id, NULL AS before, NULL AS after, t.id IS NULL AS is_gone,
            \(shown(of: table, id: "c.id", before: run.firstID))
          FROM (\(CreatedRecords.ids(of: table, in: range)) ORDER BY id \(part)) c
            LEFT JOIN \(table.table) t ON t.id = c.id
          ORDER BY c.id
          """)
    }
    let chosen = """
      SELECT sequence, record_id, before, after FROM changes
      WHERE import_id = \(number) AND sequence BETWEEN \(range.lowerBound) AND \(range.upperBound)
        AND kind = '\(table.kind)' AND action = \(run.action.sql) ORDER BY sequence \(part)
      """
    guard run.action != .delete else {
      let columns = try stored(table.columns(database), in: "c.before")
      return try Row.fetchAll(
        database,
        sql: """
          SELECT t.changes_sequence AS position, t.changes_record AS record_id, NULL AS before, NULL AS after, 0 AS is_gone,
            \(shown(of: table, id: "t.changes_record"))
          FROM (SELECT c.sequence AS changes_sequence, c.record_id AS changes_record, \(columns) FROM (\(chosen)) c) t
          ORDER BY t.changes_sequence
          """)
    }
    return try Row.fetchAll(
      database,
      sql: """
        SELECT c.sequence AS position, c.record_id, c.before, c.after, t.id IS NULL AS is_gone,
          \(shown(of: table, id: "c.record_id"))
        FROM (\(chosen)) c LEFT JOIN \(table.table) t ON t.id = c.record_id
        ORDER BY c.sequence
        """)
  }

  /// How many of the records that an import made are prices that follow one of before, also of those that were removed since.
  static func followingPrices(
    _ database: Database, among runs: [ImportRun], of table: RevertedTable, in number: Int64
  ) throws -> Int {
    guard table.isOfPrices else { return 0 }
    let columns = try stored(table.columns(database), in: "c.before")
    return try runs.reduce(0) { sum, run in
      let ids =
        run.source == .created
        ? "SELECT id FROM (\(CreatedRecords.ids(of: table, in: run.first...run.last)))"
        : """
        SELECT record_id FROM changes WHERE import_id = \(number) AND sequence BETWEEN \(run.first) AND \(run.last)
          AND kind = '\(table.kind)' AND action = \(run.action.sql)
        """
      let present = "SELECT * FROM \(table.table) WHERE id IN (\(ids))"
      let removed = """
        SELECT \(columns) FROM removed_records d JOIN changes c ON c.import_id = d.undo_id AND c.sequence = d.sequence
        WHERE d.kind = '\(table.kind)' AND d.record_id IN (\(ids))
        """
      return try [present, removed].reduce(sum) { sum, prices in
        let previous = table.previousPrice(before: run.firstID)
        let sql = "SELECT COUNT(*) FROM (\(prices)) t WHERE \(previous) IS NOT NULL"
        return sum + (try Int.fetchOne(database, sql: sql) ?? 0)
      }
    }
  }

  /// SQL for the columns of a whole record in a change set.
  private static func stored(_ columns: [String], in object: String) -> String {
    columns.map { "json_extract(\(object), '$.\($0)') AS \($0)" }.joined(separator: ", ")
  }

  /// SQL for what is shown of a record in the alias `t`.
  ///
  /// - Parameter first: see ``RevertedTable/previousPrice(before:)``.
  private static func shown(of table: RevertedTable, id: String, before first: Int64? = nil) -> String {
    """
    COALESCE(\(table.keyText), '#' || \(id)) AS name, \(table.titleText) AS title, \(table.valuesText) AS stored_values,
      \(table.previousPrice(before: first)) AS previous
    """
  }

  private static func record(
    _ database: Database, of run: ImportRun, _ table: RevertedTable, _ row: Row, in number: Int64
  ) throws -> ImportContents.Record {
    let action = run.action
    let id: Int64 = row["record_id"]
    let isGone: Bool = row["is_gone"]
    let shown = isGone ? try removed(database, id, from: table, before: run.firstID) ?? row : row
    let (before, after): (String?, String?) = (row["before"], row["after"])
    var fields: [ImportContents.Record.Field] = []
    switch action {
    case .update:
      fields = try Self.fields(database, of: table.kind, before: before ?? "{}", after: after ?? "{}")
    case .create:
      let previous: String? = shown["previous"]
      let made = try firstValues(database, of: table, id, after: number)
      for (column, value) in try values(database, shown["stored_values"]) {
        let first: String? = if let first = made[column] { first } else { value }
        guard let first else { continue }
        fields.append(
          try field(database, of: table.kind, column, from: column == "price" ? previous : nil, to: first))
      }
    default:
      for (column, value) in try values(database, shown["stored_values"]) {
        if let value { fields.append(try field(database, of: table.kind, column, from: value, to: nil)) }
      }
    }
    return ImportContents.Record(
      kind: table.kind, action: action, key: shown["name"] ?? "#\(id)", title: shown["title"], fields: fields)
  }

  /// The members of a JSON object, as texts.
  private static func values(_ database: Database, _ object: String?) throws -> [(column: String, value: String?)] {
    try Row.fetchAll(
      database.cachedStatement(sql: "SELECT key, CAST(value AS TEXT) FROM json_each(?)"), arguments: [object ?? "{}"]
    ).map { row in (column: row[0], value: row[1]) }
  }

  /// A record that was removed, as the change set of its undo has it.
  ///
  /// - Parameter first: see ``RevertedTable/previousPrice(before:)``.
  static func removed(
    _ database: Database, _ id: Int64, from table: RevertedTable, before first: Int64? = nil
  ) throws -> Row? {
    let columns = try stored(table.columns(database), in: "c.before")
    return try Row.fetchOne(
      database,
      sql: """
        SELECT \(shown(of: table, id: "t.id", before: first)) FROM (
          SELECT \(columns) FROM removed_records d
            JOIN changes c ON c.import_id = d.undo_id AND c.sequence = d.sequence
          WHERE d.kind = ? AND d.record_id = ?) t
        """, arguments: [table.kind, id])
  }

  /// SQL for the values that a record had before changes by later imports, the earliest first. Its terms on the kind and the
  /// action are those of the index `changes_by_record`.
  static let earlierValues = """
    SELECT b.key, CAST(b.value AS TEXT) FROM changes c CROSS JOIN json_each(c.before) b
    WHERE c.record_id = ? AND c.kind = ? AND c.kind <> 'count_lines' AND c.action = \(PlanAction.update.sql)
      AND c.import_id > ?
      AND b.value IS NOT json_extract(c.after, '$.' || b.key)
    ORDER BY c.import_id, c.sequence
    """

  /// By column, the values that a new record was made with, where they were changed since.
  private static func firstValues(
    _ database: Database, of table: RevertedTable, _ id: Int64, after number: Int64
  ) throws -> [String: String?] {
    guard !table.isCountEntries else { return [:] }
    var found: [String: String?] = [:]
    let changes = try Row.fetchAll(
      database.cachedStatement(sql: earlierValues), arguments: [id, table.kind, number])
    for change in changes {
      let column: String = change[0]
      let value: String? = change[1]
      if found[column] == nil { found.updateValue(value, forKey: column) }
    }
    return found
  }

  /// The fields that differ between two JSON objects.
  private static func fields(
    _ database: Database, of kind: String, before: String, after: String
  ) throws -> [ImportContents.Record.Field] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT b.key, CAST(b.value AS TEXT), CAST(json_extract(?2, '$.' || b.key) AS TEXT) FROM json_each(?1) b
        WHERE b.value IS NOT json_extract(?2, '$.' || b.key)
        """)
    return try Row.fetchAll(statement, arguments: [before, after]).map { row in
      try field(database, of: kind, row[0], from: row[1], to: row[2])
    }
  }

  /// A field by its column, with references as codes, and an entry of a count that replaces another as its import.
  private static func field(
    _ database: Database, of kind: String, _ name: String, from before: String?, to after: String?
  ) throws -> ImportContents.Record.Field {
    let column = StoredKind.of(kind)?.values.first { $0.column == name }
    let id = "CAST(?1 AS INTEGER)"
    var text: String?
    if let column, let target = RevertedTable.target(of: column) {
      // The table of a kind of the catalog has its name.
      text = RemovedRecords.value(target.key, of: target.table, id: id)
    } else if Vocabulary.kind(kind)?.isCountLine == true, name == "superseded_by" {
      let number = RemovedRecords.value("import_id", of: kind, in: "count_entries", id: id)
      text = "COALESCE('import ' || \(number), 'a later entry')"
    }
    func shown(_ value: String?) throws -> String? {
      guard let value, let text else { return value }
      let statement = try database.cachedStatement(sql: "SELECT \(text)")
      return try String.fetchOne(statement, arguments: [value]) ?? "#\(value)"
    }
    return .init(field: column?.field ?? name, before: try shown(before), after: try shown(after))
  }

  // MARK: Movements

  /// SQL for the movements of stock among ids that an import recorded.
  private static let movements = """
    SELECT m.id AS position, v.sku, \(RevertedTable.itemTitle("m.variant_id")) AS title, p.code AS location, l.lot AS lot,
      m.kind AS movement_kind, CAST(m.quantity AS TEXT) AS quantity, CAST(m.effective_at AS TEXT) AS effective_at,
      CAST(m.unit_cost AS TEXT) AS unit_cost, CAST(m.unit_price AS TEXT) AS unit_price, r.code AS reason, m.order_number,
      CASE WHEN d.kind <> 'stock-level' THEN NULLIF(d.number, '') END AS document, m.note
    FROM movements m NOT INDEXED CROSS JOIN variants v ON v.id = m.variant_id JOIN locations p ON p.id = m.location_id
      JOIN documents d ON d.id = m.document_id LEFT JOIN lots l ON l.id = m.lot_id
      LEFT JOIN reasons r ON r.id = m.reason_id
    WHERE m.id BETWEEN ? AND ? AND m.import_id = ?
    """

  private static func movement(_ row: Row) -> ImportContents.Record {
    let names = [
      "movement_kind", "quantity", "effective_at", "unit_cost", "unit_price", "reason", "order_number", "document",
      "note",
    ]
    let key = ["sku", "location", "lot"].compactMap { row[$0] as String? }.joined(separator: " ")
    let fields = names.compactMap { name in
      (row[name] as String?).map { ImportContents.Record.Field(field: name, before: nil, after: $0) }
    }
    return ImportContents.Record(
      kind: ImportContents.movementKind, action: .create, key: key, title: row["title"], fields: fields)
  }
}
