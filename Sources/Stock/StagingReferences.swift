internal import Catalog
internal import GRDB

/// Looking up what staged records refer to: other records by their codes, items, orders.
extension StagingArea {
  func resolveReferences(of stored: StoredKind, context: StagingContext) throws {
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
  func dropDependants(in stage: String, of kind: String, code: String, where condition: String) throws {
    guard rejected.contains(kind) else { return }
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET broken = 1
        WHERE broken = 0 AND (\(condition)) AND \(code) IN (SELECT code FROM temp.rejected_\(kind))
        """)
  }

  /// SQL for whether barcode `b` is what a text says, with or without the zeros in front.
  static func isBarcode(_ text: String, _ barcode: String = "b.canonical") -> String {
    "\(barcode) IN (UPPER(\(text)), CASE WHEN length(\(text)) < 14 THEN substr('00000000000000' || \(text), -14) END)"
  }

  /// Makes one scan of a case's barcode as many units as the case holds.
  func scaleScans(in stage: String, quantity: String) throws {
    guard scaled.insert(stage).inserted else { return }
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
}
