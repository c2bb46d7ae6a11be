internal import FormatKit
internal import SupplyDocuments

extension DocumentBuilder {
  /// The records of one line of a price catalogue, as far as the options want them.
  func catalogueRows() -> [DocumentRow] {
    var problems: [EDIFACTProblem] = []
    let own = items(&problems).own
    let quantity = LineQuantity(line["pack"], in: line, problems: &problems)
    guard let sku = own.numbers.sku ?? own.numbers.barcode ?? own.numbers.supplierCode else {
      var row = DocumentRow(.supplierItems, at: linePlace)
      row["supplier"] = supplier
      problems.append(unnamedItem(.edifactMissingValue))
      row.problems = problems
      return [row]
    }
    var rows: [DocumentRow] = []
    let currency = line.text("currency") ?? head.text("currency")
    if catalogue == .all {
      rows.append(product(own.model ?? sku))
      var variant = DocumentRow(.variants, at: linePlace)
      variant["sku"] = sku
      variant["product_code"] = own.model ?? sku
      variant["colour"] = line.text("colour")
      variant["size"] = line.text("size")
      rows.append(variant)
      if let barcode = own.numbers.barcode {
        var row = DocumentRow(.barcodes, at: linePlace)
        row["barcode"] = barcode
        row["sku"] = sku
        rows.append(row)
      }
    }
    var item = DocumentRow(.supplierItems, at: linePlace)
    item["supplier"] = supplier
    item["sku"] = sku
    item["supplier_code"] = own.numbers.supplierCode
    item["unit_cost"] = quantity.unitPrice(line["price"], problems: &problems)
    item["currency"] = currency
    item["pack_size"] = quantity.packSize
    item["order_unit"] = quantity.packSize.map { $0 == "1" ? "each" : "case" }
    item["minimum_order"] = amount(line["minimum"])
    rows.append(item)
    if catalogue == .all { rows += retailPrices(sku, currency, &problems) }
    rows[0].problems += problems
    return rows
  }

  private func product(_ code: String) -> DocumentRow {
    var row = DocumentRow(.products, at: linePlace)
    row["product_code"] = code
    row["title"] = title
    row["category"] = section.text("category_name") ?? section.text("category")
    row["brand"] = line.text("brand")
    row["tax_rate"] = line.text("tax_rate").flatMap { WrittenNumber($0)?.text }
    if line.text("action") == "2" { row["status"] = "discontinued" }
    return row
  }

  /// Recommended prices: those of the types SRP and RTP, and information prices with tax.
  private func retailPrices(_ sku: String, _ currency: String?, _ problems: inout [EDIFACTProblem]) -> [DocumentRow] {
    let found = line.prices.first { parts in
      ["SRP", "RTP", "ALT"].contains(parts[safe: 3] ?? "") || ["SRP", "RTP", "AAF"].contains(parts.first ?? "")
        || parts.first == "AAE" && line["price"] != nil
    }
    guard let parts = found, let price = WrittenNumber(parts[safe: 1] ?? "")?.text else { return [] }
    var row = DocumentRow(.prices, at: linePlace)
    row["sku"] = sku
    row["price_type"] = "list"
    row["currency"] = currency
    row["price"] = price
    let from = line["valid_from"] ?? head["valid_from"]
    row["valid_from"] = period(from, &problems)?.start
    row["valid_to"] = period(line["valid_to"] ?? head["valid_to"], &problems)?.end
    if parts.first == "AAE" {
      row["tax_included"] = "false"
    } else if parts.first == "AAF" {
      row["tax_included"] = "true"
    }
    return [row]
  }

  /// The record of one quantity of an inventory or sales report; nil for quantities that are neither stock nor sales.
  func quantityRow() -> DocumentRow? {
    guard let given = quantity["quantity"] else { return nil }
    var problems: [EDIFACTProblem] = []
    let own = items(&problems).own
    var amount = LineQuantity(given, in: line, problems: &problems)
    // Stock and sales are counted in stock units.
    amount.packSize = nil
    if own.numbers.isEmpty { problems.append(unnamedItem(.edifactUnnamedItem)) }
    let isStock = message.type == "INVRPT"
    guard (isStock ? Self.stockQuantities : Self.salesQuantities).contains(given[1]) else { return nil }
    var row = DocumentRow(isStock ? .stockLevels : .sales, at: quantityPlace)
    row["sku"] = own.numbers.sku ?? (isStock && own.numbers.barcode == nil ? own.numbers.supplierCode : nil)
    row["barcode"] = own.numbers.barcode
    row["quantity"] = signed(amount.number, given[1])
    if isStock {
      row["location"] =
        quantity.text("location") ?? line.text("location") ?? head.text("stock_place") ?? head.text("stock_location")
      row["lot"] = quantity.text("lot") ?? own.lot
      row["unit_cost"] = amount.unitPrice(quantity["price"], problems: &problems)
      row["effective_at"] = period(quantity["as_of"] ?? line["as_of"] ?? head["as_of"], &problems)?.end
    } else {
      row["supplier_code"] = own.numbers.supplierCode
      row["document"] = head.text("number")
      let suffix = quantityNumber > 1 ? ".\(quantityNumber)" : ""
      row["line"] = "\(section.text("location") ?? "")/\(lineName)\(suffix)"
      row["location"] = section.text("location")
      let when = quantity["as_of"] ?? line["sold"] ?? section["sold_there"] ?? head["sold"]
      row["effective_at"] = period(when, &problems)?.end
      row["unit_price"] = amount.unitPrice(quantity["price"] ?? line["price"], problems: &problems)
      row["currency"] = head.text("currency")
    }
    row.problems = problems
    return row
  }

  /// Quantities on hand: actual stock, on hand, available.
  private static let stockQuantities: Set<String> = ["145", "17", "198", "156", "124"]
  /// Quantities sold, and taken back.
  private static let salesQuantities: Set<String> = ["153", "1", "47", "61", "195", "77"]

  private func signed(_ number: String?, _ code: String) -> String? {
    guard let number, code == "61" || code == "195", !number.hasPrefix("-"), ExactNumber(number) != .zero else {
      return number
    }
    return "-\(number)"
  }
}
