/// The types of `CommonAggregateComponents` from L to Z; see ``SchemaDocuments`` for how they are written.
enum SchemaLibrary {
  /// The types of the library, L to Z.
  static let types = """
    Language = ID Name LocaleCode
    LineItem = ID! SalesOrderID UUID Note* LineStatusCode Quantity LineExtensionAmount TotalTaxAmount MinimumQuantity \
      MaximumQuantity MinimumBackorderQuantity MaximumBackorderQuantity InspectionMethodCode PartialDeliveryIndicator \
      BackOrderAllowedIndicator AccountingCostCode AccountingCost WarrantyInformation* Delivery:* DeliveryTerms: \
      OriginatorParty:Party OrderedShipment:* PricingReference: AllowanceCharge:* Price: Item:! SubLineItem:LineItem* \
      WarrantyValidityPeriod:Period WarrantyParty:Party TaxTotal:* ItemPriceExtension:PriceExtension LineReference:*
    LineReference = LineID! UUID LineStatusCode DocumentReference:
    LocationCoordinate = CoordinateSystemCode LatitudeDegreesMeasure LatitudeMinutesMeasure LatitudeDirectionCode \
      LongitudeDegreesMeasure LongitudeMinutesMeasure LongitudeDirectionCode AltitudeMeasure
    Location = ID Description* Conditions* CountrySubentity CountrySubentityCode LocationTypeCode InformationURI Name \
      ValidityPeriod:Period* Address: SubsidiaryLocation:Location* LocationCoordinate:*
    LotIdentification = LotNumberID ExpiryDate AdditionalItemProperty:ItemProperty*
    MaritimeTransport = VesselID VesselName RadioCallSignID ShipsRequirements* GrossTonnageMeasure NetTonnageMeasure \
      RegistryCertificateDocumentReference:DocumentReference RegistryPortLocation:Location
    MonetaryTotal = LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount \
      PrepaidAmount PayableRoundingAmount PayableAmount! PayableAlternativeAmount
    OrderLineReference = LineID! SalesOrderLineID UUID LineStatusCode OrderReference:
    OrderLine = SubstitutionStatusCode Note* LineItem:! SellerProposedSubstituteLineItem:LineItem* \
      SellerSubstitutedLineItem:LineItem* BuyerProposedSubstituteLineItem:LineItem* \
      CatalogueLineReference:LineReference QuotationLineReference:LineReference OrderLineReference:* \
      DocumentReference:*
    OrderReference = ID! SalesOrderID CopyIndicator UUID IssueDate IssueTime CustomerReference OrderTypeCode \
      DocumentReference:
    OrderedShipment = Shipment:! Package:*
    Package = ID Quantity ReturnableMaterialIndicator PackageLevelCode PackagingTypeCode PackingMaterial* TraceID \
      ContainedPackage:Package* ContainingTransportEquipment:TransportEquipment GoodsItem:* \
      MeasurementDimension:Dimension* DeliveryUnit:* Delivery: Pickup: Despatch:
    PartyIdentification = ID!
    PartyLegalEntity = RegistrationName CompanyID RegistrationDate RegistrationExpirationDate CompanyLegalFormCode \
      CompanyLegalForm SoleProprietorshipIndicator CompanyLiquidationStatusCode CorporateStockAmount \
      FullyPaidSharesIndicator RegistrationAddress:Address CorporateRegistrationScheme: HeadOfficeParty:Party \
      ShareholderParty:*
    PartyName = Name!
    PartyTaxScheme = RegistrationName CompanyID TaxLevelCode ExemptionReasonCode ExemptionReason* \
      RegistrationAddress:Address TaxScheme:!
    Party = MarkCareIndicator MarkAttentionIndicator WebsiteURI LogoReferenceID EndpointID IndustryClassificationCode \
      PartyIdentification:* PartyName:* Language: PostalAddress:Address PhysicalLocation:Location PartyTaxScheme:* \
      PartyLegalEntity:* Contact: Person:* AgentParty:Party ServiceProviderParty:* PowerOfAttorney:* FinancialAccount:
    PaymentMandate = ID MandateTypeCode MaximumPaymentInstructionsNumeric MaximumPaidAmount SignatureID \
      PayerParty:Party PayerFinancialAccount:FinancialAccount ValidityPeriod:Period PaymentReversalPeriod:Period \
      Clause:*
    PaymentMeans = ID PaymentMeansCode! PaymentDueDate PaymentChannelCode InstructionID InstructionNote* PaymentID* \
      CardAccount: PayerFinancialAccount:FinancialAccount PayeeFinancialAccount:FinancialAccount CreditAccount: \
      PaymentMandate: TradeFinancing:
    PaymentTerms = ID PaymentMeansID* PrepaidPaymentReferenceID Note* ReferenceEventCode SettlementDiscountPercent \
      PenaltySurchargePercent PaymentPercent Amount SettlementDiscountAmount PenaltyAmount PaymentTermsDetailsURI \
      PaymentDueDate InstallmentDueDate InvoicingPartyReference SettlementPeriod:Period PenaltyPeriod:Period \
      ExchangeRate: ValidityPeriod:Period
    Payment = ID PaidAmount ReceivedDate PaidDate PaidTime InstructionID
    Period = StartDate StartTime EndDate EndTime DurationMeasure DescriptionCode* Description*
    Person = ID FirstName FamilyName Title MiddleName OtherName NameSuffix JobTitle NationalityID GenderCode \
      BirthDate BirthplaceName OrganizationDepartment Contact: FinancialAccount: \
      IdentityDocumentReference:DocumentReference* ResidenceAddress:Address
    PhysicalAttribute = AttributeID! PositionCode DescriptionCode Description*
    Pickup = ID ActualPickupDate ActualPickupTime EarliestPickupDate EarliestPickupTime LatestPickupDate \
      LatestPickupTime PickupLocation:Location PickupParty:Party
    PowerOfAttorney = ID IssueDate IssueTime Description* NotaryParty:Party AgentParty:Party! WitnessParty:Party* \
      MandateDocumentReference:DocumentReference*
    PriceExtension = Amount! TaxTotal:*
    PriceList = ID StatusCode ValidityPeriod:Period* PreviousPriceList:PriceList
    Price = PriceAmount! BaseQuantity PriceChangeReason* PriceTypeCode PriceType OrderableUnitFactorRate \
      ValidityPeriod:Period* PriceList: AllowanceCharge:* PricingExchangeRate:ExchangeRate
    PricingReference = OriginalItemLocationQuantity:ItemLocationQuantity AlternativeConditionPrice:Price*
    ProjectReference = ID! UUID IssueDate WorkPhaseReference:*
    RailTransport = TrainID! RailCarID
    ReceiptLine = ID! UUID Note* ReceivedQuantity ShortQuantity ShortageActionCode RejectedQuantity RejectReasonCode \
      RejectReason* RejectActionCode QuantityDiscrepancyCode OversupplyQuantity ReceivedDate TimingComplaintCode \
      TimingComplaint OrderLineReference: DespatchLineReference:LineReference* DocumentReference:* Item:* Shipment:*
    RelatedItem = ID Quantity Description*
    Response = ReferenceID ResponseCode Description* EffectiveDate EffectiveTime Status:*
    ResultOfVerification = ValidatorID ValidationResultCode ValidationDate ValidationTime ValidateProcess \
      ValidateTool ValidateToolVersion SignatoryParty:Party
    RoadTransport = LicensePlateID!
    SalesItem = Quantity! ActivityProperty:* TaxExclusivePrice:Price* TaxInclusivePrice:Price* Item:!
    SecondaryHazard = ID PlacardNotation PlacardEndorsement EmergencyProceduresCode Extension*
    ServiceFrequency = WeekDayCode!
    ServiceProviderParty = ID ServiceTypeCode ServiceType* Party:! SellerContact:Contact
    ShareholderParty = PartecipationPercent Party:
    ShipmentStage = ID TransportModeCode TransportMeansTypeCode TransitDirectionCode PreCarriageIndicator \
      OnCarriageIndicator EstimatedDeliveryDate EstimatedDeliveryTime RequiredDeliveryDate RequiredDeliveryTime \
      LoadingSequenceID SuccessiveSequenceID Instructions* DemurrageInstructions* CrewQuantity PassengerQuantity \
      TransitPeriod:Period CarrierParty:Party* TransportMeans: LoadingPortLocation:Location \
      UnloadingPortLocation:Location TransshipPortLocation:Location LoadingTransportEvent:TransportEvent \
      ExaminationTransportEvent:TransportEvent AvailabilityTransportEvent:TransportEvent \
      ExportationTransportEvent:TransportEvent DischargeTransportEvent:TransportEvent \
      WarehousingTransportEvent:TransportEvent TakeoverTransportEvent:TransportEvent \
      OptionalTakeoverTransportEvent:TransportEvent DropoffTransportEvent:TransportEvent \
      ActualPickupTransportEvent:TransportEvent DeliveryTransportEvent:TransportEvent \
      ReceiptTransportEvent:TransportEvent StorageTransportEvent:TransportEvent AcceptanceTransportEvent:TransportEvent \
      TerminalOperatorParty:Party CustomsAgentParty:Party EstimatedTransitPeriod:Period \
      FreightAllowanceCharge:AllowanceCharge* FreightChargeLocation:Location DetentionTransportEvent:TransportEvent* \
      RequestedDepartureTransportEvent:TransportEvent RequestedArrivalTransportEvent:TransportEvent \
      RequestedWaypointTransportEvent:TransportEvent* PlannedDepartureTransportEvent:TransportEvent \
      PlannedArrivalTransportEvent:TransportEvent PlannedWaypointTransportEvent:TransportEvent* \
      ActualDepartureTransportEvent:TransportEvent ActualWaypointTransportEvent:TransportEvent \
      ActualArrivalTransportEvent:TransportEvent TransportEvent:* EstimatedDepartureTransportEvent:TransportEvent \
      EstimatedArrivalTransportEvent:TransportEvent PassengerPerson:Person* DriverPerson:Person* ReportingPerson:Person \
      CrewMemberPerson:Person* SecurityOfficerPerson:Person MasterPerson:Person ShipsSurgeonPerson:Person
    Shipment = ID! ShippingPriorityLevelCode HandlingCode HandlingInstructions* Information* GrossWeightMeasure \
      NetWeightMeasure NetNetWeightMeasure GrossVolumeMeasure NetVolumeMeasure TotalGoodsItemQuantity \
      TotalTransportHandlingUnitQuantity InsuranceValueAmount DeclaredCustomsValueAmount DeclaredForCarriageValueAmount \
      DeclaredStatisticsValueAmount FreeOnBoardValueAmount SpecialInstructions* DeliveryInstructions* \
      SplitConsignmentIndicator ConsignmentQuantity Consignment:* GoodsItem:* ShipmentStage:* Delivery: \
      TransportHandlingUnit:* ReturnAddress:Address OriginAddress:Address FirstArrivalPortLocation:Location \
      LastExitPortLocation:Location ExportCountry:Country FreightAllowanceCharge:AllowanceCharge*
    Signature = ID! Note* ValidationDate ValidationTime ValidatorID CanonicalizationMethod SignatureMethod \
      SignatoryParty:Party DigitalSignatureAttachment:Attachment OriginalDocumentReference:DocumentReference
    Status = ConditionCode ReferenceDate ReferenceTime Description* StatusReasonCode StatusReason* SequenceID Text* \
      IndicationIndicator Percent ReliabilityPercent Condition:*
    Stowage = LocationID Location* MeasurementDimension:Dimension*
    SupplierParty = CustomerAssignedAccountID AdditionalAccountID* DataSendingCapability Party: \
      DespatchContact:Contact AccountingContact:Contact SellerContact:Contact
    TaxCategory = ID Name Percent BaseUnitMeasure PerUnitAmount TaxExemptionReasonCode TaxExemptionReason* TierRange \
      TierRatePercent TaxScheme:!
    TaxScheme = ID Name TaxTypeCode CurrencyCode JurisdictionRegionAddress:Address*
    TaxSubtotal = TaxableAmount TaxAmount! CalculationSequenceNumeric TransactionCurrencyTaxAmount Percent \
      BaseUnitMeasure PerUnitAmount TierRange TierRatePercent TaxCategory:!
    TaxTotal = TaxAmount! RoundingAmount TaxEvidenceIndicator TaxIncludedIndicator TaxSubtotal:*
    Temperature = AttributeID! Measure! Description*
    TradeFinancing = ID FinancingInstrumentCode ContractDocumentReference:DocumentReference DocumentReference:* \
      FinancingParty:Party! FinancingFinancialAccount:FinancialAccount Clause:*
    TradingTerms = Information* Reference ApplicableAddress:Address
    TransactionConditions = ID ActionCode Description* DocumentReference:*
    TransportEquipmentSeal = ID! SealIssuerTypeCode Condition SealStatusCode SealingPartyType
    TransportEquipment = ID ReferencedConsignmentID* TransportEquipmentTypeCode ProviderTypeCode OwnerTypeCode \
      SizeTypeCode DispositionCode FullnessIndicationCode RefrigerationOnIndicator Information* ReturnabilityIndicator \
      LegalStatusIndicator AirFlowPercent HumidityPercent AnimalFoodApprovedIndicator HumanFoodApprovedIndicator \
      DangerousGoodsApprovedIndicator RefrigeratedIndicator Characteristics DamageProblems* Description* \
      SpecialTransportRequirements* GrossWeightMeasure GrossVolumeMeasure TareWeightMeasure TrackingDeviceCode \
      PowerIndicator TraceID MeasurementDimension:Dimension* TransportEquipmentSeal:* MinimumTemperature:Temperature \
      MaximumTemperature:Temperature ProviderParty:Party LoadingProofParty:Party SupplierParty: OwnerParty:Party \
      OperatingParty:Party LoadingLocation:Location UnloadingLocation:Location StorageLocation:Location \
      PositioningTransportEvent:TransportEvent* QuarantineTransportEvent:TransportEvent* \
      DeliveryTransportEvent:TransportEvent* PickupTransportEvent:TransportEvent* \
      HandlingTransportEvent:TransportEvent* LoadingTransportEvent:TransportEvent* TransportEvent:* \
      ApplicableTransportMeans:TransportMeans HaulageTradingTerms:TradingTerms* HazardousGoodsTransit:* \
      PackagedTransportHandlingUnit:TransportHandlingUnit* ServiceAllowanceCharge:AllowanceCharge* \
      FreightAllowanceCharge:AllowanceCharge* AttachedTransportEquipment:TransportEquipment* Delivery: Pickup: \
      Despatch: ShipmentDocumentReference:DocumentReference* ContainedInTransportEquipment:TransportEquipment* \
      Package:* GoodsItem:*
    TransportEvent = IdentificationID OccurrenceDate OccurrenceTime TransportEventTypeCode Description* \
      CompletionIndicator ReportedShipment:Shipment CurrentStatus:Status* Contact:* Location: Signature: Period:*
    TransportHandlingUnit = ID TransportHandlingUnitTypeCode HandlingCode HandlingInstructions* \
      HazardousRiskIndicator TotalGoodsItemQuantity TotalPackageQuantity DamageProblems* ShippingMarks* TraceID \
      HandlingUnitDespatchLine:DespatchLine* ActualPackage:Package* ReceivedHandlingUnitReceiptLine:ReceiptLine* \
      TransportEquipment:* TransportMeans:* HazardousGoodsTransit:* MeasurementDimension:Dimension* \
      MinimumTemperature:Temperature MaximumTemperature:Temperature GoodsItem:* \
      FloorSpaceMeasurementDimension:Dimension PalletSpaceMeasurementDimension:Dimension \
      ShipmentDocumentReference:DocumentReference* Status:* CustomsDeclaration:* ReferencedShipment:Shipment* Package:*
    TransportMeans = JourneyID RegistrationNationalityID RegistrationNationality* DirectionCode \
      TransportMeansTypeCode TradeServiceCode Stowage: AirTransport: RoadTransport: RailTransport: MaritimeTransport: \
      OwnerParty:Party MeasurementDimension:Dimension*
    TransportationService = TransportServiceCode! TariffClassCode Priority FreightRateClassCode \
      TransportationServiceDescription* TransportationServiceDetailsURI NominationDate NominationTime Name \
      SequenceNumeric TransportEquipment:* SupportedTransportEquipment:TransportEquipment* \
      UnsupportedTransportEquipment:TransportEquipment* CommodityClassification:* \
      SupportedCommodityClassification:CommodityClassification* \
      UnsupportedCommodityClassification:CommodityClassification* TotalCapacityDimension:Dimension ShipmentStage:* \
      TransportEvent:* ResponsibleTransportServiceProviderParty:Party EnvironmentalEmission:* \
      EstimatedDurationPeriod:Period ScheduledServiceFrequency:ServiceFrequency*
    WorkPhaseReference = ID WorkPhaseCode WorkPhase* ProgressPercent StartDate EndDate \
      WorkOrderDocumentReference:DocumentReference*
    """
}
