internal import DelimitedReading
internal import FormatKit

/// Lays a product out as the rows of a product CSV: its first variant beside it, a row for each other one, and rows for the
/// images that are left.
struct ShopifyProductLayout: CatalogueLayout {
  let header: [String]
  let currency: String?
  let fields: Set<String> = [
    "title", "description", "category", "brand", "status", "products.attributes", "colour", "size", "standard_cost",
    "variants.attributes", "barcode",
  ]
  /// The most options that a product has.
  static let maximumOptions = 3

  private let codes = DelimitedCodes.shopify
  private let places: [ShopifyColumn: Int]
  private let optionPlaces: [(name: Int, value: Int)]
  private let imagePosition: Int?
  private let productAttributes: [String: Int]
  private let variantAttributes: [String: Int]

  init(options: ShopifyOptions) {
    currency = options.currency
    let further = (options.furtherColumns ?? "").split(separator: "|").map { $0.trimmed }.filter { !$0.isEmpty }
    header = (options.header == .current ? ShopifyColumns.currentHeader : ShopifyColumns.classicHeader) + further
    let matched = MatchedHeader(header, layout: ShopifyColumns.products)
    var places: [ShopifyColumn: Int] = [:]
    for key: ShopifyColumn in [
      .handle, .title, .body, .vendor, .type, .category, .status, .sku, .barcode, .price, .compareAtPrice, .cost,
      .quantity, .image, .imageAlternative,
    ] { places[key] = matched[key] }
    self.places = places
    optionPlaces = (1...Self.maximumOptions).compactMap { number in
      guard let name = matched.column(.optionName, number), let value = matched.column(.optionValue, number) else {
        return nil
      }
      return (name, value)
    }
    imagePosition = header.firstIndex { $0.lowercased() == "image position" }
    productAttributes = Dictionary(
      matched.productAttributes.map { ($0.name, $0.column) }, uniquingKeysWith: { first, _ in first })
    variantAttributes = Dictionary(
      matched.variantAttributes.map { ($0.name, $0.column) }, uniquingKeysWith: { first, _ in first })
  }

  func rows(of product: WrittenProduct) throws(FormatError) -> [[String]] {
    let attributes = try parsed(product.fields["products.attributes"], "products.attributes", product.record)
    var variants: [(variant: WrittenProduct.Variant, attributes: AttributeText)] = []
    for variant in product.variants where variant.sku != nil || product.variants.count == 1 {
      variants.append(
        (variant, try parsed(variant.fields["variants.attributes"], "variants.attributes", variant.record)))
    }
    let options = try optionNames(product, variants)
    var rows: [[String]] = []
    for (variant, own) in variants {
      var cells = empty(product)
      if variant.sku == nil {
        guard variant.fields.isEmpty, variant.prices.isEmpty, variant.stock.isEmpty else {
          throw codes.unwritable(variant.record, "sku", nil, "the variant of '\(product.code)' has no SKU")
        }
      } else {
        try fill(&cells, variant, own, options, of: product, isFirst: rows.isEmpty)
      }
      if rows.isEmpty { try fill(&cells, product, attributes) }
      rows.append(cells)
    }
    addImages(product, attributes, to: &rows)
    return rows
  }

  private func empty(_ product: WrittenProduct) -> [String] {
    var cells = Array(repeating: "", count: header.count)
    set(.handle, product.code, &cells)
    return cells
  }

  private func set(_ key: ShopifyColumn, _ text: String?, _ cells: inout [String]) {
    if let place = places[key], let text { cells[place] = text }
  }

  private func parsed(_ json: String?, _ name: String, _ record: Int) throws(FormatError) -> AttributeText {
    guard let json else { return AttributeText() }
    guard let attributes = AttributeText(parsing: json) else {
      throw codes.unwritable(record, name, json, "the attributes '\(json)' are not a JSON object of texts")
    }
    return attributes
  }

  // MARK: The product

  private func fill(
    _ cells: inout [String], _ product: WrittenProduct, _ attributes: AttributeText
  ) throws(FormatError) {
    set(.title, product.fields["title"], &cells)
    set(.body, product.fields["description"], &cells)
    set(.vendor, product.fields["brand"], &cells)
    set(.type, product.fields["category"], &cells)
    switch product.fields["status"] {
    case "active"?: set(.status, "active", &cells)
    case "discontinued"?: set(.status, "archived", &cells)
    default: set(.status, attributes.text("status"), &cells)
    }
    for (name, value) in attributes.values {
      switch (name, value) {
      case ("status", _), ("images", .list), ("image_alt_texts", .list): continue
      case ("product_category", .text(let text)): set(.category, text, &cells)
      case (_, .text(let text)):
        guard let place = productAttributes[name] else { throw unknown(name, text, product.record) }
        cells[place] = text
      case (_, .list): throw unknown(name, nil, product.record)
      }
    }
  }

  private func unknown(_ name: String, _ value: String?, _ record: Int) -> FormatError {
    FormatError(
      codes.unwritableValue, at: SourcePosition(record: record, field: "attributes"), value: value ?? name,
      "the attribute '\(name)' has no column", remedy: "Give one with --option further-columns=\"\(name)\".")
  }

  private func addImages(_ product: WrittenProduct, _ attributes: AttributeText, to rows: inout [[String]]) {
    guard case .list(let images)? = attributes["images"] else { return }
    var alternatives: [String] = []
    if case .list(let list)? = attributes["image_alt_texts"] { alternatives = list }
    for (index, image) in images.enumerated() {
      if index == rows.count { rows.append(empty(product)) }
      set(.image, image, &rows[index])
      if let imagePosition { rows[index][imagePosition] = "\(index + 1)" }
      if index < alternatives.count { set(.imageAlternative, alternatives[index], &rows[index]) }
    }
  }

  // MARK: Variants

  /// What the variants differ in: colour, size, then the other options as they come.
  private func optionNames(
    _ product: WrittenProduct, _ variants: [(variant: WrittenProduct.Variant, attributes: AttributeText)]
  ) throws(FormatError) -> [String] {
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
      throw codes.unwritable(
        product.record, "product_code", product.code,
        "the \(variants.count) variants of '\(product.code)' differ in no option")
    }
    return names
  }

  private func fill(
    _ cells: inout [String], _ variant: WrittenProduct.Variant, _ attributes: AttributeText, _ options: [String],
    of product: WrittenProduct, isFirst: Bool
  ) throws(FormatError) {
    let sku = variant.sku ?? ""
    set(.sku, sku, &cells)
    set(.barcode, variant.fields["barcode"], &cells)
    set(.cost, variant.fields["standard_cost"], &cells)
    if options.isEmpty {
      cells[optionPlaces[0].name] = "Title"
      cells[optionPlaces[0].value] = "Default Title"
    }
    for (place, option) in zip(optionPlaces, options) {
      let value =
        switch option {
        case "Color": variant.fields["colour"] ?? attributes.text(OptionNames.prefix + option)
        case "Size": variant.fields["size"] ?? attributes.text(OptionNames.prefix + option)
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
      guard case .text(let text) = value, let place = variantAttributes[name] else {
        throw unknown(name, nil, variant.record)
      }
      cells[place] = text
    }
    for price in variant.prices {
      guard price.type != "sale", price.validFrom == nil, price.validTo == nil else {
        throw codes.unwritable(
          variant.record, "price_type", price.type,
          "the \(price.type) price of '\(sku)' has no place: Shopify has a price and a compare-at price, without dates")
      }
      set(price.type == "list" ? .compareAtPrice : .price, price.amount, &cells)
    }
    guard variant.stock.count < 2 else {
      throw codes.unwritable(
        variant.record, "location", variant.stock[1].location,
        "'\(sku)' has stock at \(variant.stock.count) locations, and a product CSV knows one")
    }
    set(.quantity, variant.stock.first?.quantity, &cells)
  }
}

extension Substring {
  /// Without the spaces around it.
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
