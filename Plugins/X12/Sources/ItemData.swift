internal import FormatKit
internal import SupplyDocuments

/// The data of a line about its item, until the line is complete.
struct ItemData {
  var segment = Segment()
  var barcode = ""
  var barcodeRank = Int.max
  /// The code of a whole case, where the item has a code of its own next to it.
  var caseBarcode = ""
  var sku = ""
  var skuRank = Int.max
  var supplierCode = ""
  var supplierCodeRank = Int.max
  var lot = ""
  var orderNumber = ""
  var orderLine = ""
  var colour = ""
  var size = ""
  var brand = ""
  var title = ""

  var quantity = ""
  /// Whether there is a quantity, even one that is not a number.
  var isQuantityGiven = false
  var unitCode = ""
  var price = ""
  var priceBasis = ""
  /// The price of one stock unit, where CTP gives it.
  var unitPrice = ""
  var pack = ""
  var packedSize = ""
  var packUnit = ""
  var innerPack = ""
  /// Units ordered, and shipped so far.
  var ordered = ""
  var shippedSoFar = ""
  var acknowledgements: [(code: String, quantity: String)] = []
  var substituteBarcode = ""
  var substituteSupplierCode = ""
  var allowances = ExactNumber.zero
  var prices: [CataloguePrice] = []
  var description = ""
  var minimumOrder = ""
  var leadTimeDays = ""

  /// A price of a catalogue.
  struct CataloguePrice {
    var kind: CodeLists.PriceKind
    var price: String
    var unit: String
    var validFrom = ""
  }

  mutating func take(_ code: CodeLists.ItemCode, _ value: String) {
    switch code {
    case .barcode(let rank, let digits):
      let complete = digits == value.utf8.count ? Self.addingCheckDigit(to: value) : value
      if rank >= 6 { caseBarcode = complete }
      if rank < barcodeRank { (barcode, barcodeRank) = (complete, rank) }
    case .sku(let rank): if rank < skuRank { (sku, skuRank) = (value, rank) }
    case .supplierCode(let rank):
      if rank < supplierCodeRank { (supplierCode, supplierCodeRank) = (value, rank) }
    case .lot: lot = value
    case .orderNumber: orderNumber = value
    case .orderLine: orderLine = value
    case .colour: colour = value
    case .size: size = value
    case .brand: brand = value
    case .title: if title.isEmpty { title = value }
    case .expiry, .other: break
    }
  }

  /// The digits with the check digit of GS1 (General Specifications, section 7.9), which some codes of X12 leave out.
  static func addingCheckDigit(to digits: String) -> String {
    var sum = 0
    for (distance, byte) in digits.utf8.reversed().enumerated() {
      guard (48...57).contains(byte) else { return digits }
      sum += Int(byte - 48) * (distance % 2 == 0 ? 3 : 1)
    }
    return digits + String((10 - sum % 10) % 10)
  }

  var numbers: ItemNumbers { ItemNumbers(sku: sku, barcode: barcode, supplierCode: supplierCode) }

  /// The unit in which the line counts, and the number of stock units in it.
  private var measure: LineMeasure {
    LineMeasure(unitCode: unitCode, of: CodeLists.units, pack: packed, isPacked: !pack.isEmpty)
  }

  /// The name of the unit; its code when it is not known.
  var unitName: String { measure.word ?? "" }

  /// The number of stock units in one unit of the line; nil when the document does not say.
  var packSize: ExactNumber? { measure.content }

  /// Whether the line counts in stock units, regardless of what a pack holds.
  var isInStockUnits: Bool {
    unitCode.isEmpty ? pack.isEmpty : CodeLists.units[unitCode]?.stockUnits?.isOne ?? false
  }

  /// Stock units in one unit of the line, where both have a price and one is a multiple of the other.
  var packByPrices: ExactNumber? {
    guard let whole = ExactNumber(x12: price), let one = ExactNumber(x12: unitPrice), !one.isZero,
      CodeLists.priceBases[priceBasis] == nil, let (count, isExact) = whole.divided(by: one, decimals: 0), isExact,
      !count.isNegative, !count.isZero
    else { return nil }
    return count
  }

  /// PO4: a number of inner packs of a number of pieces, or one with a size that counts pieces.
  var packed: ExactNumber? {
    guard let outer = ExactNumber(x12: pack), !outer.isZero else { return nil }
    if let inner = ExactNumber(x12: innerPack), !inner.isZero { return outer.multiplied(by: inner) }
    let countsPieces = ["EA", "UN", "PC"].contains(packUnit)
    if outer.isOne, countsPieces, let size = ExactNumber(x12: packedSize), !size.isZero { return size }
    return outer
  }
}

extension DocumentMapper {
  mutating func takeParty(_ segment: Segment, _ path: String, isLine: Bool) {
    guard let message, !isLine, path.contains("N1/") else { return }
    parties.take(segment, roles: message.supplierRoles)
  }

  /// The codes, quantities and prices of a line.
  mutating func takeItem(_ segment: Segment, _ path: String, _ scanner: InterchangeScanner) {
    guard line != nil else { return }
    switch path {
    case "PO1/PO1", "IT1/IT1":
      item.quantity = value(of: 2, in: segment)
      item.isQuantityGiven = !segment.raw(2).isEmpty
      item.unitCode = segment.text(3)
      item.price = value(of: 4, in: segment)
      item.priceBasis = segment.text(5)
      takePairs(segment, from: 6, scanner)
      checkUnit(segment, element: 3, scanner)
      let basis = item.priceBasis
      if !basis.isEmpty, CodeLists.priceBases[basis] == nil, CodeLists.measureBases[basis] == nil,
        !CodeLists.plainBases.contains(basis)
      {
        scanner.tellUnknown(basis, element: 5, dataElement: "639")
      }
    case "LIN/LIN", "HL/LIN", "N1/LIN/LIN", "PO1/LIN": takePairs(segment, from: 2, scanner)
    case "HL/SN1":
      item.quantity = value(of: 2, in: segment)
      item.isQuantityGiven = !segment.raw(2).isEmpty
      item.unitCode = segment.text(3)
      item.shippedSoFar = value(of: 4, in: segment)
      item.ordered = value(of: 5, in: segment)
      checkUnit(segment, element: 3, scanner)
    case "PO1/PO4", "IT1/PO4", "HL/PO4", "LIN/PO4", "LIN/PO4/PO4", "LIN/CTP/PO4", "N1/LIN/PO4":
      guard item.pack.isEmpty else { return }
      item.pack = value(of: 1, in: segment)
      item.packedSize = value(of: 2, in: segment)
      item.packUnit = segment.simple(3)
      item.innerPack = value(of: 14, in: segment)
    case "PO1/CTP/CTP", "IT1/CTP":
      let isCost = CodeLists.prices[segment.text(2)] == .cost
      let content = CodeLists.units[segment.simple(5)]?.stockUnits
      if isCost, content?.isOne == true, item.unitPrice.isEmpty { item.unitPrice = value(of: 3, in: segment) }
    case "PO1/ACK/ACK": takeAcknowledgement(segment, scanner)
    default: break
    }
  }

  private func checkUnit(_ segment: Segment, element: Int, _ scanner: InterchangeScanner) {
    let unit = segment.text(element)
    if !unit.isEmpty, CodeLists.units[unit] == nil { scanner.tellUnknown(unit, element: element, dataElement: "355") }
  }

  /// Pairs of a qualifier (235) and an identification (234).
  private mutating func takePairs(_ segment: Segment, from first: Int, _ scanner: InterchangeScanner) {
    for element in stride(from: first, through: min(segment.count, 40), by: 2) {
      let (qualifier, value) = (segment.text(element), segment.text(element + 1))
      guard !qualifier.isEmpty else { continue }
      guard let code = CodeLists.itemCodes[qualifier] else {
        scanner.tellUnknown(qualifier, element: element, dataElement: "235")
        continue
      }
      if !value.isEmpty { item.take(code, value) }
    }
  }

  private mutating func takeAcknowledgement(_ segment: Segment, _ scanner: InterchangeScanner) {
    let code = segment.text(1)
    if !code.isEmpty, CodeLists.lineResponses[code] == nil {
      scanner.tellUnknown(code, element: 1, dataElement: "668")
    }
    if item.acknowledgements.count < 200 { item.acknowledgements.append((code, value(of: 2, in: segment))) }
    // With a substitution, what follows names the item that comes instead.
    guard CodeLists.lineResponses[code] == "substituted" else { return }
    for element in stride(from: 7, through: min(segment.count, 26), by: 2) {
      let text = segment.text(element + 1)
      switch CodeLists.itemCodes[segment.text(element)] {
      case .barcode(_, let digits):
        item.substituteBarcode = digits == text.utf8.count ? ItemData.addingCheckDigit(to: text) : text
      case .supplierCode: item.substituteSupplierCode = text
      default: break
      }
    }
  }
}
