internal import FormatKit

/// Rows of several tables that come together, handed over table by table.
///
/// A catalogue gives five rows for an item. One after the other, each would be a batch of its own.
struct GroupedRows {
  private static let order: [RecordTable] = [
    .products, .variants, .barcodes, .supplierItems, .prices, .stockLevels, .sales,
  ]
  /// How many rows are kept.
  private static let limit = 2000
  private var rows: [RecordTable: [Row]] = [:]
  private var count = 0
  private var last: RecordTable?

  mutating func append(_ row: Row) {
    rows[row.table, default: []].append(row)
    last = row.table
    count += 1
  }

  /// Hangs faults on the last row; false when there is none.
  mutating func append(_ faults: [Fault]) -> Bool {
    guard let last, let end = rows[last]?.indices.last else { return false }
    rows[last]?[end].faults += faults
    return true
  }

  var isFull: Bool { count >= Self.limit }

  mutating func flush(into queue: inout RowQueue) {
    for table in Self.order { for row in rows[table] ?? [] { queue.append(row) } }
    removeAll()
  }

  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    count = 0
    last = nil
  }
}

extension DocumentMapper {
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
    product.set("product_code", code)
    product.set("title", item.title)
    product.set("description", item.description)
    product.set("brand", item.brand)
    let position = product.position
    func row(_ table: RecordTable) -> Row {
      var made = Row(table, at: Segment())
      made.position = position
      return made
    }
    var variant = row(.variants)
    variant.set("sku", code)
    variant.set("product_code", code)
    variant.set("colour", item.colour)
    variant.set("size", item.size)
    var barcodes: [Row] = []
    let pack = ItemData.packSize(.pack, item)
    for barcode in Set([item.barcode, item.caseBarcode]).sorted() where !barcode.isEmpty {
      var made = row(.barcodes)
      made.set("barcode", barcode)
      made.set("sku", code)
      // The code of a case says so only where there is another one for what is in it.
      if barcode == item.caseBarcode, item.barcodeRank < 6 { made.set("pack_quantity", pack?.shortest) }
      barcodes.append(made)
    }
    var supply = row(.supplierItems)
    supply.set("supplier", supplierCode)
    supply.set("sku", code)
    supply.set("supplier_code", item.supplierCode)
    supply.set("minimum_order", item.minimumOrder)
    supply.set("lead_time_days", item.leadTimeDays)
    supply.set("pack_size", pack?.shortest)
    var prices: [Row] = []
    var hasCost = false
    for price in item.prices {
      var priced = item
      priced.unitCode = price.unit
      switch price.kind {
      case .cost:
        guard !hasCost else { continue }
        hasCost = true
        if !price.unit.isEmpty { supply.set("order_unit", priced.unitName) }
        setCost(price.price, priced, &supply, &product)
      case .retail:
        guard priced.content == .one else { continue }
        var made = row(.prices)
        made.set("sku", code)
        made.set("price_type", "list")
        made.set("currency", currency)
        made.set("valid_from", price.validFrom)
        made.set("price", price.price)
        prices.append(made)
      case .other: break
      }
    }
    grouped.append(product)
    grouped.append(variant)
    for row in barcodes { grouped.append(row) }
    grouped.append(supply)
    for row in prices { grouped.append(row) }
    if grouped.isFull { grouped.flush(into: &queue) }
  }

  private func setCost(_ text: String, _ priced: ItemData, _ supply: inout Row, _ product: inout Row) {
    guard let price = ExactNumber(text) else { return }
    guard let divisor = priced.packSize else {
      product.faults.append(
        Fault(
          .x12PriceOfPack, .none, at: item.segment, place: 0, value: text,
          "the price '\(text)' is for one \(priced.unitName), and how much that holds is not told"))
      return
    }
    guard let (cost, isExact) = price.divided(by: divisor, decimals: 6) else { return }
    if !isExact {
      product.faults.append(
        Fault(
          .x12InexactPrice, .none, at: item.segment, place: 0, value: text,
          "the price '\(text)' for \(divisor.shortest) makes about \(cost.shortest) for one"))
    }
    let isPlain = divisor.coefficient == 1 && divisor.decimals == 0 && isExact && price.decimals <= 6
    supply.set("unit_cost", isPlain ? text : cost.shortest)
    supply.set("currency", currency)
  }
}
