/// From elements to columns. A line is `column = path | path`, the better paths first; see ``MappingRule``.
///
/// Columns that no record kind has are put together in ``DocumentBuilder``: quantities with their units, prices with their
/// base, amounts with their currency.
enum MappingTables {
  /// The fields that every document has.
  static let common = """
    id = ID
    uuid = UUID
    issued_on = IssueDate
    note:join = Note | RejectionNote
    """

  /// The mapping of parties: the code that the other side gave, else a number that identifies the party everywhere.
  static func parties(_ paths: [String], as role: String) -> String {
    paths.enumerated().map { index, path in
      let around = path.split(separator: "/")[0]
      return """
        \(role)_code_\(index) = \(around)/CustomerAssignedAccountID | \(path)/PartyIdentification/ID[gln] \
        | \(path)/PartyIdentification/ID | \(path)/EndpointID | \(path)/PartyTaxScheme/CompanyID \
        | \(path)/PartyLegalEntity/CompanyID | \(path)/PartyName/Name | \(path)/PartyLegalEntity/RegistrationName
        \(role)_name_\(index) = \(path)/PartyName/Name | \(path)/PartyLegalEntity/RegistrationName \
        | \(path)/PartyTaxScheme/RegistrationName
        \(role)_gln_\(index) = \(path)/PartyIdentification/ID[gln] | \(path)/EndpointID[gln]
        \(role)_email_\(index) = \(path)/Contact/ElectronicMail | \(around)/SellerContact/ElectronicMail
        \(role)_address_\(index) = \(path)/EndpointID | \(path)/PartyIdentification/ID
        """
    }.joined(separator: "\n")
  }

  private static func period(_ path: String) -> String { "\(path)/EndDate | \(path)/StartDate" }

  // MARK: Heads

  private static let orderHead = """
    expected_on = \(period("Delivery/RequestedDeliveryPeriod")) | Delivery/LatestDeliveryDate
    location = Delivery/DeliveryLocation/ID | Delivery/DeliveryAddress/ID \
      | Delivery/DeliveryParty/PartyIdentification/ID
    currency = DocumentCurrencyCode | PricingCurrencyCode | AnticipatedMonetaryTotal/PayableAmount@currencyID
    buyer = BuyerCustomerParty/Party/PartyName/Name | BuyerCustomerParty/Party/PartyLegalEntity/RegistrationName
    contract = Contract/ID
    contact = BuyerCustomerParty/Party/Contact/Name | BuyerCustomerParty/BuyerContact/Name \
      | BuyerCustomerParty/DeliveryContact/Name
    """

  static let order =
    orderHead + """

      order_number = ID
      ordered_on = IssueDate
      """
  static let orderChange =
    orderHead + """

      order_number = OrderReference/ID
      ordered_on = OrderReference/IssueDate
      """

  static let response = """
    order_number:only = OrderReference/ID
    response_number = ID
    responded_on = IssueDate
    response<OrderResponseCode> = OrderResponseCode
    accepted<AcceptedIndicator> = AcceptedIndicator
    currency = DocumentCurrencyCode | PricingCurrencyCode | AnticipatedMonetaryTotal/PayableAmount@currencyID
    contact = SellerSupplierParty/Party/Contact/Name | SellerSupplierParty/SellerContact/Name
    """

  static let despatch = """
    despatch_number = ID
    despatched_on = Shipment/Delivery/Despatch/ActualDespatchDate | IssueDate
    expected_on = \(period("Shipment/Delivery/EstimatedDeliveryPeriod")) \
      | \(period("Shipment/Delivery/PromisedDeliveryPeriod")) | \(period("Shipment/Delivery/RequestedDeliveryPeriod"))
    order_number:only = OrderReference/ID
    location = Shipment/Delivery/DeliveryLocation/ID | Shipment/Delivery/DeliveryAddress/ID
    carrier = Shipment/Consignment/CarrierParty/PartyName/Name | Shipment/Delivery/CarrierParty/PartyName/Name \
      | Shipment/ShipmentStage/CarrierParty/PartyName/Name
    tracking_number = Shipment/Delivery/TrackingID | Shipment/Consignment/CarrierAssignedID
    packages = Shipment/TotalTransportHandlingUnitQuantity | Shipment/Consignment/TotalPackagesQuantity \
      | Shipment/Consignment/TotalTransportHandlingUnitQuantity
    """

  static let invoice = """
    invoice_number = ID
    invoice_kind<InvoiceTypeCode> = InvoiceTypeCode | CreditNoteTypeCode
    invoiced_on = IssueDate
    due_on = DueDate | PaymentMeans/PaymentDueDate | PaymentTerms/PaymentDueDate
    order_number:only = OrderReference/ID
    despatch_number:only = DespatchDocumentReference/ID
    corrects:only = BillingReference/InvoiceDocumentReference/ID \
      | BillingReference/SelfBilledInvoiceDocumentReference/ID
    currency = DocumentCurrencyCode | LegalMonetaryTotal/PayableAmount@currencyID
    net = LegalMonetaryTotal/TaxExclusiveAmount
    total = LegalMonetaryTotal/TaxInclusiveAmount | LegalMonetaryTotal/PayableAmount
    rounding = LegalMonetaryTotal/PayableRoundingAmount
    sum_of_lines = LegalMonetaryTotal/LineExtensionAmount
    allowance_total = LegalMonetaryTotal/AllowanceTotalAmount
    charge_total = LegalMonetaryTotal/ChargeTotalAmount
    allowances:all = AllowanceCharge[ChargeIndicator=false]/Amount
    charges:all = AllowanceCharge[ChargeIndicator=true]/Amount
    taxes:all = TaxTotal/TaxAmount
    """

  static let catalogue = """
    valid_from = ValidityPeriod/StartDate
    """

  static let inventory = """
    currency = DocumentCurrencyCode
    as_of = InventoryPeriod/EndDate | InventoryPeriod/StartDate | IssueDate
    end_time = InventoryPeriod/EndTime
    start_date = InventoryPeriod/StartDate
    start_time = InventoryPeriod/StartTime
    issued_at = IssueTime
    """

  static let activity = """
    currency = DocumentCurrencyCode
    as_of = ActivityPeriod/EndDate | ActivityPeriod/StartDate
    end_time = ActivityPeriod/EndTime
    start_date = ActivityPeriod/StartDate
    start_time = ActivityPeriod/StartTime
    """

  // MARK: Lines

  /// The names and the packing of an item.
  private static func item(_ path: String) -> String {
    """
    sku = \(path)/BuyersItemIdentification/ID
    supplier_code = \(path)/SellersItemIdentification/ID
    barcode = \(path)/StandardItemIdentification/ID[gtin] | \(path)/AdditionalItemIdentification/ID[gtin]
    standard_code = \(path)/StandardItemIdentification/ID
    title = \(path)/Name | \(path)/Description
    pack = \(path)/PackSizeNumeric | \(path)/PackQuantity
    lot:only = \(path)/ItemInstance/LotIdentification/LotNumberID
    expires_on:only = \(path)/ItemInstance/LotIdentification/ExpiryDate | \(path)/ItemInstance/BestBeforeDate
    tax_category<TaxCategory> = \(path)/ClassifiedTaxCategory/ID | TaxTotal/TaxSubtotal/TaxCategory/ID
    tax_rate:only = \(path)/ClassifiedTaxCategory/Percent | TaxTotal/TaxSubtotal/TaxCategory/Percent
    """
  }

  private static func price(_ path: String) -> String {
    """
    price = \(path)/PriceAmount
    price_base = \(path)/BaseQuantity
    orderable_factor = \(path)/OrderableUnitFactorRate
    """
  }

  private static let allowances = """
    allowances:all = AllowanceCharge[ChargeIndicator=false] | LineItem/AllowanceCharge[ChargeIndicator=false]
    charges:all = AllowanceCharge[ChargeIndicator=true] | LineItem/AllowanceCharge[ChargeIndicator=true]
    """

  static let orderLine = [
    """
    line = LineItem/ID
    status = LineItem/LineStatusCode
    quantity = LineItem/Quantity
    """, item("LineItem/Item"), price("LineItem/Price"),
  ].joined(separator: "\n")

  static let responseLine = [
    """
    line = OrderLineReference/LineID | LineItem/ID
    line_response<LineStatusCode> = LineItem/LineStatusCode
    quantity = LineItem/Quantity
    promised_on = \(period("LineItem/Delivery/PromisedDeliveryPeriod")) \
      | \(period("LineItem/Delivery/EstimatedDeliveryPeriod")) | \(period("LineItem/Delivery/RequestedDeliveryPeriod"))
    substitute_barcode = SellerSubstitutedLineItem/Item/StandardItemIdentification/ID
    substitute_supplier_code = SellerSubstitutedLineItem/Item/SellersItemIdentification/ID
    note:join = Note | LineItem/Note
    """, item("LineItem/Item"), price("LineItem/Price"), allowances,
  ].joined(separator: "\n")

  static let despatchLine = [
    """
    line = ID
    quantity = DeliveredQuantity
    outstanding = OutstandingQuantity | BackorderQuantity
    order_number = OrderLineReference/OrderReference/ID
    order_line = OrderLineReference/LineID
    sscc:only = Shipment/TransportHandlingUnit/ID[sscc] | Shipment/GoodsItem/GoodsItemContainer/ID[sscc] \
      | Shipment/TransportHandlingUnit/ID
    note:join = Note | OutstandingReason | BackorderReason
    """, item("Item"),
  ].joined(separator: "\n")

  static func invoiceLine(_ quantity: String) -> String {
    [
      """
      line = ID
      quantity = \(quantity)
      amount = LineExtensionAmount
      order_number = OrderLineReference/OrderReference/ID
      order_line = OrderLineReference/LineID
      despatch_number:only = DespatchLineReference/DocumentReference/ID
      note:join = Note
      """, item("Item"), price("Price"), allowances,
    ].joined(separator: "\n")
  }

  static let catalogueLine = [
    """
    status<ActionCode> = ActionCode
    order_unit_word = OrderableUnit
    content = ContentUnitQuantity
    minimum_order = MinimumOrderQuantity
    lead_time = RequiredItemLocationQuantity/LeadTimeMeasure
    places:all = RequiredItemLocationQuantity
    valid_from = LineValidityPeriod/StartDate
    description = Item/Description
    brand = Item/BrandName
    properties:all = Item/AdditionalItemProperty
    """, item("Item"), parties(["SellerSupplierParty/Party"], as: "supplier"),
  ].joined(separator: "\n")

  static let inventoryLine = [
    """
    line = ID
    quantity = Quantity
    location = InventoryLocation/ID | InventoryLocation/Address/ID
    """, item("Item"),
  ].joined(separator: "\n")

  static let activityLine = """
    line = ID
    kind<SupplyChainActivityTypeCode> = SupplyChainActivityTypeCode
    location = ActivityFinalLocation/ID | ActivityOriginLocation/ID | ActivityFinalLocation/Address/ID \
      | ActivityOriginLocation/Address/ID
    """

  /// Applied to each item of a line of product activity.
  static let salesItem = MappingRules(
    """
    quantity = Quantity
    price = TaxInclusivePrice/PriceAmount
    price_base = TaxInclusivePrice/BaseQuantity
    orderable_factor = TaxInclusivePrice/OrderableUnitFactorRate
    """ + "\n" + item("Item"))
}
