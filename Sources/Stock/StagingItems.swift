internal import Catalog
internal import GRDB

/// A way in which a record can say which item it means. See `docs/mapping-profiles.md`.
public enum ItemMatch: String, Hashable, Sendable, CaseIterable, Codable {
  case sku, barcode
  /// The supplier's own code, together with the supplier.
  case supplierCode = "supplier-code"
}

/// Looking up the items that records name.
///
/// Unless the profile states an order, everything that a record gives must lead to the same item, and what leads nowhere
/// is passed over. With an order, the first way that finds something decides. Several items found are never a choice.
extension StagingArea {
  /// What stands in a look-up's column when it found several items.
  static let several: Int64 = -1

  /// Finds the variant of each record of a stage.
  ///
  /// - Parameter keepsUnknown: whether records of unknown items are kept, as those of a count are.
  func resolveItems(
    in stage: String, column: String, context: StagingContext, keepsUnknown: Bool = false
  ) throws {
    let fields = Set(staged[stage] ?? [])
    let given = Set(insertedFields[stage] ?? [])
    // A barcode's own record is not found through itself, and names its item by SKU alone.
    let isBarcodes = stage == "barcodes"
    let ways = isBarcodes ? [.sku] : context.match ?? ItemMatch.allCases
    // What stands in the column of SKUs may have been scanned.
    let isScannable = !isBarcodes && fields.contains("sku") && ways.contains(.barcode)
    let usesBarcode = given.contains("barcode") && ways.contains(.barcode) && !isBarcodes
    let usesCode = given.contains("supplier_code") && ways.contains(.supplierCode)
    // With one way only, what it finds is the item at once.
    let isSimple = isBarcodes || context.match == nil && !usesBarcode && !usesCode
    let columns = isSimple ? [column, column, column] : ["m_sku", "m_barcode", "m_code"]
    if !isSimple {
      for name in columns { try addResultColumn(name, to: "stage_\(stage)") }
    }
    let isOpen = isSimple ? "\(column) IS NULL" : "m_sku IS NULL AND m_barcode IS NULL"
    if fields.contains("sku") { try findBySKU(stage, into: columns[0], includesStored: ways.contains(.sku)) }
    if usesBarcode { try findByBarcode(stage) }
    if isScannable {
      try findScanned(stage, into: columns[1], where: context.match == nil ? isOpen : "m_barcode IS NULL")
    }
    if usesCode {
      // A supplier's item says what its code is to be; only an item that nothing else names is found by it.
      let isOwn = stage == "supplier_items" && context.match == nil
      try findBySupplierCode(stage, context, where: isOwn ? isOpen : "1")
    }
    if let order = context.match, !isBarcodes {
      let found = order.map { way in columns[ItemMatch.allCases.firstIndex(of: way) ?? 0] }
      // What the file itself describes has its SKU from there, whatever the order says.
      let all = found + (found.contains("m_sku") ? [] : ["m_sku"])
      try database.execute(
        sql: "UPDATE temp.stage_\(stage) SET \(column) = \(Self.first(of: all))")
    } else {
      if !isSimple {
        try database.execute(sql: "UPDATE temp.stage_\(stage) SET \(column) = \(Self.first(of: columns))")
      }
      if isScannable { try refuseAmbiguousTexts(stage, sku: columns[0], beside: usesBarcode ? "m_barcode" : "NULL") }
      if usesBarcode { try refuseDifferent(stage) }
      if usesCode { try refuseDifferentCodes(stage, context) }
    }
    if usesCode {
      try refuse(
        in: stage, code: "ambiguous-item", field: "supplier_code", value: "f_supplier_code",
        message: """
          'the supplier''s code ''' || f_supplier_code || ''' stands for several items: '
            || \(try itemList(suppliersItems(stage, context)))
          """,
        remedy: "Give the SKU or a barcode beside it, or mend the supplier's codes.",
        where: "\(column) = \(Self.several)")
    }
    if fields.contains("sku") {
      try dropDependants(in: stage, of: "variants", code: "f_sku", where: "\(column) IS NULL")
    }
    if !isBarcodes, fields.contains("barcode") {
      try dropDependants(in: stage, of: "barcodes", code: "f_barcode", where: "\(column) IS NULL")
    }
    guard !keepsUnknown else { return }
    let named = ["sku", "barcode", "supplier_code"].filter {
      fields.contains($0) && !(isBarcodes && $0 != "sku")
        && !(stage == "supplier_items" && $0 == "supplier_code" && !usesCode)
    }
    let shown = "COALESCE(\((named.map { "f_\($0)" } + ["''", "''"]).joined(separator: ", ")))"
    try reportUnknown(
      in: stage, field: "sku", where: "\(column) IS NULL AND \(shown) != ''", code: "unknown-item", shown: shown,
      what: "the catalog has no item '%s'", remedy: "Import the item first, or correct the code.")
    try reportUnknown(
      in: stage, field: "sku", where: "\(column) IS NULL AND \(shown) = ''", code: "no-item", shown: shown,
      what: "the record names no item", remedy: "Give a SKU, a barcode or a supplier's code in the file.")
  }

  private static func first(of columns: [String]) -> String {
    "COALESCE(\((columns + ["NULL"]).joined(separator: ", ")))"
  }

  // MARK: Finding

  private func findBySKU(_ stage: String, into column: String, includesStored: Bool) throws {
    if includesStored {
      try database.execute(
        sql: """
          UPDATE temp.stage_\(stage) SET \(column) = (SELECT v.id FROM variants v WHERE v.sku = stage_\(stage).f_sku)
          WHERE f_sku IS NOT NULL
          """)
    }
    guard merged.contains("variants") else { return }
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET
          \(column) = (SELECT m.target FROM temp.merged_variants m WHERE m.f_sku = stage_\(stage).f_sku)
        WHERE \(column) IS NULL AND f_sku IS NOT NULL
        """)
  }

  private func findByBarcode(_ stage: String) throws {
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET
          m_barcode = (SELECT b.variant_id FROM barcodes b WHERE b.canonical = stage_\(stage).f_barcode)
        WHERE f_barcode IS NOT NULL
        """)
    guard merged.contains("barcodes") else { return }
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET
          m_barcode = (SELECT m.r_sku FROM temp.merged_barcodes m WHERE m.f_barcode = stage_\(stage).f_barcode)
        WHERE m_barcode IS NULL AND f_barcode IS NOT NULL
        """)
  }

  private func findScanned(_ stage: String, into column: String, where condition: String) throws {
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET
          \(column) = (SELECT b.variant_id FROM barcodes b WHERE \(Self.isBarcode("stage_\(stage).f_sku")))
        WHERE f_sku IS NOT NULL AND \(condition)
        """)
    guard merged.contains("barcodes") else { return }
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET \(column) = (SELECT b.r_sku FROM temp.merged_barcodes b
          WHERE \(Self.isBarcode("stage_\(stage).f_sku", "b.f_barcode")))
        WHERE f_sku IS NOT NULL AND \(condition)
        """)
  }

  private func findBySupplierCode(_ stage: String, _ context: StagingContext, where condition: String) throws {
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET m_code = (SELECT CASE COUNT(*) WHEN 0 THEN NULL WHEN 1 THEN MIN(variant)
          ELSE \(Self.several) END FROM (\(try suppliersItems(stage, context))))
        WHERE f_supplier_code IS NOT NULL AND \(condition)
        """)
  }

  /// SQL for the variants that a supplier's code of a staged record stands for, stored or in the file.
  private func suppliersItems(_ stage: String, _ context: StagingContext) throws -> String {
    let code =
      staged[stage]?.contains("supplier") == true
      ? "COALESCE(stage_\(stage).f_supplier, \(Self.quoted(context.supplier)))" : Self.quoted(context.supplier)
    var supplier = "(SELECT s.id FROM suppliers s WHERE s.code = \(code))"
    if merged.contains("suppliers") {
      supplier = "COALESCE(\(supplier), (SELECT n.target FROM temp.merged_suppliers n WHERE n.f_supplier = \(code)))"
    }
    var query = """
      SELECT i.variant_id AS variant FROM supplier_items i
      WHERE i.supplier_id = \(supplier) AND i.supplier_code = stage_\(stage).f_supplier_code
      """
    if merged.contains("supplier_items") {
      try addIndex("merged_supplier_items", "f_supplier_code")
      query += """
         UNION SELECT n.r_sku FROM temp.merged_supplier_items n
        WHERE n.f_supplier_code = stage_\(stage).f_supplier_code AND n.r_supplier = \(supplier)
        """
    }
    return query
  }

  // MARK: Refusing

  /// A text in the column of SKUs that is one item's SKU and, as a barcode, another's.
  ///
  /// - Parameter barcode: the column with what the record's own barcode found; it may confirm the SKU.
  private func refuseAmbiguousTexts(_ stage: String, sku: String, beside barcode: String) throws {
    let other = """
      SELECT b.variant_id AS variant FROM barcodes b
      WHERE \(Self.isBarcode("stage_\(stage).f_sku")) AND b.variant_id != stage_\(stage).\(sku)
      """
    try refuse(
      in: stage, code: "ambiguous-item", field: "sku", value: "f_sku",
      message: """
        '''' || f_sku || ''' is the SKU of ' || \(try item("\(sku)")) || ' and a barcode of ' || \(try itemList(other))
        """,
      remedy: Self.orderRemedy,
      // Shorter texts are no barcodes, though zeros in front might make one of them.
      where: "\(sku) IS NOT NULL AND \(barcode) IS NOT \(sku) AND length(f_sku) >= 8 AND EXISTS (\(other))")
  }

  private func refuseDifferent(_ stage: String) throws {
    try refuse(
      in: stage, code: "items-differ", field: "barcode", value: Self.shortBarcode,
      message: """
        '''' || f_sku || ''' is ' || \(try item("m_sku")) || ', but the barcode ''' || \(Self.shortBarcode) || ''' is that of '
          || \(try item("m_barcode"))
        """,
      remedy: Self.orderRemedy, where: "m_sku != m_barcode")
  }

  private func refuseDifferentCodes(_ stage: String, _ context: StagingContext) throws {
    let items = try suppliersItems(stage, context)
    let decided = "COALESCE(m_sku, m_barcode)"
    try refuse(
      in: stage, code: "items-differ", field: "supplier_code", value: "f_supplier_code",
      message: """
        '''' || COALESCE(\(staged[stage]?.contains("sku") == true ? "f_sku" : "NULL"), \(Self.shortBarcode)) || ''' is '
          || \(try item(decided)) || ', but the supplier''s code ''' || f_supplier_code || ''' is that of '
          || \(try itemList(items))
        """,
      remedy: Self.orderRemedy,
      where: "m_code != \(decided) AND \(decided) NOT IN (SELECT variant FROM (\(items)))")
  }

  static let orderRemedy =
    "Correct the file, or say in the profile which counts, such as match: [sku] or match: [barcode, sku]."

  /// SQL for an item as people know it: its SKU, and its title where it has one.
  func item(_ variant: String) throws -> String {
    let stored = """
      (SELECT '''' || v.sku || '''' || COALESCE(' (' || COALESCE(v.title, p.title) || ')', '')
        FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = \(variant))
      """
    guard merged.contains("variants") else { return "COALESCE(\(stored), '')" }
    try addIndex("merged_variants", "target")
    let new = "(SELECT '''' || n.f_sku || '''' FROM temp.merged_variants n WHERE n.target = \(variant))"
    return "COALESCE(\(stored), \(new), '')"
  }

  /// SQL for the first five items that a query with the column `variant` gives.
  func itemList(_ query: String) throws -> String {
    """
    COALESCE((SELECT group_concat(text, ', ') FROM (
      SELECT \(try item("variant")) AS text FROM (\(query)) ORDER BY variant LIMIT 5)), '')
    """
  }

  /// Writes a problem for each unbroken record of a stage that meets a condition, and takes the record out.
  ///
  /// - Parameters:
  ///   - value: SQL for the value to blame.
  ///   - message: SQL for what is wrong.
  private func refuse(
    in stage: String, code: String, field: String, value: String, message: String, remedy: String,
    where condition: String
  ) throws {
    let last = try Int64.fetchOne(database, sql: "SELECT COALESCE(MAX(id), 0) FROM temp.problems") ?? 0
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, ?, ?, 'error', ?, COALESCE(\(value), ''), COALESCE(\(message), ''), ?, tbl, line, record, offset
        FROM temp.stage_\(stage) WHERE broken = 0 AND (\(condition))
        """, arguments: [stage, code, field, remedy])
    try database.execute(
      sql: "UPDATE temp.stage_\(stage) SET broken = 1 WHERE seq IN (SELECT seq FROM temp.problems WHERE id > ?)",
      arguments: [last])
  }
}
