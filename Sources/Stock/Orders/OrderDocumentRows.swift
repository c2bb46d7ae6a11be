internal import GRDB
internal import ProblemKit
internal import RetailValues

extension ShopDatabase {
  /// Calls `body` with the lines of a purchase order in their original order, with the data of the order, its supplier
  /// and its destination. Cancelled lines are left out.
  ///
  /// - Parameters:
  ///   - fields: names of ``orderDocumentFields``; a row has them in this order, in the units of storage.
  /// - Throws: ``Problems`` `.notFound` for an order that does not exist.
  public func forEachLine(
    ofOrder order: Int64, fields: [String], _ body: (StoredRow) throws -> Void
  ) throws {
    let known = Dictionary(Self.orderDocumentColumns) { first, _ in first }
    let selected = fields.map { known[$0] ?? "NULL" }.joined(separator: ", ")
    try read { database in
      guard try Bool.fetchOne(database, sql: "SELECT 1 FROM orders WHERE id = ?", arguments: [order]) == true else {
        throw Problems(.notFound, "there is no order \(order)", remedy: "`stockroom order list` shows them.")
      }
      let statement = try database.makeStatement(
        sql:
          "SELECT \(selected) FROM \(Self.orderDocumentSource) WHERE l.order_id = ? AND l.order_quantity != 0 ORDER BY l.id"
      )
      statement.arguments = [order]
      try StoredRow.forEach(of: statement, codes: fields.map { _ in nil }, body)
    }
  }

  /// The fields that ``forEachLine(ofOrder:fields:_:)`` can return.
  public static var orderDocumentFields: [String] { orderDocumentColumns.map(\.0) }

  private static let orderDocumentSource = """
    order_lines l JOIN orders o ON o.id = l.order_id JOIN suppliers s ON s.id = o.supplier_id
      JOIN variants v ON v.id = l.variant_id JOIN products p ON p.id = v.product_id
      LEFT JOIN locations w ON w.id = o.location_id
      LEFT JOIN supplier_items i ON i.supplier_id = o.supplier_id AND i.variant_id = l.variant_id
    """

  /// Pack and unit as the shop uses them: those of the line, else those of the supplier's item.
  private static let orderDocumentColumns: [(String, String)] = [
    ("supplier", "s.code"), ("supplier_name", "s.name"), ("gln", "s.gln"), ("email", "s.email"),
    ("order_number", "o.order_number"), ("ordered_on", "o.ordered_on"), ("expected_on", "o.expected_on"),
    ("location", "w.code"), ("location_name", "w.name"), ("location_gln", "w.gln"),
    ("currency", "COALESCE(o.currency, (SELECT value FROM settings WHERE name = 'currency'))"), ("buyer", "o.buyer"),
    ("contract", "o.contract"), ("contact", "o.contact"), ("note", "o.note"), ("sender", "o.sender"),
    ("receiver", "o.receiver"), ("line", "l.line"), ("sku", "v.sku"),
    (
      "barcode",
      // Codes that other shops know too, that of one unit first; short forms are expanded to their GTIN.
      """
      (SELECT CASE b.symbology WHEN 'upc-e' THEN substr(b.canonical, -12) WHEN 'isbn-10' THEN substr(b.canonical, -13)
          ELSE b.code END
        FROM barcodes b WHERE b.variant_id = l.variant_id AND b.symbology != 'in-store'
        ORDER BY COALESCE(b.pack_quantity, 1000) != 1000, b.id LIMIT 1)
      """
    ),
    ("supplier_code", "COALESCE(l.supplier_code, i.supplier_code)"), ("title", "COALESCE(v.title, p.title)"),
    ("order_quantity", "l.order_quantity"),
    (
      "order_unit",
      "COALESCE(l.order_unit, CASE WHEN l.pack_size IS NULL OR l.pack_size = i.pack_size THEN i.order_unit END)"
    ), ("pack_size", "COALESCE(l.pack_size, i.pack_size)"), ("unit_cost", "l.unit_cost"),
  ]
}
