/// Code lists of the directories. A list that is complete tells a wrong code; the others give meaning to what is used.
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

  /// What the elements are called, for messages.
  static let names: [String: String] = [
    "1001": "document name", "1225": "message function", "1229": "action", "2379": "date format",
    "3035": "party function",
    "4347": "product identifier function", "5125": "price qualifier", "5153": "tax type", "5463": "allowance or charge",
    "6063": "quantity type", "6411": "unit", "7143": "item number type", "0081": "section", "4343": "response type",
  ]

  /// A unit of measure: the word for it, and the stock units that one of it is, where that is the same for all goods.
  struct Unit: Sendable {
    let word: String
    /// The factor as digits: `12`, `0.001`.
    let factor: String?
  }

  /// Units by their codes (6411; UN/ECE Recommendations 20 and 21).
  static let units: [String: Unit] = [
    "PCE": Unit(word: "each", factor: "1"), "EA": Unit(word: "each", factor: "1"),
    "C62": Unit(word: "each", factor: "1"),
    "NAR": Unit(word: "each", factor: "1"), "H87": Unit(word: "each", factor: "1"),
    "PCS": Unit(word: "each", factor: "1"),
    "PC": Unit(word: "each", factor: "1"), "ST": Unit(word: "each", factor: "1"), "UN": Unit(word: "each", factor: "1"),
    "KGM": Unit(word: "kg", factor: "1"), "GRM": Unit(word: "g", factor: "0.001"),
    "TNE": Unit(word: "t", factor: "1000"),
    "LTR": Unit(word: "l", factor: "1"), "MLT": Unit(word: "ml", factor: "0.001"),
    "CLT": Unit(word: "cl", factor: "0.01"),
    "DLT": Unit(word: "dl", factor: "0.1"), "HLT": Unit(word: "hl", factor: "100"), "MTR": Unit(word: "m", factor: "1"),
    "CMT": Unit(word: "cm", factor: "0.01"), "MMT": Unit(word: "mm", factor: "0.001"),
    "DZN": Unit(word: "dozen", factor: "12"), "DZP": Unit(word: "dozen", factor: nil),
    "GRO": Unit(word: "gross", factor: "144"), "CEN": Unit(word: "hundred", factor: "100"),
    "MIL": Unit(word: "thousand", factor: "1000"), "PR": Unit(word: "pair", factor: nil),
    "SET": Unit(word: "set", factor: nil), "CS": Unit(word: "case", factor: nil), "CT": Unit(word: "case", factor: nil),
    "CR": Unit(word: "crate", factor: nil), "BX": Unit(word: "box", factor: nil), "CA": Unit(word: "can", factor: nil),
    "PK": Unit(word: "pack", factor: nil), "PA": Unit(word: "pack", factor: nil),
    "NMP": Unit(word: "pack", factor: nil),
    "PF": Unit(word: "pallet", factor: nil), "PX": Unit(word: "pallet", factor: nil),
    "RO": Unit(word: "roll", factor: nil),
    "BG": Unit(word: "bag", factor: nil), "BO": Unit(word: "bottle", factor: nil),
    "DA": Unit(word: "display", factor: nil),
    "TU": Unit(word: "tube", factor: nil), "SL": Unit(word: "slipsheet", factor: nil),
    "BE": Unit(word: "bundle", factor: nil),
    "NPR": Unit(word: "pair", factor: nil), "NRL": Unit(word: "roll", factor: nil),
    "MTK": Unit(word: "m2", factor: nil),
    "MTQ": Unit(word: "m3", factor: nil), "MIN": Unit(word: "minute", factor: nil),
    "HUR": Unit(word: "hour", factor: nil),
    "KWH": Unit(word: "kWh", factor: nil), "4L": Unit(word: "megabyte", factor: nil),
  ]

  /// Codes for writing, by the word of an order unit.
  static let unitCodes: [String: String] = [
    "each": "PCE", "piece": "PCE", "kg": "KGM", "g": "GRM", "l": "LTR", "ml": "MLT", "m": "MTR", "case": "CS",
    "carton": "CT", "crate": "CR", "box": "BX", "pack": "PK", "pallet": "PF", "roll": "RO", "bag": "BG", "bottle": "BO",
    "dozen": "DZN", "pair": "PR", "set": "SET", "bundle": "BE", "display": "DA",
  ]
}
