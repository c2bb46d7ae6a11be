internal import SupplyDocuments

/// The code lists that records are made from. Codes beyond them are kept unchanged and reported.
enum CodeLists {
  /// The meaning of an identification with a qualifier of data element 235.
  enum ItemCode: Hashable {
    /// A GTIN in one of its forms; the number of digits that lacks its check digit, where the form has none.
    case barcode(rank: Int, withoutCheckDigit: Int?)
    case sku(rank: Int)
    case supplierCode(rank: Int)
    case lot
    case expiry
    case orderNumber
    case orderLine
    case colour
    case size
    case brand
    case title
    /// Known, and of no use to a record.
    case other
  }

  /// Data element 235.
  static let itemCodes: [String: ItemCode] = {
    var found: [String: ItemCode] = [
      "EN": .barcode(rank: 0, withoutCheckDigit: nil), "UP": .barcode(rank: 1, withoutCheckDigit: nil),
      "UI": .barcode(rank: 2, withoutCheckDigit: 11), "UE": .barcode(rank: 3, withoutCheckDigit: nil),
      "EO": .barcode(rank: 3, withoutCheckDigit: nil), "IB": .barcode(rank: 4, withoutCheckDigit: nil),
      "UD": .barcode(rank: 5, withoutCheckDigit: 12), "UK": .barcode(rank: 6, withoutCheckDigit: nil),
      "UA": .barcode(rank: 7, withoutCheckDigit: 12), "UN": .barcode(rank: 8, withoutCheckDigit: 12),
      "IN": .sku(rank: 0), "SK": .sku(rank: 1), "BP": .sku(rank: 2), "PI": .sku(rank: 3), "CB": .sku(rank: 4),
      "VN": .supplierCode(rank: 0), "VP": .supplierCode(rank: 1), "VC": .supplierCode(rank: 2),
      "VA": .supplierCode(rank: 3), "MG": .supplierCode(rank: 4), "ST": .supplierCode(rank: 5),
      "LT": .lot, "PO": .orderNumber, "PL": .orderLine, "BO": .colour, "CG": .colour, "CL": .colour, "IZ": .size,
      "SZ": .size, "BL": .brand, "PD": .title, "TT": .title,
    ]
    let others = """
      A1 A2 A3 A4 A5 A6 A7 A8 AB AC AD AE AG AI AK AL AP AT AU AV B1 B2 B3 B4 B5 B6 B7 B8 B9 BC BD BE BF BG BN BR BU C1 C2 \
      C3 C4 CA CC CH CI CM CN CO CR CT CU CV DI DM DP DR DS DV EA EC EM EP EQ ER F1 F2 F3 F4 F5 F6 F7 F8 FA FB FC FD FG FI \
      FL FN FS FT G1 G2 G3 GC GD GE GI GK GN GP GQ GR GS GU HC HI IC ID IF IG II IL IM IP IR IS IT IV IW JN JP JS KA KB KD \
      KE KF KG KI KL KM L1 L2 L3 L4 L5 L6 LA LC LG LM LN LR LS LU MA MB MC MD ME MF MH MI MK ML MM MN MO MP MQ MR MS MT MU \
      MV MW N1 N2 N3 N4 N5 N6 NC ND NE NG NH NN NW O1 O2 OC OE OL ON OP OR OT P1 P2 P3 P4 P5 P6 P7 P8 P9 PA PB PC PE PF PG \
      PH PJ PK PM PN PP PQ PR PS PT PU PV PW PX PY PZ R3 R4 R5 RA RB RC RD RE RG RI RJ RK RM RN RO RP RR RS RT RU RV RY RZ \
      SA SB SC SD SE SF SG SH SI SL SM SN SO SP SQ SR SS SU SV SW SX SY TA TB TC TD TE TF TI TJ TM TN TP TQ TS TU TV TX TY \
      TZ UB UC UF UG UH UJ UL UM UO UQ UR US UT UU UV UX V2 V3 VB VE VI VM VO VR VS VT VU VV VX WA WC WD WE WF WG WH WI WL \
      WM WP WR WS WT WU WV WW WX XA XB XC XD XE XF XG XH XI XJ XK XL XM XN XO XP XQ XZ YP ZZ
      """
    for code in others.split(separator: " ") where found[String(code)] == nil { found[String(code)] = .other }
    return found
  }()

  /// Units of data element 355. A measure in which stock is kept counts as a stock unit.
  static let units = SupplyUnit.list(
    """
    DZ dozen 12,GS gross 144,PR pair 1,HU hundred 100,HD half dozen 6,TH thousand 1000,EA each 1,UN each 1
    PC each 1,ST set 1,SE set 1,KT kit 1,KI kit 1,CY cylinder 1,BK book 1,C0 call 1,IE person 1,P1 percent 1
    KG kg 1,GR g 1,LB lb 1,OZ oz 1,LT l 1,ML ml 1,GA gallon 1,QT quart 1,PT pint 1,MR m 1,LM m 1,CM cm 1,IN inch 1
    FT foot 1,YD yard 1,SF square foot 1,SY square yard 1,SM square metre 1,CR cubic metre 1,CF cubic foot 1
    TN ton 1,MT metric ton 1,HR hour 1,ON pound net 1,FO fluid ounce 1,LF linear foot 1,SI square inch 1,DA day 1
    MO month 1,WK week 1,YR year 1,ZZ unit 1,CA case,CT carton,BX box,PK pack,PF pallet,PL pallet,P6 pallet,BG bag
    BA bale,BO bottle,BD bundle,CS cassette,CN can,CX coil,DR drum,JR jar,KE keg,PA pail,RL roll,RO roll,SK skid
    TK tank,TB tube,TY tray,BC bucket,BR barrel,CH container,DI dispenser,DS display,EV envelope,IP inner pack
    LO lot,MX mixed pallet,PH pack,SH sheet,SL sleeve,SP shelf package,TR tray,UL unit load,V1 flat,X1 chain
    AS assortment
    """)

  /// Prices by data element 639 that are for a number of pieces, regardless of the unit next to them.
  static let priceBases: [String: Int] = {
    var found: [String: Int] = ["PN": 10, "TT": 10_000, "HT": 100_000]
    let counts = [1: "PE LE QE TE WE RE", 12: "PD LD TD WD RD", 100: "HP LC QH TC WC RC", 1000: "TP LM QS TM WM RM"]
    for (count, codes) in counts { for code in codes.split(separator: " ") { found[String(code)] = count } }
    return found
  }()

  /// Prices by data element 639 that are for a measure or a time, with the unit of data element 355 where there is one for it.
  static let measureBases: [String: String] = [
    "PP": "LB", "PK": "KG", "PO": "OZ", "PG": "GR", "PF": "FT", "PL": "LT", "PY": "YD", "ML": "ML", "PT": "TN",
    "P7": "MR",
    "HF": "", "TF": "", "PS": "", "PA": "", "BW": "", "DP": "", "ME": "", "PB": "", "PM": "", "PU": "", "SA": "",
    "SM": "",
    "WI": "", "AN": "", "P1": "", "P2": "", "P3": "", "P4": "", "P5": "", "P6": "",
  ]

  /// Other codes of data element 639, for a price of the unit next to them.
  static let plainBases: Set<String> = Set(
    """
    AA AB AP AW BD BR CA CP CR CT DI DR DS EC EH ES FB FO FX KA KP KR LR NC NE NQ NS NT PQ PR PV QR QT RS RT SC SR ST SW \
    TB UM VQ WH
    """.split(separator: " ").map(String.init))

  /// Data element 353, as far as records depend on it.
  static let purposes: [String: String] = [
    "00": "original", "01": "cancellation", "02": "add", "03": "delete", "04": "change", "05": "replace",
    "06": "confirmation", "07": "duplicate", "10": "not found", "11": "response", "12": "not processed",
    "13": "request", "14": "advance notification", "15": "resubmission", "18": "reissue", "22": "information copy",
    "24": "draft", "25": "incremental", "35": "request for authority", "44": "rejection", "45": "follow-up",
    "48": "suspended", "49": "original, no response needed", "53": "completion", "54": "conditional",
    "55": "simulation",
  ]

  /// Data element 587: what a supplier says of a whole order.
  static let responses: [String: String] = [
    "AC": "changed", "AD": "accepted", "AE": "changed", "AH": "acknowledged", "AK": "acknowledged",
    "AP": "acknowledged",
    "AT": "accepted", "NA": "acknowledged", "RD": "rejected", "RF": "rejected", "RJ": "rejected", "RO": "rejected",
    "ZZ": "acknowledged",
  ]

  /// Data element 668: what a supplier says of a line.
  static let lineResponses: [String: String] = {
    var found: [String: String] = ["IS": "substituted", "ID": "deleted", "BP": "changed"]
    for code in ["AA", "AC", "AR", "IA"] { found[code] = "accepted" }
    for code in ["DR", "IC", "IE", "IP", "IQ", "SP"] { found[code] = "changed" }
    // Quantities on hold are open, and not confirmed.
    for code in ["IB", "IF", "IH", "IW"] { found[code] = "backordered" }
    for code in ["IR", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"] { found[code] = "rejected" }
    return found
  }()

  /// Data element 640 where it says that money is given back.
  static let creditNotes: Set<String> = ["CN", "CR", "CI", "CB", "CA", "CG", "CO"]

  /// Data element 640: every other kind that is known.
  static let otherInvoices: Set<String> = Set(
    """
    AA AB AC AD AE AF BL BQ CC CE CF CP DC DI DO DR DS DB EI FB FD FE FP FR FS FX IN LM ME MM NA PB PI PP PR RA RE RG RI SA SD \
    SL SO SS ST TR WA
    """.split(separator: " ").map(String.init))

  /// Data element 236: what a price is.
  enum PriceKind { case cost, retail, other }
  static let prices: [String: PriceKind] = {
    var found: [String: PriceKind] = [:]
    for code in "UCP NET CON CUP ACT WHL DIS CAT".split(separator: " ") {
      found[String(code)] = .cost
    }
    for code in "MSR RES RTL SLP".split(separator: " ") { found[String(code)] = .retail }
    let others = """
      ALT AWP BAS BCH CDF CDV CHG CLS C01 EDM EDP ELC ENC FCH FGP FSP FUL GAP GDP IND LAR MAP MAX MIN MNC MOD NEQ \
      OPP PAQ PBQ PHT PPA PPD PRP PUR REG RPP RSH SCM SDP SPC STA SWP TOT TRF UCP WFP
      """
    for code in others.split(separator: " ") where found[String(code)] == nil { found[String(code)] = .other }
    return found
  }()

  /// Data element 673 for stock on hand.
  static let onHand: [String] = ["17", "33", "QO", "13"]
  /// Data element 859: what an activity is.
  enum Activity { case sale, customerReturn, stock, endingStock }
  static let activities: [String: Activity] = [
    "QS": .sale, "QU": .customerReturn, "QA": .stock, "QE": .endingStock,
  ]
  static let otherActivities: Set<String> = Set(
    """
    BS BT DG HL LS MS OF OH OP OQ PA PO Q1 Q2 Q3 QB QC QD QF QH QI QK QL QM QN QO QP QR QT QW QX QZ RE TS WQ
    """.split(separator: " ").map(String.init))

  /// The functional group of each transaction set (data elements 143 and 479).
  static let groups: [String: String] = [
    "810": "IN", "820": "RA", "830": "PS", "832": "SC", "840": "RQ", "843": "RR", "846": "IB", "850": "PO", "852": "PD",
    "855": "PR", "856": "SH", "857": "BS", "860": "PC", "861": "RC", "862": "SS", "865": "CA", "867": "PT", "869": "RS",
    "870": "RS", "875": "OG", "880": "GP", "888": "QG", "889": "QG", "894": "DX", "940": "OW", "943": "AR", "944": "RE",
    "945": "SW", "947": "AW", "997": "FA", "999": "FA", "204": "SM", "210": "IM", "214": "QM", "270": "HS", "271": "HB",
    "834": "BE", "835": "HP", "837": "HC",
  ]

  /// The names of transaction sets that are not imported, for people.
  static let names: [String: String] = [
    "204": "load tender", "210": "freight invoice", "214": "shipment status", "270": "eligibility inquiry",
    "271": "eligibility response", "820": "remittance advice", "830": "planning schedule", "834": "benefit enrolment",
    "835": "claim payment", "837": "health care claim", "840": "request for quotation", "843": "quotation",
    "860": "order change by the buyer", "861": "receiving advice", "862": "shipping schedule",
    "864": "text message", "865": "order change by the seller", "867": "product transfer and resale",
    "869": "order status inquiry", "870": "order status report", "875": "grocery order", "880": "grocery invoice",
    "894": "delivery record", "940": "warehouse shipping order", "943": "warehouse transfer shipment advice",
    "944": "warehouse transfer receipt advice", "945": "warehouse shipping advice", "947": "warehouse adjustment",
  ]
}
