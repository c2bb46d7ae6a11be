internal import DelimitedReading
internal import FormatKit

/// Lays a product out as the rows of a product CSV: its first variant in the product's row, a row for each further
/// variant, and rows for the remaining images.
struct ShopifyProductLayout: CatalogueLayout {
  let currency: String?
  let report: CatalogueReport?
  var fields: Set<String> { report == nil ? Self.ownFields : Self.ownFields.union(["variant_title"]) }
  private static let ownFields: Set<String> = [
    "title", "description", "category", "brand", "status", "products.attributes", "colour", "size", "standard_cost",
    "variants.attributes", "barcode",
  ]
  /// The option that distinguishes variants by their titles if they have neither colour nor size.
  private static let titleOption = "Variant"
  /// The most options that a product has.
  static let maximumOptions = 3

  private let codes = DelimitedCodes.shopify
  private let sheet: CatalogueSheet<ShopifyColumn>
  private let optionPlaces: [(name: Int, value: Int)]
  private let imagePosition: Int?

  var header: [String] { sheet.header }

  init(options: ShopifyOptions) {
    currency = options.currency
    report = options.complete ? CatalogueReport(system: "Shopify", codes: .shopify) : nil
    let header = options.header == .current ? ShopifyColumns.currentHeader : ShopifyColumns.classicHeader
    let sheet = CatalogueSheet(
      header, further: options.furtherColumns, layout: ShopifyColumns.products, codes: .shopify, report: report)
    self.sheet = sheet
    optionPlaces = (1...Self.maximumOptions).compactMap { number in
      guard let name = sheet.columns.column(.optionName, number),
        let value = sheet.columns.column(.optionValue, number)
      else { return nil }
      return (name, value)
    }
    imagePosition = header.firstIndex { HeaderName.folded($0) == "image position" }
  }

  func rows(of product: WrittenProduct) throws(Problems) -> [[String]] {
    let attributes = try sheet.attributes(
      product.fields["products.attributes"], named: "products.attributes", record: product.record)
    var variants: [(variant: WrittenProduct.Variant, attributes: AttributeText)] = []
    for variant in product.variants where variant.sku != nil || product.variants.count == 1 {
      variants.append(
        (
          variant,
          try sheet.attributes(
            variant.fields["variants.attributes"], named: "variants.attributes", record: variant.record)
        ))
    }
    if let report { product.requireTitleAndPrices(report) }
    let options = try optionNames(product, variants)
    var rows: [[String]] = []
    var seen: [[String]: String] = [:]
    for (variant, own) in variants {
      var cells = empty(product)
      if variant.sku == nil {
        guard variant.fields.isEmpty, variant.prices.isEmpty, variant.stock.isEmpty else {
          throw codes.unwritable(variant.record, "sku", nil, "the variant of '\(product.code)' has no SKU")
        }
      } else {
        try fill(&cells, variant, own, options, of: product, isFirst: rows.isEmpty)
        if report != nil {
          let values = optionPlaces.map { cells[$0.value] }
          if let other = seen.updateValue(variant.sku ?? "", forKey: values) {
            throw Problems(
              codes.unwritableValue, at: SourcePosition(record: variant.record, field: "sku", path: variant.sku),
              value: variant.sku, "the variants '\(other)' and '\(variant.sku ?? "")' have the same options",
              remedy: "Give the variants of '\(product.code)' different colours or sizes.")
          }
          complete(&cells, variant)
        }
      }
      if rows.isEmpty { try fill(&cells, product, attributes) }
      rows.append(cells)
    }
    addImages(product, attributes, to: &rows)
    return rows
  }

  private func empty(_ product: WrittenProduct) -> [String] {
    var cells = sheet.row
    sheet.set(.handle, product.code, in: &cells)
    return cells
  }

  // MARK: The product

  private func fill(
    _ cells: inout [String], _ product: WrittenProduct, _ attributes: AttributeText
  ) throws(Problems) {
    sheet.set(.title, product.fields["title"], in: &cells)
    sheet.set(.body, product.fields["description"], in: &cells)
    sheet.set(.vendor, product.fields["brand"], in: &cells)
    sheet.set(.type, product.fields["category"], in: &cells)
    switch product.fields["status"] {
    case "active"?: sheet.set(.status, "active", in: &cells)
    case "discontinued"?: sheet.set(.status, "archived", in: &cells)
    default: sheet.set(.status, attributes.text("status"), in: &cells)
    }
    for (name, value) in attributes.values {
      switch (name, value) {
      case ("status", _), ("images", .list), ("image_alt_texts", .list): continue
      case ("product_category", .text(let text)): sheet.set(.category, text, in: &cells)
      default:
        try sheet.set(name, value, of: .product, item: product.code, record: product.record, in: &cells)
      }
    }
    if report != nil { sheet.complete("published", "TRUE", of: .product, in: &cells) }
  }

  /// The values that the import of Shopify would otherwise take for no: goods that are taxed, sent and counted.
  private func complete(_ cells: inout [String], _ variant: WrittenProduct.Variant) {
    if !variant.stock.isEmpty { sheet.complete("inventory_tracker", "shopify", of: .variant, in: &cells) }
    for (name, value) in [
      ("sold_when_out_of_stock", "deny"), ("fulfilment_service", "manual"), ("requires_shipping", "TRUE"),
      ("taxable", "TRUE"),
    ] { sheet.complete(name, value, of: .variant, in: &cells) }
  }

  private func addImages(_ product: WrittenProduct, _ attributes: AttributeText, to rows: inout [[String]]) {
    guard case .list(let images)? = attributes["images"] else { return }
    var alternatives: [String] = []
    if case .list(let list)? = attributes["image_alt_texts"] { alternatives = list }
    for (index, image) in images.enumerated() {
      if index == rows.count { rows.append(empty(product)) }
      sheet.set(.image, image, in: &rows[index])
      if let imagePosition { rows[index][imagePosition] = "\(index + 1)" }
      if index < alternatives.count { sheet.set(.imageAlternative, alternatives[index], in: &rows[index]) }
    }
  }

  // MARK: Variants

  /// What the variants differ in: colour, size, then the other options as they come.
  private func optionNames(
    _ product: WrittenProduct, _ variants: [(variant: WrittenProduct.Variant, attributes: AttributeText)]
  ) throws(Problems) -> [String] {
    var names: [String] = []
    if variants.contains(where: { $0.variant.fields["colour"] != nil }) { names.append("Color") }
    if variants.contains(where: { $0.variant.fields["size"] != nil }) { names.append("Size") }
    for (_, attributes) in variants {
      for (name, _) in attributes.values where name.hasPrefix(OptionNames.prefix) {
        let option = String(name.dropFirst(OptionNames.prefix.count))
        if !names.contains(option) { names.append(option) }
      }
    }
    guard names.count <= Self.maximumOptions else {
      throw codes.unwritable(
        product.record, "product_code", product.code,
        "the variants of '\(product.code)' differ in \(names.count) options, and Shopify has three")
    }
    if names.isEmpty, variants.count > 1 {
      if report != nil { return [Self.titleOption] }
      throw codes.unwritable(
        product.record, "product_code", product.code,
        "the \(variants.count) variants of '\(product.code)' differ in no option")
    }
    return names
  }

  private func fill(
    _ cells: inout [String], _ variant: WrittenProduct.Variant, _ attributes: AttributeText, _ options: [String],
    of product: WrittenProduct, isFirst: Bool
  ) throws(Problems) {
    let sku = variant.sku ?? ""
    sheet.set(.sku, sku, in: &cells)
    sheet.set(.barcode, variant.oneBarcode(report), in: &cells)
    sheet.set(.cost, variant.fields["standard_cost"], in: &cells)
    if options.isEmpty {
      cells[optionPlaces[0].name] = "Title"
      cells[optionPlaces[0].value] = "Default Title"
    }
    for (place, option) in zip(optionPlaces, options) {
      let value =
        switch option {
        case "Color": variant.fields["colour"] ?? attributes.text(OptionNames.prefix + option)
        case "Size": variant.fields["size"] ?? attributes.text(OptionNames.prefix + option)
        case Self.titleOption where report != nil:
          attributes.text(OptionNames.prefix + option) ?? variant.fields["variant_title"] ?? sku
        default: attributes.text(OptionNames.prefix + option)
        }
      guard let value else {
        throw codes.unwritable(
          variant.record, "sku", sku,
          "the variant '\(sku)' has no \(option), in which other variants of '\(product.code)' differ")
      }
      if isFirst { cells[place.name] = option }
      cells[place.value] = value
    }
    for (name, value) in attributes.values where !name.hasPrefix(OptionNames.prefix) {
      try sheet.set(name, value, of: .variant, item: sku, record: variant.record, in: &cells)
    }
    if let report, variant.fields["variant_title"] != nil, options != [Self.titleOption] {
      report.leaveOut("titles of variants", of: sku)
    }
    for price in variant.prices {
      if let report, price.type == "sale" {
        report.leaveOut("sale prices", of: sku)
        continue
      }
      guard price.type != "sale", price.validFrom == nil, price.validTo == nil else {
        throw codes.unwritable(
          variant.record, "price_type", price.type,
          "the \(price.type) price of '\(sku)' has no place: Shopify has a price and a compare-at price, without dates")
      }
      sheet.set(price.type == "list" ? .compareAtPrice : .price, price.amount, in: &cells)
    }
    guard variant.stock.count < 2 else {
      throw codes.unwritable(
        variant.record, "location", variant.stock[1].location,
        "'\(sku)' has stock at \(variant.stock.count) locations, and a product CSV knows one")
    }
    let quantity = variant.stock.first?.quantity
    if report != nil, let quantity, !quantity.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: "-") }) {
      throw codes.unwritable(
        variant.record, "quantity", quantity,
        "the quantity '\(quantity)' of '\(sku)' is not whole, and Shopify counts in pieces")
    }
    sheet.set(.quantity, quantity, in: &cells)
  }
}
