internal import DelimitedReading
internal import FormatKit

/// Lays a product out as rows: one for a simple product, else one for the product and one for each variation.
struct WooCommerceLayout: CatalogueLayout {
  let currency: String?
  let fields: Set<String> = [
    "title", "description", "category", "brand", "status", "products.attributes", "variant_title", "colour", "size",
    "standard_cost", "variants.attributes", "barcode",
  ]
  let report: CatalogueReport?
  private let codes = DelimitedCodes.wooCommerce
  private let sheet: CatalogueSheet<WooCommerceColumn>
  private let attributeCount: Int

  var header: [String] { sheet.header }

  init(options: WooCommerceOptions, hasCost: Bool) {
    currency = options.currency
    report = options.complete ? CatalogueReport(system: "WooCommerce", codes: .wooCommerce) : nil
    attributeCount = options.attributes
    var header = WooCommerceColumns.header + (hasCost ? ["Cost of goods"] : [])
    for number in 1..<(options.attributes + 1) { header += WooCommerceColumns.attributeHeader(number) }
    sheet = CatalogueSheet(
      header, further: options.furtherColumns, layout: WooCommerceColumns.layout, codes: .wooCommerce,
      report: report)
  }

  /// The attribute that distinguishes variations by their titles if they have no other attribute.
  private static let titleAttribute = "Variant"

  /// A property that distinguishes the variations of a product, or describes it.
  private struct Property {
    let name: String
    var values: [String]
    /// The cells as they were read; nil for those that are made here.
    var text: String?
    var flags: [WooCommerceColumn: String] = [:]

    /// The value of a variant for it.
    func value(of variant: WrittenProduct.Variant, _ attributes: AttributeText) -> String? {
      let other = attributes.text(OptionNames.prefix + name)
      switch OptionNames.meaning(of: name) {
      case .colour?: return variant.fields["colour"] ?? other
      case .size?: return variant.fields["size"] ?? other
      case nil where name == WooCommerceLayout.titleAttribute:
        return other ?? variant.fields["variant_title"] ?? variant.sku
      case nil: return other
      }
    }
  }

  func rows(of product: WrittenProduct) throws(Problems) -> [[String]] {
    let attributes = try sheet.attributes(
      product.fields["products.attributes"], named: "products.attributes", record: product.record)
    var variants: [(variant: WrittenProduct.Variant, attributes: AttributeText)] = []
    for variant in product.variants where variant.sku != nil {
      variants.append(
        (
          variant,
          try sheet.attributes(
            variant.fields["variants.attributes"], named: "variants.attributes", record: variant.record)
        ))
    }
    if let bare = product.variants.first(where: { $0.sku == nil }),
      !bare.fields.isEmpty || !bare.prices.isEmpty || !bare.stock.isEmpty
    {
      throw codes.unwritable(bare.record, "sku", nil, "the variant of '\(product.code)' has no SKU")
    }
    let isSimple = variants.count == 1 && variants[0].variant.sku == product.code
    if let report { product.requireTitleAndPrices(report) }
    var properties = self.properties(attributes, variants, isSimple: isSimple)
    if report != nil, !isSimple,
      !variants.contains(where: { entry in
        properties.contains { $0.value(of: entry.variant, entry.attributes) != nil }
      })
    {
      // A customer chooses a variation by its attributes.
      var titles = Property(name: Self.titleAttribute, values: [])
      titles.values = variants.compactMap { titles.value(of: $0.variant, $0.attributes) }
      if !titles.values.isEmpty { properties.append(titles) }
    }
    guard properties.count <= attributeCount else {
      throw Problems(
        codes.unwritableValue, at: SourcePosition(record: product.record, field: "attributes"), value: product.code,
        "'\(product.code)' has \(properties.count) attributes, and the file columns for \(attributeCount)",
        remedy: "Give more with --option attributes=\(properties.count).")
    }
    var row = sheet.row
    try fill(&row, product, attributes, type: isSimple ? "simple" : "variable")
    for (index, property) in properties.enumerated() { set(property, number: index + 1, in: &row) }
    if isSimple {
      let (variant, own) = variants[0]
      if let title = variant.fields["variant_title"], title != product.fields["title"] {
        guard let report else {
          throw codes.unwritable(variant.record, "variant_title", title, "a simple product has one name only")
        }
        report.leaveOut("titles of variants", of: product.code)
      }
      for (name, value) in own.values where !name.hasPrefix(OptionNames.prefix) {
        guard name == "stock", case .text(let text) = value else {
          if report != nil {
            try sheet.set(name, value, of: .product, item: product.code, record: variant.record, in: &row)
            continue
          }
          throw codes.unwritable(
            variant.record, "attributes", name, "the attribute '\(name)' of the variant '\(product.code)' has no place")
        }
        sheet.set(.stock, text, in: &row)
      }
      try fill(&row, variant)
      complete(&row, variant)
      return [row]
    }
    return [row] + (try variations(variants, of: product, properties))
  }

  // MARK: The product

  /// The SKU, or the ID where the code is made of one.
  private func setCode(_ code: String, in row: inout [String]) {
    let id = code.dropFirst(3)
    let isID = code.hasPrefix("id:") && !id.isEmpty && id.utf8.allSatisfy { (48...57).contains($0) }
    sheet.set(isID ? .id : .sku, isID ? String(id) : code, in: &row)
  }

  private func fill(
    _ row: inout [String], _ product: WrittenProduct, _ attributes: AttributeText, type: String
  ) throws(Problems) {
    setCode(product.code, in: &row)
    sheet.set(.type, type, in: &row)
    sheet.set(.name, product.fields["title"], in: &row)
    sheet.set(.description, product.fields["description"], in: &row)
    sheet.set(.categories, product.fields["category"].map(CategoryPath.cell), in: &row)
    sheet.set(.brands, product.fields["brand"].map { ValueList.text([$0]) }, in: &row)
    switch product.fields["status"] {
    case nil: break
    case "active"?: sheet.set(.published, "1", in: &row)
    // A draft: kept in the system, and not shown to customers.
    case "discontinued"? where report != nil: sheet.set(.published, "-1", in: &row)
    case let status?:
      throw codes.unwritable(
        product.record, "status", status, "the status '\(status)' of '\(product.code)' has no place in WooCommerce")
    }
    for (name, value) in attributes.values where !name.hasPrefix("attribute:") {
      guard case .text(let text) = value else {
        guard report != nil else { throw unknown(name, product.record) }
        try sheet.set(name, value, of: .product, item: product.code, record: product.record, in: &row)
        continue
      }
      switch name {
      case "id": sheet.set(.id, text, in: &row)
      case "type": sheet.set(.type, text, in: &row)
      case "published": sheet.set(.published, text, in: &row)
      case "categories": sheet.set(.categories, text, in: &row)
      case "brands": sheet.set(.brands, text, in: &row)
      case "regular_price": sheet.set(.regularPrice, text, in: &row)
      case "sale_price": sheet.set(.salePrice, text, in: &row)
      case "stock": sheet.set(.stock, text, in: &row)
      default: try sheet.set(name, value, of: .product, item: product.code, record: product.record, in: &row)
      }
    }
    if report != nil {
      for (name, value) in [("visibility", "visible"), ("featured", "0"), ("tax_status", "taxable")] {
        sheet.complete(name, value, of: .product, in: &row)
      }
      if product.fields["status"] == nil, attributes.text("published") == nil { sheet.set(.published, "1", in: &row) }
    }
  }

  /// What says whether customers can buy an item.
  private func complete(_ row: inout [String], _ variant: WrittenProduct.Variant) {
    guard report != nil else { return }
    sheet.complete("backorders", "0", of: .product, in: &row)
    guard let quantity = variant.stock.first?.quantity else {
      return sheet.complete("in_stock", "1", of: .product, in: &row)
    }
    let isInStock = !quantity.hasPrefix("-") && !NumberText.isZero(quantity)
    sheet.replace("in_stock", isInStock ? "1" : "0", of: .product, in: &row)
  }

  private func unknown(_ name: String, _ record: Int) -> Problems {
    codes.unwritable(record, "attributes", name, "the attribute '\(name)' is a list, and has no column")
  }

  /// The attributes that were read with the product, then colour, size and what else its variants have.
  private func properties(
    _ attributes: AttributeText, _ variants: [(variant: WrittenProduct.Variant, attributes: AttributeText)],
    isSimple: Bool
  ) -> [Property] {
    var found: [Property] = []
    let flags: [(String, WooCommerceColumn)] = [
      (":visible", .attributeVisible), (":global", .attributeGlobal), (":default", .attributeDefault),
    ]
    for (name, value) in attributes.values where name.hasPrefix("attribute:") {
      guard case .text(let text) = value else { continue }
      let rest = name.dropFirst("attribute:".count)
      if let flag = flags.first(where: { rest.hasSuffix($0.0) }), let last = found.last,
        rest.dropLast(flag.0.count) == last.name[...]
      {
        found[found.count - 1].flags[flag.1] = text
      } else {
        found.append(Property(name: String(rest), values: ValueList.values(text), text: text))
      }
    }
    func add(_ name: String, _ value: String?) {
      guard let value else { return }
      if let index = found.firstIndex(where: { $0.name == name }) {
        if found[index].values.contains(value) { return }
        if isSimple { found[index] = Property(name: name, values: [value], flags: found[index].flags) }
        if !isSimple, found[index].text == nil { found[index].values.append(value) }
      } else {
        found.append(Property(name: name, values: [value]))
      }
    }
    func name(of meaning: OptionNames.Meaning, else other: String) -> String {
      found.first { OptionNames.meaning(of: $0.name) == meaning }?.name ?? other
    }
    for (variant, own) in variants {
      add(name(of: .colour, else: "Color"), variant.fields["colour"])
      add(name(of: .size, else: "Size"), variant.fields["size"])
      for (name, value) in own.values where name.hasPrefix(OptionNames.prefix) {
        if case .text(let text) = value { add(String(name.dropFirst(OptionNames.prefix.count)), text) }
      }
    }
    return found
  }

  private func set(_ property: Property, number: Int, in row: inout [String]) {
    let columns = sheet.columns
    func put(_ key: WooCommerceColumn, _ text: String?) {
      if let column = columns.column(key, number), let text { row[column] = text }
    }
    put(.attributeName, property.name)
    put(.attributeValues, property.text ?? ValueList.text(property.values))
    for (key, text) in property.flags { put(key, text) }
  }

  // MARK: Variants

  private func variations(
    _ variants: [(variant: WrittenProduct.Variant, attributes: AttributeText)], of product: WrittenProduct,
    _ properties: [Property]
  ) throws(Problems) -> [[String]] {
    var rows: [[String]] = []
    for (variant, attributes) in variants {
      var row = sheet.row
      setCode(variant.sku ?? "", in: &row)
      sheet.set(.type, "variation", in: &row)
      sheet.set(.name, variant.fields["variant_title"], in: &row)
      sheet.set(.parent, product.code, in: &row)
      sheet.set(.published, "1", in: &row)
      for (index, property) in properties.enumerated() {
        guard let value = property.value(of: variant, attributes) else { continue }
        var own = Property(name: property.name, values: [value])
        own.flags[.attributeGlobal] = property.flags[.attributeGlobal]
        set(own, number: index + 1, in: &row)
      }
      for (name, value) in attributes.values where !name.hasPrefix(OptionNames.prefix) {
        guard case .text(let text) = value else {
          guard report != nil else { throw unknown(name, variant.record) }
          try sheet.set(
            name, value, of: .product, item: variant.sku ?? product.code, record: variant.record, in: &row)
          continue
        }
        switch name {
        case "id": sheet.set(.id, text, in: &row)
        case "description": sheet.set(.description, text, in: &row)
        case "published": sheet.set(.published, text, in: &row)
        case "type": sheet.set(.type, text, in: &row)
        case "stock": sheet.set(.stock, text, in: &row)
        default:
          try sheet.set(
            name, value, of: .product, item: variant.sku ?? product.code, record: variant.record, in: &row)
        }
      }
      try fill(&row, variant)
      complete(&row, variant)
      rows.append(row)
    }
    return rows
  }

  private func fill(_ row: inout [String], _ variant: WrittenProduct.Variant) throws(Problems) {
    let sku = variant.sku ?? ""
    sheet.set(.barcode, variant.oneBarcode(report), in: &row)
    sheet.set(.cost, variant.fields["standard_cost"], in: &row)
    for price in variant.prices {
      switch price.type {
      case "regular" where price.validFrom == nil && price.validTo == nil:
        sheet.set(.regularPrice, price.amount, in: &row)
      case "sale":
        sheet.set(.salePrice, price.amount, in: &row)
        sheet.set(.saleStarts, price.validFrom, in: &row)
        sheet.set(.saleEnds, price.validTo, in: &row)
      default:
        throw codes.unwritable(
          variant.record, "price_type", price.type,
          "the \(price.type) price of '\(sku)' has no place: WooCommerce has a regular price and a sale price with dates"
        )
      }
    }
    guard variant.stock.count < 2 else {
      throw codes.unwritable(
        variant.record, "location", variant.stock[1].location,
        "'\(sku)' has stock at \(variant.stock.count) locations, and WooCommerce knows one")
    }
    sheet.set(.stock, variant.stock.first?.quantity, in: &row)
  }
}
