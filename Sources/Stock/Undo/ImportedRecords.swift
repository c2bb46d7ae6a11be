internal import FormatKit
internal import GRDB

extension ShopDatabase {
  /// Hands out the records that an import made, changed or removed, kind by kind, and the movements of stock after them.
  ///
  /// - Parameters:
  ///   - contents: what the import did; see ``importContents(_:shownRecords:)``.
  ///   - kind: the only kind that is wanted, `movements` for those of stock; nil for all kinds.
  ///   - skip: the number of records to pass over first.
  ///   - limit: the number of records to hand out at most.
  public func forEachImportedRecord(
    of contents: ImportContents, kind: String? = nil, skip: Int = 0, limit: Int = .max,
    _ body: (ImportContents.Record) throws -> Void
  ) throws {
    try read { database in
      var (passed, left) = (max(0, skip), limit)
      for count in contents.counts where (kind ?? count.kind) == count.kind && contents.shows(count.kind) {
        guard left > 0 else { return }
        guard passed < count.records, let table = RevertedTable.all.first(where: { $0.kind == count.kind }) else {
          passed = max(0, passed - count.records)
          continue
        }
        let wanted = min(left, count.records - passed)
        try ImportHistory.forEachRecord(
          database, of: table, count.action, in: contents.entry.number, skip: passed, limit: wanted
        ) { try body(contents.shown($0)) }
        (passed, left) = (0, left - wanted)
      }
      let movements = ImportContents.movementKind
      guard left > 0, !contents.movements.isEmpty, (kind ?? movements) == movements else { return }
      try ImportHistory.forEachMovement(database, in: contents.entry.number, skip: passed, limit: left, body)
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
  /// The number of records that are read at once.
  private static let chunk = 5000

  /// Hands out records of one kind of which an import did the same.
  static func forEachRecord(
    _ database: Database, of table: RevertedTable, _ action: PlanAction, in number: Int64, skip: Int, limit: Int,
    _ body: (ImportContents.Record) throws -> Void
  ) throws {
    var done = 0
    while done < limit {
      let rows = try rows(
        database, of: table, action, in: number, skip: skip + done, limit: min(chunk, limit - done))
      guard !rows.isEmpty else { return }
      let made = action == .create ? try firstValues(database, of: table, rows, after: number) : [:]
      for row in rows { try body(record(database, of: table, action, row, made: made)) }
      done += rows.count
    }
  }

  private static func rows(
    _ database: Database, of table: RevertedTable, _ action: PlanAction, in number: Int64, skip: Int, limit: Int
  ) throws -> [Row] {
    let changed = """
      SELECT record_id, before, after, 1 AS part, sequence AS place FROM changes
      WHERE import_id = \(number) AND kind = '\(table.kind)' AND action = \(action.sql)
      """
    let created = """
      SELECT id AS record_id, NULL AS before, NULL AS after, 0 AS part, id AS place
      FROM (\(CreatedRecords.ids(of: table, importID: number))) UNION ALL
      """
    return try Row.fetchAll(
      database,
      sql: """
        SELECT c.record_id, c.before, c.after, t.id IS NULL AS is_gone, \(shown(of: table, id: "c.record_id"))
        FROM (\(action == .create ? created : "") \(changed) ORDER BY part, place LIMIT \(limit) OFFSET \(skip)) c
          LEFT JOIN \(table.table) t ON t.id = c.record_id
        ORDER BY c.part, c.place
        """)
  }

  /// SQL for what is shown of a record in the alias `t`.
  private static func shown(of table: RevertedTable, id: String) -> String {
    """
    COALESCE(\(table.keyText), '#' || \(id)) AS name, \(table.titleText) AS title, \(table.valuesText) AS stored_values,
      \(table.previousPrice) AS previous
    """
  }

  private static func record(
    _ database: Database, of table: RevertedTable, _ action: PlanAction, _ row: Row, made: [Int64: [String: String?]]
  ) throws -> ImportContents.Record {
    let id: Int64 = row["record_id"]
    let isGone: Bool = row["is_gone"]
    let shown = isGone ? try removed(database, id, from: table) ?? row : row
    let (before, after): (String?, String?) = (row["before"], row["after"])
    var fields: [ImportContents.Record.Field] = []
    switch action {
    case .update:
      fields = try Self.fields(database, of: table.kind, before: before ?? "{}", after: after ?? "{}")
    case .create:
      let previous: String? = shown["previous"]
      for (column, value) in try values(database, shown["stored_values"]) {
        let first: String? = if let first = made[id]?[column] { first } else { value }
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
  private static func removed(_ database: Database, _ id: Int64, from table: RevertedTable) throws -> Row? {
    let columns = try table.columns(database).map { "json_extract(c.before, '$.\($0)') AS \($0)" }
    return try Row.fetchOne(
      database,
      sql: """
        SELECT \(shown(of: table, id: "t.id")) FROM (
          SELECT \(columns.joined(separator: ", ")) FROM removed_records d
            JOIN changes c ON c.import_id = d.undo_id AND c.sequence = d.sequence
          WHERE d.kind = ? AND d.record_id = ?) t
        """, arguments: [table.kind, id])
  }

  /// By record and column, the values that new records were made with, where they were changed since.
  private static func firstValues(
    _ database: Database, of table: RevertedTable, _ rows: [Row], after number: Int64
  ) throws -> [Int64: [String: String?]] {
    let ids = rows.map { $0["record_id"] as Int64 }
    guard let least = ids.min(), let greatest = ids.max() else { return [:] }
    var found: [Int64: [String: String?]] = [:]
    let changes = try Row.fetchCursor(
      database,
      sql: """
        SELECT c.record_id, b.key, CAST(b.value AS TEXT) FROM changes c CROSS JOIN json_each(c.before) b
        WHERE c.import_id > ? AND c.kind = ? AND c.action = \(PlanAction.update.sql) AND c.record_id BETWEEN ? AND ?
          AND b.value IS NOT json_extract(c.after, '$.' || b.key)
        ORDER BY c.import_id, c.sequence
        """, arguments: [number, table.kind, least, greatest])
    while let change = try changes.next() {
      let (id, column): (Int64, String) = (change[0], change[1])
      let value: String? = change[2]
      if found[id]?[column] == nil { found[id, default: [:]].updateValue(value, forKey: column) }
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

  /// A field by its column, with references as codes.
  private static func field(
    _ database: Database, of kind: String, _ name: String, from before: String?, to after: String?
  ) throws -> ImportContents.Record.Field {
    let column = StoredKind.of(kind)?.values.first { $0.column == name }
    func shown(_ value: String?) throws -> String? {
      guard let value, let column, let target = RevertedTable.target(of: column) else { return value }
      let statement = try database.cachedStatement(
        sql: "SELECT \(target.key) FROM \(target.table) WHERE id = CAST(? AS INTEGER)")
      return try String.fetchOne(statement, arguments: [value]) ?? "#\(value)"
    }
    return .init(field: column?.field ?? name, before: try shown(before), after: try shown(after))
  }

  // MARK: Movements

  /// Hands out the movements of stock of an import, in their order.
  static func forEachMovement(
    _ database: Database, in number: Int64, skip: Int, limit: Int, _ body: (ImportContents.Record) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT v.sku, \(RevertedTable.itemTitle("m.variant_id")) AS title, p.code AS location, l.lot AS lot,
          m.kind AS movement_kind, CAST(m.quantity AS TEXT) AS quantity, CAST(m.effective_at AS TEXT) AS effective_at,
          CAST(m.unit_cost AS TEXT) AS unit_cost, CAST(m.unit_price AS TEXT) AS unit_price, r.code AS reason, m.order_number,
          CASE WHEN d.kind <> 'stock-level' THEN NULLIF(d.number, '') END AS document, m.note
        FROM imports i CROSS JOIN movements m NOT INDEXED
            ON m.id BETWEEN COALESCE(i.first_movement, 0) AND COALESCE(i.last_movement, \(Int64.max))
          JOIN variants v ON v.id = m.variant_id JOIN locations p ON p.id = m.location_id
          JOIN documents d ON d.id = m.document_id LEFT JOIN lots l ON l.id = m.lot_id
          LEFT JOIN reasons r ON r.id = m.reason_id
        WHERE i.id = ? AND m.import_id = i.id ORDER BY m.id LIMIT ? OFFSET ?
        """, arguments: [number, Int64(clamping: limit), Int64(clamping: skip)])
    let names = [
      "movement_kind", "quantity", "effective_at", "unit_cost", "unit_price", "reason", "order_number", "document",
      "note",
    ]
    while let row = try rows.next() {
      let key = ["sku", "location", "lot"].compactMap { row[$0] as String? }.joined(separator: " ")
      let fields = names.compactMap { name in
        (row[name] as String?).map { ImportContents.Record.Field(field: name, before: nil, after: $0) }
      }
      try body(
        ImportContents.Record(
          kind: ImportContents.movementKind, action: .create, key: key, title: row["title"], fields: fields))
    }
  }
}

extension RevertedTable {
  private var stored: StoredKind? { StoredKind.of(kind) }

  /// SQL for the title of the item with an id.
  static func itemTitle(_ id: String) -> String {
    "(SELECT COALESCE(v.title, p.title) FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = \(id))"
  }

  /// SQL for what people read of a record of the alias `t` in addition to its key: its own title or name, else that of its item
  /// or product; NULL without one.
  fileprivate var titleText: String {
    if isCountEntries { return Self.itemTitle("t.variant_id") }
    guard let stored else { return "NULL" }
    let product = "(SELECT p.title FROM products p WHERE p.id = t.product_id)"
    if stored.record.part == .variant { return "COALESCE(t.title, \(product))" }
    if let own = stored.columns.first(where: { ["title", "name"].contains($0.column) }) { return "t.\(own.column)" }
    if let item = stored.columns.first(where: { $0.reference == .item }) { return Self.itemTitle("t.\(item.column)") }
    return stored.columns.contains { $0.column == "product_id" } ? product : "NULL"
  }

  /// SQL for the values of a record of the alias `t`, as a JSON object by their columns.
  fileprivate var valuesText: String {
    if isCountEntries {
      return """
        json_object('counted_quantity', t.quantity, 'section', NULLIF(t.section, ''), 'counter', NULLIF(t.counter, ''),
          'counted_at', t.counted_at, 'note', t.note)
        """
    }
    guard let stored else {
      return "json_object('location', (SELECT code FROM locations WHERE id = t.location_id), 'count_kind', t.kind)"
    }
    var values = stored.values.map { "'\($0.column)', t.\($0.column)" }
    if stored.record.part == .price {
      // A price that is valid since ever needs no saying.
      values.append("'valid_from', NULLIF(t.valid_from, \(Schema.always))")
    }
    return "json_object(\(values.joined(separator: ", ")))"
  }

  /// SQL for the price that one of the alias `t` follows; NULL for what is not a price.
  fileprivate var previousPrice: String {
    guard stored?.record.part == .price else { return "NULL" }
    return """
      (SELECT CAST(o.price AS TEXT) FROM prices o WHERE o.variant_id = t.variant_id AND o.price_type = t.price_type
        AND o.currency = t.currency AND o.valid_from < t.valid_from ORDER BY o.valid_from DESC LIMIT 1)
      """
  }
}
