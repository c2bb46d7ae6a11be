internal import Catalog
internal import GRDB

/// What a plan says that will be done, by kind and action.
public struct PlanCount: Hashable, Sendable {
  public let kind: String
  /// `create`, `update`, `unchanged`, `reject` or `conflict`.
  public let action: String
  public let records: Int
}

extension StagingArea {
  /// Compares everything that is staged with stock: references are looked up, records of one key merged, and each merged
  /// record gets its action. Nothing of the shop is changed. Call it within the transaction that applies, or within one
  /// that only reads.
  public func resolve(_ context: StagingContext) throws {
    try addImpliedRecords(context)
    for stored in StoredKind.catalog {
      if stored.kind == "products" { try addImpliedProducts() }
      guard staged[stored.kind] != nil else { continue }
      try addMissingColumns(stored)
      try index(stored)
      try resolveReferences(of: stored, context: context)
      if stored.kind == "prices" { try settlePriceValidity(context) }
      try merge(stored, policy: context.duplicates[stored.kind] ?? .conflict)
      try decide(stored)
    }
    try resolveMovements(context)
    try resolveCountLines(context)
    try findGuards(context)
  }

  /// How many records each action will touch.
  public func counts() throws -> [PlanCount] {
    var counts: [PlanCount] = []
    for kind in resolvedKinds() {
      let action = shownAction(of: kind)
      for row in try Row.fetchAll(
        database, sql: "SELECT \(action) AS a, COUNT(*) AS n FROM temp.merged_\(kind) m GROUP BY a ORDER BY a")
      {
        counts.append(PlanCount(kind: kind, action: row["a"], records: row["n"]))
      }
    }
    if merged.contains("count_lines") {
      let sessions = try Int.fetchOne(
        database, sql: "SELECT COUNT(*) FROM temp.merged_sessions WHERE session_id IS NULL AND location IS NOT NULL")
      if let sessions, sessions > 0 { counts.append(PlanCount(kind: "counts", action: "create", records: sessions)) }
    }
    let lots = try impliedLots()
    if lots > 0 {
      let place = counts.firstIndex { $0.kind == "lots" && $0.action == "create" }
      let known = place.map { counts.remove(at: $0).records } ?? 0
      counts.insert(PlanCount(kind: "lots", action: "create", records: known + lots), at: place ?? counts.count)
    }
    for row in try Row.fetchAll(
      database,
      sql:
        "SELECT kind, COUNT(DISTINCT tbl || ' ' || record) AS n FROM temp.problems WHERE severity = 'error' AND code != 'conflict' GROUP BY kind"
    ) {
      counts.append(PlanCount(kind: row["kind"], action: "reject", records: row["n"]))
    }
    return counts
  }

  /// How many lots movements and counted lines name that neither the shop nor the file's own lots have.
  private func impliedLots() throws -> Int {
    let sources = ["movements", "count_lines"].filter { merged.contains($0) }.map { kind in
      """
      SELECT variant, lot FROM temp.merged_\(kind)
      WHERE lot IS NOT NULL AND variant IS NOT NULL AND action IN ('create', 'update')
      """
    }
    guard !sources.isEmpty else { return 0 }
    let staged =
      merged.contains("lots")
      ? "AND NOT EXISTS (SELECT 1 FROM temp.merged_lots m WHERE m.r_sku = x.variant AND m.f_lot = x.lot)" : ""
    return try Int.fetchOne(
      database,
      sql: """
        SELECT COUNT(*) FROM (SELECT DISTINCT variant, lot FROM (\(sources.joined(separator: " UNION ALL ")))) x
        WHERE NOT EXISTS (SELECT 1 FROM lots l WHERE l.variant_id = x.variant AND l.lot = x.lot) \(staged)
        """) ?? 0
  }

  /// SQL for the action that people see: a new price that takes the place of another is a change to them.
  func shownAction(of kind: String) -> String {
    kind == "prices"
      ? "CASE WHEN m.action = 'create' AND m.previous IS NOT NULL THEN 'update' ELSE m.action END" : "m.action"
  }

  func resolvedKinds() -> [String] {
    StoredKind.catalog.map(\.kind).filter { merged.contains($0) }
      + ["movements", "count_lines"].filter { merged.contains($0) }
  }

  // MARK: Preparing

  /// Adds columns that records of the kind may have but none has here, and those for references.
  private func addMissingColumns(_ stored: StoredKind) throws {
    var present = Set(staged[stored.kind] ?? [])
    for column in stored.columns {
      if present.insert(column.field).inserted {
        try database.execute(sql: "ALTER TABLE temp.stage_\(stored.kind) ADD COLUMN f_\(column.field)")
      }
      if column.reference != nil {
        try database.execute(sql: "ALTER TABLE temp.stage_\(stored.kind) ADD COLUMN r_\(column.field) INTEGER")
      }
    }
    let extra = ["order_lines": ["supplier"], "barcodes": [], "supplier_items": ["barcode"]][stored.kind] ?? []
    let itemFields =
      stored.columns.contains { $0.reference == .item } && stored.kind != "barcodes"
      ? ["barcode", "supplier_code"] : []
    for field in extra + itemFields where present.insert(field).inserted {
      try database.execute(sql: "ALTER TABLE temp.stage_\(stored.kind) ADD COLUMN f_\(field)")
    }
    if stored.kind == "order_lines" {
      try database.execute(sql: "ALTER TABLE temp.stage_order_lines ADD COLUMN r_supplier INTEGER")
    }
    if stored.kind == "prices" {
      try database.execute(sql: "ALTER TABLE temp.stage_prices ADD COLUMN previous INTEGER")
    }
    staged[stored.kind] = Array(present)
  }

  /// Stages records for what others name and what is made on the way: categories, brands, colours, orders.
  private func addImpliedRecords(_ context: StagingContext) throws {
    for source in StoredKind.catalog {
      guard let fields = staged[source.kind] else { continue }
      for column in source.columns {
        guard case .made(let kind) = column.reference, fields.contains(column.field) else { continue }
        guard let key = StoredKind.catalog.first(where: { $0.kind == kind })?.keys.first else { continue }
        try addImplied(
          kind, fields: [key.field], from: source.kind, columns: ["f_\(column.field)"],
          where: "f_\(column.field) IS NOT NULL")
      }
    }
    if let fields = staged["order_lines"], fields.contains("order_number") {
      let supplier = fields.contains("supplier") ? "f_supplier" : "NULL"
      try addImplied(
        "orders", fields: ["supplier", "order_number"], from: "order_lines", columns: [supplier, "f_order_number"],
        where: "f_order_number IS NOT NULL")
    }
  }

  private func addImplied(
    _ kind: String, fields: [String], from source: String, columns: [String], where condition: String
  ) throws {
    if staged[kind] == nil { _ = try inserter(for: kind, fields: fields) }
    for field in fields where staged[kind]?.contains(field) == false {
      try database.execute(sql: "ALTER TABLE temp.stage_\(kind) ADD COLUMN f_\(field)")
      staged[kind]?.append(field)
    }
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
  private func addImpliedProducts() throws {
    guard let fields = staged["variants"] else { return }
    if staged["products"] == nil { _ = try inserter(for: "products", fields: ["product_code"]) }
    let named = fields.contains("product_code") ? "s.f_product_code IS NULL AND" : ""
    try database.execute(
      sql: """
        INSERT INTO temp.stage_products (tbl, line, record, offset, broken, clear, implied, f_product_code)
        SELECT s.tbl, s.line, s.record, s.offset, 0, 0, 1, s.f_sku FROM temp.stage_variants s
        WHERE \(named) s.broken = 0 AND s.f_sku IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM variants v WHERE v.sku = s.f_sku)
        """)
  }

  private func index(_ stored: StoredKind) throws {
    for column in stored.keys where column.keyDefault != nil {
      try database.execute(
        sql: """
          UPDATE temp.stage_\(stored.kind) SET f_\(column.field) = \(column.keyDefault ?? "NULL")
          WHERE f_\(column.field) IS NULL
          """)
    }
  }
}
