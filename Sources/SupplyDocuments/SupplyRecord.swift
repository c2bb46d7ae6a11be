/// A record kind that supply documents fill. The order is that in which records must be applied: referenced kinds come first.
public enum SupplyRecord: String, CaseIterable, Sendable {
  case suppliers
  case products
  case variants
  case barcodes
  case supplierItems = "supplier_items"
  case prices
  case orders
  case orderLines = "order_lines"
  case orderResponses = "order_responses"
  case orderResponseLines = "order_response_lines"
  case despatchAdvices = "despatch_advices"
  case despatchLines = "despatch_lines"
  case invoices
  case invoiceLines = "invoice_lines"
  case stockLevels = "stock_levels"
  case sales

  private static let item = "sku barcode supplier_code"
  private static let unit = "order_unit pack_size unit_cost"
  private static let envelope = "sender receiver document_identity replaces note"

  /// The columns that documents fill; their types are those of the vocabulary.
  var columns: String {
    switch self {
    case .suppliers: "supplier supplier_name gln email"
    case .products: "product_code title description category brand tax_rate status"
    case .variants: "sku product_code colour size"
    case .barcodes: "barcode sku pack_quantity"
    case .supplierItems:
      "supplier sku supplier_code unit_cost currency pack_size order_unit minimum_order lead_time_days"
    case .prices: "sku price_type currency valid_from price valid_to tax_included"
    case .orders:
      "supplier order_number ordered_on expected_on location currency buyer contract contact \(Self.envelope)"
    case .orderLines: "supplier order_number line \(Self.item) title order_quantity \(Self.unit)"
    case .orderResponses:
      "supplier order_number response_number responded_on response currency contact \(Self.envelope)"
    case .orderResponseLines:
      "supplier order_number response_number line \(Self.item) title line_response confirmed_quantity \(Self.unit) "
        + "promised_on substitute_barcode substitute_supplier_code note"
    case .despatchAdvices:
      "supplier despatch_number despatched_on expected_on order_number location carrier tracking_number packages "
        + Self.envelope
    case .despatchLines:
      "supplier despatch_number line \(Self.item) title order_number order_line despatched_quantity order_unit "
        + "pack_size lot expires_on sscc outstanding_quantity note"
    case .invoices:
      "supplier invoice_number invoice_kind invoiced_on due_on order_number despatch_number corrects currency "
        + "net_amount tax_amount total_amount allowance_amount charge_amount \(Self.envelope)"
    case .invoiceLines:
      "supplier invoice_number line \(Self.item) title invoiced_quantity \(Self.unit) currency line_amount tax_rate "
        + "order_number order_line despatch_number note"
    case .stockLevels: "sku barcode location lot quantity unit_cost effective_at"
    case .sales: "document line \(Self.item) quantity unit_price currency location effective_at lot note"
    }
  }

  /// The column with the number of the document that a document or a line is about: its own, for a response that of the order.
  public var documentNumber: String? {
    switch self {
    case .orders, .orderLines, .orderResponses, .orderResponseLines: "order_number"
    case .despatchAdvices, .despatchLines: "despatch_number"
    case .invoices, .invoiceLines: "invoice_number"
    default: nil
    }
  }

  /// The column with the quantity or amount of a line.
  public var quantity: String? {
    switch self {
    case .orderLines: "order_quantity"
    case .orderResponseLines: "confirmed_quantity"
    case .despatchLines: "despatched_quantity"
    case .invoiceLines: "invoiced_quantity"
    case .stockLevels, .sales: "quantity"
    default: nil
    }
  }
}
