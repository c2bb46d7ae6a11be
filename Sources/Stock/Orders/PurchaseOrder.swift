public import RetailValues

/// A purchase order in its current state.
public struct PurchaseOrder: Hashable, Sendable {
  /// Identifies the order if its number alone is ambiguous.
  public let id: Int64
  /// The supplier's code, and what people call it.
  public let supplier: String
  public let supplierName: String
  /// Unique with the supplier.
  public let number: String
  /// Days as ISO 8601 has them.
  public let orderedOn: String?
  public let expectedOn: String?
  /// The code of the location that it is delivered to.
  public let location: String?
  /// ISO 4217 code of the currency of its amounts.
  public let currency: String
  public let lineCount: Int
  public let openLineCount: Int
  /// The first day on which something open of it is promised or expected.
  public let nextOn: String?
  /// How many of its lines have no cost.
  public let uncostedLineCount: Int
  /// At the order's cost, without lines that have no cost; nil for an unknown currency, and where no line in it has a cost.
  public let orderedCost: Money?
  public let openCost: Money?
  /// open, partly received, received, closed or refused.
  public let state: String
  /// Whether the shop has made it itself, and nothing of the supplier and no receipt has come for it yet.
  public let isDraft: Bool
}

/// A line of a purchase order with what became of it. All quantities are stock units but ``orderQuantity``.
public struct PurchaseOrderLine: Hashable, Sendable {
  public let id: Int64
  public let line: String
  public let sku: String
  public let title: String
  public let supplierCode: String?
  public let orderUnit: String?
  /// Stock units in one order unit.
  public let packSize: Quantity
  /// In order units.
  public let orderQuantity: Quantity
  public let ordered: Quantity
  public let confirmed: Quantity?
  public let despatched: Quantity?
  public let received: Quantity?
  public let invoiced: Quantity?
  /// The outstanding quantity.
  public let open: Quantity
  /// Of one stock unit, in the order's currency.
  public let unitCost: UnitCost?
  /// That of the last invoice of the line, in the same currency; nil when none states one.
  public let invoicedCost: UnitCost?
  public let promisedOn: String?
  public let closedOn: String?
  public let closedReason: String?
  /// open, confirmed, backordered, despatched, partly received, received, closed or refused.
  public let state: String
}

/// A difference between the documents of an order.
public struct OrderDifference: Hashable, Sendable {
  /// The line of the order; nil for goods that it does not ask for.
  public let line: String?
  public let sku: String?
  /// `docs/tutorials/documents-of-supply.md` explains them.
  public let kind: DocumentDifference
  /// The document or the supplier's own words, where there are some.
  public let detail: String?
  /// Quantities in stock units.
  public let expected: Quantity?
  public let found: Quantity?
  /// Costs of one stock unit.
  public let expectedCost: UnitCost?
  public let foundCost: UnitCost?
}

/// A document that is about an order.
public struct OrderPaper: Hashable, Sendable {
  /// response, despatch advice, receipt, invoice or credit note.
  public let kind: String
  public let number: String
  /// Its day in ISO 8601, if it has one.
  public let day: String?
  /// The content in a word or two: accepted, the total, the carrier.
  public let remark: String?
  /// The import that recorded it; nil where that is not known, as for what early versions imported.
  public let importNumber: Int64?
}

/// A line of a despatch advice that is to be received.
public struct DespatchLine: Hashable, Sendable {
  public let line: String
  /// Nil for an item that the catalog does not have.
  public let sku: String?
  public let itemCode: String?
  public let orderNumber: String?
  /// In stock units.
  public let despatched: Quantity
  /// The quantity received under the number of the despatch advice; nil when nothing was received.
  public let received: Quantity?
  public let lot: String?
  public let expiresOn: String?
  /// Of one stock unit, as ordered; nil when that is not known or not in the shop's currency.
  public let unitCost: UnitCost?
}
