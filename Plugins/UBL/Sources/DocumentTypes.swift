internal import SupplyDocuments

/// A document of UBL that is read: its parties, its lines, and the tables that say what goes where.
///
/// Another document is another entry of ``all``.
struct DocumentType: Sendable {
  /// The root element, and the type in ``TypeRule/all``.
  let name: String
  /// The record kind of the document itself; nil for one whose lines are all there is.
  let header: SupplyRecord?
  /// The record kind of a line; for a catalogue that of its items.
  let lines: SupplyRecord?
  /// The element that is a line, and its type.
  let lineElement: String
  let lineType: String
  /// The column of the document's number in its lines.
  var number: String { header?.documentNumber ?? "" }
  /// Paths of parties that may be the supplier, the best first, and of those that may be the customer.
  let suppliers: [String]
  let customers: [String]
  /// Whether the supplier is who sends it.
  let supplierSends: Bool
  let headerRules: MappingRules
  let lineRules: MappingRules

  /// Whether the document cancels another one, instead of having content of its own.
  var isCancellation: Bool { name == "OrderCancellation" }
  /// Whether it takes the place of an earlier one of the same number.
  var replaces: Bool { name == "OrderChange" }
  /// Whether its record names the supplier; reports of stock and sales are the shop's own.
  var isOfSupplier: Bool { !suppliers.isEmpty }

  private init(
    _ name: String, _ header: SupplyRecord?, _ lines: SupplyRecord?, line element: String = "", of type: String = "",
    suppliers: String = "", customers: String = "", supplierSends: Bool = true,
    header headerText: String = "", lines lineText: String = ""
  ) {
    self.name = name
    self.header = header
    self.lines = lines
    lineElement = element
    lineType = type.isEmpty ? element : type
    self.suppliers = suppliers.split(separator: " ").map(String.init)
    self.customers = customers.split(separator: " ").map(String.init)
    self.supplierSends = supplierSends
    headerRules = MappingRules(
      [MappingTables.common, headerText, MappingTables.parties(self.suppliers, as: "supplier")]
        .joined(separator: "\n") + "\n" + MappingTables.parties(self.customers, as: "customer"))
    lineRules = MappingRules(lineText)
  }

  static let all: [String: DocumentType] = Dictionary(
    list.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  private static let list: [DocumentType] = [
    DocumentType(
      "Order", .orders, .orderLines, line: "OrderLine",
      suppliers: "SellerSupplierParty/Party",
      customers: "BuyerCustomerParty/Party", supplierSends: false, header: MappingTables.order,
      lines: MappingTables.orderLine),
    DocumentType(
      "OrderChange", .orders, .orderLines, line: "OrderLine",
      suppliers: "SellerSupplierParty/Party", customers: "BuyerCustomerParty/Party", supplierSends: false,
      header: MappingTables.orderChange, lines: MappingTables.orderLine),
    DocumentType("OrderCancellation", nil, nil, header: "cancelled = OrderReference/ID"),
    DocumentType(
      "OrderResponse", .orderResponses, .orderResponseLines, line: "OrderLine",
      suppliers: "SellerSupplierParty/Party", customers: "BuyerCustomerParty/Party", header: MappingTables.response,
      lines: MappingTables.responseLine),
    DocumentType(
      "OrderResponseSimple", .orderResponses, nil, suppliers: "SellerSupplierParty/Party",
      customers: "BuyerCustomerParty/Party", header: MappingTables.response),
    DocumentType(
      "DespatchAdvice", .despatchAdvices, .despatchLines, line: "DespatchLine",
      suppliers: "SellerSupplierParty/Party DespatchSupplierParty/Party",
      customers: "BuyerCustomerParty/Party DeliveryCustomerParty/Party", header: MappingTables.despatch,
      lines: MappingTables.despatchLine),
    DocumentType(
      "Invoice", .invoices, .invoiceLines, line: "InvoiceLine",
      suppliers: "SellerSupplierParty/Party AccountingSupplierParty/Party",
      customers: "BuyerCustomerParty/Party AccountingCustomerParty/Party", header: MappingTables.invoice,
      lines: MappingTables.invoiceLine("InvoicedQuantity")),
    DocumentType(
      "CreditNote", .invoices, .invoiceLines, line: "CreditNoteLine",
      suppliers: "SellerSupplierParty/Party AccountingSupplierParty/Party",
      customers: "BuyerCustomerParty/Party AccountingCustomerParty/Party", header: MappingTables.invoice,
      lines: MappingTables.invoiceLine("CreditedQuantity")),
    DocumentType(
      "Catalogue", nil, .products, line: "CatalogueLine", suppliers: "SellerSupplierParty/Party ProviderParty",
      customers: "ReceiverParty", header: MappingTables.catalogue, lines: MappingTables.catalogueLine),
    DocumentType(
      "InventoryReport", nil, .stockLevels, line: "InventoryReportLine", header: MappingTables.inventory,
      lines: MappingTables.inventoryLine),
    DocumentType(
      "ProductActivity", nil, .sales, line: "SupplyChainActivityDataLine", of: "ActivityDataLine",
      header: MappingTables.activity, lines: MappingTables.activityLine),
  ]
}
