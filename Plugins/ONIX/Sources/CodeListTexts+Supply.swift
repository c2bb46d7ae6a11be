/// What a record is, and how its product is supplied.
extension CodeListTexts {
  /// List 1: notification or update type.
  static let notificationType = """
    01|02|03|04|05|08 notice of sale|09 notice of acquisition|12|13|14|88|89
    """

  /// List 5: product identifier type.
  static let productIdentifierType = """
    01 own number|02 ISBN-10|03 GTIN-13|04 UPC|05 ISMN-10|06 DOI|13 LCCN|14 GTIN-14|15 ISBN-13|\
    17 legal deposit number|22 URN|23 OCLC number|24 co-publisher's ISBN-13|25 ISMN-13|26 ISBN-A|27|28|29|\
    30 UPC with supplement|31|34 ISSN-13|35 ARK|36
    """

  /// List 64: publishing status.
  static let publishingStatus = """
    00 unspecified|01 cancelled|02 forthcoming|03 postponed|04 active|05 not this publisher's any more|\
    06 out of stock|07 out of print|08 inactive|09 unknown|10 remaindered|11 withdrawn|12 recalled|\
    13 active in sets only|15 recalled|16 withdrawn for a time|17 withdrawn for good|18 active in parts only
    """

  /// List 163: publishing date role.
  static let publishingDateRole = """
    01|02|09|10|11|12|13|16|19|20|21|22|23|25|26|27|28|29|30|31|32|33|35|36|37|38|39|40|41|42
    """

  /// List 55: date format.
  static let dateFormat = """
    00|01|02|03|04|05|06|07|08|09|10|11|12|13|14|20|21|25|32
    """

  /// List 65: product availability.
  static let availability = """
    01 cancelled|09 postponed|10 not yet available|11 awaiting stock|12 not yet available, print on demand|\
    20 available|21 in stock|22 to order|23 print on demand|30 unavailable for a time|31 out of stock|32 reprinting|\
    33 awaiting reissue|34 withdrawn for a time|40 not available|41 replaced|42 in another format only|\
    43 not from this supplier any more|44 from the publisher only|45 in sets only|46 withdrawn|47 remaindered|\
    48 replaced by print on demand|49 recalled|50 in parts only|51 out of print|52 not sold here any more|\
    97 not told of late|98 not told any more|99 ask the supplier
    """

  /// List 54: availability status of ONIX 2.1.
  static let availabilityBefore3 = """
    AB cancelled|AD from the publisher only|CS uncertain|EX not from this supplier any more|IP available|\
    MD print on demand|NP not yet published|NY not yet in stock|OF in another format only|OI out of stock|\
    OP out of print|OR replaced|PP postponed|RF from another supplier|RM remaindered|RP reprinting|RU reprinting|\
    TO to order|TP out of stock|TU unavailable for a time|UR awaiting reissue|WR to be remaindered|WS withdrawn
    """

  /// List 92: supplier identifier type.
  static let supplierIdentifierType = """
    01|02|04|05|06|07|12|13|16|23|41|45|46
    """

  /// List 93: supplier role.
  static let supplierRole = """
    00|01|02|03|04|05|06|07|08|09|10|11|12|13|14|15
    """

  /// List 58: price type.
  static let priceType = """
    01|02|03|04|05|06|07|08|09|11|12|13|14|15|17|21|22|23|24|25|27|31|32|33|34|35|36|37|41|42
    """

  /// List 59: price qualifier.
  static let priceQualifier = """
    00|01 for members|02 for export|03 within a set|04 for vouchers|05|06 for institutions|07 for reservations|08|\
    09 linked|10 for libraries|11 for education|12 for companies|13 for subscriptions|14 for school libraries|\
    15 for academic libraries|16 for public libraries|17|18 for consortia|19 for alternative education
    """

  /// List 60: unit of pricing.
  static let unitOfPricing = """
    00|01
    """

  /// List 62: tax rate.
  static let taxRate = """
    H|P|R|S|T|Z
    """

  /// List 171: tax type.
  static let taxType = """
    01|02|03
    """

  /// List 91: country.
  static let country = """
    AD|AE|AF|AG|AI|AL|AM|AN|AO|AQ|AR|AS|AT|AU|AW|AX|AZ|BA|BB|BD|BE|BF|BG|BH|BI|BJ|BL|BM|BN|BO|BQ|BR|BS|BT|BV|BW|BY|\
    BZ|CA|CC|CD|CF|CG|CH|CI|CK|CL|CM|CN|CO|CR|CS|CU|CV|CW|CX|CY|CZ|DE|DJ|DK|DM|DO|DZ|EC|EE|EG|EH|ER|ES|ET|FI|FJ|FK|\
    FM|FO|FR|GA|GB|GD|GE|GF|GG|GH|GI|GL|GM|GN|GP|GQ|GR|GS|GT|GU|GW|GY|HK|HM|HN|HR|HT|HU|ID|IE|IL|IM|IN|IO|IQ|IR|IS|\
    IT|JE|JM|JO|JP|KE|KG|KH|KI|KM|KN|KP|KR|KW|KY|KZ|LA|LB|LC|LI|LK|LR|LS|LT|LU|LV|LY|MA|MC|MD|ME|MF|MG|MH|MK|ML|MM|\
    MN|MO|MP|MQ|MR|MS|MT|MU|MV|MW|MX|MY|MZ|NA|NC|NE|NF|NG|NI|NL|NO|NP|NR|NU|NZ|OM|PA|PE|PF|PG|PH|PK|PL|PM|PN|PR|PS|\
    PT|PW|PY|QA|RE|RO|RS|RU|RW|SA|SB|SC|SD|SE|SG|SH|SI|SJ|SK|SL|SM|SN|SO|SR|SS|ST|SV|SX|SY|SZ|TC|TD|TF|TG|TH|TJ|TK|\
    TL|TM|TN|TO|TR|TT|TV|TW|TZ|UA|UG|UM|US|UY|UZ|VA|VC|VE|VG|VI|VN|VU|WF|WS|YE|YT|YU|ZA|ZM|ZW
    """
}
