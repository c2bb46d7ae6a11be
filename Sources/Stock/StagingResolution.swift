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

  // MARK: References

  private func resolveReferences(of stored: StoredKind, context: StagingContext) throws {
    let table = "temp.stage_\(stored.kind)"
    if stored.kind == "order_lines" { try resolveOrders(context) }
    if let supplier = context.supplier, stored.columns.contains(where: { $0.field == "supplier" }) {
      try database.execute(
        sql: "UPDATE \(table) SET f_supplier = ? WHERE f_supplier IS NULL", arguments: [supplier])
    }
    for column in stored.columns {
      switch column.reference {
      case nil: break
      case .known("orders"): break
      case .known(let kind), .made(let kind):
        guard kind != stored.kind else { break }  // a kind's own records are looked up once they have ids
        if stored.kind == "variants", column.field == "product_code" {
          // A known variant that names no product keeps its own.
          try database.execute(
            sql: """
              UPDATE \(table) SET f_product_code = f_sku WHERE f_product_code IS NULL
              AND NOT EXISTS (SELECT 1 FROM variants v WHERE v.sku = stage_variants.f_sku)
              """)
        }
        try lookUp(column.field, of: kind, in: stored.kind)
      case .item: try resolveItems(in: stored.kind, column: "r_\(column.field)", context: context)
      }
    }
  }

  /// Looks a code up among the records of a kind, stored or about to be made, and writes down the ones not found.
  func lookUp(_ field: String, of kind: String, in stage: String, into result: String? = nil) throws {
    guard let target = StoredKind.catalog.first(where: { $0.kind == kind }), let key = target.keys.first else { return }
    let column = result ?? "r_\(field)"
    let table = "temp.stage_\(stage)"
    try database.execute(
      sql: """
        UPDATE \(table) SET \(column) = (SELECT t.id FROM \(target.table) t WHERE t.\(key.column) = stage_\(stage).f_\(field))
        WHERE f_\(field) IS NOT NULL
        """)
    if merged.contains(kind) {
      try database.execute(
        sql: """
          UPDATE \(table) SET \(column) = (SELECT m.target FROM temp.merged_\(kind) m WHERE m.\(key.staged) = stage_\(stage).f_\(field))
          WHERE f_\(field) IS NOT NULL AND \(column) IS NULL
          """)
    }
    try dropDependants(in: stage, of: kind, code: "f_\(field)", where: "\(column) IS NULL")
    try reportUnknown(
      in: stage, field: field, where: "f_\(field) IS NOT NULL AND \(column) IS NULL", code: "unknown-reference",
      what: "there is no record '%s' among the \(kind)",
      remedy: "Import the \(kind) first, or correct the code.")
  }

  /// Takes out the records that name one which was refused: the refusal is told there, and is no fault of theirs.
  private func dropDependants(in stage: String, of kind: String, code: String, where condition: String) throws {
    guard rejected.contains(kind) else { return }
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET broken = 1
        WHERE broken = 0 AND (\(condition)) AND \(code) IN (SELECT code FROM temp.rejected_\(kind))
        """)
  }

  /// Finds the variant of each record: by SKU, else by barcode, else by supplier and supplier's code.
  func resolveItems(in stage: String, column: String, context: StagingContext) throws {
    let table = "temp.stage_\(stage)"
    func fill(_ field: String, _ lookUp: String, _ condition: String = "") throws {
      try database.execute(
        sql:
          "UPDATE \(table) SET \(column) = (\(lookUp)) WHERE \(column) IS NULL AND f_\(field) IS NOT NULL \(condition)")
    }
    let fields = Set(staged[stage] ?? [])
    if fields.contains("sku") {
      try fill("sku", "SELECT v.id FROM variants v WHERE v.sku = stage_\(stage).f_sku")
      if merged.contains("variants") {
        try fill("sku", "SELECT m.target FROM temp.merged_variants m WHERE m.f_sku = stage_\(stage).f_sku")
      }
    }
    if fields.contains("sku"), stage != "barcodes" {
      // What stands in the column of SKUs may have been scanned.
      try fill("sku", "SELECT b.variant_id FROM barcodes b WHERE \(Self.isBarcode("stage_\(stage).f_sku"))")
    }
    var named = fields.contains("sku") ? ["f_sku"] : []
    // A barcode's own record is not found through itself.
    if stage != "barcodes", fields.contains("barcode") {
      named.append("f_barcode")
      try fill("barcode", "SELECT b.variant_id FROM barcodes b WHERE b.canonical = stage_\(stage).f_barcode")
      if merged.contains("barcodes") {
        try fill("barcode", "SELECT m.r_sku FROM temp.merged_barcodes m WHERE m.f_barcode = stage_\(stage).f_barcode")
      }
    }
    if stage != "supplier_items", fields.contains("supplier_code") {
      named.append("f_supplier_code")
      let supplier =
        fields.contains("supplier")
        ? "COALESCE(f_supplier, \(Self.quoted(context.supplier)))" : Self.quoted(context.supplier)
      // Two variants under one code of a supplier are a conflict, not a choice.
      try fill(
        "supplier_code",
        """
        SELECT CASE WHEN COUNT(*) = 1 THEN MIN(i.variant_id) END FROM supplier_items i JOIN suppliers s ON s.id = i.supplier_id
        WHERE s.code = \(supplier) AND i.supplier_code = stage_\(stage).f_supplier_code
        """)
    }
    if fields.contains("sku") {
      try dropDependants(in: stage, of: "variants", code: "f_sku", where: "\(column) IS NULL")
    }
    if stage != "barcodes", fields.contains("barcode") {
      try dropDependants(in: stage, of: "barcodes", code: "f_barcode", where: "\(column) IS NULL")
      if fields.contains("sku") {
        try reportUnknown(
          in: stage, field: "barcode",
          where: """
            f_sku IS NOT NULL AND f_barcode IS NOT NULL AND \(column) IS NOT NULL AND \(column) !=
              (SELECT b.variant_id FROM barcodes b WHERE b.canonical = f_barcode)
            """, code: "items-differ", shown: "f_barcode",
          what: "the barcode '%s' belongs to another item than the SKU names",
          remedy: "Correct the SKU or the barcode, or leave one of them out.")
      }
    }
    let shown = "COALESCE(\((named + ["''"]).joined(separator: ", ")), '')"
    try reportUnknown(
      in: stage, field: "sku", where: "\(column) IS NULL AND \(shown) != ''", code: "unknown-item", shown: shown,
      what: "the catalog has no item '%s'", remedy: "Import the item first, or correct the code.")
    try reportUnknown(
      in: stage, field: "sku", where: "\(column) IS NULL AND \(shown) = ''", code: "no-item", shown: shown,
      what: "the record names no item", remedy: "Give a SKU, a barcode or a supplier's code in the file.")
  }

  /// SQL for whether barcode `b` is what a text says, with or without the zeros in front.
  static func isBarcode(_ text: String) -> String {
    "b.canonical IN (UPPER(\(text)), CASE WHEN length(\(text)) < 14 THEN substr('00000000000000' || \(text), -14) END)"
  }

  /// Makes one scan of a case's barcode as many units as the case holds.
  func scaleScans(in stage: String, quantity: String) throws {
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) AS s SET \(quantity) = \(quantity) * b.pack_quantity / 1000 FROM barcodes b
        WHERE b.pack_quantity IS NOT NULL AND \(Self.isBarcode("s.f_sku"))
          AND NOT EXISTS (SELECT 1 FROM variants v WHERE v.sku = s.f_sku)
        """)
  }

  /// The supplier of an order's lines, and the order they belong to.
  private func resolveOrders(_ context: StagingContext) throws {
    if let supplier = context.supplier {
      try database.execute(
        sql: "UPDATE temp.stage_order_lines SET f_supplier = ? WHERE f_supplier IS NULL", arguments: [supplier])
    }
    try lookUp("supplier", of: "suppliers", in: "order_lines", into: "r_supplier")
    try database.execute(
      sql: """
        UPDATE temp.stage_order_lines SET r_order_number = COALESCE(
          (SELECT o.id FROM orders o WHERE o.supplier_id = stage_order_lines.r_supplier
            AND o.order_number = stage_order_lines.f_order_number),
          (SELECT m.target FROM temp.merged_orders m WHERE m.r_supplier = stage_order_lines.r_supplier
            AND m.f_order_number = stage_order_lines.f_order_number))
        """)
    try reportUnknown(
      in: "order_lines", field: "supplier", where: "r_order_number IS NULL", code: "no-supplier",
      what: "the order '%s' names no supplier", shownField: "order_number",
      remedy: "Give the supplier in the file, or with --supplier CODE.")
  }

  /// Writes a problem for each unbroken record of a stage that meets a condition, and takes the record out.
  func reportUnknown(
    in stage: String, field: String, where condition: String, code: String, shown: String? = nil, what: String,
    shownField: String? = nil, remedy: String
  ) throws {
    let value = shown ?? "CAST(f_\(shownField ?? field) AS TEXT)"
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, ?, ?, 'error', ?, COALESCE(\(value), ''), replace(?, '%s', COALESCE(\(value), '')), ?, tbl, line, record, offset
        FROM temp.stage_\(stage) WHERE broken = 0 AND (\(condition));
        """, arguments: [stage, code, field, what, remedy])
    try database.execute(sql: "UPDATE temp.stage_\(stage) SET broken = 1 WHERE broken = 0 AND (\(condition))")
  }

  // MARK: Prices

  /// A price without a first moment: the same as the price valid now is that price; the first price of all is valid since
  /// ever; any other is valid from the import on, so that what was valid before stays as it was.
  private func settlePriceValidity(_ context: StagingContext) throws {
    let now = context.now.millisecondsSince1970
    let current = { (column: String) in
      """
      (SELECT p.\(column) FROM prices p WHERE p.variant_id = r_sku AND p.price_type = f_price_type
        AND p.currency = f_currency AND p.valid_from <= \(now) AND (p.valid_to IS NULL OR p.valid_to >= \(now))
        ORDER BY p.valid_from DESC LIMIT 1)
      """
    }
    try database.execute(
      sql: """
        UPDATE temp.stage_prices SET previous = \(current("price")) WHERE f_valid_from IS NULL;
        UPDATE temp.stage_prices SET f_valid_from = CASE
          WHEN NOT EXISTS (SELECT 1 FROM prices p WHERE p.variant_id = r_sku AND p.price_type = f_price_type
            AND p.currency = f_currency) THEN \(Schema.always)
          WHEN previous = f_price THEN \(current("valid_from"))
          ELSE \(now) END
        WHERE f_valid_from IS NULL;
        UPDATE temp.stage_prices SET previous = NULL WHERE previous = f_price;
        """)
  }

  // MARK: Merging and deciding

  /// Makes one row of all records of a key.
  private func merge(_ stored: StoredKind, policy: StagingContext.DuplicatePolicy) throws {
    let stage = "temp.stage_\(stored.kind)"
    let keys = stored.keys.map(\.staged)
    let values = stored.values.map(\.staged)
    try reportUnknown(
      in: stored.kind, field: stored.keys[0].field,
      where: keys.map { "\($0) IS NULL" }.joined(separator: " OR "), code: "no-key", shown: "''",
      what: "the record lacks its key (\(stored.keys.map(\.field).joined(separator: ", ")))",
      remedy: "Fill in the missing cell, or map the column that holds it.")
    let previous = stored.kind == "prices" ? ["previous"] : []
    let columns = keys + values + previous
    // Declared as the staged ids are: SQLite uses no key between columns that are compared in different ways.
    let declared = Set(stored.columns.filter { ![nil, .made(stored.kind)].contains($0.reference) }.map(\.staged))
    try database.execute(
      sql: """
        CREATE TEMP TABLE merged_\(stored.kind) (
          seq INTEGER PRIMARY KEY, records INTEGER, clear INTEGER, conflict TEXT, target INTEGER, action TEXT,
          \(columns.map { declared.contains($0) ? "\($0) INTEGER" : $0 }.joined(separator: ", ")));
        """)
    let picks = stored.values.map { MergedValue($0, bit: clearBit($0.field, of: stored.kind), stored, policy) }
    let clear = picks.map(\.clear).filter { $0 != "0" }
    let conflict = picks.map(\.differs).filter { $0 != "''" }
    try database.execute(
      sql: """
        INSERT INTO temp.merged_\(stored.kind) (seq, records, clear, conflict, \(columns.joined(separator: ", ")))
        SELECT MIN(seq), SUM(implied = 0), \(clear.isEmpty ? "0" : clear.joined(separator: " | ")),
          \(conflict.isEmpty ? "''" : conflict.joined(separator: " || ")),
          \((keys + picks.map(\.pick) + previous.map { "MAX(\($0))" }).joined(separator: ", "))
        FROM \(stage) WHERE broken = 0 GROUP BY \(keys.joined(separator: ", "));
        """)
    if policy == .first || policy == .last {
      let target = "merged_\(stored.kind)"
      let bits = picks.filter { $0.bit != 0 }.map { pick in
        "COALESCE((SELECT s.clear & \(pick.bit) FROM \(stage) s WHERE s.seq = \(target).\(pick.column)), 0)"
      }
      if !bits.isEmpty {
        try database.execute(sql: "UPDATE temp.\(target) SET clear = \(bits.joined(separator: " | "))")
      }
      for pick in picks {
        try database.execute(
          sql: """
            UPDATE temp.\(target) SET
              \(pick.column) = (SELECT s.\(pick.source) FROM \(stage) s WHERE s.seq = \(target).\(pick.column))
            WHERE \(pick.column) IS NOT NULL
            """)
      }
    }
    try database.execute(
      sql: "CREATE INDEX temp.merged_\(stored.kind)_key ON merged_\(stored.kind) (\(keys.joined(separator: ", ")))")
    merged.insert(stored.kind)
    try noteRejected(stored)
  }

  /// Keeps the codes of the records that were refused, for those that name them.
  private func noteRejected(_ stored: StoredKind) throws {
    guard stored.keys.count == 1, let key = stored.keys.first,
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM temp.stage_\(stored.kind) WHERE broken = 1)") == true
    else { return }
    try database.execute(
      sql: """
        CREATE TEMP TABLE rejected_\(stored.kind) (code PRIMARY KEY) WITHOUT ROWID;
        INSERT OR IGNORE INTO temp.rejected_\(stored.kind) SELECT f_\(key.field) FROM temp.stage_\(stored.kind)
        WHERE broken = 1 AND f_\(key.field) IS NOT NULL;
        """)
    rejected.insert(stored.kind)
  }

  /// How the values of one column become one where records of a key are merged.
  private struct MergedValue {
    let column: String
    /// The staged column it is made of; for a reference to a record of the same kind still the code.
    let source: String
    let bit: Int64
    /// SQL for the value, or for the place of the record that has it.
    let pick: String
    /// SQL for the bits of the fields to be emptied.
    let clear: String
    /// SQL for the field's name where the records contradict each other, else for an empty text.
    let differs: String

    init(_ column: StoredColumn, bit: Int64, _ stored: StoredKind, _ policy: StagingContext.DuplicatePolicy) {
      self.column = column.staged
      self.bit = bit
      source = column.reference == .made(stored.kind) ? "f_\(column.field)" : column.staged
      switch policy {
      case .conflict, .sum:
        let isAddedUp = policy == .sum && column.field == "order_quantity"
        pick = isAddedUp ? "SUM(\(source))" : "MAX(\(source))"
        clear = bit == 0 ? "0" : "MAX(clear & \(bit))"
        let contradicts = bit == 0 ? "" : " + (MAX(clear & \(bit)) != 0 AND MAX(\(source)) IS NOT NULL)"
        differs =
          isAddedUp
          ? "''"
          : "CASE WHEN (MIN(\(source)) IS NOT MAX(\(source)))\(contradicts) THEN '\(column.field) ' ELSE '' END"
      // The place of the first or last value given; the value itself is fetched afterwards.
      case .first, .last:
        let given = bit == 0 ? "\(source) IS NOT NULL" : "\(source) IS NOT NULL OR clear & \(bit)"
        pick = "\(policy == .first ? "MIN" : "MAX")(CASE WHEN \(given) THEN seq END)"
        clear = "0"
        differs = "''"
      }
    }
  }

  /// Finds the stored record of each merged one, and what is to be done with it.
  private func decide(_ stored: StoredKind) throws {
    let merged = "temp.merged_\(stored.kind)"
    let match = stored.keys.map { "t.\($0.column) = m.\($0.staged)" }.joined(separator: " AND ")
    try database.execute(
      sql: "UPDATE \(merged) AS m SET target = (SELECT t.id FROM \(stored.table) t WHERE \(match))")
    let base = try Int64.fetchOne(database, sql: "SELECT COALESCE(MAX(id), 0) FROM \(stored.table)") ?? 0
    try database.execute(
      sql: """
        UPDATE \(merged) AS m SET action = CASE WHEN conflict != '' THEN 'conflict' WHEN target IS NULL THEN 'create' END;
        -- A record in conflict gets its place too: what refers to it is not to blame.
        UPDATE \(merged) AS m SET target = n.id
        FROM (SELECT seq, \(base) + ROW_NUMBER() OVER (ORDER BY seq) AS id FROM \(merged) WHERE target IS NULL) AS n
        WHERE n.seq = m.seq;
        """)
    // References to records of the same kind can be looked up now that the new ones have ids.
    for column in stored.columns {
      guard case .made(stored.kind) = column.reference, let key = stored.keys.first else { continue }
      try database.execute(
        sql: """
          UPDATE \(merged) AS m SET \(column.staged) = COALESCE(
            (SELECT t.id FROM \(stored.table) t WHERE t.\(key.column) = m.\(column.staged)),
            (SELECT o.target FROM \(merged) o WHERE o.\(key.staged) = m.\(column.staged)))
          WHERE \(column.staged) IS NOT NULL
          """)
      try reportCircles(stored, column)
    }
    let changes = stored.values.map { column in
      "(m.\(column.staged) IS NOT NULL AND m.\(column.staged) IS NOT t.\(column.column))"
        + " OR (m.clear & \(clearBit(column.field, of: stored.kind)) AND t.\(column.column) IS NOT NULL)"
    }
    let differs = changes.isEmpty ? "0" : changes.joined(separator: " OR ")
    try database.execute(
      sql: """
        UPDATE \(merged) AS m SET action = CASE
          WHEN EXISTS (SELECT 1 FROM \(stored.table) t WHERE t.id = m.target AND (\(differs))) THEN 'update'
          ELSE 'unchanged' END
        WHERE action IS NULL
        """)
    try reportConflicts(stored)
  }

  /// The bit of a field in a record's mask of fields to be emptied; 0 for a field that the source does not have.
  func clearBit(_ field: String, of kind: String) -> Int64 {
    guard let place = insertedFields[kind]?.firstIndex(of: field), place < 62 else { return 0 }
    return 1 << Int64(place)
  }

  /// Writes a problem for each record that would come above itself, such as a category below one of its own.
  private func reportCircles(_ stored: StoredKind, _ column: StoredColumn) throws {
    let merged = "temp.merged_\(stored.kind)"
    var above: [Int64: Int64] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT id, \(column.column) AS above, 0 AS cleared FROM \(stored.table) WHERE \(column.column) IS NOT NULL
        UNION ALL SELECT target, \(column.staged), \(column.staged) IS NULL FROM \(merged)
          WHERE \(column.staged) IS NOT NULL OR clear & \(clearBit(column.field, of: stored.kind))
        """)
    while let row = try rows.next() {
      guard let id: Int64 = row["id"] else { continue }
      above[id] = row["above"] as Int64?
    }
    var walks: [Int64: Int] = [:]
    var circle: [Int64] = []
    for (walk, start) in above.keys.sorted().enumerated() {
      var current: Int64? = start
      while let id = current, walks[id] == nil {
        walks[id] = walk
        current = above[id]
      }
      // Back at a record of this very walk: from there on it goes round.
      guard let first = current, walks[first] == walk else { continue }
      var member = first
      repeat {
        circle.append(member)
        member = above[member] ?? first
      } while member != first
    }
    guard !circle.isEmpty else { return }
    try database.execute(sql: "CREATE TEMP TABLE circle_\(stored.kind) (id INTEGER PRIMARY KEY)")
    for id in circle {
      try database.execute(sql: "INSERT INTO temp.circle_\(stored.kind) (id) VALUES (?)", arguments: [id])
    }
    let shown = "s.f_\(stored.keys[0].field)"
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, ?, 'circular-reference', 'error', ?, \(shown), '''' || \(shown) || ''' would be above itself', ?,
          s.tbl, s.line, s.record, s.offset
        FROM \(merged) m JOIN temp.stage_\(stored.kind) s ON s.seq = m.seq
        WHERE m.\(column.staged) IS NOT NULL AND m.action IS NOT 'conflict' AND m.target IN (SELECT id FROM temp.circle_\(stored.kind))
        """,
      arguments: [stored.kind, column.field, "Correct which record is above which; a tree has no circles."])
  }

  private func reportConflicts(_ stored: StoredKind) throws {
    let keys = stored.keys.map(\.staged)
    let same = keys.map { "s.\($0) = m.\($0)" }.joined(separator: " AND ")
    // A moment is stored as a number that says nothing to people.
    let shown = stored.keys.filter { $0.field != "valid_from" }
      .map { "COALESCE(CAST(s.f_\($0.field) AS TEXT), '')" }.joined(separator: " || ' ' || ")
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, ?, 'conflict', 'error', ?, \(shown),
          '''' || \(shown) || ''' stands ' || m.records || ' times in the file with different '
            || replace(trim(m.conflict), ' ', ', '), ?,
          s.tbl, s.line, s.record, s.offset
        FROM temp.stage_\(stored.kind) s JOIN temp.merged_\(stored.kind) m ON \(same)
        WHERE m.action = 'conflict' AND s.broken = 0 AND s.implied = 0
        """,
      arguments: [
        stored.kind, stored.keys[0].field,
        "Keep one of the rows, or say in the profile which counts (duplicates: first, last or sum).",
      ])
  }

  static func quoted(_ text: String?) -> String {
    guard let text else { return "NULL" }
    return "'" + text.replacing("'", with: "''") + "'"
  }
}
