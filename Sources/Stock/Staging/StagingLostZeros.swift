internal import GRDB
internal import ProblemKit

/// Codes that lost the zeros in front of them: the source says 123 where the shop has 00123 and no 123.
extension StagingArea {
  /// Warns of each row that names a SKU, a product or a supplier's item by a number which is known only with zeros in
  /// front. Nothing is matched by that: the row means what it says.
  func warnOfLostZeros() throws {
    // The known codes with a zero in front, by what is left of them, where that is not known too; nearly always none.
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.zero_codes;
        DROP TABLE IF EXISTS temp.zero_warned;
        CREATE TEMP TABLE zero_codes (field TEXT, supplier TEXT, bare TEXT, code TEXT, PRIMARY KEY (field, bare, supplier, code))
        WITHOUT ROWID;
        INSERT OR IGNORE INTO temp.zero_codes
        SELECT 'sku', '', ltrim(sku, '0'), sku FROM variants WHERE sku >= '0' AND sku < '1' AND sku NOT GLOB '*[^0-9]*'
        UNION ALL SELECT 'product_code', '', ltrim(code, '0'), code FROM products
          WHERE code >= '0' AND code < '1' AND code NOT GLOB '*[^0-9]*'
        UNION ALL SELECT 'supplier_code', s.code, ltrim(i.supplier_code, '0'), i.supplier_code
          FROM supplier_items i JOIN suppliers s ON s.id = i.supplier_id
          WHERE i.supplier_code >= '0' AND i.supplier_code < '1' AND i.supplier_code NOT GLOB '*[^0-9]*';
        DELETE FROM temp.zero_codes WHERE bare = ''
          OR field = 'sku' AND bare IN (SELECT sku FROM variants)
          OR field = 'product_code' AND bare IN (SELECT code FROM products)
          OR field = 'supplier_code' AND (supplier, bare) IN (
            SELECT s.code, i.supplier_code FROM supplier_items i JOIN suppliers s ON s.id = i.supplier_id);
        CREATE TEMP TABLE zero_warned (tbl INTEGER, record INTEGER, bare TEXT, PRIMARY KEY (tbl, record, bare))
        WITHOUT ROWID;
        """)
    for field in try String.fetchAll(database, sql: "SELECT DISTINCT field FROM temp.zero_codes ORDER BY field DESC") {
      for kind in staged.keys.sorted() where staged[kind]?.contains(field) == true {
        if field == "supplier_code", staged[kind]?.contains("supplier") != true { continue }
        try warnOfLostZeros(in: kind, field: field)
      }
    }
  }

  private func warnOfLostZeros(in kind: String, field: String) throws {
    // One cell may fill several fields of several records; it is reported once.
    let rows = """
      FROM temp.stage_\(kind) s CROSS JOIN temp.zero_codes z
        ON z.field = '\(field)' AND z.bare = s.f_\(field) AND z.supplier = \(field == "supplier_code" ? "s.f_supplier" : "''")
      WHERE s.implied = 0 AND NOT EXISTS (
        SELECT 1 FROM temp.zero_warned w WHERE w.tbl = s.tbl AND w.record = s.record AND w.bare = z.bare)
      """
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, ?, \(Problem.Code.zerosLost.sqlColumns), ?, s.f_\(field),
          '\(field) ''' || s.f_\(field) || ''' is not known, but ''' || MIN(z.code) || ''' is', ?,
          s.tbl, s.line, s.record, s.offset
        \(rows) GROUP BY s.seq
        """,
      arguments: [
        kind, field,
        "If the zeros were lost in a spreadsheet, format the column as text and save again; the code is taken as it stands.",
      ])
    try database.execute(sql: "INSERT OR IGNORE INTO temp.zero_warned SELECT s.tbl, s.record, z.bare \(rows)")
  }
}
