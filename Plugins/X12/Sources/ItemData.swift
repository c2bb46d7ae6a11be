internal import FormatKit

/// What a line says of its item, until all of it is known.
struct ItemData {
  var segment = Segment()
  var barcode = ""
  var barcodeRank = Int.max
  /// The code of a whole case, where the item has a code of its own beside it.
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
  /// Whether there is one, if only one that is no number.
  var isQuantityGiven = false
  var unitCode = ""
  var price = ""
  var priceBasis = ""
  /// The price of one stock unit, where CTP tells it.
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

  /// How the line's unit counts in stock units.
  var content: CodeLists.Unit.Content {
    if unitCode.isEmpty { return pack.isEmpty ? .one : .pack }
    return CodeLists.units[unitCode]?.content ?? .pack
  }

  /// What the unit is called; its code when it is not known.
  var unitName: String { CodeLists.units[unitCode]?.name ?? unitCode }

  /// Stock units in one unit of the line; nil when the document does not tell.
  var packSize: ExactNumber? { Self.packSize(content, self) }

  static func packSize(_ content: CodeLists.Unit.Content, _ item: ItemData) -> ExactNumber? {
    switch content {
    case .one: return ExactNumber(coefficient: 1, decimals: 0)
    case .many(let count): return ExactNumber(coefficient: Int128(count), decimals: 0)
    case .pack: return item.packed
    }
  }

  /// Stock units in one unit of the line, where the prices of both are told and one holds the other so many times.
  var packByPrices: ExactNumber? {
    guard let whole = ExactNumber(price), let one = ExactNumber(unitPrice), !one.isZero,
      CodeLists.priceBases[priceBasis] == nil, let (count, isExact) = whole.divided(by: one, decimals: 0), isExact,
      count.coefficient > 0
    else { return nil }
    return count
  }

  /// PO4: so many inner packs of so many, or one of a size that counts pieces.
  private var packed: ExactNumber? {
    guard let outer = ExactNumber(pack), !outer.isZero else { return nil }
    if let inner = ExactNumber(innerPack), !inner.isZero { return outer.multiplied(by: inner) }
    let countsPieces = ["EA", "UN", "PC"].contains(packUnit)
    if outer.coefficient == 1, countsPieces, let size = ExactNumber(packedSize), !size.isZero { return size }
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
      let content = CodeLists.units[segment.simple(5)]?.content
      if isCost, content == .one, item.unitPrice.isEmpty { item.unitPrice = value(of: 3, in: segment) }
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
