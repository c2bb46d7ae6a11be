internal import FormatKit
internal import GRDB

/// Finding new items that are probably no new items: a code that the shop or the file has already in another spelling, and the
/// name of a charge.
extension StagingArea {
  /// The signs around a code that do not make it another one.
  private static let signsAround = "' .,;:_/*#()[]\"-'''"

  /// SQL for a code without what differs between two spellings of it: capitals, signs around it and zeros in front.
  static func codeForm(_ code: String) -> String {
    // SQLite knows the capitals of ASCII only.
    let isASCII = "length(\(code)) = length(CAST(\(code) AS BLOB))"
    let lower = "CASE WHEN \(isASCII) THEN lower(\(code)) ELSE code_lower(\(code)) END"
    return "ltrim(trim(\(lower), \(signsAround)), '0')"
  }

  /// Compares the codes of new items with each other and with those that the shop has.
  func findSimilarCodes() throws {
    guard gives("variants", "sku"), try hasChanges("variants") else { return }
    let new = "temp.merged_variants WHERE action = \(PlanAction.create.sql) AND f_sku IS NOT NULL"
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.code_forms;
        CREATE TEMP TABLE code_forms (form TEXT PRIMARY KEY, codes INTEGER, known TEXT) WITHOUT ROWID;
        INSERT INTO temp.code_forms (form, codes)
        SELECT form, COUNT(*) FROM (SELECT \(Self.codeForm("f_sku")) AS form FROM \(new)) WHERE form != '' GROUP BY form;
        """)
    if try !isEmpty("variants") {
      try database.execute(
        sql: """
          UPDATE temp.code_forms SET known = k.sku
          FROM (SELECT v.sku AS sku, \(Self.codeForm("v.sku")) AS form FROM main.variants v) k
          WHERE k.form = code_forms.form
          """)
    }
    let hasSimilar = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM temp.code_forms WHERE codes > 1 OR known IS NOT NULL)")
    guard hasSimilar == true else { return }
    // Of codes that are new together the first one is the one that the others are like.
    try add(
      .similarCode,
      """
      SELECT \(Self.place), 'variants' AS kind, 'sku' AS field, m.sku AS value,
        'the new item ''' || m.sku || ''' has nearly the code of ''' || m.other || '''' || m.origin AS message
      FROM (SELECT n.seq, n.f_sku AS sku,
          COALESCE(f.known, FIRST_VALUE(n.f_sku) OVER (PARTITION BY f.form ORDER BY n.seq)) AS other,
          CASE WHEN f.known IS NULL THEN ', in the same file' ELSE ', which the shop has' END AS origin
        FROM (SELECT seq, f_sku, \(Self.codeForm("f_sku")) AS form FROM \(new)) n
        JOIN temp.code_forms f ON f.form = n.form WHERE f.codes > 1 OR f.known IS NOT NULL) m
      JOIN temp.stage_variants s ON s.seq = m.seq WHERE m.other != m.sku ORDER BY m.seq
      """)
  }

  /// Looks among the items that a list of sales or orders makes for charges, discounts and corrections.
  func findCharges() throws {
    guard try hasNewRecords() else { return }
    let hasTitles = staged["products"].map { $0.contains("title") && $0.contains("product_code") } == true
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
