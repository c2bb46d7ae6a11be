/// The documents of supply and their lines.
extension StoredKind {
  static let supply: [StoredKind] = [
    document(
      "orders", number: "order_number",
      [
        StoredColumn("ordered_on"), StoredColumn("expected_on"), place, StoredColumn("currency"), StoredColumn("buyer"),
        StoredColumn("contract"), StoredColumn("contact"),
      ]),
    StoredKind(
      kind: "order_lines", table: "order_lines",
      columns: [
        StoredColumn("order_number", "order_id", key: true, reference: .document("orders")),
        StoredColumn("line", key: true), StoredColumn("sku", "variant_id", reference: .item),
        StoredColumn("supplier_code"), StoredColumn("order_quantity", nil, .integer), StoredColumn("order_unit"),
        StoredColumn("pack_size", nil, .integer), StoredColumn("unit_cost", nil, .integer), StoredColumn("closed_on"),
        StoredColumn("closed_reason"),
      ],
      keyText: "(SELECT order_number FROM orders WHERE id = t.order_id) || ' ' || t.line"),
    document(
      "order_responses", number: "order_number",
      [
        StoredColumn("response_number", key: true, keyDefault: "''"), StoredColumn("responded_on"),
        StoredColumn("response"), StoredColumn("currency"), StoredColumn("contact"),
      ]),
    lines(
      "order_response_lines", of: "order_responses", field: "response_number", "response_id",
      [
        StoredColumn("line_response"), StoredColumn("confirmed_quantity", nil, .integer), StoredColumn("order_unit"),
        StoredColumn("pack_size", nil, .integer), StoredColumn("unit_cost", nil, .integer), StoredColumn("promised_on"),
        StoredColumn("substitute_barcode"), StoredColumn("substitute_supplier_code"),
      ], number: "order_number"),
    document(
      "despatch_advices", number: "despatch_number",
      [
        StoredColumn("despatched_on"), StoredColumn("expected_on"), StoredColumn("order_number"), place,
        StoredColumn("carrier"), StoredColumn("tracking_number"), StoredColumn("packages", nil, .integer),
      ]),
    lines(
      "despatch_lines", of: "despatch_advices", field: "despatch_number", "despatch_id",
      [
        StoredColumn("order_number"), StoredColumn("order_line"), StoredColumn("despatched_quantity", nil, .integer),
        StoredColumn("outstanding_quantity", nil, .integer), StoredColumn("order_unit"),
        StoredColumn("pack_size", nil, .integer), StoredColumn("lot"), StoredColumn("expires_on"), StoredColumn("sscc"),
      ], number: "despatch_number"),
    document(
      "invoices", number: "invoice_number",
      [
        StoredColumn("invoice_kind"), StoredColumn("invoiced_on"), StoredColumn("due_on"), StoredColumn("order_number"),
        StoredColumn("despatch_number"), StoredColumn("corrects"), StoredColumn("currency"),
        StoredColumn("net_amount", nil, .integer), StoredColumn("allowance_amount", nil, .integer),
        StoredColumn("charge_amount", nil, .integer), StoredColumn("tax_amount", nil, .integer),
        StoredColumn("total_amount", nil, .integer),
      ]),
    lines(
      "invoice_lines", of: "invoices", field: "invoice_number", "invoice_id",
      [
        StoredColumn("order_number"), StoredColumn("order_line"), StoredColumn("despatch_number"),
        StoredColumn("invoiced_quantity", nil, .integer), StoredColumn("order_unit"),
        StoredColumn("pack_size", nil, .integer), StoredColumn("unit_cost", nil, .integer), StoredColumn("currency"),
        StoredColumn("line_amount", nil, .integer), StoredColumn("tax_rate", nil, .integer),
      ], number: "invoice_number"),
  ]

  private static let place = StoredColumn("location", "location_id", reference: .known("locations"))

  /// The head of a document, keyed by supplier and number.
  private static func document(_ kind: String, number: String, _ columns: [StoredColumn]) -> StoredKind {
    StoredKind(
      kind: kind, table: kind,
      columns: [
        StoredColumn("supplier", "supplier_id", key: true, reference: .known("suppliers")),
        StoredColumn(number, key: true),
      ] + columns + [
        StoredColumn("sender"), StoredColumn("receiver"), StoredColumn("document_identity"), StoredColumn("note"),
      ],
      keyText: "(SELECT code FROM suppliers WHERE id = t.supplier_id) || ' ' || t.\(number)")
  }

  /// The lines of a supplier's document; they may name items that the catalog does not have.
  private static func lines(
    _ kind: String, of document: String, field: String, _ column: String, _ columns: [StoredColumn], number: String
  ) -> StoredKind {
    StoredKind(
      kind: kind, table: kind,
      columns: [
        StoredColumn(field, column, key: true, reference: .document(document)), StoredColumn("line", key: true),
        StoredColumn("sku", "variant_id", reference: .item), StoredColumn("item_code"), StoredColumn("supplier_code"),
        StoredColumn("title"),
      ] + columns + [StoredColumn("note")],
      keyText: "(SELECT \(number) FROM \(document) WHERE id = t.\(column)) || ' ' || t.line", keepsUnknownItems: true)
  }
}
