internal import GRDB
internal import ProblemKit

/// Codes that lost the zeros in front of them: the source says 123 where the shop has 00123 and no 123.
extension StagingArea {
  /// A code of the shop that a field of a record names.
  private struct Code {
    let field: String
    /// The tables that hold it, and the column.
    let tables: String
    let column: String
    /// What else of the record must agree, `s` being the record.
    var scope = ""

    /// The code without zeros in front, and whether it has any. Both are written as in the indexes of version 22, which
    /// hold these codes only; without the sign + on the other side of a comparison they would not be used.
    var bare: String { "ltrim(\(column), '0')" }
    var hasZeros: String { "substr(\(column), 1, 1) = '0' AND \(column) NOT GLOB '*[^0-9]*'" }
  }

  private static let codes = [
    Code(
      field: "supplier_code", tables: "supplier_items i CROSS JOIN suppliers u ON u.id = i.supplier_id",
      column: "i.supplier_code", scope: " AND u.code = s.f_supplier"),
    Code(field: "sku", tables: "variants v", column: "v.sku"),
    Code(field: "product_code", tables: "products p", column: "p.code"),
  ]

  /// Warns of each row that names a SKU, a product or a supplier's item by a number which is known only with zeros in
  /// front. Nothing is matched by that: the row means what it says.
  func warnOfLostZeros() throws {
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.zero_warned;
        CREATE TEMP TABLE zero_warned (tbl INTEGER, record INTEGER, bare TEXT, PRIMARY KEY (tbl, record, bare))
        WITHOUT ROWID;
        """)
    for code in Self.codes {
      // Nearly always there are none.
      guard
        try Bool.fetchOne(
          database,
          sql: "SELECT EXISTS (SELECT 1 FROM \(code.tables) WHERE \(code.hasZeros) AND \(code.bare) >= '')") == true
      else { continue }
      for kind in staged.names where staged[kind]?.fields.contains(code.field) == true {
        if !code.scope.isEmpty, staged[kind]?.fields.contains("supplier") != true { continue }
        try warnOfLostZeros(in: kind, of: code)
      }
    }
  }

  private func warnOfLostZeros(in kind: String, of code: Code) throws {
    let value = "s.f_\(code.field)"
    // One cell may fill several fields of several records; it is reported once.
    let rows = """
      FROM temp.stage_\(kind) s CROSS JOIN \(code.tables)
      WHERE s.implied = 0 AND \(code.hasZeros) AND \(code.bare) = +\(value) AND \(value) <> ''\(code.scope)
        AND NOT EXISTS (SELECT 1 FROM \(code.tables) WHERE \(code.column) = \(value)\(code.scope))
        AND NOT EXISTS (
          SELECT 1 FROM temp.zero_warned w WHERE w.tbl = s.tbl AND w.record = s.record AND w.bare = \(value))
      """
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, ?, \(Problem.Code.zerosLost.sqlColumns), ?, \(value),
          '\(code.field) ''' || \(value) || ''' is not known, but ''' || MIN(\(code.column)) || ''' is', ?,
          s.tbl, s.line, s.record, s.offset
        \(rows) GROUP BY s.seq
        """,
      arguments: [kind, code.field, Problem.Code.zerosLost.remedy])
    try database.execute(
      sql: "INSERT OR IGNORE INTO temp.zero_warned SELECT DISTINCT s.tbl, s.record, \(value) \(rows)")
  }
}
