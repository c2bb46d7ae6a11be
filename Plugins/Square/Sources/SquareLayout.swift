internal import DelimitedReading
internal import FormatKit
internal import RetailValues

/// Lays a product out as rows, one for each of its variations, with the item's own properties in each of them.
struct SquareLayout: CatalogueLayout {
  let currency: String?
  let fields: Set<String> = [
    "title", "description", "category", "status", "products.attributes", "variant_title", "colour", "size",
    "standard_cost", "supplier", "supplier_code", "unit_cost", "variants.attributes", "barcode",
  ]
  let report: CatalogueReport?
  private let codes = DelimitedCodes.square
  private let names = ItemNames()
  private let sheet: CatalogueSheet<SquareColumn>
  private let productCodes: SquareOptions.ProductCodes
  private let quantities: [String: Int]

  var header: [String] { sheet.header }

  init(options: SquareOptions) {
    currency = options.currency
    productCodes = options.productCodes
    let report = options.complete ? CatalogueReport(system: "Square", codes: .square) : nil
    self.report = report
    let locations = (options.locations ?? "").split(separator: "|").map { ValueList.trimmed(String($0)) }
      .filter { !$0.isEmpty }
    let header = SquareColumns.header + locations.flatMap(SquareColumns.locationHeader)
    let sheet = CatalogueSheet(
      header, further: options.furtherColumns, layout: SquareColumns.layout, codes: .square,
      report: report)
    self.sheet = sheet
    quantities = Dictionary(
      sheet.columns.placed(.newQuantity).map { ($0.name, $0.column) }, uniquingKeysWith: { first, _ in first })
  }

  func rows(of product: WrittenProduct) throws(Problems) -> [[String]] {
    let name = product.fields["title"] ?? product.code
    guard name == product.code || productCodes == .leftOut else {
      throw Problems(
        codes.unwritableValue, at: SourcePosition(record: product.record, field: "product_code"), value: product.code,
        "the product code '\(product.code)' has no place: Square knows the item as '\(name)'",
        remedy: "Give --option product-codes=left-out if the codes need not be in the file.")
    }
    if let report { try check(product, name, report) }
    let attributes = try sheet.attributes(
      product.fields["products.attributes"], named: "products.attributes", record: product.record)
    var item = sheet.row
    sheet.set(.itemName, name, in: &item)
    try fill(&item, product, attributes)
    var rows: [[String]] = []
    for variant in product.variants {
      guard variant.sku != nil else {
        // A product's own record in addition to those of its variants.
        if product.variants.count > 1, variant.fields.isEmpty, variant.prices.isEmpty, variant.stock.isEmpty {
          continue
        }
        throw codes.unwritable(
          variant.record, "sku", nil, "the variant of '\(product.code)' has no SKU, and Square no item without one")
      }
      var row = item
      try fill(&row, variant, isOnly: product.variants.count == 1)
      rows.append(row)
    }
    if report != nil { try requireDistinctNames(rows, of: product) }
    return rows
  }

  /// The names of the items so far; Square requires them to be unique.
  private final class ItemNames {
    var products: [String: String] = [:]
  }

  private func check(_ product: WrittenProduct, _ name: String, _ report: CatalogueReport) throws(Problems) {
    product.requireTitleAndPrices(report)
    if let other = names.products.updateValue(product.code, forKey: name.lowercased()) {
      throw Problems(
        codes.unwritableValue, at: SourcePosition(record: product.record, field: "title", path: product.code),
        value: name,
        "the products '\(other)' and '\(product.code)' are both called '\(name)', and Square takes them for one",
        remedy: "Give one of them another title, or make them variants of one product.")
    }
    if product.code != name {
      report.leaveOut("codes of products", of: product.code)
    }
  }

  private func requireDistinctNames(_ rows: [[String]], of product: WrittenProduct) throws(Problems) {
    guard let column = sheet.columns[.variationName] else { return }
    var seen: Set<String> = []
    for (row, variant) in zip(rows, product.variants.filter { $0.sku != nil })
    where !seen.insert(row[column].lowercased()).inserted {
      throw Problems(
        codes.unwritableValue, at: SourcePosition(record: variant.record, field: "variant_title", path: variant.sku),
        value: row[column], "two variants of '\(product.code)' are called '\(row[column])'",
        remedy: "Give the variants different titles, colours or sizes.")
    }
  }

  private func fill(
    _ row: inout [String], _ product: WrittenProduct, _ attributes: AttributeText
  ) throws(Problems) {
    sheet.set(.description, product.fields["description"], in: &row)
    if let category = product.fields["category"] {
      let isListed = attributes.text("categories") != nil
      if let report, category.contains(","), !isListed { report.leaveOut("categories with a comma", of: product.code) }
      guard !category.contains(",") || isListed || report != nil else {
        throw codes.unwritable(
          product.record, "category", category, "the category '\(category)' holds a comma, which divides categories")
      }
      if !category.contains(",") || isListed { sheet.set(.categories, CategoryPath.cell(category), in: &row) }
    }
    switch product.fields["status"] {
    case "active"?: sheet.set(.archived, "N", in: &row)
    case "discontinued"?: sheet.set(.archived, "Y", in: &row)
    default: break
    }
    for (name, value) in attributes.values {
      if name == "categories", case .text(let text) = value {
        sheet.set(.categories, text, in: &row)
      } else {
        try sheet.set(name, value, of: .product, item: product.code, record: product.record, in: &row)
      }
    }
  }

  private func fill(
    _ row: inout [String], _ variant: WrittenProduct.Variant, isOnly: Bool
  ) throws(Problems) {
    let sku = variant.sku ?? ""
    let attributes = try sheet.attributes(
      variant.fields["variants.attributes"], named: "variants.attributes", record: variant.record)
    sheet.set(.sku, sku, in: &row)
    sheet.set(.gtin, gtin(of: variant), in: &row)
    try fillCosts(&row, variant)
    var options: [(name: String, value: String)] = []
    if let colour = variant.fields["colour"] { options.append(("Color", colour)) }
    if let size = variant.fields["size"] { options.append(("Size", size)) }
    for (name, value) in attributes.values {
      switch (name, value) {
      case ("price", .text(let text)): sheet.set(.price, text, in: &row)
      case ("vendor_code", .text(let text)): sheet.set(.vendorCode, text, in: &row)
      case (_, .text(let text)) where name.hasPrefix(OptionNames.prefix):
        options.append((String(name.dropFirst(OptionNames.prefix.count)), text))
      default: try sheet.set(name, value, of: .variant, item: sku, record: variant.record, in: &row)
      }
    }
    // Square's own name of a variation with options is made of their values.
    let ofOptions = report == nil || options.isEmpty ? nil : options.map(\.value).joined(separator: ", ")
    let otherwise = report == nil || isOnly ? SquareItems.onlyVariation : sku
    sheet.set(.variationName, variant.fields["variant_title"] ?? ofOptions ?? otherwise, in: &row)
    for (index, option) in options.enumerated() {
      guard let name = sheet.columns.column(.optionName, index + 1),
        let value = sheet.columns.column(.optionValue, index + 1)
      else {
        throw codes.unwritable(
          variant.record, "sku", sku,
          "the variant '\(sku)' has \(options.count) options, and the file has columns for 3")
      }
      row[name] = option.name
      row[value] = option.value
    }
    for price in variant.prices {
      if let report, price.type == "sale", price.validTo != nil {
        report.leaveOut("sale prices that end by themselves", of: sku)
        continue
      }
      guard price.type != "list", price.validFrom == nil, price.validTo == nil else {
        throw codes.unwritable(
          variant.record, "price_type", price.type,
          "the \(price.type) price of '\(sku)' has no place: Square has a price and an online sale price, without dates"
        )
      }
      sheet.set(price.type == "sale" ? .onlineSalePrice : .price, price.amount, in: &row)
    }
    for (given, quantity) in variant.stock {
      var location = given
      if let report, location == nil {
        // The stock of the shop goes to the only location that Square has.
        guard quantities.count == 1 else {
          report.leaveOut(
            "the stock without the name of a location", of: sku,
            remedy:
              "Give the location's name in Square with --option locations=NAME, and which stock with --location CODE.")
          continue
        }
        location = quantities.keys.first
      }
      guard let location, let column = quantities[location] else {
        throw Problems(
          codes.unwritableValue, at: SourcePosition(record: variant.record, field: "location"), value: location,
          "the stock of '\(sku)' is at \(location.map { "'\($0)'" } ?? "no location"), for which there is no column",
          remedy: "Name every location with --option locations=\"\(location ?? "NAME")\".")
      }
      row[column] = quantity
    }
  }

  /// The first barcode that Square's column takes.
  private func gtin(of variant: WrittenProduct.Variant) -> String? {
    guard let report, let text = variant.fields["barcode"] else { return variant.fields["barcode"] }
    var known: [String] = []
    for part in text.split(separator: ",") {
      if let code = try? Barcode(parsing: part), code.symbology != .inStore {
        // A book's ten digits are a GTIN of thirteen.
        known.append(code.symbology == .isbn10 ? Barcode.shortest(code.canonical)?.code ?? code.code : code.code)
      } else {
        report.leaveOut("barcodes that are not a GTIN", of: variant.sku ?? "")
      }
    }
    if known.count > 1 { report.leaveOut("further barcodes", of: variant.sku ?? "") }
    return known.first
  }

  private func fillCosts(_ row: inout [String], _ variant: WrittenProduct.Variant) throws(Problems) {
    let (cost, asked) = (variant.fields["standard_cost"], variant.fields["unit_cost"])
    if let cost, let asked, cost != asked {
      throw codes.unwritable(
        variant.record, "standard_cost", cost,
        "'\(variant.sku ?? "")' has the standard cost '\(cost)' and the supplier's '\(asked)', and Square one cost")
    }
    if variant.fields["supplier"] == nil, let code = variant.fields["supplier_code"] {
      throw codes.unwritable(variant.record, "supplier_code", code, "the code '\(code)' is of no supplier")
    }
    sheet.set(.unitCost, asked ?? cost, in: &row)
    sheet.set(.vendorName, variant.fields["supplier"], in: &row)
    sheet.set(.vendorCode, variant.fields["supplier_code"], in: &row)
  }
}
