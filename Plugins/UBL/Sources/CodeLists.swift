internal import SupplyDocuments

/// The code lists that records are made from. Codes beyond them are reported.
enum CodeLists {
  /// Identification schemes (schemeID) by what they mean for us, in capitals: ISO 6523 ICD numbers, and the words in use.
  static let schemes: [String: Set<String>] = [
    "gtin": ["0160", "GTIN", "GTIN-8", "GTIN-12", "GTIN-13", "GTIN-14", "EAN", "EAN13", "EAN-13", "UPC", "ISBN"],
    "gln": ["0088", "GLN", "EAN-UCC GLN", "EAN LOCATION CODE"],
    "sscc": ["SSCC", "0087", "SSCC-18"],
  ]

  /// A text as codes are compared: `1` is true, `0` is false.
  static func plain(_ text: String?) -> String? {
    switch text {
    case "1": "true"
    case "0": "false"
    default: text
    }
  }

  /// Lists that give the word of a record for a code.
  static let translations: [String: [String: String]] = [
    // UN/ECE 4343 as Peppol uses it, UN/ECE 1225 as UBL 2.0 users do.
    "OrderResponseCode": [
      "AB": "acknowledged", "AP": "accepted", "CA": "changed", "RE": "rejected", "AC": "changed", "AA": "acknowledged",
      "29": "accepted", "4": "changed", "27": "rejected", "ACCEPTED": "accepted", "REJECTED": "rejected",
    ],
    "AcceptedIndicator": ["true": "accepted", "1": "accepted", "false": "rejected", "0": "rejected"],
    // UN/ECE 1229 as Peppol uses it, and the Line Status list of UBL 2.1.
    "LineStatusCode": [
      "1": "changed", "2": "deleted", "3": "changed", "5": "accepted", "6": "changed", "7": "rejected",
      "42": "accepted",
      "Added": "changed", "Cancelled": "deleted", "Disputed": "rejected", "NoStatus": "accepted", "Revised": "changed",
    ],
    // UN/ECE 1001, the subset of EN 16931, and the words of UBL 2.0.
    "InvoiceTypeCode": {
      var found = ["SalesInvoice": "invoice", "325": "proforma"]
      let invoices =
        "71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 389 393 395 527 553 575 623 633 751 780 817 "
        + "870 875 876 877 935"
      for code in invoices.split(separator: " ") { found[String(code)] = "invoice" }
      for code in "81 83 261 262 296 308 381 396 420 458 502 503 532".split(separator: " ") {
        found[String(code)] = "credit-note"
      }
      return found
    }(),
    // The Document Status of a catalogue line: UN/ECE 1229 and the words in use.
    "ActionCode": [
      "1": "active", "2": "discontinued", "3": "active", "Add": "active", "Update": "active", "Delete": "discontinued",
      "INS": "active", "UPD": "active", "DEL": "discontinued", "ADD": "active", "UPDATE": "active",
      "DELETE": "discontinued",
    ],
    "SupplyChainActivityTypeCode": [
      "SALES": "sales", "Sales": "sales", "SHIPMENTS": "other", "RETURNS": "other", "RECEIPTS": "other",
      "ORDERS": "other",
    ],
    // UN/ECE 5387: what a consumer pays.
    "PriceTypeCode": [
      "SRP": "list", "RTP": "list", "MSR": "list", "SHD": "list", "AAA": "cost", "AAB": "cost", "CON": "cost",
      "CT": "cost",
      "NTP": "cost", "WH": "cost", "DPR": "cost", "AAE": "cost", "INV": "cost",
    ],
    // UN/ECE 5305. Categories without tax have a rate of zero where none is given.
    "TaxCategory": [
      "S": "", "AA": "", "H": "", "L": "", "M": "", "B": "", "A": "", "C": "", "D": "", "Z": "0", "E": "0", "AE": "0",
      "K": "0", "G": "0", "O": "0", "AB": "", "AC": "", "AD": "",
    ],
  ]

  /// UN/ECE Recommendation 20, with the packages of Recommendation 21 with and without an X before them.
  private static let unitText = """
    C62 each 1,EA each 1,H87 each 1,NAR each 1,PCE each 1,PC each 1,ST sheet,UN each 1,E48 each 1,NMB each 1
    PR pair 1,NPR pair 1,SET set 1,KT kit 1,DZN dozen 12,GRO gross 144,CEN hundred 100,MIL thousand 1000
    T3 thousand 1000,TP ten-pack 10,SC score 20,SR strip,DZP dozen packs,NRL roll,NMP pack,D97 pallet
    KGM kg 1,GRM g 0.001,MGM mg 0.000001,TNE t 1000,LBR lb,ONZ oz,DTN dt 100,HGM hg 0.1
    LTR l 1,MLT ml 0.001,CLT cl 0.01,DLT dl 0.1,HLT hl 100,GLL gallon,PTI pint
    MTR m 1,CMT cm 0.01,MMT mm 0.001,DMT dm 0.1,KMT km 1000,INH in,FOT ft,YRD yd,MTK m2,MTQ m3,CMK cm2,CMQ cm3
    HUR hour,MIN minute,SEC second,DAY day,WEE week,MON month,ANN year,KWH kWh,MWH MWh,KPO kg,NIU unit,LS lump sum
    CS case,CT carton,CR crate,BX box,PK pack,PA packet,PF pallet,RO roll,RL reel,BG bag,BO bottle,TU tube,BE bundle
    CA can,TN tin,JR jar,DR drum,SA sack,SW shrinkwrap,TY tray,CU cup,KG keg,BJ bucket,PU tray,CH chest,TB tub
    XCS case,XCT carton,XCR crate,XBX box,XPK pack,XPA packet,XPX pallet,XPE pallet,XRO roll,XRL reel,XBG bag,XBO bottle
    XTU tube,XBE bundle,XCA can,XCX can,XTN tin,XJR jar,XDR drum,XSA sack,XSW shrinkwrap,XPU tray,XCU cup,XKG keg
    XBJ bucket,XCH chest,XTB tub,XST sheet,XNE each,XEA each,XUN each,XOA pallet,XPP piece,XSX set,X4G box,X5M bag
    """

  static let units = SupplyUnit.list(unitText)

  /// The codes that are written, by the word of an order unit: Recommendation 20 with X before packages, as Peppol has them.
  static let unitCodes: [String: String] = {
    var found: [String: String] = [:]
    for (code, unit) in units.sorted(by: { ($0.key.count, $0.key) < ($1.key.count, $1.key) }) {
      found[unit.word] = code.count == 3 && code.hasPrefix("X") ? code : found[unit.word] ?? code
    }
    for (word, code) in ["each": "EA", "piece": "H87", "pallet": "XPX", "can": "XCA", "set": "SET", "kg": "KGM"] {
      found[word] = code
    }
    return found
  }()

  /// Documents of UBL that are not read, and what they are.
  static let otherDocuments: [String: String] = [
    "ApplicationResponse": "an answer to a document", "AttachedDocument": "a wrapped document",
    "CatalogueDeletion": "the withdrawal of a catalogue",
    "CatalogueItemSpecificationUpdate": "a change of a catalogue's items",
    "CataloguePricingUpdate": "a change of a catalogue's prices", "CatalogueRequest": "a request for a catalogue",
    "DebitNote": "a debit note", "ExceptionCriteria": "a list of limits to watch",
    "ExceptionNotification": "a notice that a limit was passed", "Forecast": "a forecast of sales",
    "ForecastRevision": "a change of a forecast", "FreightInvoice": "an invoice for freight",
    "FulfilmentCancellation": "the cancellation of a delivery",
    "InstructionForReturns": "an instruction to return goods",
    "ItemInformationRequest": "a question about items", "Quotation": "an offer of a seller",
    "ReceiptAdvice": "a customer's advice of receipt", "Reminder": "a reminder of payment",
    "RemittanceAdvice": "an advice of payment", "RequestForQuotation": "a request for an offer",
    "RetailEvent": "an announcement of an event", "SelfBilledCreditNote": "a credit note that the customer wrote",
    "SelfBilledInvoice": "an invoice that the customer wrote", "Statement": "a statement of account",
    "StockAvailabilityReport": "a supplier's list of what can be had",
    "TradeItemLocationProfile": "a profile for supply",
  ]
}
