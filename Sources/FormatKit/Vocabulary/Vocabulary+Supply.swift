internal import RetailValues

/// The documents of supply: a purchase order, the supplier's answer, the despatch advice, the invoice. Each has a head and
/// lines; what they are called in X12, EDIFACT and UBL is in `docs/tutorials/documents-of-supply.md`.
extension Vocabulary {
  static let documentKinds: [RecordKind] = [
    RecordKind(
      name: "orders", summary: "Purchase orders to suppliers.", shows: .supplier,
      isRepeated: true,
      fields: [
        supplier("The supplier ordered from."),
        field("order_number", .code, "Number of the order; unique with the supplier.", effect: .key, required: true),
        field("ordered_on", .date, "Day of the order."),
        field("expected_on", .date, "Day on which delivery is expected."),
        field("location", .code, "Where it is to be delivered.", references: "locations"),
        field("currency", .currency, "Currency of its costs; the shop's unless given."),
        field("buyer", .text, "Who buys, where the order names somebody else than the shop."),
        field("contract", .code, "Number of the contract or framework order that it calls off."),
        field("contact", .text, "Who can be asked."),
      ] + envelope),
    RecordKind(
      name: "order_lines", summary: "What a purchase order asks for.", shows: .supplier,
      storage: .table(StoredTable(lines: DocumentLines(of: "orders", number: "order_number", isOwn: true))),
      matching: HeaderRule(event: [], isPurchase: true),
      fields: [
        supplier("The supplier ordered from."),
        field("order_number", .code, "Number of the order; made when new.", effect: .key, required: true),
        line("order"),
      ] + item() + [
        newTitle,
        field(
          "order_quantity", .quantity, "How much is ordered, in order units; 0 when it was taken back.", required: true),
        orderUnit("The unit ordered by: each, case."),
        field("pack_size", .quantity, "Stock units in one order unit; the supplier item's, else 1."),
        field("unit_cost", .unitCost, "Cost of one stock unit."),
        field("closed_on", .date, "Day on which what was still open of it was given up."),
        field("closed_reason", .text, "Why it was given up."),
      ]),
    RecordKind(
      name: "order_responses", summary: "What suppliers answer to orders: the acknowledgement or confirmation.",
      shows: .supplier,
      storage: .table(StoredTable(naming: ["supplier", "order_number"])),
      matching: HeaderRule(oneOf: ["response", "response_number", "responded_on"]),
      fields: [
        supplier("The supplier that answers."),
        field("order_number", .code, "Number of the order that is answered.", effect: .key, required: true),
        field(
          "response_number", .code, "The supplier's own number of the answer, where it has one.", effect: .key,
          initially: .text("")),
        field("responded_on", .date, "Day of the answer."),
        field(
          "response", .choice(["acknowledged", "accepted", "changed", "rejected"]),
          "What the answer is: received only, taken as it is, with changes, or refused."),
        field("currency", .currency, "Currency of its costs; the shop's unless given."),
        field("contact", .text, "Who can be asked."),
      ] + envelope),
    RecordKind(
      name: "order_response_lines", summary: "What suppliers answer to the lines of an order.", shows: .supplier,
      storage: .table(
        StoredTable(
          extras: [itemCode], lines: DocumentLines(of: "order_responses", number: "response_number", areNumbered: false)
        )),
      matching: HeaderRule(
        oneOf: ["line_response", "confirmed_quantity", "response_number", "promised_on"], event: [], isPurchase: true),
      fields: [
        supplier("The supplier that answers."),
        field("order_number", .code, "Number of the order that is answered.", effect: .key, required: true),
        field("response_number", .code, "The supplier's own number of the answer, where it has one.", effect: .key),
        answeredLine,
      ] + item() + [
        field("title", .text, "Name of the item as the document has it."),
        field(
          "line_response", .choice(["accepted", "changed", "backordered", "substituted", "rejected", "deleted"]),
          "What becomes of the line; accepted unless given."),
        field("confirmed_quantity", .quantity, "How much will be delivered, in order units."),
        orderUnit("The unit that the quantity is in: each, case."),
        field("pack_size", .quantity, "Stock units in one order unit; the order's unless given."),
        field("unit_cost", .unitCost, "Cost of one stock unit."),
        field("promised_on", .date, "Day on which it is promised."),
        field("substitute_barcode", .barcode, "Barcode of the item that comes instead."),
        field("substitute_supplier_code", .code, "The supplier's code of the item that comes instead."),
        field("note", .text, "Free text."),
      ]),
    RecordKind(
      name: "despatch_advices", summary: "What suppliers announce as sent: despatch advice, advance ship notice.",
      shows: .supplier,
      fields: [
        supplier("The supplier that sends."),
        field(
          "despatch_number", .code, "Number of the despatch advice; unique with the supplier.", effect: .key,
          required: true),
        field("despatched_on", .date, "Day of the despatch."),
        field("expected_on", .date, "Day on which it is expected to arrive."),
        field("order_number", .code, "The order that it fulfils, where it is one only."),
        field("location", .code, "Where it goes.", references: "locations"),
        field("carrier", .text, "Who carries it."),
        field("tracking_number", .code, "Number under which the carrier can be asked."),
        field("packages", .wholeNumber, "Number of packages."),
      ] + envelope),
    RecordKind(
      name: "despatch_lines", summary: "What suppliers announce as sent, line by line.", shows: .supplier,
      storage: .table(
        StoredTable(extras: [itemCode], lines: DocumentLines(of: "despatch_advices", number: "despatch_number"))),
      matching: HeaderRule(event: []),
      fields: [
        supplier("The supplier that sends."),
        field("despatch_number", .code, "Number of the despatch advice; made when new.", effect: .key, required: true),
        line("despatch advice"),
      ] + item() + [
        field("title", .text, "Name of the item as the document has it."),
        field("order_number", .code, "The order that it fulfils."),
        field("order_line", .code, "The line of that order."),
        field("despatched_quantity", .quantity, "How much was sent, in order units.", required: true),
        field("outstanding_quantity", .quantity, "How much is still to come, in order units."),
        orderUnit("The unit that the quantities are in: each, case."),
        field("pack_size", .quantity, "Stock units in one order unit; the order's unless given."),
        field("lot", .code, "Lot or batch number."), field("expires_on", .date, "Last day of use of the lot."),
        field("sscc", .code, "Serial Shipping Container Code of the package that it is in (GS1)."),
        field("note", .text, "Free text."),
      ]),
    RecordKind(
      name: "invoices", summary: "Suppliers' invoices and credit notes.", shows: .supplier,
      fields: [
        supplier("The supplier that invoices."),
        field(
          "invoice_number", .code, "Number of the invoice; unique with the supplier.", effect: .key, required: true),
        field(
          "invoice_kind", .choice(["invoice", "credit-note"]),
          "Which it is; invoice unless given. Amounts and quantities of a credit note are positive as well.",
          initially: .text("invoice")),
        field("invoiced_on", .date, "Day of the invoice."), field("due_on", .date, "Day on which it is to be paid."),
        field("order_number", .code, "The order that it is for, where it is one only."),
        field("despatch_number", .code, "The despatch advice that it is for, where it is one only."),
        field("corrects", .code, "Number of the invoice that a credit note is about."),
        field("currency", .currency, "Currency of its amounts; the shop's unless given."),
        field("net_amount", .money, "Sum of its lines, allowances and charges, without tax."),
        field("allowance_amount", .money, "Allowances on the whole, as a positive amount."),
        field("charge_amount", .money, "Charges on the whole."), field("tax_amount", .money, "Its tax."),
        field("total_amount", .money, "What is to be paid."),
      ] + envelope),
    RecordKind(
      name: "invoice_lines", summary: "What suppliers invoice, line by line.", shows: .supplier,
      storage: .table(StoredTable(extras: [itemCode], lines: DocumentLines(of: "invoices", number: "invoice_number"))),
      matching: HeaderRule(event: [], isPurchase: true),
      fields: [
        supplier("The supplier that invoices."),
        field("invoice_number", .code, "Number of the invoice; made when new.", effect: .key, required: true),
        line("invoice"),
      ] + item() + [
        field("title", .text, "Name of the item as the document has it."),
        field("order_number", .code, "The order that it is for."),
        field("order_line", .code, "The line of that order."),
        field("despatch_number", .code, "The despatch advice that it is for."),
        field("invoiced_quantity", .quantity, "How much is invoiced, in order units.", required: true),
        orderUnit("The unit that the quantity is in: each, case."),
        field("pack_size", .quantity, "Stock units in one order unit; the order's unless given."),
        field("unit_cost", .unitCost, "Net price of one stock unit."),
        field("currency", .currency, "Currency of its amounts; the shop's unless given."),
        field("line_amount", .money, "Net amount of the line."), field("tax_rate", .percent, "Rate of its tax."),
        field("note", .text, "Free text."),
      ]),
  ]

  /// The kind of the documents whose lines a kind has; nil for a kind that has no lines of documents.
  ///
  /// ```swift
  /// Vocabulary.head(of: "order_lines")?.name  // "orders"
  /// Vocabulary.head(of: "products")?.name     // nil
  /// ```
  public static func head(of lines: String) -> RecordKind? { kind(lines)?.document.flatMap { kind($0.kind) } }

  /// The numbers of documents and counts that lines belong to.
  static let documentNumbers = [
    "document", "order_number", "response_number", "despatch_number", "invoice_number", "count",
  ]

  /// The code by which a document names an item that the catalog does not have.
  private static let itemCode = StoredTable.Extra("item_code", after: "sku", isFilledByReader: false)

  /// A document's data about itself and its transmission.
  private static let envelope: [RecordField] = [
    field("sender", .code, "Identification of who sent it, as the message has it."),
    field("receiver", .code, "Identification of whom it was sent to, as the message has it."),
    field(
      "document_identity", .code,
      "What the message calls itself: the same with other content is refused, the same again changes nothing."),
    field(
      "replaces", .boolean, "Whether it says that it takes the place of an earlier one of the same number.",
      use: .instruction),
    field("note", .text, "Free text."),
  ]

  private static func supplier(_ summary: String) -> RecordField {
    field("supplier", .code, summary, effect: .key, required: true, references: "suppliers")
  }

  static func orderUnit(_ summary: String, use: RecordField.Use = .record) -> RecordField {
    field("order_unit", .text, summary, isQuantityUnit: true, constantFillsBlanks: true, use: use)
  }

  private static func line(_ document: String) -> RecordField {
    field("line", .code, "Number of the line within the \(document).", effect: .key, required: true)
  }

  /// The line of the order that a line of an answer is about.
  private static let answeredLine = field(
    "line", .code, "Number of the line within the order; that of its item when not given.", effect: .key)
}
