internal import FormatKit

/// The tables that documents become, with their columns.
enum DocumentTables {
  /// In the order in which records must be applied: what is referred to comes first.
  static let names = [
    "suppliers", "products", "variants", "barcodes", "supplier_items", "prices", "orders", "order_lines",
    "order_responses", "order_response_lines", "despatch_advices", "despatch_lines", "invoices", "invoice_lines",
    "stock_levels", "sales",
  ]

  private static let envelope = "sender receiver document_identity replaces:b note"

  private static let columnTexts: [String: String] = [
    "suppliers": "supplier supplier_name gln email",
    "products": "product_code title category brand tax_rate:n status",
    "variants": "sku product_code colour size",
    "barcodes": "barcode sku",
    "supplier_items": "supplier sku supplier_code unit_cost:n currency pack_size:n order_unit minimum_order:n",
    "prices": "sku price_type currency valid_from:t price:n valid_to:t tax_included:b",
    "orders": "supplier order_number ordered_on:d expected_on:d location currency "
      + "buyer contract contact \(envelope)",
    "order_lines": "supplier order_number line sku barcode supplier_code title order_quantity:n order_unit pack_size:n "
      + "unit_cost:n",
    "order_responses": "supplier order_number response_number responded_on:d response currency contact \(envelope)",
    "order_response_lines": "supplier order_number response_number line sku barcode supplier_code title line_response "
      + "confirmed_quantity:n order_unit pack_size:n unit_cost:n promised_on:d substitute_barcode "
      + "substitute_supplier_code note",
    "despatch_advices": "supplier despatch_number despatched_on:d expected_on:d order_number location carrier "
      + "tracking_number packages:n \(envelope)",
    "despatch_lines": "supplier despatch_number line sku barcode supplier_code title order_number order_line "
      + "despatched_quantity:n order_unit pack_size:n lot expires_on:d sscc outstanding_quantity:n note",
    "invoices": "supplier invoice_number invoice_kind invoiced_on:d due_on:d order_number despatch_number corrects "
      + "currency net_amount:n tax_amount:n total_amount:n allowance_amount:n charge_amount:n \(envelope)",
    "invoice_lines":
      "supplier invoice_number line sku barcode supplier_code title invoiced_quantity:n order_unit pack_size:n "
      + "unit_cost:n line_amount:n tax_rate:n order_number order_line despatch_number note",
    "stock_levels": "sku barcode location lot quantity:n unit_cost:n effective_at:t",
    "sales": "document line sku barcode supplier_code location effective_at:t quantity:n unit_price:n currency",
  ]

  static let schemas: [String: Schema] = Dictionary(
    uniqueKeysWithValues: columnTexts.map { name, text in
      let columns = text.split(separator: " ").map { word -> Column in
        let parts = word.split(separator: ":")
        let type: ColumnType =
          switch parts.count > 1 ? parts[1] : "" {
          case "n": .number
          case "b": .boolean
          case "d": .date
          case "t": .dateTime
          default: .text
          }
        return Column(name: String(parts[0]), type: type)
      }
      return (name, Schema(table: name, columns: columns))
    })
}

/// One record of a table before it is put into a batch.
struct DocumentRow: Sendable {
  let table: String
  var fields: [String: String] = [:]
  var line: Int
  var byteOffset: Int
  var faults: [Fault] = []

  init(_ table: String, at place: Fault.Place) {
    self.table = table
    line = place.line
    byteOffset = place.byteOffset
  }

  subscript(_ column: String) -> String? {
    get { fields[column] }
    set { fields[column] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// Roughly the memory that it takes.
  var size: Int { fields.reduce(200) { $0 + $1.key.utf8.count + $1.value.utf8.count } + faults.count * 200 }
}
