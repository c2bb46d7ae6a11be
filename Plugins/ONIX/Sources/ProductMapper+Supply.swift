internal import FormatKit

extension ProductMapper {
  private static let maximumSupplies = 200
  /// Types of list 92 that a supplier is named by, the ones that are the same everywhere first.
  private static let identifierTypes = ["06", "07", "23", "04", "16"]
  /// Roles of list 93 that sell to customers only.
  private static let sellsToCustomers: Set<String> = ["08", "09", "10", "11", "12"]

  /// Who a product comes from, on what terms, and what it costs.
  mutating func supply(_ made: inout Draft) {
    var taken: Set<String> = []
    var prices = PriceChoice()
    for detail in made.supplies.prefix(Self.maximumSupplies) {
      let found = priceData(of: detail)
      for price in found { choose(price, into: &prices) }
      let role = code(detail.first("Supplier", "SupplierRole") ?? detail.first("SupplierRole"), in: .supplierRole) ?? ""
      guard !Self.sellsToCustomers.contains(role), let party = supplier(of: detail) else { continue }
      guard taken.insert(party.code).inserted else { continue }
      if isNewSupplier(party.code) { made.suppliers.append(party.row) }
      made.items.append(item(detail, party, found, made))
    }
    finish(prices, &made)
  }

  private struct Party {
    let code: String
    let row: TableRow
    /// Whether it is the sender of the message, whose own numbers its products have.
    let isSender: Bool
  }

  private mutating func supplier(of detail: MessageElement) -> Party? {
    let element = detail.first("Supplier") ?? detail
    var codes: [String: String] = [:]
    var first: String?
    for identifier in element.all("SupplierIdentifier").prefix(20) {
      guard let value = identifier.value("IDValue") else { continue }
      let type = code(identifier.first("SupplierIDType"), in: .supplierIdentifierType) ?? "01"
      if codes[type] == nil { codes[type] = value.shortened(100) }
      if first == nil { first = value.shortened(100) }
    }
    if let number = element.value("SupplierEANLocationNumber") { codes["06"] = codes["06"] ?? number.shortened(100) }
    if let number = element.value("SupplierSAN") { codes["07"] = codes["07"] ?? number.shortened(100) }
    let name = element.value("SupplierName")?.shortened(200)
    let best = Self.identifierTypes.lazy.compactMap { codes[$0] }.first ?? first
    guard let code = options.supplier ?? best ?? name else {
      tell(.onixMissingElement, at: element, "the supplier has neither a number nor a name")
      return nil
    }
    var row = TableRow(.suppliers, at: element)
    row["supplier"] = code
    row["supplier_name"] = name
    if let gln = codes["06"], gln.utf8.count == 13, gln.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      row["gln"] = gln
    }
    row["email"] = (element.value("EmailAddress") ?? detail.value("EmailAddress"))?.shortened(200)
    let isSender =
      name != nil && name == header.senderName || codes.values.contains(where: header.senderCodes.contains)
      || options.supplier != nil
    return Party(code: code, row: row, isSender: isSender)
  }

  private mutating func item(
    _ detail: MessageElement, _ party: Party, _ prices: [PriceData], _ made: Draft
  ) -> TableRow {
    var row = TableRow(.supplierItems, at: detail)
    row["supplier"] = party.code
    row["sku"] = made.identity.code
    if party.isSender, made.identity.gtin != nil { row["supplier_code"] = made.identity.proprietary }
    for price in prices { if case .cost = price.kind.use { row.problems += price.problems } }
    if let cost = cost(of: prices) {
      row["unit_cost"] = cost.amount
      row["currency"] = cost.currency
    }
    // Copies are ordered one by one unless only a multiple of them can be; the carton says nothing of that.
    let multiple = wholeNumber(detail.first("OrderQuantityMultiple")) ?? 1
    if multiple > 1 {
      row["pack_size"] = "\(multiple)"
      row["order_unit"] = "case"
    }
    if let minimum = wholeNumber(detail.first("OrderQuantityMinimum")) {
      row["minimum_order"] = "\(minimum / multiple + (minimum % multiple > 0 ? 1 : 0))"
    }
    row["lead_time_days"] = wholeNumber(detail.first("OrderTime")).map { "\($0)" }
    return row
  }

  /// A whole number from 1 to a million; any other text is reported and skipped.
  private mutating func wholeNumber(_ element: MessageElement?) -> Int? {
    guard let element, !element.text.isEmpty else { return nil }
    guard let number = Int(element.text), (0...1_000_000).contains(number) else {
      tell(
        .onixOddValue, at: element, value: element.text,
        "'\(element.text.shortened(60))' in \(element.name) is not a whole number from 0 to 1,000,000")
      return nil
    }
    return number > 0 ? number : nil
  }
}
