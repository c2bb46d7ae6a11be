internal import FormatKit
internal import GRDB
internal import GRDBSQLite

/// Finding new items that are probably no new items: a code that the shop or the file has already in another spelling, and the
/// name of a charge.
extension StagingArea {
  /// Compares the codes of new items with each other and with those that the shop has.
  func findSimilarCodes() throws {
    guard gives("variants", "sku"), try hasChanges("variants") else { return }
    let new = "temp.merged_variants WHERE action = \(PlanAction.create.sql) AND f_sku IS NOT NULL"
    let hasOthers = try !isEmpty("variants")
    // Of all codes a rough form is compared, and only of those that have it in common the true one.
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.rough_forms;
        DROP TABLE IF EXISTS temp.code_forms;
        CREATE TEMP TABLE rough_forms (form INTEGER PRIMARY KEY, codes INTEGER);
        CREATE TEMP TABLE code_forms (form TEXT, sku TEXT, seq INTEGER);
        INSERT INTO temp.rough_forms (form, codes)
        SELECT form, COUNT(*) FROM (SELECT code_rough(f_sku) AS form FROM \(new)) GROUP BY form
        HAVING form IS NOT NULL \(hasOthers ? "" : "AND COUNT(*) > 1");
        """)
    if hasOthers { try addShopCodes() }
    let hasSimilar = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM temp.rough_forms WHERE codes > 1)")
    guard hasSimilar == true else { return }
    try database.execute(
      sql: """
        INSERT INTO temp.code_forms (form, sku, seq)
        SELECT code_form(f_sku), f_sku, seq FROM \(new)
          AND code_rough(f_sku) IN (SELECT r.form FROM temp.rough_forms r WHERE r.codes > 1);
        CREATE INDEX temp.code_forms_form ON code_forms (form, seq);
        """)
    // Of codes that are new together the first one is the one that the others are like.
    try add(
      .similarCode,
      """
      SELECT \(Self.place), 'variants' AS kind, 'sku' AS field, n.sku AS value,
        'the new item ''' || n.sku || ''' has nearly the code of ''' || o.sku || ''''
          || CASE WHEN o.seq IS NULL THEN ', which the shop has' ELSE ', in the same file' END AS message
      FROM temp.code_forms n
        JOIN temp.code_forms o ON o.rowid =
          (SELECT f.rowid FROM temp.code_forms f WHERE f.form = n.form ORDER BY f.seq LIMIT 1)
        JOIN temp.stage_variants s ON s.seq = n.seq
      WHERE n.seq IS NOT NULL AND n.form != '' AND o.sku != n.sku ORDER BY n.seq
      """)
  }

  /// Adds the shop's codes that have a rough form in common with new ones.
  private func addShopCodes() throws {
    var filter = FormFilter()
    let forms = try Int64.fetchCursor(database, sql: "SELECT form FROM temp.rough_forms")
    while let form = try forms.next() { filter.add(form) }
    guard !filter.isEmpty else { return }
    let insertion = try database.makeStatement(sql: "INSERT INTO temp.code_forms (form, sku) VALUES (?, ?)")
    // They are read from an index, with nothing of them copied: a shop has a million, and a small import waits for them.
    let codes = try database.makeStatement(sql: "SELECT sku FROM main.variants")
    try codes.forEachRow(orFail: "codes cannot be read") { row in
      let sku = UnsafeBufferPointer(start: sqlite3_column_text(row, 0), count: Int(sqlite3_column_bytes(row, 0)))
      guard let form = CodeSpelling.roughForm(of: sku), filter.mayContain(form) else { return }
      try insertion.execute(arguments: [form, String(decoding: sku, as: UTF8.self)])
    }
    try database.execute(
      sql: """
        DELETE FROM temp.code_forms WHERE form NOT IN (SELECT r.form FROM temp.rough_forms r);
        UPDATE temp.rough_forms SET codes = codes + 1 WHERE form IN (SELECT c.form FROM temp.code_forms c);
        UPDATE temp.code_forms SET form = code_form(sku);
        """)
  }

  /// Looks among the items that a list of sales or orders makes for charges, discounts and corrections.
  func findCharges() throws {
    guard try hasNewRecords() else { return }
    let hasTitles = staged["products"].map { $0.fields.contains("title") && $0.fields.contains("product_code") } == true
    let titles = """
      LEFT JOIN (SELECT f_product_code AS code, MIN(f_title) AS title FROM temp.stage_products WHERE implied = 1 GROUP BY 1) p
        ON p.code = n.code
      """
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT n.code, n.records, n.tbl, n.line, n.record, n.offset, \(hasTitles ? "p.title" : "NULL") AS title
        FROM temp.new_records n \(hasTitles ? titles : "")
        WHERE n.guard = ? ORDER BY n.id
        """, arguments: [GuardCode.newItems.rawValue])
    for row in rows {
      let code: String = row["code"]
      let title: String? = row["title"]
      guard ChargeWords.areIn(code: code, title: title) else { continue }
      let records: Int = row["records"]
      let shown = title.map { " (\($0))" } ?? ""
      try add(
        StagedProblem(
          code: GuardCode.chargeAsItem.rawValue, severity: "guard", kind: "variants", field: "sku", value: code,
          message:
            "'\(code)'\(shown), in \(records) record\(records == 1 ? "" : "s"), is probably a charge, a discount or a "
            + "correction, and would become an item with stock",
          remedy: GuardCode.chargeAsItem.remedy,
          position: StagedPosition(
            table: row["tbl"], line: row["line"], record: row["record"], byteOffset: row["offset"])))
    }
  }
}

/// A set of rough forms that may hold others too, in a mebibyte (a Bloom filter of two bits each).
private struct FormFilter {
  private static let bits: UInt64 = 1 << 23
  private var words: [UInt64] = []
  var isEmpty: Bool { words.isEmpty }

  mutating func add(_ form: Int64) {
    if words.isEmpty { words = Array(repeating: 0, count: Int(Self.bits / 64)) }
    for place in Self.places(form) { words[place / 64] |= 1 << UInt64(place % 64) }
  }

  func mayContain(_ form: Int64) -> Bool {
    !words.isEmpty && Self.places(form).allSatisfy { words[$0 / 64] & 1 << UInt64($0 % 64) != 0 }
  }

  private static func places(_ form: Int64) -> [Int] {
    let form = UInt64(bitPattern: form)
    return [Int(form % bits), Int((form >> 32) % bits)]
  }
}
