internal import FormatKit
internal import SupplyDocuments

extension DocumentMapper {
  /// The number of rows of catalogues and stock reports that are gathered. An item has five rows; without gathering,
  /// each would be a batch of its own.
  private static let groupedLimit = 2000

  /// Hands the gathered rows over table by table.
  mutating func flushGrouped() {
    for rows in grouped.takeAll() { for row in rows { queue.append(row) } }
  }

  mutating func flushGroupedIfFull() {
    if grouped.count >= Self.groupedLimit { flushGrouped() }
  }

  mutating func takeCatalogue(_ segment: Segment, _ path: String) {
    guard line != nil else { return }
    switch path {
    case "LIN/PID": takeDescription(segment)
    case "LIN/CTP/CTP":
      let price = value(of: 3, in: segment)
      guard !price.isEmpty, item.prices.count < 200 else { return }
      let kind = CodeLists.prices[segment.text(2)] ?? .other
      item.prices.append(ItemData.CataloguePrice(kind: kind, price: price, unit: segment.simple(5)))
    case "LIN/CTP/DTM" where segment.text(1) == "007" || segment.text(1) == "196":
      if !item.prices.isEmpty { item.prices[item.prices.count - 1].validFrom = value(of: 2, in: segment) }
    case "LIN/CTB" where segment.text(3) == "57": item.minimumOrder = value(of: 4, in: segment)
    case "LIN/LDT", "LIN/LDT/LDT":
      if segment.text(3) == "DA", item.leadTimeDays.isEmpty { item.leadTimeDays = value(of: 2, in: segment) }
    default: break
    }
  }

  /// PID: what the item is called, its colour and its size (data element 750).
  private mutating func takeDescription(_ segment: Segment) {
    let text = segment.text(5)
    guard !text.isEmpty else { return }
    switch segment.text(2) {
    case "35", "73", "75": if item.colour.isEmpty { item.colour = text }
    case "74", "91": if item.size.isEmpty { item.size = text }
    default:
      if item.title.isEmpty {
        item.title = text
      } else if item.description.isEmpty, text != item.title {
        item.description = text
      }
    }
  }

  /// The rows of an item: the product, its variant, its barcodes, what the supplier asks, what customers pay.
  mutating func finishCatalogueItem(_ product: Row) {
    let code = [item.sku, item.supplierCode, item.barcode].first { !$0.isEmpty } ?? ""
    var product = product
    product.offer("product_code", code)
    product.offer("title", item.title)
    product.offer("description", item.description)
    product.offer("brand", item.brand)
    let position = product.position
    func row(_ record: SupplyRecord) -> Row { Row(record, at: position) }
    var variant = row(.variants)
    variant.offer("sku", code)
    variant.offer("product_code", code)
    variant.offer("colour", item.colour)
    variant.offer("size", item.size)
    var barcodes: [Row] = []
    let pack = item.packed
    for barcode in Set([item.barcode, item.caseBarcode]).sorted() where !barcode.isEmpty {
      var made = row(.barcodes)
      made.offer("barcode", barcode)
      made.offer("sku", code)
      // The barcode of a case gets a pack quantity only if its content has a barcode of its own.
      if barcode == item.caseBarcode, item.barcodeRank < 6 { made.offer("pack_quantity", pack?.shortest) }
      barcodes.append(made)
    }
    var supply = row(.supplierItems)
    supply.offer("supplier", supplierCode)
    supply.offer("sku", code)
    supply.offer("supplier_code", item.supplierCode)
    supply.offer("minimum_order", item.minimumOrder)
    supply.offer("lead_time_days", item.leadTimeDays)
    supply.offer("pack_size", pack?.shortest)
    var prices: [Row] = []
    var hasCost = false
    for price in item.prices {
      var priced = item
      priced.unitCode = price.unit
      switch price.kind {
      case .cost:
        guard !hasCost else { continue }
        hasCost = true
        if !price.unit.isEmpty { supply.offer("order_unit", priced.unitName) }
        setCost(price.price, priced, &supply, &product)
      case .retail:
        guard priced.isInStockUnits else { continue }
        var made = row(.prices)
        made.offer("sku", code)
        made.offer("price_type", "list")
        made.offer("currency", currency)
        made.offer("valid_from", price.validFrom)
        made.offer("price", price.price)
        prices.append(made)
      case .other: break
      }
    }
    for row in [product, variant] + barcodes + [supply] + prices { grouped.add(row) }
    flushGroupedIfFull()
  }

  private func setCost(_ text: String, _ priced: ItemData, _ supply: inout Row, _ product: inout Row) {
    guard let price = ExactNumber(x12: text) else { return }
    guard let divisor = priced.packSize else {
      product.problems.append(
        problem(
          .x12PriceOfPack, value: text,
          "the price '\(text)' is for one \(priced.unitName), and how much that holds is not given"))
      return
    }
    guard let cost = unitCost(price, written: text, per: divisor, &product.problems) else { return }
    supply.offer("unit_cost", cost)
    supply.offer("currency", currency)
  }
}
