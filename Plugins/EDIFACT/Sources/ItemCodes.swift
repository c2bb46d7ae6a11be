internal import SupplyDocuments

/// The codes of one item, by what they name.
struct ItemCodes: Hashable, Sendable {
  /// The buyer's number is ours.
  var numbers = ItemNumbers()
  /// The number of the model that the item belongs to.
  var model: String?
  var lot: String?

  /// The meaning of the codes of item numbers (7143).
  private enum Meaning { case barcode, buyer, supplier, model, lot, other }

  private static let meanings: [String: Meaning] = [
    "EN": .barcode, "SRV": .barcode, "UP": .barcode, "IB": .barcode, "EU": .barcode, "SRX": .barcode, "UI": .barcode,
    "IN": .buyer, "BP": .buyer, "BO": .buyer, "SKU": .buyer, "SK": .buyer,
    "SA": .supplier, "VN": .supplier, "VP": .supplier, "VC": .supplier, "MF": .supplier, "MP": .supplier, "SN": .other,
    "MN": .model, "STN": .model, "NB": .lot, "BB": .lot,
    "AA": .other, "AB": .other, "AC": .other, "AD": .other, "AE": .other, "AF": .other, "AG": .other, "AH": .other,
    "AI": .other, "AJ": .other, "AK": .other, "AL": .other, "AT": .other, "AU": .other, "BH": .other, "CC": .other,
    "CG": .other, "CL": .other, "CR": .other, "CV": .other, "DR": .other, "DW": .other, "EC": .other, "EF": .other,
    "GB": .other, "GN": .other, "GS": .other, "HS": .other, "IS": .other, "IT": .other, "IZ": .other, "LI": .other,
    "MA": .other, "ON": .other, "PD": .other, "PL": .other, "PO": .other, "PV": .other, "QS": .other, "RC": .other,
    "RN": .other, "RU": .other, "RY": .other, "SG": .other, "SH": .other, "SR": .other, "SRS": .other, "SRT": .other,
    "SRU": .other, "SRW": .other, "SRY": .other, "SRZ": .other, "SS": .other, "ST": .other, "TG": .other, "UA": .other,
    "US": .other, "VS": .other, "VX": .other, "ZZZ": .other,
  ]

  /// Takes one number over; the first of a kind counts.
  mutating func take(_ code: Captures.ItemCode, problems: inout [EDIFACTProblem]) {
    switch meaning(of: code, &problems) {
    case .barcode: numbers.barcode = numbers.barcode ?? code.number
    case .buyer: numbers.sku = numbers.sku ?? code.number
    case .supplier: numbers.supplierCode = numbers.supplierCode ?? code.number
    case .model: model = model ?? code.number
    case .lot: lot = lot ?? code.number
    case .other: break
    }
  }

  private func meaning(of code: Captures.ItemCode, _ problems: inout [EDIFACTProblem]) -> Meaning {
    if let known = Self.meanings[code.type] { return known }
    if code.type.isEmpty, ItemNumbers.isGTIN(code.number) { return .barcode }
    let place = code.place.at(code.place.element, 2)
    if code.type.isEmpty {
      problems.append(
        EDIFACTProblem(
          .edifactCodeUnknown, .segment, error: 13, at: place, value: code.number,
          "the item number '\(code.number)' has no type (7143), and is taken for the supplier's"))
    } else {
      problems.append(.unknownCode(code.type, of: "7143", at: place, .segment))
    }
    return .supplier
  }
}
