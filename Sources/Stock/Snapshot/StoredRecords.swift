internal import FormatKit
internal import GRDB
internal import GRDBSQLite
internal import ProblemKit

/// One stored record on its way out, valid during the call that hands it out.
public struct StoredRow {
  fileprivate let statement: OpaquePointer
  /// For each column the codes that its numbers refer to; nil where a column holds its value itself.
  fileprivate let codes: UnsafePointer<CodeList.View?>

  /// The number in a column; nil when it is NULL.
  public func integer(_ column: Int) -> Int64? {
    let value = sqlite3_column_value(statement, Int32(column))
    return sqlite3_value_type(value) == SQLITE_NULL ? nil : sqlite3_value_int64(value)
  }

  /// The UTF-8 text in a column; nil when it is NULL.
  public func text(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    if let codes = codes[column] { return integer(column).flatMap { codes[$0] } }
    // Asked for as text, nothing stays nothing. The count comes after the text, which may be made by asking for it.
    let value = sqlite3_column_value(statement, Int32(column))
    guard let start = sqlite3_value_text(value) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}

extension StoredRow {
  /// Hands out the rows of a statement whose arguments are set.
  static func forEach(
    of statement: Statement, codes: [CodeList.View?], _ body: (StoredRow) throws -> Void
  ) throws {
    try codes.withUnsafeBufferPointer { codes in
      guard let codes = codes.baseAddress else { return }
      try statement.forEachRow(orFail: "records cannot be read") { row in
        try body(StoredRow(statement: row, codes: codes))
      }
    }
  }
}

extension ShopDatabase {
  /// The `valid_from` of a price that is valid since ever: the first moment of year 1, in milliseconds since 1970.
  public static var always: Int64 { Schema.always }

  /// The record kinds that can be handed out.
  public static var exportableKinds: [String] { StoredRecords.queries.map(\.kind) }

  /// Hands out every stored record of a kind in a stable order, within one snapshot.
  ///
  /// - Parameters:
  ///   - fields: the fields wanted, names of the record vocabulary or of ``joinedFields(of:)``; a row has them in this order,
  ///     in the units of storage.
  ///   - location: code of the only location wanted, for kinds that have one.
  ///   - scope: whose records.
  /// - Throws: ``Problems`` `.notFound` for a kind that is not stored.
  public func forEachRecord(
    of kind: String, fields: [String], location: String? = nil, scope: RecordScope = .all,
    _ body: (StoredRow) throws -> Void
  ) throws {
    let wanted = RecordSelection(kind: kind, fields: fields, location: location, scope: scope)
    try withSnapshot { try $0.forEachRecord(of: wanted, body) }
  }

  /// How many records ``forEachRecord(of:fields:location:scope:_:)`` would hand out.
  public func recordCount(of kind: String, location: String? = nil, scope: RecordScope = .all) throws -> Int {
    try read {
      try StoredRecords.count(RecordSelection(kind: kind, fields: [], location: location, scope: scope), $0)
    }
  }
}

/// The selection of records of one kind.
public struct RecordSelection: Sendable {
  public var kind: String
  /// In order, names of the record vocabulary or of ``ShopDatabase/joinedFields(of:)``.
  public var fields: [String]
  /// Code of the only location wanted, for kinds that have one.
  public var location: String?
  /// The owner of the records.
  public var scope: RecordScope

  public init(kind: String, fields: [String], location: String? = nil, scope: RecordScope = .all) {
    self.kind = kind
    self.fields = fields
    self.location = location
    self.scope = scope
  }
}

/// The records of one kind in the order of their groups, one at a time.
final class GroupedCursor {
  private let statement: Statement
  private let codes: [CodeList?]
  private let views: [CodeList.View?]
  private let keyColumn: Int32
  /// The group of the current record; nil after the last record.
  private(set) var key: [UInt8]?

  init(_ wanted: RecordSelection, groupedBy field: String, _ database: Database) throws {
    (statement, codes) = try StoredRecords.select(wanted, groupedBy: field, database)
    views = codes.map { $0?.view }
    keyColumn = Int32(wanted.fields.count)
  }

  func step() throws {
    switch sqlite3_step(statement.sqliteStatement) {
    case SQLITE_ROW:
      let value = sqlite3_column_value(statement.sqliteStatement, keyColumn)
      let text = sqlite3_value_text(value)
      key = Array(UnsafeBufferPointer(start: text, count: text == nil ? 0 : Int(sqlite3_value_bytes(value))))
    case SQLITE_DONE: key = nil
    case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "records cannot be read")
    }
  }

  func withRow(_ body: (StoredRow) throws -> Void) throws {
    try views.withUnsafeBufferPointer { views in
      guard let views = views.baseAddress else { return }
      try body(StoredRow(statement: statement.sqliteStatement, codes: views))
    }
  }
}

/// The sources of the fields of each record kind.
enum StoredRecords {
  struct Query: Sendable {
    let kind: String
    /// Field and the SQL of its value.
    let fields: [(String, String)]
    let source: String
    let order: String
    /// The fields that are codes of another table, with the SQL of the number of the record there.
    var codes: [String: Code] = [:]
  }

  struct Code: Sendable {
    let table: String
    let key: String
    let id: String
  }

  /// The statement that returns the records of a kind, and the codes that numbers in it refer to, by column.
  ///
  /// - Parameter group: the field whose text is the last column, and by which the records are in order.
  static func select(
    _ wanted: RecordSelection, groupedBy group: String?, _ database: Database
  ) throws -> (statement: Statement, codes: [CodeList?]) {
    let query = try query(of: wanted.kind)
    let known = known(query)
    let (condition, arguments) = try condition(of: wanted, known)
    let codes = try wanted.fields.map { field in
      try query.codes[field].flatMap { try CodeList(database, table: $0.table, key: $0.key) }
    }
    var selected = zip(wanted.fields, codes).map { field, codes in
      (codes == nil ? known[field] : query.codes[field]?.id) ?? "NULL"
    }
    var order = query.order
    if let group {
      selected.append(known[group] ?? (group == sourceKeyField ? sourceKey(of: wanted.kind) : productOfItem))
      order = "\(selected.count), " + order
    }
    let statement = try database.makeStatement(
      sql: "SELECT \(selected.joined(separator: ", ")) FROM \(query.source) \(condition) ORDER BY \(order)")
    statement.arguments = StatementArguments(arguments)
    return (statement, codes)
  }

  /// How many records are wanted.
  static func count(_ wanted: RecordSelection, _ database: Database) throws -> Int {
    let query = try query(of: wanted.kind)
    let (condition, arguments) = try condition(of: wanted, known(query))
    return try Int.fetchOne(
      database, sql: "SELECT count(*) FROM \(query.source) \(condition)", arguments: StatementArguments(arguments)) ?? 0
  }

  private static func query(of kind: String) throws -> Query {
    if let query = queries.first(where: { $0.kind == kind }) { return query }
    throw Problems(
      .notFound, "records of the kind '\(kind)' are not kept",
      remedy: "Kept are: \(ShopDatabase.exportableKinds.joined(separator: ", ")).")
  }

  /// The expressions of the fields that a kind may give.
  private static func known(_ query: Query) -> [String: String] {
    (query.fields + joined(to: query.kind)).reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// The condition for the selected records, as SQL with its arguments.
  private static func condition(
    of wanted: RecordSelection, _ known: [String: String]
  ) throws -> (sql: String, arguments: [String: String]) {
    var conditions: [String] = []
    var arguments: [String: String] = [:]
    if let location = wanted.location, let place = known["location"] {
      conditions.append("\(place) = :location")
      arguments["location"] = location
    }
    // The stock of items that are not kept by location themselves.
    if isVariants(wanted.kind), wanted.fields.contains("quantity") { arguments["location"] = wanted.location ?? "" }
    if let (condition, named) = try wanted.scope.condition(for: wanted.kind) {
      conditions.append("(\(condition))")
      arguments.merge(named) { _, new in new }
    }
    return (conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "), arguments)
  }

  /// The code of the product of a record's item.
  static let productOfItem =
    "(SELECT p.code FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = t.variant_id)"

  private static let places = ["location": Code(table: "locations", key: "code", id: "t.location_id")]

  private static let sku = "(SELECT v.sku FROM variants v WHERE v.id = t.variant_id)"
  private static let supplier = "(SELECT s.code FROM suppliers s WHERE s.id = t.supplier_id)"
  private static let location = "(SELECT l.code FROM locations l WHERE l.id = t.location_id)"
  private static let lot = "(SELECT l.lot FROM lots l WHERE l.id = t.lot_id)"

  private static func movements(
    _ kind: String, _ extra: [(String, String)], where condition: String, codes: [String: Code] = places
  ) -> Query {
    Query(
      kind: kind,
      fields: [
        ("document", "NULLIF(d.number, '')"), ("line", "CASE WHEN d.number != '' THEN t.document_line END"),
        ("sku", "v.sku"), ("location", location), ("effective_at", "t.effective_at"), ("lot", "lot.lot"),
        ("note", "t.note"), ("unit_cost", "t.unit_cost"), ("unit_price", "t.unit_price"),
        ("order_number", "t.order_number"),
      ] + extra,
      // Undone movements and their reversals are left out: imported again, they would be new movements.
      source: """
        (SELECT m.* FROM movements m LEFT JOIN cancelled_movements x ON x.movement_id = m.id
          WHERE (\(condition)) AND x.movement_id IS NULL) t
        JOIN documents d ON d.id = t.document_id LEFT JOIN variants v ON v.id = t.variant_id
        LEFT JOIN lots lot ON lot.id = t.lot_id
        """,
      order: "t.effective_at, t.id", codes: codes)
  }

  /// The query of a kind of the catalog.
  static func query(of stored: StoredKind) -> Query {
    // A join keeps its position in the other table from row to row, where a sub-select searches again. SQLite leaves
    // out joins that are not needed.
    var source = "\(stored.table) t"
    var codes: [String: Code] = [:]
    var fields = stored.columns.map { column -> (String, String) in
      func joined(_ table: String, _ key: String) -> (String, String) {
        source += " LEFT JOIN \(table) of_\(column.field) ON of_\(column.field).id = t.\(column.column)"
        return (column.field, "of_\(column.field).\(key)")
      }
      switch column.reference {
      case nil: return (column.field, "t.\(column.column)")
      case .item: return joined("variants", "sku")
      case .known(let kind), .made(let kind), .document(let kind):
        guard let target = StoredKind.of(kind), let key = target.keys.last else {
          return (column.field, "NULL")
        }
        codes[column.field] = Code(table: target.table, key: key.column, id: "t.\(column.column)")
        return joined(target.table, key.column)
      }
    }
    // A code that is printed on the goods goes out as it was given.
    for extra in stored.record.table?.extras ?? [] where extra.field == extra.after + "_text" {
      fields = fields.map { $0.0 == extra.after ? (extra.after, "t.\(extra.column)") : $0 }
    }
    for field in stored.record.comparedCodes {
      fields = fields.map { $0.0 == field.name ? (field.name, printedCode("t.\(field.column ?? field.name)")) : $0 }
    }
    if stored.record.part == .price { fields = fields.map { $0.0 == "valid_from" ? ("valid_from", validFrom) : $0 } }
    // A line names its document by the whole key.
    if let reference = stored.columns.first(where: { $0.reference == stored.document.map { .document($0.kind) } }) {
      for key in stored.documentFields {
        let value = "of_\(reference.field).\(key.column)"
        fields.append(
          (key.field, key.reference == nil ? value : "(SELECT s.code FROM suppliers s WHERE s.id = \(value))"))
      }
    }
    return Query(kind: stored.kind, fields: fields, source: source, order: "t.id", codes: codes)
  }

  /// A code of goods as it is printed on them: the form in which codes are compared has fourteen digits, what is printed on
  /// the goods has fewer.
  private static func printedCode(_ column: String) -> String {
    """
    CASE WHEN NOT \(column) GLOB '\(String(repeating: "[0-9]", count: 14))' THEN \(column)
      WHEN \(column) LIKE '000000%' THEN substr(\(column), 7) WHEN \(column) LIKE '00%' THEN substr(\(column), 3)
      WHEN \(column) LIKE '0%' THEN substr(\(column), 2) ELSE \(column) END
    """
  }

  /// The first of several prices needs its moment: without one, it would be a change when it is imported again.
  private static let validFrom = """
    CASE WHEN t.valid_from != \(Schema.always) OR EXISTS (SELECT 1 FROM prices o
      WHERE o.variant_id = t.variant_id AND o.price_type = t.price_type AND o.currency = t.currency AND o.id != t.id)
    THEN t.valid_from END
    """

  static let queries: [Query] =
    StoredKind.catalog.map { query(of: $0) } + [
      Query(
        kind: "stock_levels",
        fields: [
          ("sku", sku), ("location", location), ("lot", lot), ("quantity", "t.quantity"),
          (
            "unit_cost",
            """
            (SELECT h.average_cost FROM cost_history h WHERE h.variant_id = t.variant_id
              ORDER BY h.effective_at DESC, h.movement_id DESC LIMIT 1)
            """
          ),
        ],
        source: "(\(LotIssues.levels)) t", order: "t.variant_id, t.location_id, t.lot_id", codes: places),
      movements(
        "receipts",
        [
          ("quantity", "t.quantity"), ("supplier", "NULLIF(d.party, '')"), ("expires_on", "lot.expires_on"),
        ],
        where: "m.kind IN ('receipt', 'supplier-return')"),
      movements("sales", [("quantity", "-t.quantity")], where: "m.kind IN ('sale', 'customer-return')"),
      movements(
        "movements",
        [
          ("quantity", "t.quantity"), ("movement_kind", "t.kind"),
          ("reason", "(SELECT r.code FROM reasons r WHERE r.id = t.reason_id)"),
          (
            "to_location",
            """
            CASE WHEN t.kind = 'transfer' THEN (SELECT l.code FROM movements o JOIN locations l ON l.id = o.location_id
              WHERE o.document_id = t.document_id AND o.document_line = t.document_line || ' in') END
            """
          ),
        ],
        // The incoming side of a transfer is covered by the outgoing one.
        where: "NOT (m.kind = 'transfer' AND m.document_line LIKE '% in')",
        codes: places.merging(["reason": Code(table: "reasons", key: "code", id: "t.reason_id")]) { place, _ in place }),
      Query(
        kind: "counts",
        fields: [
          ("count", "t.code"), ("location", location), ("count_kind", "t.kind"), ("cut_off_at", "t.cut_off_at"),
        ],
        source: "count_sessions t", order: "t.id"),
      Query(
        kind: "count_lines",
        fields: [
          ("count", "s.code"), ("location", "(SELECT l.code FROM locations l WHERE l.id = s.location_id)"),
          ("section", "NULLIF(t.section, '')"), ("sku", "COALESCE(\(sku), t.code)"), ("lot", lot),
          ("counted_quantity", "t.quantity"), ("counted_at", "t.counted_at"), ("counter", "NULLIF(t.counter, '')"),
          ("note", "t.note"),
        ],
        // Of what was counted again, the count that was posted, else the latest: the others would be added to it.
        source: """
          count_entries t JOIN count_sessions s ON s.id = t.session_id AND t.superseded_by IS NULL
            AND (t.variant_id IS NULL OR t.round = COALESCE(
              (SELECT l.round FROM count_lines l WHERE l.session_id = t.session_id AND l.variant_id = t.variant_id),
              (SELECT MAX(o.round) FROM count_entries o WHERE o.session_id = t.session_id
                AND o.variant_id = t.variant_id AND o.superseded_by IS NULL)))
          """,
        order: "t.id"),
    ]
}
