internal import FormatKit
internal import GRDB
internal import ProblemKit
internal import RetailValues

/// The number of records with an action in a plan, by kind.
public struct PlanCount: Hashable, Sendable {
  public let kind: String
  public let action: PlanAction
  public let records: Int
  /// How many of the new records are prices that follow one that the shop has: to people, that price changes.
  public internal(set) var followingPrices = 0
}

extension StagingArea {
  /// How many records each action will touch.
  public func counts() throws -> [PlanCount] {
    if let counts = staged.counts { return counts }
    let counts = try addUp()
    staged.counts = counts
    return counts
  }

  private func addUp() throws -> [PlanCount] {
    var counts: [PlanCount] = []
    for kind in kinds.list.map(\.kind) + ["count_lines"] where staged.isMerged(kind) {
      if staged.isNumberedByPlace(kind) {
        // All of them are new.
        let records = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM temp.merged_\(kind)") ?? 0
        if records > 0 { counts.append(PlanCount(kind: kind, action: .create, records: records)) }
        continue
      }
      try count(
        kind, in: "merged_\(kind) m", by: shownAction(of: kind), recognised: rowCache?.unchanged[kind] ?? 0,
        into: &counts)
      if part(of: kind) == .price, let place = counts.firstIndex(where: { $0.kind == kind && $0.action == .create }) {
        counts[place].followingPrices = try followingPrices()
      }
    }
    for source in kinds.ledger.map(\.name) where staged.hasMovements {
      try count(source, in: "merged_movements m WHERE m.source = '\(source)'", by: "m.action", into: &counts)
    }
    if staged.isMerged("count_lines") {
      let sessions = try Int.fetchOne(
        database, sql: "SELECT COUNT(*) FROM temp.merged_sessions WHERE session_id IS NULL AND location IS NOT NULL")
      if let sessions, sessions > 0 { counts.append(PlanCount(kind: "counts", action: .create, records: sessions)) }
    }
    if let implied = try impliedLots() {
      let lots = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM (\(implied))") ?? 0
      let kind = kinds.list.first { $0.record.table?.isMadeByLedger == true }?.kind
      let place = counts.firstIndex { $0.kind == kind && $0.action == .create }
      if lots > 0, let kind {
        let known = place.map { counts.remove(at: $0).records } ?? 0
        counts.insert(PlanCount(kind: kind, action: .create, records: known + lots), at: place ?? counts.count)
      }
    }
    for row in try Row.fetchAll(
      database,
      sql:
        "SELECT kind, COUNT(DISTINCT tbl || ' ' || record) AS n FROM temp.problems WHERE severity = 'error' AND code != \(Problem.Code.conflict.sql) GROUP BY kind"
    ) {
      counts.append(PlanCount(kind: row["kind"], action: .reject, records: row["n"]))
    }
    return counts
  }

  /// The actions in the order in which they are listed.
  private static let actions: [PlanAction] = [.conflict, .create, .unchanged, .update]

  /// - Parameter recognised: the number of unchanged records that are only in rows that were recognised.
  private func count(
    _ kind: String, in source: String, by action: String, recognised: Int = 0, into counts: inout [PlanCount]
  ) throws {
    // Adding up needs no sorting, as grouping does.
    let sums = Self.actions.map { "COALESCE(SUM(a = \($0.sql)), 0)" }.joined(separator: ", ")
    guard
      let row = try Row.fetchOne(
        database, sql: "SELECT \(sums) FROM (SELECT \(action) AS a FROM temp.\(source))")
    else { return }
    for (place, action) in Self.actions.enumerated() {
      let records: Int = row[place] + (action == .unchanged ? recognised : 0)
      if records > 0 { counts.append(PlanCount(kind: kind, action: action, records: records)) }
    }
  }

  /// SQL for the lots (variant, lot, expires_on) that movements and counted lines name and that neither the shop nor
  /// the lots of the file contain; nil when no such lots are possible.
  func impliedLots() throws -> String? {
    if staged.isMerged("lots") { try indexKeys(of: "lots") }
    let sources = [("movements", "expires_on"), ("count_lines", "NULL AS expires_on")]
      .filter { staged.isMerged($0.0) }.map { kind, expires in
        """
        SELECT variant, lot, \(expires) FROM temp.merged_\(kind)
        WHERE lot IS NOT NULL AND variant IS NOT NULL AND action \(PlanAction.isWrittenSQL)
        """
      }
    guard !sources.isEmpty else { return nil }
    let unlessBrought =
      staged.isMerged("lots")
      ? "AND NOT EXISTS (SELECT 1 FROM temp.merged_lots m WHERE m.r_sku = l.variant AND m.f_lot = l.lot)" : ""
    return """
      SELECT l.variant, l.lot, MAX(l.expires_on) AS expires_on FROM (\(sources.joined(separator: " UNION ALL "))) l
      WHERE NOT EXISTS (SELECT 1 FROM lots k WHERE k.variant_id = l.variant AND k.lot = l.lot) \(unlessBrought)
      GROUP BY l.variant, l.lot
      """
  }

  /// SQL for the action that people see: a new price that takes the place of another is a change to them.
  func shownAction(of kind: String) -> String {
    part(of: kind) == .price
      ? "CASE WHEN m.action = \(PlanAction.create.sql) AND m.previous IS NOT NULL THEN \(PlanAction.update.sql) ELSE m.action END"
      : "m.action"
  }

  // MARK: Preparing

  /// Adds columns that records of the kind may have but none has here, and those for references.
  func addMissingColumns(_ stored: StoredKind) throws {
    let stage = "stage_\(stored.kind)"
    let extra =
      stored.documentFields.map(\.field) + (stored.record.part == .supply ? ["barcode"] : [])
      + (stored.isDocument ? ["replaces"] : [])
    let itemFields =
      stored.columns.contains { $0.reference == .item } && stored.record.part != .barcode
      ? ["barcode", "supplier_code"] : []
    let defaults = try defaults(of: stored)
    let blank = try addFields(stored.columns.map(\.field) + extra + itemFields, to: stored.kind, defaults: defaults)
    staged[stored.kind]?.defaultFields.formUnion(defaults.keys)
    // Fields that are filled in later are not blank.
    staged[stored.kind]?.blankFields.formUnion(
      blank.subtracting(["supplier", "product_code", "valid_from", "item_code", "line"]))
    for column in stored.columns where column.reference != nil {
      try addResultColumn("r_\(column.field)", to: stage)
    }
    if try !isFirst(stored) { for column in ["target", "action"] { try addResultColumn(column, to: stage) } }
    for column in stored.documentFields where column.reference != nil {
      try addResultColumn("r_\(column.field)", to: stage)
    }
    if stored.record.part == .price, try !hasColumn("previous", stage) {
      try database.execute(sql: "ALTER TABLE temp.stage_prices ADD COLUMN previous INTEGER")
    }
  }

  /// SQL for the default values of a kind's fields that no record gives.
  private func defaults(of stored: StoredKind) throws -> [String: String] {
    var defaults = try keyDefaults(of: stored)
    // The first price of all is valid since ever.
    if stored.record.part == .price, try isEmpty("prices") { defaults["valid_from"] = "\(Schema.always)" }
    return defaults
  }

  /// SQL for the values of the fields of a kind's key that have one where a record gives none.
  func keyDefaults(of stored: StoredKind) throws -> [String: String] {
    var defaults: [String: String] = [:]
    for column in stored.keys {
      guard let value = column.keyDefault else { continue }
      defaults[column.field] = try String.fetchOne(database, sql: "SELECT quote(\(value))")
    }
    return defaults
  }

  /// Gives a staging table the fields that records of its kind may have but none has here.
  ///
  /// - Parameter defaults: SQL for a constant that applies to all records; its cost does not depend on their number.
  /// - Returns: the fields that were added and hold nothing.
  @discardableResult
  func addFields(_ fields: [String], to kind: String, defaults: [String: String] = [:]) throws -> Set<String> {
    var present = Set(staged[kind]?.fields ?? [])
    var blank: Set<String> = []
    for field in fields where present.insert(field).inserted {
      let constant = defaults[field].map { " DEFAULT \($0)" } ?? ""
      try database.execute(sql: "ALTER TABLE temp.stage_\(kind) ADD COLUMN f_\(field)\(constant)")
      staged[kind]?.fields.append(field)
      if constant.isEmpty { blank.insert(field) }
    }
    return blank
  }

  /// Whether a table of the shop holds nothing, so that nothing need be looked for in it.
  func isEmpty(_ table: String) throws -> Bool {
    try fact("\(table) is empty", "SELECT NOT EXISTS (SELECT 1 FROM main.\(table))")
  }

  /// Whether the shop never had a record of a kind, not even one that was removed since.
  func isFirst(_ stored: StoredKind) throws -> Bool {
    try fact(
      "\(stored.kind) are the first",
      """
      SELECT NOT EXISTS (SELECT 1 FROM main.\(stored.table))
        AND NOT EXISTS (SELECT 1 FROM removed_records WHERE kind = '\(stored.kind)')
      """)
  }

  /// Whether a merged kind has anything that would be made or changed; found once, when the kind is decided.
  func hasChanges(_ kind: String) throws -> Bool {
    guard staged.isMerged(kind) else { return false }
    return try fact(
      "\(kind) changes", "SELECT EXISTS (SELECT 1 FROM temp.merged_\(kind) WHERE action \(PlanAction.isWrittenSQL))")
  }

  /// Whether a merged kind has records that would be changed.
  func hasUpdates(_ kind: String) throws -> Bool {
    guard try !staged.isNumberedByPlace(kind) && hasChanges(kind) else { return false }
    return try fact(
      "\(kind) updates", "SELECT EXISTS (SELECT 1 FROM temp.merged_\(kind) WHERE action = \(PlanAction.update.sql))")
  }

  /// The result of a query, which runs once in each comparison.
  func fact(_ name: String, _ query: String) throws -> Bool {
    if let known = staged.facts[name] { return known }
    let answer = try Bool.fetchOne(database, sql: query) ?? false
    staged.facts[name] = answer
    return answer
  }

  /// Gives a staging table an empty column for what is looked up; one that it has from a comparison before is emptied.
  func addResultColumn(_ column: String, to table: String) throws {
    try database.execute(
      sql: try hasColumn(column, table)
        ? "UPDATE temp.\(table) SET \(column) = NULL WHERE \(column) IS NOT NULL"
        : "ALTER TABLE temp.\(table) ADD COLUMN \(column) INTEGER")
  }

  private func hasColumn(_ column: String, _ table: String) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM pragma_table_info(?, 'temp') WHERE name = ?)",
      arguments: [table, column]) == true
  }

  /// Stages records for what others name and what is made on the way: categories, brands, colours, orders.
  func addImpliedRecords(_ context: StagingContext) throws {
    for source in kinds.list {
      guard let fields = staged[source.kind]?.fields else { continue }
      for column in source.columns {
        guard case .made(let kind) = column.reference, fields.contains(column.field) else { continue }
        guard let key = kinds[kind]?.keys.first else { continue }
        try addImplied(
          kind, fields: [key.field], from: source.kind, columns: ["f_\(column.field)"],
          where: "f_\(column.field) IS NOT NULL")
      }
    }
    for lines in kinds.list {
      guard let document = lines.document, let fields = staged[lines.kind]?.fields else { continue }
      let numbers = document.keys.filter { $0.reference == nil && $0.keyDefault == nil }
      guard numbers.allSatisfy({ fields.contains($0.field) }) else { continue }
      try addImplied(
        document.kind, fields: document.keys.map(\.field), from: lines.kind,
        columns: document.keys.map { fields.contains($0.field) ? "f_\($0.field)" : "NULL" },
        where: numbers.map { "f_\($0.field) IS NOT NULL" }.joined(separator: " AND "))
    }
  }

  private func addImplied(
    _ kind: String, fields: [String], from source: String, columns: [String], where condition: String
  ) throws {
    if staged[kind] == nil { _ = try inserter(for: kind, fields: fields) }
    try addFields(fields, to: kind)
    if fields.count == 1, try addNumbered(kind, key: fields[0], from: source, fields[0]) { return }
    try database.execute(
      sql: """
        INSERT INTO temp.stage_\(kind) (
          tbl, line, record, offset, broken, clear, implied, \(fields.map { "f_\($0)" }.joined(separator: ", ")))
        SELECT tbl, line, record, offset, 0, 0, 1, \(columns.joined(separator: ", ")) FROM temp.stage_\(source)
        WHERE seq IN (SELECT MIN(seq) FROM temp.stage_\(source) WHERE broken = 0 AND \(condition)
          GROUP BY \(columns.filter { $0 != "NULL" }.joined(separator: ", ")))
        ORDER BY seq
        """)
  }

  /// A variant that names no product is a product of its own, with its SKU as code.
  func addImpliedProducts() throws {
    guard let fields = staged["variants"]?.fields, !isAlwaysGiven("product_code", in: "variants") else { return }
    if staged["products"] == nil { _ = try inserter(for: "products", fields: ["product_code"]) }
    let named = fields.contains("product_code") ? "s.f_product_code IS NULL AND" : ""
    try database.execute(
      sql: """
        INSERT INTO temp.stage_products (tbl, line, record, offset, broken, clear, implied, f_product_code)
        SELECT s.tbl, s.line, s.record, s.offset, 0, 0, 1, s.f_sku FROM temp.stage_variants s
        WHERE \(named) s.broken = 0 AND s.f_sku IS NOT NULL
          \(try isEmpty("variants") ? "" : "AND NOT EXISTS (SELECT 1 FROM variants v WHERE v.sku = s.f_sku)")
        """)
  }

  func index(_ stored: StoredKind) throws {
    // Fields that no record gives have the default of the table, and those of the records of the file got theirs with them.
    guard try hasImplied(stored.kind) else { return }
    let given = staged[stored.kind]?.insertedFields ?? []
    for column in stored.keys where column.keyDefault != nil && given.contains(column.field) {
      try database.execute(
        sql: """
          UPDATE temp.stage_\(stored.kind) SET f_\(column.field) = \(column.keyDefault ?? "NULL")
          WHERE f_\(column.field) IS NULL
          """)
    }
  }
}
