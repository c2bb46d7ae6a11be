internal import FormatKit
internal import GRDB
internal import ProblemKit
internal import RetailValues

/// A way in which a record can say which item it means. See `docs/guides/mapping-profiles.md`.
public enum ItemMatch: String, Hashable, Sendable, CaseIterable, Codable {
  case sku, barcode
  /// The supplier's own code, together with the supplier.
  case supplierCode = "supplier-code"
}

/// Looking up the items that records name.
///
/// Unless the profile states an order, all codes of a record must lead to the same item, and codes that lead nowhere
/// are ignored. With an order, the first way that finds something decides. Several items found are never a choice.
extension StagingArea {
  /// The value in a look-up's column when it found several items.
  static let several: Int64 = -1

  /// The ways in which the records of a stage may name their items, and the columns for what each of them finds.
  struct ItemSearch {
    let ways: [ItemMatch]
    /// Whether the records have a SKU; the code in its field may have been scanned.
    let hasSKU: Bool
    let isScannable: Bool
    let usesBarcode: Bool
    let usesCode: Bool
    /// By SKU, by barcode, by the supplier's code.
    let columns: [String]
    /// SQL for the item by its SKU; nil when no item can be found.
    let bySKU: () throws -> String?
  }

  func itemSearch(in stage: String, column: String, _ context: StagingContext) -> ItemSearch {
    let fields = Set(staged[stage]?.fields ?? [])
    let given = Set(staged[stage]?.insertedFields ?? [])
    // A barcode's own record is not found through itself, and names its item by SKU alone.
    let isBarcodes = part(of: stage) == .barcode
    let ways = isBarcodes ? [.sku] : context.match ?? ItemMatch.allCases
    let usesBarcode = given.contains("barcode") && ways.contains(.barcode) && !isBarcodes
    let usesCode = given.contains("supplier_code") && ways.contains(.supplierCode)
    // With only one way, its result is the item; without an order, the result of the SKU is used at once.
    let isSimple = isBarcodes || context.match == nil && !usesBarcode && !usesCode
    let hasSKU = fields.contains("sku") && staged[stage]?.blankFields.contains("sku") != true
    return ItemSearch(
      ways: ways, hasSKU: hasSKU, isScannable: !isBarcodes && fields.contains("sku") && ways.contains(.barcode),
      usesBarcode: usesBarcode, usesCode: usesCode,
      columns: isSimple
        ? [column, column, column] : [context.match == nil || isBarcodes ? column : "m_sku", "m_barcode", "m_code"]
    ) {
      guard hasSKU, let variants = self.kinds["variants"],
        let key = variants.keys.first
      else { return nil }
      return try self.search(for: "f_sku", in: stage, among: variants, key, isStored: ways.contains(.sku))
    }
  }

  /// Finds the variant of each record of a stage.
  ///
  /// - Parameters:
  ///   - keepsUnknown: whether records of unknown items are kept, as those of a count are.
  ///   - isSearchedBySKU: whether the SKUs were looked up before.
  func resolveItems(
    in stage: String, column: String, context: StagingContext, keepsUnknown: Bool = false,
    isSearchedBySKU: Bool = false
  ) throws {
    let fields = Set(staged[stage]?.fields ?? [])
    let isBarcodes = part(of: stage) == .barcode
    let items = itemSearch(in: stage, column: column, context)
    let (columns, usesBarcode, usesCode, isScannable) =
      (items.columns, items.usesBarcode, items.usesCode, items.isScannable)
    let isSimple = columns[1] == column
    let isOpen = isSimple ? "\(column) IS NULL" : "\(columns[0]) IS NULL AND m_barcode IS NULL"
    if !isSearchedBySKU {
      try addItemColumns(items, column, to: stage)
      if let found = try items.bySKU() {
        try database.execute(
          sql: "UPDATE temp.stage_\(stage) AS s SET \(columns[0]) = \(found) WHERE f_sku IS NOT NULL")
      }
    }
    if usesBarcode { try findByBarcode(stage) }
    if isScannable {
      try findScanned(stage, into: columns[1], where: context.match == nil ? isOpen : "m_barcode IS NULL")
    }
    if usesCode {
      // A supplier's item says what its code is to be; only an item that nothing else names is found by it.
      let isOwn = part(of: stage) == .supply && context.match == nil
      try findBySupplierCode(stage, context, where: isOwn ? isOpen : "1")
    }
    if let order = context.match, !isBarcodes {
      let found = order.map { way in columns[ItemMatch.allCases.firstIndex(of: way) ?? 0] }
      // An item that the file itself describes has its SKU from there, regardless of the order.
      let all = found + (found.contains("m_sku") ? [] : ["m_sku"])
      try database.execute(
        sql: "UPDATE temp.stage_\(stage) SET \(column) = \(Self.first(of: all))")
    } else {
      if isScannable { try refuseAmbiguousTexts(stage, sku: columns[0], beside: usesBarcode ? "m_barcode" : "NULL") }
      if !isSimple {
        try database.execute(
          sql: """
            UPDATE temp.stage_\(stage) SET \(column) = \(Self.first(of: columns))
            WHERE \(column) IS NULL AND (m_barcode IS NOT NULL OR m_code IS NOT NULL)
            """)
      }
      if usesBarcode { try refuseDifferent(stage, column) }
      if usesCode { try refuseDifferentCodes(stage, column, context) }
    }
    if usesCode {
      try refuse(
        in: stage, code: .ambiguousItem, field: "supplier_code", value: "f_supplier_code",
        message: """
          'the supplier''s code ''' || f_supplier_code || ''' matches several items: '
            || \(try itemList(suppliersItems(stage, context)))
          """,
        remedy: "Give the SKU or a barcode as well, or correct the supplier's codes.",
        where: "\(column) = \(Self.several)")
    }
    if context.findsItemsByTitle, fields.isSuperset(of: ["sku", "title"]) { try findByTitle(stage, column) }
    if fields.contains("sku") {
      try dropDependants(in: stage, of: "variants", code: "f_sku", where: "\(column) IS NULL")
    }
    if !isBarcodes, fields.contains("barcode") {
      try dropDependants(in: stage, of: "barcodes", code: "f_barcode", where: "\(column) IS NULL")
    }
    guard !keepsUnknown else { return }
    let named = ["sku", "barcode", "supplier_code"].filter {
      fields.contains($0) && !(isBarcodes && $0 != "sku")
        && !(part(of: stage) == .supply && $0 == "supplier_code" && !usesCode)
    }
    let shown = "COALESCE(\((named.map { "f_\($0)" } + ["''", "''"]).joined(separator: ", ")))"
    try reportUnknown(
      in: stage, field: "sku", where: "\(column) IS NULL AND \(shown) != ''", code: .unknownItem, shown: shown,
      what: "the catalog has no item '%s'", remedy: "Import the item first, or correct the code.")
    try refuseWithTheirRow(in: stage, where: "\(column) IS NULL AND \(shown) = ''")
    try reportUnknown(
      in: stage, field: "sku", where: "\(column) IS NULL AND \(shown) = ''", code: .noItem, shown: shown,
      what: "the record names no item", remedy: "Give a SKU, a barcode or a supplier's code in the file.")
  }

  /// Refuses records of rows that lack a value which another record of the row needs. That was reported when the row was
  /// mapped: the code of an item is missing once.
  private func refuseWithTheirRow(in stage: String, where condition: String) throws {
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET broken = 1
        WHERE broken = 0 AND (\(condition)) AND (tbl, record) IN (
          SELECT tbl, record FROM temp.problems WHERE seq IS NULL AND value = '' AND severity = ?)
        """, arguments: [Problem.Severity.error.rawValue])
    if database.changesCount > 0 { staged[stage]?.hasBroken = true }
  }

  /// SQL for the first of several values that is one.
  static func first(of values: [String]) -> String {
    "COALESCE(\((values + ["NULL", "NULL"]).joined(separator: ", ")))"
  }

  // MARK: Finding

  /// Gives a stage the columns for what is found in each way.
  func addItemColumns(_ items: ItemSearch, _ column: String, to stage: String) throws {
    for name in Set(items.columns).subtracting([column]).sorted() {
      try addResultColumn(name, to: "stage_\(stage)")
    }
  }

  private func findByBarcode(_ stage: String) throws {
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET
          m_barcode = (SELECT b.variant_id FROM barcodes b WHERE b.canonical = stage_\(stage).f_barcode)
        WHERE f_barcode IS NOT NULL
        """)
    guard staged.isMerged("barcodes") else { return }
    try indexKeys(of: "barcodes")
    try database.execute(
      sql: """
        UPDATE temp.stage_\(stage) SET
          m_barcode = (SELECT m.r_sku FROM temp.merged_barcodes m WHERE m.f_barcode = stage_\(stage).f_barcode)
        WHERE m_barcode IS NULL AND f_barcode IS NOT NULL
        """)
  }

  private func findScanned(_ stage: String, into column: String, where condition: String) throws {
    if try !isEmpty("barcodes") {
      try database.execute(
        sql: """
          UPDATE temp.stage_\(stage) SET
            \(column) = (SELECT b.variant_id FROM barcodes b WHERE \(Self.isBarcode("stage_\(stage).f_sku")))
          WHERE f_sku IS NOT NULL AND \(condition)
          """)
    }
    guard staged.isMerged("barcodes") else { return }
    try indexKeys(of: "barcodes")
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

  /// SQL for the variants, stored or in the file, to which a supplier's code of a staged record refers.
  private func suppliersItems(_ stage: String, _ context: StagingContext) throws -> String {
    let code =
      staged[stage]?.fields.contains("supplier") == true
      ? "COALESCE(stage_\(stage).f_supplier, \(Self.quoted(context.supplier)))" : Self.quoted(context.supplier)
    var supplier = "(SELECT s.id FROM suppliers s WHERE s.code = \(code))"
    if staged.isMerged("suppliers") {
      try indexKeys(of: "suppliers")
      supplier = "COALESCE(\(supplier), (SELECT n.target FROM temp.merged_suppliers n WHERE n.f_supplier = \(code)))"
    }
    var query = """
      SELECT i.variant_id AS variant FROM supplier_items i
      WHERE i.supplier_id = \(supplier) AND i.supplier_code = stage_\(stage).f_supplier_code
      """
    if staged.isMerged("supplier_items") {
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
    if try isEmpty("barcodes") { return }
    let other = """
      SELECT b.variant_id AS variant FROM barcodes b
      WHERE \(Self.isBarcode("stage_\(stage).f_sku")) AND b.variant_id != stage_\(stage).\(sku)
      """
    try refuse(
      in: stage, code: .ambiguousItem, field: "sku", value: "f_sku",
      message: """
        '''' || f_sku || ''' is the SKU of ' || \(try item("\(sku)")) || ' and a barcode of ' || \(try itemList(other))
        """,
      remedy: Self.orderRemedy,
      // Shorter texts are not barcodes, though zeros in front might make one of them.
      where: """
        \(sku) IS NOT NULL AND \(barcode) IS NOT \(sku) AND length(f_sku) >= 8 AND \(try mayBeBarcode("f_sku"))
          AND EXISTS (\(other))
        """)
  }

  private func refuseDifferent(_ stage: String, _ sku: String) throws {
    try refuse(
      in: stage, code: .itemsDiffer, field: "barcode", value: Self.shortBarcode,
      message: """
        '''' || f_sku || ''' is ' || \(try item(sku)) || ', but the barcode ''' || \(Self.shortBarcode) || ''' is that of '
          || \(try item("m_barcode"))
        """,
      remedy: Self.orderRemedy, where: "\(sku) != m_barcode")
  }

  private func refuseDifferentCodes(_ stage: String, _ decided: String, _ context: StagingContext) throws {
    let items = try suppliersItems(stage, context)
    try refuse(
      in: stage, code: .itemsDiffer, field: "supplier_code", value: "f_supplier_code",
      message: """
        '''' || COALESCE(\(staged[stage]?.fields.contains("sku") == true ? "f_sku" : "NULL"), \(Self.shortBarcode)) || ''' is '
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
    guard staged.isMerged("variants") else { return "COALESCE(\(stored), '')" }
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
  ///   - message: SQL for what is wrong; asked for only where something is.
  func refuse(
    in stage: String, code: Problem.Code, field: String, value: String, message: @autoclosure () throws -> String,
    remedy: String, where condition: String
  ) throws {
    let isFound = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM temp.stage_\(stage) WHERE broken = 0 AND (\(condition)))")
    guard isFound == true else { return }
    let last = try Int64.fetchOne(database, sql: "SELECT MAX(id) FROM temp.problems") ?? 0
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT seq, ?, \(code.sqlColumns), ?, COALESCE(\(value), ''), COALESCE(\(try message()), ''), ?, tbl, line, record, offset
        FROM temp.stage_\(stage) WHERE broken = 0 AND (\(condition))
        """, arguments: [stage, field, remedy])
    try database.execute(
      sql: "UPDATE temp.stage_\(stage) SET broken = 1 WHERE seq IN (SELECT seq FROM temp.problems WHERE id > ?)",
      arguments: [last])
    staged[stage]?.hasBroken = true
  }
}
