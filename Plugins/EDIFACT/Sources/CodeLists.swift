internal import SupplyDocuments

/// Code lists of the directories. A complete list shows whether a code is wrong; the others give meaning to the codes used.
enum CodeLists {
  /// Codes of complete lists, by element.
  static let complete: [String: Set<Substring>] = [
    // Message function.
    "1225": words(
      "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 "
        + "41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70"),
    // Product identifier function.
    "4347": words("1 2 3 4 5 6 7 8 9 10 11 12"),
    // Allowance or charge.
    "5463": words("A B C D E F G H I J K L M N O P Q R S"),
    // Price qualifier.
    "5125": words(
      "AAA AAB AAC AAD AAE AAF AAG AAH AAI AAJ AAK AAL AAM AAN AAO AAP AAQ AAR AAS AAT AAU AAV AAW AAX AAY AAZ ABA "
        + "ABB ABC ABD ABE ABF ABG ABH ABI ABJ ABK ABL ABM ABN AI ALT AP BR CAL CAT CDV CON CP CU CUP CUS DAP DIS DPR DR DSC "
        + "EC ES EUP FCR GRP INV LBL MAX MIN MNR MSR MXR NE NQT NTP NW OCR OFR PAQ PBQ PPD PPR PRO PRP PW QTE RES RTP SHD SRP "
        + "SW TB TRF TU TW WH"),
    // Duty, tax or fee type.
    "5153": words(
      "AAA AAB AAC AAD AAE AAF AAG AAH AAI AAJ AAK AAL AAM ADD BOL CAP CAR COC CST CUD CVD ENV EXC EXP FET FRE GCN "
        + "GST ILL IMP IND LAC LCN LDP LOC LST MCA MCD OTH PDB PDC PRF SCN SSS STT SUP SUR SWT TAC TOT TOX TTA VAD VAT"),
    // Sections.
    "0081": words("D S"),
  ]

  private static func words(_ text: String) -> Set<Substring> { Set(text.split(separator: " ")) }

  /// The names of the elements, for messages.
  static let names: [String: String] = [
    "1001": "document name", "1225": "message function", "1229": "action", "2379": "date format",
    "3035": "party function",
    "4347": "product identifier function", "5125": "price qualifier", "5153": "tax type", "5463": "allowance or charge",
    "6063": "quantity type", "6411": "unit", "7143": "item number type", "0081": "section", "4343": "response type",
  ]

  /// Units by their codes (6411; UN/ECE Recommendations 20 and 21).
  static let units = SupplyUnit.list(
    """
    PCE each 1,EA each 1,C62 each 1,NAR each 1,H87 each 1,PCS each 1,PC each 1,ST each 1,UN each 1,KGM kg 1
    GRM g 0.001,TNE t 1000,LTR l 1,MLT ml 0.001,CLT cl 0.01,DLT dl 0.1,HLT hl 100,MTR m 1,CMT cm 0.01
    MMT mm 0.001,DZN dozen 12,DZP dozen,GRO gross 144,CEN hundred 100,MIL thousand 1000,PR pair,SET set,CS case
    CT case,CR crate,BX box,CA can,PK pack,PA pack,NMP pack,PF pallet,PX pallet,RO roll,BG bag,BO bottle
    DA display,TU tube,SL slipsheet,BE bundle,NPR pair,NRL roll,MTK m2,MTQ m3,MIN minute,HUR hour,KWH kWh
    4L megabyte
    """)

  /// Codes for writing, by the word of an order unit.
  static let unitCodes: [String: String] = [
    "each": "PCE", "piece": "PCE", "kg": "KGM", "g": "GRM", "l": "LTR", "ml": "MLT", "m": "MTR", "case": "CS",
    "carton": "CT", "crate": "CR", "box": "BX", "pack": "PK", "pallet": "PF", "roll": "RO", "bag": "BG", "bottle": "BO",
    "dozen": "DZN", "pair": "PR", "set": "SET", "bundle": "BE", "display": "DA",
  ]
}
