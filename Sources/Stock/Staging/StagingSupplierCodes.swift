internal import GRDB
internal import ProblemKit

/// Codes in the column of the shop's own codes that are those of the supplier.
extension StagingArea {
  /// Refuses rows of a supplier's list whose item the shop does not have, where the supplier has that code for another one: it
  /// would be made a second time, and the known item would keep its old cost.
  func refuseCodesOfSupplier() throws {
    guard let fields = staged["supplier_items"]?.insertedFields, fields.contains("sku"),
      !fields.contains("supplier_code"),
      let supplier = kinds["supplier_items"]?.columns.first(where: { $0.field == "supplier" })
    else { return }
    try database.execute(
      sql: """
        INSERT INTO temp.problems (seq, kind, code, severity, field, value, message, remedy, tbl, line, record, offset)
        SELECT s.seq, 'supplier_items', \(Problem.Code.codeOfSupplier.sqlColumns), 'sku', s.f_sku,
          'the shop has no item ''' || s.f_sku || ''', and it is what the supplier calls the item ''' || MIN(v.sku) || '''',
          ?, s.tbl, s.line, s.record, s.offset
        FROM temp.stage_supplier_items s
          JOIN supplier_items i ON i.supplier_id = s.\(place(of: supplier, in: "supplier_items")) AND i.supplier_code = s.f_sku
          JOIN variants v ON v.id = i.variant_id
        WHERE s.implied = 0 AND s.broken = 0 AND NOT EXISTS (SELECT 1 FROM variants w WHERE w.sku = s.f_sku)
        GROUP BY s.seq
        """,
      arguments: ["If the column has the supplier's codes, say --map COLUMN=supplier_code."])
  }
}
