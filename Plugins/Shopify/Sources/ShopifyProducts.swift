internal import DelimitedReading
internal import FormatKit

/// Makes records of the rows of a product CSV: rows of one handle are one product, those with an option, SKU or price its
/// variants, and the others further images.
struct ShopifyProducts: DelimitedMapping {
  private enum Table: Int, CaseIterable {
    case products, variants, barcodes, prices, stockLevels

    var schema: Schema {
      switch self {
      case .products:
        Schema(
          table: "products",
          columnNames: ["product_code", "title", "description", "category", "brand", "status", "attributes"])
      case .variants:
        Schema(
          table: "variants",
          columns: ["sku", "product_code", "colour", "size"].map { Column(name: $0) }
            + [Column(name: "standard_cost", type: .number), Column(name: "attributes")])
      case .barcodes: Schema(table: "barcodes", columnNames: ["barcode", "sku"])
      case .prices:
        Schema(
          table: "prices",
          columns: ["sku", "price_type", "currency"].map { Column(name: $0) } + [Column(name: "price", type: .number)])
      case .stockLevels:
        Schema(table: "stock_levels", columns: [Column(name: "sku"), Column(name: "quantity", type: .number)])
      }
    }
  }

  /// The product whose rows are being read.
  private struct Product {
    let code: String
    let position: RecordPosition
    var title: String?
    var description: String?
    var category: String?
    var brand: String?
    var status: String?
    var attributes = AttributeText()
    var images: [String] = []
    var alternatives: [String] = []
    var optionNames: [Int: String] = [:]
    var skus: Set<String> = []
    var problems: [Problem] = []

    var isBare: Bool {
      title == nil && description == nil && category == nil && brand == nil && status == nil && attributes.json == nil
        && images.isEmpty
    }
  }

  static let maximumImages = 250
  /// Above this number of bytes no more images are kept.
  static let maximumAttributeBytes = 1 << 20
  /// Among how many variants of a product an SKU that comes twice is looked for.
  static let watchedSKUs = 4096

  private let header: MatchedHeader<ShopifyColumn>
  private let options: ShopifyOptions
  private let codes = DelimitedCodes.shopify
  private var product: Product?
  private var toldMadeSKU = false
  private var toldStock = false

  static func begin(
    _ rows: DelimitedRows, _ options: ShopifyOptions
  ) -> (any DelimitedMapping, RecordTables, [SourceFinding]) {
    let header = MatchedHeader(rows.columns, layout: ShopifyColumns.products)
    let tables = RecordTables(Table.allCases.map(\.schema))
    if let unused = header.unusedColumns(.shopify, source: rows.source) { tables.tellWithNext(unused) }
    let finding = SourceFinding("layout", "product CSV", evidence: "the header")
    return (ShopifyProducts(header: header, options: options), tables, [finding])
  }

  private init(header: MatchedHeader<ShopifyColumn>, options: ShopifyOptions) {
    self.header = header
    self.options = options
  }

  mutating func refuse(_ row: DelimitedRows, into tables: RecordTables) {
    tables.add(
      Table.variants.rawValue, [row.text(header[.sku]), row.text(header[.handle]), nil, nil, nil, nil],
      at: row.position, row.problems)
  }

  mutating func finish(into tables: RecordTables) { closeProduct(into: tables) }

  mutating func take(_ row: DelimitedRows, into tables: RecordTables) {
    guard let handle = row.text(header[.handle]) else {
      let problem = row.problem(codes.missingCode, header[.handle], "the row has no handle")
      return tables.add(
        Table.variants.rawValue, [row.text(header[.sku]), nil, nil, nil, nil, nil], at: row.position, [problem])
    }
    if product?.code != handle {
      closeProduct(into: tables)
      product = open(handle, row)
    }
    takeOptionNamesAndImage(row)
    let hasOption = (1...3).contains { row.text(header.column(.optionValue, $0)) != nil }
    let isVariant =
      hasOption || [.sku, .price, .barcode].contains { (key: ShopifyColumn) in row.text(header[key]) != nil }
    if isVariant { takeVariant(row, handle, into: tables) }
  }

  // MARK: The product

  private func open(_ handle: String, _ row: DelimitedRows) -> Product {
    var product = Product(code: handle, position: row.position)
    product.title = row.text(header[.title])
    product.description = row.text(header[.body])
    product.brand = row.text(header[.vendor])
    let (type, category) = (row.text(header[.type]), row.text(header[.category]))
    product.category = type ?? category
    if type != nil { product.attributes.add("product_category", category) }
    let status = row.text(header[.status])
    switch status?.lowercased() {
    case "active": product.status = "active"
    case "archived": product.status = "discontinued"
    default: product.attributes.add("status", status)
    }
    for attribute in header.productAttributes { product.attributes.add(attribute.name, row.text(attribute.column)) }
    return product
  }

  private mutating func takeOptionNamesAndImage(_ row: DelimitedRows) {
    guard var current = product else { return }
    product = nil
    for column in header.placed(.optionName) {
      if let name = row.text(column.column) { current.optionNames[column.number] = name }
    }
    if let image = row.text(header[.image]) {
      let size = current.images.reduce(current.attributes.size) { $0 + $1.utf8.count }
      if current.images.count < Self.maximumImages, size + image.utf8.count < Self.maximumAttributeBytes {
        current.images.append(image)
        current.alternatives.append(row.text(header[.imageAlternative]) ?? "")
      } else if !current.problems.contains(where: { $0.code == .shopifyTooManyImages }) {
        current.problems.append(
          row.problem(
            .shopifyTooManyImages, header[.image], value: image,
            "the product '\(current.code)' has more than \(current.images.count) images"))
      }
    }
    product = current
  }

  private mutating func closeProduct(into tables: RecordTables) {
    guard var closed = product else { return }
    product = nil
    if closed.isBare { return }
    closed.attributes.add("images", closed.images)
    if closed.alternatives.contains(where: { !$0.isEmpty }) {
      closed.attributes.add("image_alt_texts", closed.alternatives)
    }
    tables.add(
      Table.products.rawValue,
      [
        closed.code, closed.title, closed.description, closed.category, closed.brand, closed.status,
        closed.attributes.json,
      ], at: closed.position, closed.problems)
  }

  // MARK: A variant

  private mutating func takeVariant(_ row: DelimitedRows, _ handle: String, into tables: RecordTables) {
    var problems: [Problem] = []
    var variant = VariantOptions()
    var values: [String] = []
    for column in header.placed(.optionValue) {
      guard let value = row.text(column.column) else { continue }
      guard let name = product?.optionNames[column.number] else {
        problems.append(
          row.problem(
            .shopifyStrayRow, column.column, value: value,
            "'\(value)' is a value of option \(column.number) of '\(handle)', which no row above names"))
        continue
      }
      if name.lowercased() == "title", value.lowercased() == "default title" { continue }
      variant.add(name, value)
      values.append(value)
    }
    let sku = sku(of: row, handle, values, &problems)
    if let sku, (product?.skus.count ?? 0) < Self.watchedSKUs, product?.skus.insert(sku).inserted == false {
      problems.append(
        row.problem(
          codes.duplicateSKU, header[.sku], value: sku, "the SKU '\(sku)' has come before in the product '\(handle)'"))
    }
    var attributes = AttributeText()
    variant.addOthers(to: &attributes)
    for attribute in header.variantAttributes { attributes.add(attribute.name, row.text(attribute.column)) }
    let cost = amount(row, .cost, "cost", &problems)
    tellOfStock(row, &problems)
    let isRefused = sku == nil || problems.contains { $0.severity == .error }
    if isRefused {
      // Problems in the other cells are reported too, but their values are not used.
      for (key, name) in [(ShopifyColumn.price, "price"), (.compareAtPrice, "price")] {
        _ = amount(row, key, name, &problems)
      }
      _ = quantity(row, &problems)
    }
    tables.add(
      Table.variants.rawValue, [sku, handle, variant.colour, variant.size, cost, attributes.json], at: row.position,
      problems)
    guard let sku, !isRefused else { return }
    if let barcode = withoutApostrophe(row.text(header[.barcode])) {
      tables.add(Table.barcodes.rawValue, [barcode, sku], at: row.position)
    }
    addPrice(row, .price, "regular", sku, into: tables)
    addPrice(row, .compareAtPrice, "list", sku, into: tables)
    var stockProblems: [Problem] = []
    if let quantity = quantity(row, &stockProblems) {
      tables.add(Table.stockLevels.rawValue, [sku, quantity], at: row.position, stockProblems)
    }
  }

  private mutating func sku(
    of row: DelimitedRows, _ handle: String, _ values: [String], _ problems: inout [Problem]
  ) -> String? {
    if let sku = withoutApostrophe(row.text(header[.sku])) { return sku }
    let made = MadeCode.slug([handle] + values)
    guard !made.isEmpty else {
      problems.append(row.problem(codes.missingCode, header[.sku], value: handle, "'\(handle)' makes no SKU"))
      return nil
    }
    if !toldMadeSKU {
      toldMadeSKU = true
      problems.append(
        row.problem(
          codes.madeSKU, header[.sku], value: made,
          "variants without an SKU get one made of handle and options; the first is '\(made)'"))
    }
    return made
  }

  /// Shopify's export writes an apostrophe before long numbers, so that spreadsheets show them in full.
  private func withoutApostrophe(_ text: String?) -> String? {
    guard let text, text.hasPrefix("'") else { return text }
    return text.utf8.count > 1 ? String(text.dropFirst()) : nil
  }

  private func amount(
    _ row: DelimitedRows, _ key: ShopifyColumn, _ name: String, _ problems: inout [Problem]
  ) -> String? {
    row.amount(header[key], name, comma: .refused, codes, &problems)
  }

  private func addPrice(
    _ row: DelimitedRows, _ key: ShopifyColumn, _ type: String, _ sku: String, into tables: RecordTables
  ) {
    var problems: [Problem] = []
    guard let price = amount(row, key, "price", &problems) else { return }
    // A price before the reduction of zero means that there is no such price.
    if type == "list", problems.isEmpty, NumberText.isZero(price) { return }
    tables.add(Table.prices.rawValue, [sku, type, options.currency, price], at: row.position, problems)
  }

  /// Reports once that quantities are not imported.
  private mutating func tellOfStock(_ row: DelimitedRows, _ problems: inout [Problem]) {
    guard !options.stock, !toldStock, let text = row.text(header[.quantity]) else { return }
    toldStock = true
    problems.append(
      row.problem(codes.stockNotTaken, header[.quantity], value: text, "the quantities in stock are not taken"))
  }

  private func quantity(_ row: DelimitedRows, _ problems: inout [Problem]) -> String? {
    options.stock ? row.quantity(header[.quantity], comma: .refused, codes, &problems) : nil
  }
}
