internal import FormatKit

/// A table that is yielded: a record kind with the columns that documents fill.
enum RecordTable: String, CaseIterable, Sendable {
  case suppliers
  case orders
  case orderLines = "order_lines"
  case orderResponses = "order_responses"
  case orderResponseLines = "order_response_lines"
  case despatchAdvices = "despatch_advices"
  case despatchLines = "despatch_lines"
  case invoices
  case invoiceLines = "invoice_lines"
  case products
  case variants
  case barcodes
  case supplierItems = "supplier_items"
  case prices
  case stockLevels = "stock_levels"
  case sales

  private var columnText: String {
    let envelope = "sender receiver document_identity replaces:boolean note"
    let item = "sku barcode supplier_code"
    switch self {
    case .suppliers: return "supplier supplier_name gln email"
    case .orders:
      return "supplier order_number ordered_on:date expected_on:date location currency buyer contract contact "
        + envelope
    case .orderLines:
      return
        "supplier order_number line \(item) title order_quantity:number order_unit pack_size:number unit_cost:number"
    case .orderResponses:
      return "supplier order_number response_number responded_on:date response currency contact " + envelope
    case .orderResponseLines:
      return
        "supplier order_number response_number line \(item) title line_response confirmed_quantity:number order_unit "
        + "pack_size:number unit_cost:number promised_on:date substitute_barcode substitute_supplier_code note"
    case .despatchAdvices:
      return "supplier despatch_number despatched_on:date expected_on:date order_number location carrier "
        + "tracking_number packages:number " + envelope
    case .despatchLines:
      return
        "supplier despatch_number line \(item) title order_number order_line despatched_quantity:number order_unit "
        + "pack_size:number lot expires_on:date sscc outstanding_quantity:number note"
    case .invoices:
      return "supplier invoice_number invoice_kind invoiced_on:date due_on:date order_number despatch_number corrects "
        + "currency net_amount:number tax_amount:number total_amount:number allowance_amount:number "
        + "charge_amount:number " + envelope
    case .invoiceLines:
      return
        "supplier invoice_number line \(item) title invoiced_quantity:number order_unit pack_size:number unit_cost:number "
        + "currency line_amount:number tax_rate:number order_number order_line despatch_number note"
    case .products: return "product_code title description brand"
    case .variants: return "sku product_code colour size"
    case .barcodes: return "barcode sku pack_quantity:number"
    case .supplierItems:
      return "supplier sku supplier_code unit_cost:number currency pack_size:number order_unit minimum_order:number "
        + "lead_time_days:number"
    case .prices: return "sku price_type currency valid_from:dateTime price:number"
    case .stockLevels: return "sku barcode location lot quantity:number unit_cost:number effective_at:dateTime"
    case .sales:
      return "document line \(item) quantity:number unit_price:number currency location effective_at:dateTime note"
    }
  }

  private static let schemas: [RecordTable: Schema] = {
    var found: [RecordTable: Schema] = [:]
    for table in allCases {
      let columns = table.columnText.split(separator: " ").map { word in
        let parts = word.split(separator: ":")
        let type = parts.count > 1 ? ColumnType(rawValue: String(parts[1])) : nil
        return Column(name: String(parts[0]), type: type ?? .text)
      }
      found[table] = Schema(table: table.rawValue, columns: columns)
    }
    return found
  }()

  var schema: Schema { Self.schemas[self] ?? Schema(columns: []) }

  func index(of column: String) -> Int? { schema.index(of: column) }
}
