/// The names of elements in ONIX for Books 2.1, 3.0 and 3.1: the reference name, and the short tag if it is not the
/// reference name in lower case.
enum TagNames {
  static let table = """
    AVDuration=x544 AVItem AVItemIDType=x541 AVItemIdentifier AVItemType=x540 AbbreviatedLength=b276 Addressee
    AddresseeIDType=m380 AddresseeIdentifier AddresseeName=x300 Affiliation=b046 AffiliationIDType=x580
    AffiliationIdentifier AgentIDType=j400 AgentIdentifier AgentName=j401 AgentRole=j402 AlternativeFormatEAN13=h133
    AlternativeFormatISBN=h132 AlternativeName AlternativeProductEAN13=h164 AlternativeProductISBN=h163
    AncillaryContent AncillaryContentDescription=x424 AncillaryContentType=x423 Annotation=d100 AnnouncementDate=b086
    Audience AudienceCode=b073 AudienceCodeType=b204 AudienceCodeTypeName=b205 AudienceCodeValue=b206
    AudienceDescription=b207 AudienceHeadingText=x578 AudienceRange AudienceRangePrecision=b075
    AudienceRangeQualifier=b074 AudienceRangeValue=b076 AudienceRestrictionFlag=j146 AudienceRestrictionNote=j147
    AvailabilityCode=j141 AwardingBody=x584 BASICMainSubject=b064 BASICVersion=b200 BICDiscountGroupCode=j150
    BICMainSubject=b065 BICVersion=b066 Barcode Barcode=b246 BarcodeType=x312 BatchBonus BatchQuantity=j264 Bible
    BibleContents=b352 BiblePurpose=b354 BibleReferenceLocation=b356 BibleTextFeature=b357 BibleTextOrganization=b355
    BibleVersion=b353 BiographicalNote=b044 BodyManifest BodyResource BookClubAdoption=k169 BookFormDetail=b013
    CBO=j375 CitationNote=x434 CitedContent CitedContentType=x430 CityOfPublication=b209 ClassOfTrade=j149
    CollateralDetail Collection CollectionElementLevel=x586 CollectionFrequency=x582 CollectionIDType=x344
    CollectionIdentifier CollectionSequence CollectionSequenceNumber=x481 CollectionSequenceType=x479
    CollectionSequenceTypeName=x480 CollectionType=x329 ComparisonProductPrice Complexity ComplexityCode=b078
    ComplexitySchemeIdentifier=b077 ComponentNumber=b289 ComponentTypeName=b288 Conference ConferenceAcronym=b341
    ConferenceDate=b054 ConferenceDescription=b050 ConferenceName=b052 ConferenceNumber=b053 ConferencePlace=b055
    ConferenceRole=b051 ConferenceSponsor ConferenceSponsorIDType=b391 ConferenceSponsorIdentifier
    ConferenceTheme=b342 ContactName=x299 ContainedItem ContentAudience=x427 ContentDate ContentDateRole=x429
    ContentDetail ContentItem Contributor ContributorDate ContributorDateRole=x417 ContributorDescription=b048
    ContributorPlace ContributorPlaceRelator=x418 ContributorReference ContributorRole=b035 ContributorStatement=b049
    CopiesSold=k168 CopublisherName=b084 CopyrightOwner CopyrightOwnerIDType=b392 CopyrightOwnerIdentifier
    CopyrightStatement CopyrightStatementText=x588 CopyrightType=x512 CopyrightYear=b087 CorporateBodyAsSubject=b071
    CorporateName=b047 CorporateNameInverted=x443 CountriesExcluded=x451 CountriesIncluded=x449 CountryCode=b251
    CountryExcluded=j304 CountryOfManufacture=x316 CountryOfPublication=b083 CoverImageFormatCode=f111
    CoverImageLink=f113 CoverImageLinkTypeCode=f112 CoverManifest CoverResource CurrencyCode=j152 CurrencyZone=x475
    DOI=b009 Date=b306 DateFormat=j260 DefaultClassOfTrade=m193 DefaultCurrencyCode=m186 DefaultLanguageOfText=m184
    DefaultLinearUnit=m187 DefaultPriceType=x310 DefaultPriceTypeCode=m185 DefaultWeightUnit=m188 DeletionCode=a198
    DeletionText=a199 DescriptiveDetail Dimensions=c258 Discount DiscountAmount=x469 DiscountCode=j364
    DiscountCodeType=j363 DiscountCodeTypeName=j378 DiscountCoded DiscountPercent=j267 DiscountType=x467
    DistinctiveTitle=b028 DownloadCaption=f119 DownloadCopyrightNotice=f121 DownloadCredit=f120 DownloadTerms=f122
    EAN13=b005 EAN13OfSet=b022 EditionNumber=b057 EditionStatement=b058 EditionType=x419 EditionTypeCode=b056
    EditionVersionNumber=b217 EmailAddress=j272 EndDate=b325 EndTime=x543 EpubFormat=b214 EpubFormatDescription=b216
    EpubFormatVersion=b215 EpubLicense EpubLicenseDate EpubLicenseDateRole=x585 EpubLicenseExpression
    EpubLicenseExpressionLink=x510 EpubLicenseExpressionType=x508 EpubLicenseExpressionTypeName=x509
    EpubLicenseName=x511 EpubSource=b278 EpubSourceDescription=b280 EpubSourceVersion=b279
    EpubTechnicalProtection=x317 EpubType=b211 EpubTypeDescription=b213 EpubTypeNote=b277 EpubTypeVersion=b212
    EpubUsageConstraint EpubUsageLimit EpubUsageStatus=x319 EpubUsageType=x318 EpubUsageUnit=x321 Event
    EventAcronym=x517 EventDate=x520 EventDescription=x550 EventIDType=x547 EventIdentifier EventName=x516
    EventNumber=x518 EventOccurrence EventPlace=x521 EventRole=x515 EventSponsor EventSponsorIDType=x522
    EventSponsorIdentifier EventStatus=x549 EventTheme=x519 EventType=x548 ExpectedDate=j302 ExpectedShipDate=j142
    Extent ExtentType=b218 ExtentUnit=b220 ExtentValue=b219 ExtentValueRoman=x421 FaxNumber=j271 FeatureNote=x440
    FeatureValue=x439 FirstPageNumber=b286 FormerTitle=b033 FreeQuantity=j265 FromCompany=m174 FromEANNumber=m172
    FromEmail=m283 FromLanguage=x412 FromPerson=m175 FromSAN=m173 Funding FundingIDType=x523 FundingIdentifier
    Gender=x524 Header Height=c096 IDTypeName=b233 IDValue=b244 ISBN=b004 ISBNOfSet=b021 ISMN=b008 Illustrated=x422
    IllustrationType=b256 IllustrationTypeDescription=b361 Illustrations IllustrationsNote=b062 ImageResolution=f259
    Imprint ImprintIDType=x445 ImprintIdentifier ImprintName=b079 ImprintNameInverted=x593 InitialPrintRun=k167
    InsertManifest InsertPoint InsertPointType=x574 InsertPointValue=x575 InsertResource InterestAge=b190
    IntermediaryAvailabilityCode=j348 ItemNumberWithinSet=b026 ItemQuantity=b015 KeyNames=b040 Language
    LanguageCode=b252 LanguageOfText=b059 LanguageRole=b253 LastDateForReturns=j387 LastPageNumber=b287
    LatestReprintNumber=x446 LettersAfterNames=b042 LevelSequenceNumber=b284 ListName=x432 LocationIDType=j377
    LocationIdentifier LocationName=j349 MainAudience=x583 MainDescription=d101 MainSeriesRecord MainSubject
    MainSubject=x425 MainSubjectSchemeIdentifier=b191 MapScale=b063 Market MarketCountry=j403
    MarketCountryExcluded=j405 MarketDate MarketDateRole=j408 MarketPublishingDetail MarketPublishingStatus=j407
    MarketPublishingStatusNote=x406 MarketReference=x587 MarketRepresentation MarketRestrictionDetail=j406
    MarketTerritory=j404 Measure MeasureType=x315 MeasureTypeCode=c093 MeasureUnitCode=c095 Measurement=c094
    MediaFile MediaFileDate=f373 MediaFileFormatCode=f115 MediaFileLink=f117 MediaFileLinkTypeCode=f116
    MediaFileTypeCode=f114 MessageNote=m183 MessageNumber=m180 MessageRepeat=m181 MinimumOrderQuantity=j263 Name
    NameAsSubject NameCodeType=b241 NameCodeTypeName=b242 NameCodeValue=b243 NameIDType=x415 NameIdentifier
    NameType=x414 NamesAfterKey=b041 NamesBeforeKey=b039 NewSupplier NoCollection=x411 NoContributor=n339
    NoEdition=n386 NoPrefix=x501 NoProduct=x507 NoResource=x577 NoSeries=n338 NoSupplement=x579 NotForSale
    NotificationType=a002 Number=b257 NumberOfCopies=x323 NumberOfIllustrations=b125 NumberOfItemsOfThisForm=x322
    NumberOfPages=b061 NumberOfPieces=b210 NumberWithinSeries=b019 ONIXMessage=ONIXmessage OccurrenceDate
    OccurrenceDateRole=x554 OnHand=j350 OnOrder=j351 OnOrderDetail OnSaleDate=j143 OrderQuantityMinimum=x532
    OrderQuantityMultiple=x533 OrderTime=j144 OriginalLanguage=b060 OriginalPublisher=b240 OtherText
    OutOfPrintDate=h134 PackQuantity=j145 PageRun PagesArabic=b255 PagesRoman=b254 PalletQuantity=x545
    ParentIdentifier PartNumber=x410 Percent=b337 PersonAsSubject PersonDate PersonDateRole=b305 PersonName=b036
    PersonNameIDType=b390 PersonNameIdentifier PersonNameInverted=b037 PersonNameType=b250 PlaceAsSubject=b072
    PositionOnList=x433 PositionOnProduct=x313 PostalCode=x590 PrefixToKey=b247 Price PriceAmount=j151 PriceCode=x468
    PriceCodeType=x465 PriceCodeTypeName=x477 PriceCoded PriceCondition PriceConditionQuantity
    PriceConditionQuantityType=x464 PriceConditionType=x463 PriceConstraint PriceConstraintLimit
    PriceConstraintStatus=x530 PriceConstraintType=x529 PriceConstraintUnit=x531 PriceDate PriceDateRole=x476
    PriceEffectiveFrom=j161 PriceEffectiveUntil=j162 PriceIDType=x506 PriceIdentifier PricePartDescription=x535
    PricePer=j239 PriceQualifier=j261 PriceStatus=j266 PriceType=x462 PriceTypeCode=j148 PriceTypeDescription=j262
    PrimaryContentType=x416 PrimaryPart=x457 PrintedOnProduct=x301 Prize PrizeCode=g129 PrizeCountry=g128
    PrizeIDType=x589 PrizeIdentifier PrizeJury=g343 PrizeName=g126 PrizeRegion=x556 PrizeStatement=x503
    PrizeYear=g127 PrizesDescription=g124 Product ProductAvailability=j396 ProductClassification
    ProductClassificationCode=b275 ProductClassificationType=b274 ProductClassificationTypeName=x555
    ProductComposition=x314 ProductContact ProductContactIDType=x483 ProductContactIdentifier ProductContactName=x484
    ProductContactRole=x482 ProductContentType=b385 ProductForm=b012 ProductFormDescription=b014
    ProductFormDetail=b333 ProductFormFeature ProductFormFeatureDescription=b336 ProductFormFeatureType=b334
    ProductFormFeatureValue=b335 ProductIDType=b221 ProductIdentifier ProductPackaging=b225 ProductPart
    ProductRelationCode=x455 ProductSupply ProductWebsite ProductWebsiteDescription=f170 ProductWebsiteLink=f123
    ProductionDetail ProductionManifest ProfessionalAffiliation ProfessionalPosition=b045 PromotionCampaign=k165
    PromotionContact=k166 PromotionDetail PromotionalEvent Proximity=x502 PublicationDate=b003 Publisher
    PublisherIDType=x447 PublisherIdentifier PublisherName=b081 PublisherNameInverted=x592 PublisherProductNo=b007
    PublisherRepresentative PublisherSeriesCode=b017 PublishingDate PublishingDateRole=x448 PublishingDetail
    PublishingRole=b291 PublishingStatus=b394 PublishingStatusNote=b395 Quantity=x320 QuantityUnit=x466
    ROWSalesRightsType=x456 Rate=x505 Rating=x525 RatingLimit=x526 RatingUnits=x527 RecordReference=a001
    RecordSourceIDType=x311 RecordSourceIdentifier RecordSourceIdentifier=a196 RecordSourceIdentifierType=a195
    RecordSourceName=a197 RecordSourceType=a194 RegionCode=b398 RegionsExcluded=x452 RegionsIncluded=x450 Reissue
    ReissueDate=j365 ReissueDescription=j366 RelatedMaterial RelatedProduct RelatedWork RelationCode=h208
    ReligiousText ReligiousTextFeature ReligiousTextFeatureCode=b359 ReligiousTextFeatureDescription=b360
    ReligiousTextFeatureType=b358 ReligiousTextID=b376 ReligiousTextIdentifier ReplacedByEAN13=h131
    ReplacedByISBN=h130 ReplacesEAN13=b011 ReplacesISBN=b010 ReprintDetail=k309 Reserved=x536
    ResourceContentType=x436 ResourceFeature ResourceFeatureType=x438 ResourceFileContentDescription=x576
    ResourceFileDate ResourceFileDateRole=x573 ResourceFileDescription=x571 ResourceFileDetail=x567
    ResourceFileFeature ResourceFileFeatureDescription=x570 ResourceFileFeatureType=x568
    ResourceFileFeatureValue=x569 ResourceFileLink=x572 ResourceForm=x441 ResourceIDType=x565 ResourceIdentifier
    ResourceLink=x435 ResourceMode=x437 ResourceRole=x566 ResourceVersion ResourceVersionFeature
    ResourceVersionFeatureType=x442 ReturnsCode=j269 ReturnsCodeType=j268 ReturnsCodeTypeName=x460 ReturnsConditions
    ReturnsNote=x528 ReviewQuote=e110 ReviewRating RightsCountry=b090 RightsRegion=b091 RightsTerritory=b388
    SalesOutlet SalesOutletIDType=b393 SalesOutletIdentifier SalesOutletName=b382 SalesRestriction
    SalesRestrictionDetail=b383 SalesRestrictionNote=x453 SalesRestrictionType=b381 SalesRights SalesRightsType=b089
    ScriptCode=x420 Sender SenderIDType=m379 SenderIdentifier SenderName=x298 SentDate=m182 SentDateTime=x307
    SequenceNumber=b034 SequenceNumberWithinRole=b340 Series SeriesIDType=b273 SeriesISSN=b016 SeriesIdentifier
    SeriesPartName=b282 Set SetItemTitle=b281 SetPartNumber=b024 SetPartTitle=b025 SourceName=x330 SourceTitle=x428
    SourceType=x431 SpecificationBundleName SpecificationBundleNameTypeName=x558 SpecificationBundleNameValue=x559
    SpecificationDescription=x564 SpecificationDetail=x560 SpecificationFeature SpecificationFeatureDescription=x563
    SpecificationFeatureType=x561 SpecificationFeatureValue=x562 SponsorName=b085 StartDate=b324 StartTime=x542 Stock
    StockQuantityCode=j297 StockQuantityCodeType=j293 StockQuantityCodeTypeName=j296 StockQuantityCoded
    StreetAddress=x552 StudyBibleType=b389 SubSeriesRecord Subject SubjectCode=b069 SubjectDate SubjectDateRole=x534
    SubjectDescription=x591 SubjectHeadingText=b070 SubjectSchemeIdentifier=b067 SubjectSchemeName=b171
    SubjectSchemeVersion=b068 SubordinateEntries=a245 Subtitle=b029 SuffixToKey=b248 SupplementManifest Supplier
    SupplierCodeType=x458 SupplierCodeTypeName=x513 SupplierCodeValue=x459 SupplierEANLocationNumber=j135
    SupplierIDType=j345 SupplierIdentifier SupplierName=j137 SupplierOwnCoding SupplierRole=j292 SupplierSAN=j136
    SupplyContact SupplyContactIDType=x538 SupplyContactIdentifier SupplyContactName=x539 SupplyContactRole=x537
    SupplyDate SupplyDateRole=x461 SupplyDetail SupplyRestrictionDetail=j399 SupplyToCountry=j138
    SupplyToCountryExcluded=j140 SupplyToRegion=j139 SupplyToTerritory=j397 SupportingResource Tax TaxAmount1=j156
    TaxAmount2=j160 TaxAmount=x474 TaxExempt=x546 TaxRateCode1=j153 TaxRateCode2=j157 TaxRateCode=x471
    TaxRatePercent1=j154 TaxRatePercent2=j158 TaxRatePercent=x472 TaxType=x470 TaxableAmount1=j155
    TaxableAmount2=j159 TaxableAmount=x473 TelephoneNumber=j270 Territory Territory=j303 TerritoryExcluded=j308
    Text=d104 TextAuthor=d107 TextCaseFlag=b027 TextContent TextFormat=d103 TextItem TextItemIDType=b285
    TextItemIdentifier TextItemType=b290 TextLink=d106 TextLinkType=d105 TextPublicationDate=d109 TextSource
    TextSourceCorporate=b374 TextSourceDescription=x557 TextSourceLink=x581 TextSourceTitle=d108 TextType=x426
    TextTypeCode=d102 TextWithDownload=f118 ThesisPresentedTo=b369 ThesisType=b368 ThesisYear=b370 Thickness=c098
    TimeRun Title TitleDetail TitleElement TitleElementLevel=x409 TitleOfSeries=b018 TitleOfSet=b023 TitlePrefix=b030
    TitleStatement=x478 TitleText=b203 TitleType=b202 TitleWithoutPrefix=b031 TitlesAfterNames=b043
    TitlesBeforeNames=b038 ToCompany=m178 ToEANNumber=m176 ToLanguage=x413 ToPerson=m179 ToQuantity=x514 ToSAN=m177
    TradeAnnouncementDate=b362 TradeCategory=b384 TranslationOfTitle=b032 UPC=b006 USSchoolGrade=b189
    UnnamedPersons=b249 UnpricedItemType=j192 Velocity VelocityMetric=x504 VenueName=x551 VenueNote=x553 Website
    WebsiteDescription=b294 WebsiteLink=b295 WebsiteRole=b367 Weight=c099 Width=c097 WorkIDType=b201 WorkIdentifier
    WorkRelationCode=x454 YearFirstPublished=b088 YearOfAnnual=b020
    """
}
