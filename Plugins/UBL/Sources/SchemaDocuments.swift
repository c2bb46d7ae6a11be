/// The types in the OASIS schemas of UBL 2.1 (documents, and `CommonAggregateComponents` from A to K).
///
/// A line is a type and its children in their order: `Name` once at most, `Name!` once, `Name*` any number, `Name+` at least
/// one. `Name:` holds children by the type of its name, `Name:Type` by another one; others hold a value, whose type is the
/// last word of the name (UBL Naming and Design Rules 2.1).
enum SchemaDocuments {
  /// The documents that are read.
  static let documents = """
    Catalogue = UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! UUID ActionCode Name \
      IssueDate! IssueTime RevisionDate RevisionTime Note* Description* VersionID PreviousVersionID LineCountNumeric \
      ValidityPeriod:Period* ReferencedContract:Contract* SourceCatalogueReference:CatalogueReference \
      DocumentReference:* Signature:* ProviderParty:Party! ReceiverParty:Party! SellerSupplierParty:SupplierParty \
      ContractorCustomerParty:CustomerParty TradingTerms:* CatalogueLine:+
    CreditNote = UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! CopyIndicator UUID \
      IssueDate! IssueTime TaxPointDate CreditNoteTypeCode Note* DocumentCurrencyCode TaxCurrencyCode \
      PricingCurrencyCode PaymentCurrencyCode PaymentAlternativeCurrencyCode AccountingCostCode AccountingCost \
      LineCountNumeric BuyerReference InvoicePeriod:Period* DiscrepancyResponse:Response* OrderReference: \
      BillingReference:* DespatchDocumentReference:DocumentReference* ReceiptDocumentReference:DocumentReference* \
      ContractDocumentReference:DocumentReference* AdditionalDocumentReference:DocumentReference* \
      StatementDocumentReference:DocumentReference* OriginatorDocumentReference:DocumentReference* Signature:* \
      AccountingSupplierParty:SupplierParty! AccountingCustomerParty:CustomerParty! PayeeParty:Party \
      BuyerCustomerParty:CustomerParty SellerSupplierParty:SupplierParty TaxRepresentativeParty:Party Delivery:* \
      DeliveryTerms:* PaymentMeans:* PaymentTerms:* TaxExchangeRate:ExchangeRate PricingExchangeRate:ExchangeRate \
      PaymentExchangeRate:ExchangeRate PaymentAlternativeExchangeRate:ExchangeRate AllowanceCharge:* TaxTotal:* \
      LegalMonetaryTotal:MonetaryTotal! CreditNoteLine:+
    DespatchAdvice = UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! CopyIndicator UUID \
      IssueDate! IssueTime DocumentStatusCode DespatchAdviceTypeCode Note* LineCountNumeric OrderReference:* \
      AdditionalDocumentReference:DocumentReference* Signature:* DespatchSupplierParty:SupplierParty! \
      DeliveryCustomerParty:CustomerParty! BuyerCustomerParty:CustomerParty SellerSupplierParty:SupplierParty \
      OriginatorCustomerParty:CustomerParty Shipment: DespatchLine:+
    InventoryReport = UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! CopyIndicator UUID \
      IssueDate! IssueTime Note* DocumentCurrencyCode InventoryPeriod:Period DocumentReference:* Signature:* \
      RetailerCustomerParty:CustomerParty! InventoryReportingParty:Party! SellerSupplierParty:SupplierParty \
      InventoryReportLine:+
    Invoice = UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! CopyIndicator UUID \
      IssueDate! IssueTime DueDate InvoiceTypeCode Note* TaxPointDate DocumentCurrencyCode TaxCurrencyCode \
      PricingCurrencyCode PaymentCurrencyCode PaymentAlternativeCurrencyCode AccountingCostCode AccountingCost \
      LineCountNumeric BuyerReference InvoicePeriod:Period* OrderReference: BillingReference:* \
      DespatchDocumentReference:DocumentReference* ReceiptDocumentReference:DocumentReference* \
      StatementDocumentReference:DocumentReference* OriginatorDocumentReference:DocumentReference* \
      ContractDocumentReference:DocumentReference* AdditionalDocumentReference:DocumentReference* ProjectReference:* \
      Signature:* AccountingSupplierParty:SupplierParty! AccountingCustomerParty:CustomerParty! PayeeParty:Party \
      BuyerCustomerParty:CustomerParty SellerSupplierParty:SupplierParty TaxRepresentativeParty:Party Delivery:* \
      DeliveryTerms: PaymentMeans:* PaymentTerms:* PrepaidPayment:Payment* AllowanceCharge:* \
      TaxExchangeRate:ExchangeRate PricingExchangeRate:ExchangeRate PaymentExchangeRate:ExchangeRate \
      PaymentAlternativeExchangeRate:ExchangeRate TaxTotal:* WithholdingTaxTotal:TaxTotal* \
      LegalMonetaryTotal:MonetaryTotal! InvoiceLine:+
    Order = UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! SalesOrderID CopyIndicator \
      UUID IssueDate! IssueTime OrderTypeCode Note* RequestedInvoiceCurrencyCode DocumentCurrencyCode \
      PricingCurrencyCode TaxCurrencyCode CustomerReference AccountingCostCode AccountingCost LineCountNumeric \
      ValidityPeriod:Period* QuotationDocumentReference:DocumentReference OrderDocumentReference:DocumentReference* \
      OriginatorDocumentReference:DocumentReference CatalogueReference: AdditionalDocumentReference:DocumentReference* \
      Contract:* ProjectReference:* Signature:* BuyerCustomerParty:CustomerParty! SellerSupplierParty:SupplierParty! \
      OriginatorCustomerParty:CustomerParty FreightForwarderParty:Party AccountingCustomerParty:CustomerParty \
      Delivery:* DeliveryTerms:* PaymentMeans:* PaymentTerms:* TransactionConditions: AllowanceCharge:* \
      TaxExchangeRate:ExchangeRate PricingExchangeRate:ExchangeRate PaymentExchangeRate:ExchangeRate \
      DestinationCountry:Country TaxTotal:* AnticipatedMonetaryTotal:MonetaryTotal OrderLine:+
    OrderCancellation = UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! CopyIndicator \
      UUID IssueDate! IssueTime Note* CancellationNote+ OrderReference:+ OriginatorDocumentReference:DocumentReference \
      AdditionalDocumentReference:DocumentReference* Contract:* Signature:* BuyerCustomerParty:CustomerParty! \
      SellerSupplierParty:SupplierParty! OriginatorCustomerParty:CustomerParty
    OrderChange = UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID SalesOrderID \
      CopyIndicator UUID IssueDate! IssueTime SequenceNumberID! Note* RequestedInvoiceCurrencyCode DocumentCurrencyCode \
      PricingCurrencyCode TaxCurrencyCode CustomerReference AccountingCostCode AccountingCost LineCountNumeric \
      ValidityPeriod:Period* OrderReference:! QuotationDocumentReference:DocumentReference \
      OriginatorDocumentReference:DocumentReference AdditionalDocumentReference:DocumentReference* Contract:* \
      Signature:* BuyerCustomerParty:CustomerParty! SellerSupplierParty:SupplierParty! \
      OriginatorCustomerParty:CustomerParty FreightForwarderParty:Party AccountingCustomerParty:CustomerParty \
      AccountingSupplierParty:SupplierParty Delivery:* DeliveryTerms: PaymentMeans:* PaymentTerms:* \
      TransactionConditions: AllowanceCharge:* TaxExchangeRate:ExchangeRate PricingExchangeRate:ExchangeRate \
      PaymentExchangeRate:ExchangeRate DestinationCountry:Country TaxTotal:* AnticipatedMonetaryTotal:MonetaryTotal \
      OrderLine:+
    OrderResponse = UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! SalesOrderID \
      CopyIndicator UUID IssueDate! IssueTime OrderResponseCode Note* DocumentCurrencyCode PricingCurrencyCode \
      TaxCurrencyCode TotalPackagesQuantity GrossWeightMeasure NetWeightMeasure NetNetWeightMeasure GrossVolumeMeasure \
      NetVolumeMeasure CustomerReference AccountingCostCode AccountingCost LineCountNumeric ValidityPeriod:Period* \
      OrderReference:+ OrderDocumentReference:DocumentReference* OriginatorDocumentReference:DocumentReference \
      AdditionalDocumentReference:DocumentReference* Contract:* Signature:* SellerSupplierParty:SupplierParty! \
      BuyerCustomerParty:CustomerParty! OriginatorCustomerParty:CustomerParty FreightForwarderParty:Party \
      AccountingSupplierParty:SupplierParty AccountingCustomerParty:CustomerParty Delivery:* DeliveryTerms: \
      PaymentMeans:* PaymentTerms:* AllowanceCharge:* TransactionConditions: TaxExchangeRate:ExchangeRate \
      PricingExchangeRate:ExchangeRate PaymentExchangeRate:ExchangeRate DestinationCountry:Country TaxTotal:* \
      LegalMonetaryTotal:MonetaryTotal OrderLine:*
    OrderResponseSimple = UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! CopyIndicator \
      UUID IssueDate! IssueTime Note* AcceptedIndicator! RejectionNote* CustomerReference AccountingCostCode \
      AccountingCost OrderReference:! AdditionalDocumentReference:DocumentReference* Signature:* \
      SellerSupplierParty:SupplierParty! BuyerCustomerParty:CustomerParty! OriginatorCustomerParty:CustomerParty \
      AccountingSupplierParty:SupplierParty AccountingCustomerParty:CustomerParty
    ProductActivity = UBLExtensions UBLVersionID CustomizationID ProfileID ProfileExecutionID ID! CopyIndicator UUID \
      IssueDate! IssueTime Note* DocumentCurrencyCode ActivityPeriod:Period! DocumentReference:* Signature:* \
      SenderParty:Party! ReceiverParty:Party! SupplyChainActivityDataLine:ActivityDataLine+
    """

  /// The types of the library, A to K.
  static let firstTypes = """
    ActivityDataLine = ID! SupplyChainActivityTypeCode! BuyerCustomerParty:CustomerParty \
      SellerSupplierParty:SupplierParty ActivityPeriod:Period ActivityOriginLocation:Location! \
      ActivityFinalLocation:Location SalesItem:+
    ActivityProperty = Name! Value!
    AddressLine = Line!
    Address = ID AddressTypeCode AddressFormatCode Postbox Floor Room StreetName AdditionalStreetName BlockName \
      BuildingName BuildingNumber InhouseMail Department MarkAttention MarkCare PlotIdentification CitySubdivisionName \
      CityName PostalZone CountrySubentity CountrySubentityCode Region District TimezoneOffset AddressLine:* Country: \
      LocationCoordinate:*
    AirTransport = AircraftID!
    AllowanceCharge = ID ChargeIndicator! AllowanceChargeReasonCode AllowanceChargeReason* MultiplierFactorNumeric \
      PrepaidIndicator SequenceNumeric Amount! BaseAmount AccountingCostCode AccountingCost PerUnitAmount TaxCategory:* \
      TaxTotal: PaymentMeans:*
    Attachment = EmbeddedDocumentBinaryObject ExternalReference:
    BillingReferenceLine = ID! Amount AllowanceCharge:*
    BillingReference = InvoiceDocumentReference:DocumentReference \
      SelfBilledInvoiceDocumentReference:DocumentReference CreditNoteDocumentReference:DocumentReference \
      SelfBilledCreditNoteDocumentReference:DocumentReference DebitNoteDocumentReference:DocumentReference \
      ReminderDocumentReference:DocumentReference AdditionalDocumentReference:DocumentReference BillingReferenceLine:*
    Branch = ID Name FinancialInstitution: Address:
    CardAccount = PrimaryAccountNumberID! NetworkID! CardTypeCode ValidityStartDate ExpiryDate IssuerID IssueNumberID \
      CV2ID CardChipCode ChipApplicationID HolderName
    CatalogueLine = ID! ActionCode LifeCycleStatusCode ContractSubdivision Note* OrderableIndicator OrderableUnit \
      ContentUnitQuantity OrderQuantityIncrementNumeric MinimumOrderQuantity MaximumOrderQuantity WarrantyInformation* \
      PackLevelCode ContractorCustomerParty:CustomerParty SellerSupplierParty:SupplierParty WarrantyParty:Party \
      WarrantyValidityPeriod:Period LineValidityPeriod:Period ItemComparison:* ComponentRelatedItem:RelatedItem* \
      AccessoryRelatedItem:RelatedItem* RequiredRelatedItem:RelatedItem* ReplacementRelatedItem:RelatedItem* \
      ComplementaryRelatedItem:RelatedItem* ReplacedRelatedItem:RelatedItem* \
      RequiredItemLocationQuantity:ItemLocationQuantity* DocumentReference:* Item:! KeywordItemProperty:ItemProperty* \
      CallForTendersLineReference:LineReference CallForTendersDocumentReference:DocumentReference
    CatalogueReference = ID! UUID IssueDate IssueTime RevisionDate RevisionTime Note* Description* VersionID \
      PreviousVersionID
    Certificate = ID! CertificateTypeCode! CertificateType! Remarks* IssuerParty:Party! DocumentReference:* \
      Signature:*
    Clause = ID Content*
    CommodityClassification = NatureCode CargoTypeCode CommodityCode ItemClassificationCode
    Communication = ChannelCode Channel Value
    Condition = AttributeID! Measure Description* MinimumMeasure MaximumMeasure
    Consignment = ID! CarrierAssignedID ConsigneeAssignedID ConsignorAssignedID FreightForwarderAssignedID \
      BrokerAssignedID ContractedCarrierAssignedID PerformingCarrierAssignedID SummaryDescription* TotalInvoiceAmount \
      DeclaredCustomsValueAmount TariffDescription* TariffCode InsurancePremiumAmount GrossWeightMeasure \
      NetWeightMeasure NetNetWeightMeasure ChargeableWeightMeasure GrossVolumeMeasure NetVolumeMeasure \
      LoadingLengthMeasure Remarks* HazardousRiskIndicator AnimalFoodIndicator HumanFoodIndicator LivestockIndicator \
      BulkCargoIndicator ContainerizedIndicator GeneralCargoIndicator SpecialSecurityIndicator ThirdPartyPayerIndicator \
      CarrierServiceInstructions* CustomsClearanceServiceInstructions* ForwarderServiceInstructions* \
      SpecialServiceInstructions* SequenceID ShippingPriorityLevelCode HandlingCode HandlingInstructions* Information* \
      TotalGoodsItemQuantity TotalTransportHandlingUnitQuantity InsuranceValueAmount DeclaredForCarriageValueAmount \
      DeclaredStatisticsValueAmount FreeOnBoardValueAmount SpecialInstructions* SplitConsignmentIndicator \
      DeliveryInstructions* ConsignmentQuantity ConsolidatableIndicator HaulageInstructions* LoadingSequenceID \
      ChildConsignmentQuantity TotalPackagesQuantity ConsolidatedShipment:Shipment* CustomsDeclaration:* \
      RequestedPickupTransportEvent:TransportEvent RequestedDeliveryTransportEvent:TransportEvent \
      PlannedPickupTransportEvent:TransportEvent PlannedDeliveryTransportEvent:TransportEvent Status:* \
      ChildConsignment:Consignment* ConsigneeParty:Party ExporterParty:Party ConsignorParty:Party ImporterParty:Party \
      CarrierParty:Party FreightForwarderParty:Party NotifyParty:Party OriginalDespatchParty:Party \
      FinalDeliveryParty:Party PerformingCarrierParty:Party SubstituteCarrierParty:Party LogisticsOperatorParty:Party \
      TransportAdvisorParty:Party HazardousItemNotificationParty:Party InsuranceParty:Party MortgageHolderParty:Party \
      BillOfLadingHolderParty:Party OriginalDepartureCountry:Country FinalDestinationCountry:Country \
      TransitCountry:Country* TransportContract:Contract TransportEvent:* \
      OriginalDespatchTransportationService:TransportationService \
      FinalDeliveryTransportationService:TransportationService DeliveryTerms: PaymentTerms: \
      CollectPaymentTerms:PaymentTerms DisbursementPaymentTerms:PaymentTerms PrepaidPaymentTerms:PaymentTerms \
      FreightAllowanceCharge:AllowanceCharge* ExtraAllowanceCharge:AllowanceCharge* \
      MainCarriageShipmentStage:ShipmentStage* PreCarriageShipmentStage:ShipmentStage* \
      OnCarriageShipmentStage:ShipmentStage* TransportHandlingUnit:* FirstArrivalPortLocation:Location \
      LastExitPortLocation:Location
    Contact = ID Name Telephone Telefax ElectronicMail Note* OtherCommunication:Communication*
    Contract = ID IssueDate IssueTime NominationDate NominationTime ContractTypeCode ContractType Note* VersionID \
      Description* ValidityPeriod:Period ContractDocumentReference:DocumentReference* NominationPeriod:Period \
      ContractualDelivery:Delivery
    CorporateRegistrationScheme = ID Name CorporateRegistrationTypeCode JurisdictionRegionAddress:Address*
    Country = IdentificationCode Name
    CreditAccount = AccountID!
    CreditNoteLine = ID! UUID Note* CreditedQuantity LineExtensionAmount TaxPointDate AccountingCostCode \
      AccountingCost PaymentPurposeCode FreeOfChargeIndicator InvoicePeriod:Period* OrderLineReference:* \
      DiscrepancyResponse:Response* DespatchLineReference:LineReference* ReceiptLineReference:LineReference* \
      BillingReference:* DocumentReference:* PricingReference: OriginatorParty:Party Delivery:* PaymentTerms:* \
      TaxTotal:* AllowanceCharge:* Item: Price: DeliveryTerms:* SubCreditNoteLine:CreditNoteLine* \
      ItemPriceExtension:PriceExtension
    CustomerParty = CustomerAssignedAccountID SupplierAssignedAccountID AdditionalAccountID* Party: \
      DeliveryContact:Contact AccountingContact:Contact BuyerContact:Contact
    CustomsDeclaration = ID! IssuerParty:Party
    DeliveryTerms = ID SpecialTerms* LossRiskResponsibilityCode LossRisk* Amount DeliveryLocation:Location \
      AllowanceCharge:
    Delivery = ID Quantity MinimumQuantity MaximumQuantity ActualDeliveryDate ActualDeliveryTime LatestDeliveryDate \
      LatestDeliveryTime ReleaseID TrackingID DeliveryAddress:Address DeliveryLocation:Location \
      AlternativeDeliveryLocation:Location RequestedDeliveryPeriod:Period PromisedDeliveryPeriod:Period \
      EstimatedDeliveryPeriod:Period CarrierParty:Party DeliveryParty:Party NotifyParty:Party* Despatch: \
      DeliveryTerms:* MinimumDeliveryUnit:DeliveryUnit MaximumDeliveryUnit:DeliveryUnit Shipment:
    DeliveryUnit = BatchQuantity! ConsumerUnitQuantity HazardousRiskIndicator
    DependentPriceReference = Percent LocationAddress:Address DependentLineReference:LineReference
    DespatchLine = ID! UUID Note* LineStatusCode DeliveredQuantity BackorderQuantity BackorderReason* \
      OutstandingQuantity OutstandingReason* OversupplyQuantity OrderLineReference:+ DocumentReference:* Item:! \
      Shipment:*
    Despatch = ID RequestedDespatchDate RequestedDespatchTime EstimatedDespatchDate EstimatedDespatchTime \
      ActualDespatchDate ActualDespatchTime GuaranteedDespatchDate GuaranteedDespatchTime ReleaseID Instructions* \
      DespatchAddress:Address DespatchLocation:Location DespatchParty:Party CarrierParty:Party NotifyParty:Party* \
      Contact: EstimatedDespatchPeriod:Period RequestedDespatchPeriod:Period
    Dimension = AttributeID! Measure Description* MinimumMeasure MaximumMeasure
    DocumentReference = ID! CopyIndicator UUID IssueDate IssueTime DocumentTypeCode DocumentType XPath* LanguageID \
      LocaleCode VersionID DocumentStatusCode DocumentDescription* Attachment: ValidityPeriod:Period IssuerParty:Party \
      ResultOfVerification:
    EmissionCalculationMethod = CalculationMethodCode FullnessIndicationCode MeasurementFromLocation:Location \
      MeasurementToLocation:Location
    EnvironmentalEmission = EnvironmentalEmissionTypeCode! ValueMeasure! Description* EmissionCalculationMethod:*
    ExchangeRate = SourceCurrencyCode! SourceCurrencyBaseRate TargetCurrencyCode! TargetCurrencyBaseRate \
      ExchangeMarketID CalculationRate MathematicOperatorCode Date ForeignExchangeContract:Contract
    ExternalReference = URI DocumentHash HashAlgorithmMethod ExpiryDate ExpiryTime MimeCode FormatCode EncodingCode \
      CharacterSetCode FileName Description*
    FinancialAccount = ID Name AliasName AccountTypeCode AccountFormatCode CurrencyCode PaymentNote* \
      FinancialInstitutionBranch:Branch Country:
    FinancialInstitution = ID Name Address:
    GoodsItemContainer = ID! Quantity TransportEquipment:*
    GoodsItem = ID SequenceNumberID Description* HazardousRiskIndicator DeclaredCustomsValueAmount \
      DeclaredForCarriageValueAmount DeclaredStatisticsValueAmount FreeOnBoardValueAmount InsuranceValueAmount \
      ValueAmount GrossWeightMeasure NetWeightMeasure NetNetWeightMeasure ChargeableWeightMeasure GrossVolumeMeasure \
      NetVolumeMeasure Quantity PreferenceCriterionCode RequiredCustomsID CustomsStatusCode CustomsTariffQuantity \
      CustomsImportClassifiedIndicator ChargeableQuantity ReturnableQuantity TraceID Item:* GoodsItemContainer:* \
      FreightAllowanceCharge:AllowanceCharge* InvoiceLine:* Temperature:* ContainedGoodsItem:GoodsItem* \
      OriginAddress:Address Delivery: Pickup: Despatch: MeasurementDimension:Dimension* ContainingPackage:Package* \
      ShipmentDocumentReference:DocumentReference MinimumTemperature:Temperature MaximumTemperature:Temperature
    HazardousGoodsTransit = TransportEmergencyCardCode PackingCriteriaCode HazardousRegulationCode \
      InhalationToxicityZoneCode TransportAuthorizationCode MaximumTemperature:Temperature \
      MinimumTemperature:Temperature
    HazardousItem = ID PlacardNotation PlacardEndorsement AdditionalInformation* UNDGCode EmergencyProceduresCode \
      MedicalFirstAidGuideCode TechnicalName CategoryName HazardousCategoryCode UpperOrangeHazardPlacardID \
      LowerOrangeHazardPlacardID MarkingID HazardClassID NetWeightMeasure NetVolumeMeasure Quantity ContactParty:Party \
      SecondaryHazard:* HazardousGoodsTransit:* EmergencyTemperature:Temperature FlashpointTemperature:Temperature \
      AdditionalTemperature:Temperature*
    InventoryReportLine = ID! Note* Quantity! InventoryValueAmount AvailabilityDate AvailabilityStatusCode Item:! \
      InventoryLocation:Location
    InvoiceLine = ID! UUID Note* InvoicedQuantity LineExtensionAmount! TaxPointDate AccountingCostCode AccountingCost \
      PaymentPurposeCode FreeOfChargeIndicator InvoicePeriod:Period* OrderLineReference:* \
      DespatchLineReference:LineReference* ReceiptLineReference:LineReference* BillingReference:* DocumentReference:* \
      PricingReference: OriginatorParty:Party Delivery:* PaymentTerms:* AllowanceCharge:* TaxTotal:* \
      WithholdingTaxTotal:TaxTotal* Item:! Price: DeliveryTerms: SubInvoiceLine:InvoiceLine* \
      ItemPriceExtension:PriceExtension
    ItemComparison = PriceAmount Quantity
    ItemIdentification = ID! ExtendedID BarcodeSymbologyID PhysicalAttribute:* MeasurementDimension:Dimension* \
      IssuerParty:Party
    ItemInstance = ProductTraceID ManufactureDate ManufactureTime BestBeforeDate RegistrationID SerialID \
      AdditionalItemProperty:ItemProperty* LotIdentification:
    ItemLocationQuantity = LeadTimeMeasure MinimumQuantity MaximumQuantity HazardousRiskIndicator \
      TradingRestrictions* ApplicableTerritoryAddress:Address* Price: DeliveryUnit:* ApplicableTaxCategory:TaxCategory* \
      Package: AllowanceCharge:* DependentPriceReference:
    ItemPropertyGroup = ID! Name ImportanceCode
    ItemPropertyRange = MinimumValue MaximumValue
    ItemProperty = ID Name! NameCode TestMethod Value ValueQuantity ValueQualifier* ImportanceCode ListValue* \
      UsabilityPeriod:Period ItemPropertyGroup:* RangeDimension:Dimension ItemPropertyRange:
    Item = Description* PackQuantity PackSizeNumeric CatalogueIndicator Name HazardousRiskIndicator \
      AdditionalInformation* Keyword* BrandName* ModelName* BuyersItemIdentification:ItemIdentification \
      SellersItemIdentification:ItemIdentification ManufacturersItemIdentification:ItemIdentification* \
      StandardItemIdentification:ItemIdentification CatalogueItemIdentification:ItemIdentification \
      AdditionalItemIdentification:ItemIdentification* CatalogueDocumentReference:DocumentReference \
      ItemSpecificationDocumentReference:DocumentReference* OriginCountry:Country CommodityClassification:* \
      TransactionConditions:* HazardousItem:* ClassifiedTaxCategory:TaxCategory* AdditionalItemProperty:ItemProperty* \
      ManufacturerParty:Party* InformationContentProviderParty:Party OriginAddress:Address* ItemInstance:* \
      Certificate:* Dimension:*
    """
}
