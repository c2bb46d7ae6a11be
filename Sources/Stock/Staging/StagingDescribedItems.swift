internal import FormatKit
internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Recognising items that a file describes under another SKU than the shop's.
///
/// A price list may know an item by its barcode or by the supplier's own code alone, and then has that code in the
/// field of the SKU. If the code leads to an item of the shop, the record's SKU becomes that item's, so that the item
/// is updated and no second one is created.
extension StagingArea {
  /// Looks for known items among those that the file describes; the first step of ``resolve(_:)``.
  ///
  /// A shop without items has nothing to be recognised: its first import costs nothing here.
  func matchDescribedItems(_ context: StagingContext) throws {
    // Once is enough: a comparison that is made again finds the records under their new SKUs.
    guard !staged.hasMatchedItems else { return }
    staged.hasMatchedItems = true
    let describing = kinds.list.filter { $0.record.part == .variant || $0.record.part == .price }
    guard let described = describing.first(where: { staged[$0.kind] != nil }), case let base = described.kind,
      staged[base]?.insertedFields.contains("sku") == true,
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM variants)") == true
    else { return }
    let ways = context.match ?? ItemMatch.allCases
    let hasBarcodes = staged["barcodes"]?.insertedFields.contains("barcode") == true
    let hasCodes = staged["supplier_items"]?.insertedFields.contains("supplier_code") == true
    let makesItems = described.record.part == .variant
    guard makesItems || hasBarcodes || hasCodes else { return }
    // Method 1 is by barcode, 2 by the supplier's code; `derived` shows that the code itself is in the field of the SKU.
    try database.execute(
      sql: """
        CREATE TEMP TABLE item_matches (
          tbl INTEGER, record INTEGER, sku TEXT, method INTEGER, variant INTEGER, derived INTEGER,
          PRIMARY KEY (tbl, record, sku, method, variant)) WITHOUT ROWID;
        CREATE TEMP TABLE described_items (
          seq INTEGER PRIMARY KEY, tbl INTEGER, record INTEGER, sku TEXT, by_sku INTEGER, by_barcode INTEGER,
          by_code INTEGER, derived INTEGER, found INTEGER, verdict TEXT);
        """)
    // A code that confirms the SKU needs no further check, unless the profile sets another order.
    let unlikeSKU = context.match == nil ? "AND v.id IS NOT b.variant_id" : ""
    if ways.contains(.barcode) {
      if hasBarcodes, try context.match != nil || hasUnconfirmedBarcodes() { try matchBarcodes(base, unlikeSKU) }
      // A barcode of its own may confirm the SKU, which may then look like another item's barcode.
      let confirmed = """
        AND NOT EXISTS (SELECT 1 FROM temp.stage_barcodes c JOIN barcodes o ON o.canonical = c.f_barcode
          WHERE c.tbl = s.tbl AND c.record = s.record AND o.variant_id = v.id)
        """
      if try hasBarcodeTexts(base) {
        if hasBarcodes { try place("barcodes") }
        try matchTexts(base, hasBarcodes && context.match == nil ? unlikeSKU + " " + confirmed : unlikeSKU)
      }
    }
    if hasCodes, ways.contains(.supplierCode), try context.match != nil || hasUnknownSKUs(base) {
      try matchSupplierCodes(base, context, isForUnknown: context.match == nil)
    }
    let hasMatches = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM temp.item_matches)")
    guard hasMatches == true || context.match != nil else { return }
    try spellOutRepeats()
    try collectDescribed(base, takesAll: context.match != nil && !ways.contains(.sku))
    try decideDescribed(context.match, makesItems: makesItems)
    try refuseDescribed(base, context)
    try renameDescribed(context)
  }

  private func place(_ kind: String) throws {
    try database.execute(sql: "CREATE INDEX IF NOT EXISTS temp.stage_\(kind)_place ON stage_\(kind) (tbl, record)")
  }

  /// Whether any known barcode comes with another SKU than that of its item, or with none. A file that comes again has
  /// none, and nothing more need be looked at.
  private func hasUnconfirmedBarcodes() throws -> Bool {
    guard try !isEmpty("barcodes") else { return false }
    let item = staged["barcodes"]?.insertedFields.contains("sku") == true ? "v.sku IS c.f_sku" : "0"
    return try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM temp.stage_barcodes c CROSS JOIN barcodes b CROSS JOIN variants v
          WHERE b.canonical = c.f_barcode AND v.id = b.variant_id AND NOT (\(item)))
        """) == true
  }

  /// Whether a code in the field of the SKU may be a barcode anywhere.
  private func hasBarcodeTexts(_ base: String) throws -> Bool {
    guard try !isEmpty("barcodes") else { return false }
    return try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM temp.stage_\(base) s
          WHERE broken = 0 AND length(f_sku) >= 8 AND \(try mayBeBarcode("f_sku")))
        """) == true
  }

  private func hasUnknownSKUs(_ base: String) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM temp.stage_\(base) s WHERE broken = 0 AND f_sku IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM variants v WHERE v.sku = s.f_sku))
        """) == true
  }

  /// The code in the place of the SKU, taken as a barcode.
  private func matchTexts(_ base: String, _ condition: String) throws {
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO temp.item_matches (tbl, record, sku, method, variant, derived)
        SELECT s.tbl, s.record, s.f_sku, 1, b.variant_id, 1
        FROM temp.stage_\(base) s CROSS JOIN barcodes b LEFT JOIN variants v ON v.sku = s.f_sku
        WHERE s.broken = 0 AND length(s.f_sku) >= 8 AND \(try mayBeBarcode("s.f_sku"))
          AND \(Self.isBarcode("s.f_sku")) \(condition)
        """)
  }

  private func matchBarcodes(_ base: String, _ condition: String) throws {
    try place("barcodes")
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO temp.item_matches (tbl, record, sku, method, variant, derived)
        SELECT s.tbl, s.record, s.f_sku, 1, b.variant_id, barcode_form(s.f_sku) IS c.f_barcode
        FROM temp.stage_\(base) s CROSS JOIN temp.stage_barcodes c CROSS JOIN barcodes b
          LEFT JOIN variants v ON v.sku = s.f_sku
        WHERE s.broken = 0 AND s.f_sku IS NOT NULL AND c.tbl = s.tbl AND c.record = s.record
          AND \(try isOf("barcodes", "s.f_sku")) AND b.canonical = c.f_barcode \(condition)
        """)
  }

  private func matchSupplierCodes(_ base: String, _ context: StagingContext, isForUnknown: Bool) throws {
    try place("supplier_items")
    let supplier =
      staged["supplier_items"]?.insertedFields.contains("supplier") == true
      ? "COALESCE(c.f_supplier, \(Self.quoted(context.supplier)))" : Self.quoted(context.supplier)
    let unknown = isForUnknown ? "AND NOT EXISTS (SELECT 1 FROM variants v WHERE v.sku = s.f_sku)" : ""
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO temp.item_matches (tbl, record, sku, method, variant, derived)
        SELECT s.tbl, s.record, s.f_sku, 2, b.variant_id, s.f_sku = c.f_supplier_code
        FROM temp.stage_\(base) s CROSS JOIN temp.stage_supplier_items c CROSS JOIN suppliers p CROSS JOIN supplier_items b
        WHERE s.broken = 0 AND s.f_sku IS NOT NULL \(unknown) AND c.tbl = s.tbl AND c.record = s.record
          AND \(try isOf("supplier_items", "s.f_sku")) AND p.code = \(supplier)
          AND b.supplier_id = p.id AND b.supplier_code = c.f_supplier_code
        """)
  }

  /// SQL for whether a record `c` of a kind is of the same item as another record of its row.
  private func isOf(_ kind: String, _ sku: String) throws -> String {
    staged[kind]?.insertedFields.contains("sku") == true ? "(c.f_sku IS NULL OR c.f_sku = \(sku))" : "1"
  }

  private func collectDescribed(_ base: String, takesAll: Bool) throws {
    func found(_ method: Int) -> String {
      """
      (SELECT CASE COUNT(DISTINCT x.variant) WHEN 0 THEN NULL WHEN 1 THEN MIN(x.variant) ELSE \(Self.several) END
        FROM temp.item_matches x
        WHERE x.tbl = s.tbl AND x.record = s.record AND x.sku = s.f_sku AND x.method = \(method))
      """
    }
    let ofRow = "FROM temp.item_matches x WHERE x.tbl = s.tbl AND x.record = s.record AND x.sku = s.f_sku"
    try database.execute(
      sql: """
        INSERT INTO temp.described_items (seq, tbl, record, sku, by_sku, by_barcode, by_code, derived)
        SELECT s.seq, s.tbl, s.record, s.f_sku, v.id, \(found(1)), \(found(2)),
          COALESCE((SELECT MAX(x.derived) \(ofRow)), 0)
        FROM temp.stage_\(base) s LEFT JOIN variants v ON v.sku = s.f_sku
        WHERE s.broken = 0 AND s.f_sku IS NOT NULL
          AND (EXISTS (SELECT 1 \(ofRow)) \(takesAll ? "OR v.id IS NOT NULL" : ""))
        """)
  }

  /// - Parameter makesItems: whether a SKU that leads nowhere is that of a new item.
  private func decideDescribed(_ order: [ItemMatch]?, makesItems: Bool) throws {
    let several = Self.several
    if let order {
      let columns = order.map { ["by_sku", "by_barcode", "by_code"][ItemMatch.allCases.firstIndex(of: $0) ?? 0] }
      try database.execute(
        sql: """
          UPDATE temp.described_items SET found = COALESCE(\((columns + ["NULL", "NULL"]).joined(separator: ", ")));
          UPDATE temp.described_items SET verdict = 'ambiguous', found = NULL WHERE found = \(several);
          UPDATE temp.described_items SET verdict = 'taken'
          WHERE found IS NULL AND verdict IS NULL AND by_sku IS NOT NULL;
          """)
      return
    }
    let isOpen = makesItems ? "derived" : "1"
    try database.execute(
      sql: """
        UPDATE temp.described_items SET verdict = CASE
          WHEN by_sku IS NOT NULL AND by_barcode IS NOT NULL THEN CASE WHEN derived THEN 'ambiguous' ELSE 'differ' END
          WHEN by_sku IS NOT NULL THEN NULL
          WHEN by_barcode IS NOT NULL AND NOT \(isOpen) THEN 'differ'
          WHEN by_barcode = \(several) THEN 'ambiguous'
          WHEN by_barcode IS NULL AND by_code = \(several) AND \(isOpen) THEN 'ambiguous'
          WHEN by_barcode != by_code AND by_code != \(several) THEN 'codes-differ' END;
        UPDATE temp.described_items SET found = COALESCE(by_barcode, by_code)
        WHERE verdict IS NULL AND by_sku IS NULL AND \(isOpen);
        """)
  }

  /// Reports what cannot be decided, and leaves out all records of such a row.
  private func refuseDescribed(_ base: String, _ context: StagingContext) throws {
    guard
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM temp.described_items WHERE verdict IS NOT NULL)") == true
    else { return }
    func items(_ method: String) throws -> String {
      try itemList(
        """
        SELECT x.variant AS variant FROM temp.item_matches x
        WHERE x.tbl = d.tbl AND x.record = d.record AND x.sku = d.sku AND \(method)
        """)
    }
    let barcode = try items("x.method = 1")
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, '\(base)',
          CASE d.verdict WHEN 'ambiguous' THEN \(Problem.Code.ambiguousItem.sql)
            WHEN 'taken' THEN \(Problem.Code.skuTaken.sql) ELSE \(Problem.Code.itemsDiffer.sql) END,
          'error', 'sku', d.sku, CASE d.verdict
          WHEN 'taken' THEN 'the SKU ''' || d.sku || ''' is that of ' || \(try item("d.by_sku"))
            || ', but the profile does not take the SKU for the item'
          WHEN 'codes-differ' THEN 'the barcode is that of ' || \(barcode) || ', but the supplier''s code is that of '
            || \(try items("x.method = 2"))
          WHEN 'differ' THEN CASE WHEN d.by_sku IS NULL THEN 'the SKU ''' || d.sku || ''' is new'
            ELSE '''' || d.sku || ''' is ' || \(try item("d.by_sku")) END || ', but the barcode is that of ' || \(barcode)
          ELSE CASE WHEN d.by_sku IS NULL THEN '''' || d.sku || ''' leads to several items: ' || \(try items("1"))
            ELSE '''' || d.sku || ''' is the SKU of ' || \(try item("d.by_sku")) || ' and a barcode of ' || \(barcode) END
          END, CASE d.verdict WHEN 'taken' THEN 'Give the item another SKU in the file, or add sku to match in the profile.'
            ELSE ? END, s.tbl, s.line, s.record, s.offset
        FROM temp.described_items d JOIN temp.stage_\(base) s ON s.seq = d.seq WHERE d.verdict IS NOT NULL ORDER BY d.seq
        """, arguments: [Self.orderRemedy])
    for kind in staged.names {
      try database.execute(
        sql: """
          UPDATE temp.stage_\(kind) SET broken = 1
          WHERE (tbl, record) IN (SELECT tbl, record FROM temp.described_items WHERE verdict IS NOT NULL)
          """)
      if database.changesCount > 0 { staged[kind]?.hasBroken = true }
    }
  }

  /// Gives the records of each row whose item was found the SKU that the item has.
  private func renameDescribed(_ context: StagingContext) throws {
    try database.execute(
      sql: """
        CREATE TEMP TABLE renamed_items (
          tbl INTEGER, record INTEGER, old TEXT, new TEXT, product TEXT, PRIMARY KEY (tbl, record, old)) WITHOUT ROWID;
        INSERT OR IGNORE INTO temp.renamed_items
        SELECT d.tbl, d.record, d.sku, v.sku, p.code FROM temp.described_items d JOIN variants v ON v.id = d.found
          JOIN products p ON p.id = v.product_id
        WHERE d.verdict IS NULL AND v.sku != d.sku;
        """)
    for (way, condition) in [
      (ItemMatch.barcode, "d.by_barcode IS d.found"),
      (.supplierCode, "d.by_barcode IS NOT d.found AND d.by_code IS d.found"),
    ] {
      let count = try Int.fetchOne(
        database,
        sql: """
          SELECT COUNT(*) FROM temp.renamed_items r JOIN temp.described_items d
            ON d.tbl = r.tbl AND d.record = r.record AND d.sku = r.old WHERE \(condition)
          """)
      if let count, count > 0 { staged.itemsFound[way] = count }
    }
    guard !staged.itemsFound.isEmpty else { return }
    let ofRow = "r.tbl = s.tbl AND r.record = s.record"
    for kind in staged.names {
      guard let fields = staged[kind]?.insertedFields else { continue }
      if part(of: kind) == .product, fields.contains("product_code") {
        try database.execute(
          sql: """
            UPDATE temp.stage_products AS s SET f_product_code = r.product FROM temp.renamed_items r
            WHERE \(ofRow) AND r.old = s.f_product_code
            """)
      }
      guard fields.contains("sku") else { continue }
      if part(of: kind) == .variant, fields.contains("product_code") {
        try database.execute(
          sql: """
            UPDATE temp.stage_variants AS s SET f_product_code = r.product FROM temp.renamed_items r
            WHERE \(ofRow) AND r.old = s.f_sku AND (s.f_product_code IS NULL OR s.f_product_code = r.old)
            """)
      }
      try database.execute(
        sql: """
          UPDATE temp.stage_\(kind) AS s SET f_sku = r.new FROM temp.renamed_items r WHERE \(ofRow) AND r.old = s.f_sku
          """)
    }
  }
}
