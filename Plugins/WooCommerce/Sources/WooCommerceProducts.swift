internal import DelimitedReading
internal import FormatKit

/// Makes records of the rows of a product CSV: a simple product is a product and its variant, a variable one a product, a
/// variation a variant of its parent, a grouped or external one a product that is not kept in stock.
struct WooCommerceProducts: DelimitedMapping {
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
          columns: ["sku", "product_code", "variant_title", "colour", "size"].map { Column(name: $0) }
            + [Column(name: "standard_cost", type: .number), Column(name: "attributes")])
      case .barcodes: Schema(table: "barcodes", columnNames: ["barcode", "sku"])
      case .prices:
        Schema(
          table: "prices",
          columns: ["sku", "price_type", "currency"].map { Column(name: $0) } + [
            Column(name: "valid_from", type: .dateTime), Column(name: "price", type: .number),
            Column(name: "valid_to", type: .dateTime),
          ])
      case .stockLevels:
        Schema(table: "stock_levels", columns: [Column(name: "sku"), Column(name: "quantity", type: .number)])
      }
    }
  }

  private enum Kind {
    case simple, variable, variation, unstocked
  }

  /// Among how many SKUs one that comes twice is looked for.
  static let watchedSKUs = 1 << 16

  private let header: MatchedHeader<WooCommerceColumn>
  private let options: WooCommerceOptions
  private let codes = DelimitedCodes.wooCommerce
  private var parents: ParentCodes
  private var skus: Set<String> = []
  private var told: Set<String> = []

  static func begin(
    _ rows: DelimitedRows, _ source: ByteSource, _ options: WooCommerceOptions
  ) -> (any DelimitedMapping, RecordTables, [SourceFinding]) {
    let header = MatchedHeader(rows.columns, layout: WooCommerceColumns.layout)
    let tables = RecordTables(Table.allCases.map(\.schema))
    if let unused = header.unusedColumns(.wooCommerce, source: rows.source) { tables.tellWithNext(unused) }
    let mapping = WooCommerceProducts(header: header, options: options, parents: ParentCodes(source, options.charset))
    return (mapping, tables, [SourceFinding("layout", "product CSV", evidence: "the header")])
  }

  private init(header: MatchedHeader<WooCommerceColumn>, options: WooCommerceOptions, parents: ParentCodes) {
    self.header = header
    self.options = options
    self.parents = parents
  }

  mutating func refuse(_ row: DelimitedRows, into tables: RecordTables) {
    tables.add(
      Table.variants.rawValue, [row.text(header[.sku])] + Array(repeating: nil, count: 6), at: row.position,
      row.problems)
  }

  mutating func finish(into tables: RecordTables) {}

  mutating func take(_ row: DelimitedRows, into tables: RecordTables) throws(Problems) {
    var problems: [Problem] = []
    let kind = kind(of: row, &problems)
    guard let code = code(of: row, &problems) else {
      problems.append(row.problem(codes.missingCode, header[.sku], "the row has neither an SKU nor an ID"))
      return tables.add(
        Table.variants.rawValue, Array(repeating: nil, count: 7), at: row.position, problems)
    }
    if skus.count < Self.watchedSKUs, !skus.insert(code).inserted {
      problems.append(row.problem(codes.duplicateSKU, header[.sku], value: code, "the SKU '\(code)' has come before"))
    }
    if kind == .variable || kind == .unstocked { return addProduct(row, code, kind, problems, into: tables) }
    // Problems of a simple product are reported with its variant, and then no product is created either.
    if kind == .simple, !problems.contains(where: { $0.severity == .error }) {
      addProduct(row, code, kind, [], into: tables)
    }
    try addVariant(row, code, kind, problems, into: tables)
  }

  // MARK: What the row is

  private mutating func kind(of row: DelimitedRows, _ problems: inout [Problem]) -> Kind {
    let parent = row.text(header[.parent])
    guard let text = row.text(header[.type]) else { return parent == nil ? .simple : .variation }
    let words = text.lowercased().split(whereSeparator: { $0 == "," || $0 == " " })
    switch words.first {
    case "simple": return .simple
    case "variable": return .variable
    case "variation": return .variation
    case "grouped", "external": return .unstocked
    case let word?:
      if told.count < 100, told.insert("type \(word)").inserted {
        problems.append(
          row.problem(.wooCommerceUnknownType, header[.type], value: text, "the type '\(text)' is not known"))
      }
      // Extensions name theirs after these: variable-subscription, subscription_variation.
      if word.hasSuffix("variation") { return .variation }
      return word.hasPrefix("variable") ? .variable : .simple
    case nil: return .simple
    }
  }

  /// The SKU, else the ID as the column Parent writes it.
  private mutating func code(of row: DelimitedRows, _ problems: inout [Problem]) -> String? {
    if let sku = row.text(header[.sku]) { return sku }
    guard let id = row.text(header[.id]) else { return nil }
    if told.insert("made").inserted {
      problems.append(
        row.problem(
          codes.madeSKU, header[.sku], value: "id:\(id)",
          "items without an SKU go by their ID; the first is 'id:\(id)'",
          remedy: "Give them SKUs in the shop system; IDs are others in another shop."))
    }
    return "id:\(id)"
  }

  // MARK: Records

  private func addProduct(
    _ row: DelimitedRows, _ code: String, _ kind: Kind, _ problems: [Problem], into tables: RecordTables
  ) {
    var attributes = AttributeText()
    let type = row.text(header[.type])
    if let type, !["simple", "variable"].contains(type.lowercased()) { attributes.add("type", type) }
    if row.text(header[.sku]) != nil { attributes.add("id", row.text(header[.id])) }
    let published = row.text(header[.published])
    if published != "1" { attributes.add("published", published) }
    let (category, categories) = CategoryPath.first(of: row.text(header[.categories]))
    attributes.add("categories", categories)
    let brands = row.text(header[.brands]).map(ValueList.values) ?? []
    if brands.count > 1 { attributes.add("brands", row.text(header[.brands])) }
    if kind != .simple {
      attributes.add("regular_price", row.text(header[.regularPrice]))
      attributes.add("sale_price", row.text(header[.salePrice]))
      attributes.add("stock", row.text(header[.stock]))
    }
    for column in header.placed(.attributeName) {
      guard let name = row.text(column.column) else { continue }
      let key = "attribute:\(name)"
      attributes.add(key, row.text(header.column(.attributeValues, column.number)) ?? "")
      for (part, word) in [
        (WooCommerceColumn.attributeVisible, "visible"), (.attributeGlobal, "global"), (.attributeDefault, "default"),
      ] { attributes.add("\(key):\(word)", row.text(header.column(part, column.number))) }
    }
    for attribute in header.productAttributes { attributes.add(attribute.name, row.text(attribute.column)) }
    tables.add(
      Table.products.rawValue,
      [
        code, row.text(header[.name]), row.text(header[.description]), category, brands.first,
        published == "1" ? "active" : nil, attributes.json,
      ], at: row.position, problems)
  }

  private mutating func addVariant(
    _ row: DelimitedRows, _ code: String, _ kind: Kind, _ given: [Problem], into tables: RecordTables
  ) throws(Problems) {
    var problems = given
    var variant = VariantOptions()
    var attributes = AttributeText()
    let isVariation = kind == .variation
    for column in header.placed(.attributeName) {
      let values = row.text(header.column(.attributeValues, column.number)).map(ValueList.values) ?? []
      // A list says what a product is to be had in, and not what this one is.
      if let name = row.text(column.column), values.count == 1 { variant.add(name, values[0]) }
    }
    var parent: String? = code
    if isVariation {
      variant.addOthers(to: &attributes)
      let type = row.text(header[.type])
      if let type, type.lowercased() != "variation" { attributes.add("type", type) }
      if row.text(header[.sku]) != nil { attributes.add("id", row.text(header[.id])) }
      attributes.add("description", row.text(header[.description]))
      let published = row.text(header[.published])
      if published != "1" { attributes.add("published", published) }
      for attribute in header.productAttributes { attributes.add(attribute.name, row.text(attribute.column)) }
      parent = try parentCode(of: row, &problems)
    }
    if row.text(header[.stock])?.lowercased() == "parent" { attributes.add("stock", "parent") }
    let cost = amount(row, .cost, "cost", &problems)
    if !options.stock, let text = row.text(header[.stock]), quantity(row) != nil, told.insert("stock").inserted {
      problems.append(
        row.problem(codes.stockNotTaken, header[.stock], value: text, "the quantities in stock are not taken"))
    }
    let isRefused = problems.contains { $0.severity == .error }
    let prices = prices(row, &problems, isRefused: isRefused)
    if isRefused { _ = takenQuantity(row, &problems) }
    tables.add(
      Table.variants.rawValue,
      [
        code, parent, isVariation ? row.text(header[.name]) : nil, variant.colour, variant.size, cost, attributes.json,
      ], at: row.position, problems)
    if isRefused { return }
    if let barcode = row.text(header[.barcode]) {
      tables.add(Table.barcodes.rawValue, [barcode, code], at: row.position)
    }
    for price in prices {
      tables.add(
        Table.prices.rawValue, [code, price.type, options.currency, price.from, price.amount, price.to],
        at: row.position, price.problems)
    }
    var stockProblems: [Problem] = []
    if let quantity = takenQuantity(row, &stockProblems) {
      tables.add(Table.stockLevels.rawValue, [code, quantity], at: row.position, stockProblems)
    }
  }

  private mutating func parentCode(
    of row: DelimitedRows, _ problems: inout [Problem]
  ) throws(Problems) -> String? {
    guard let parent = row.text(header[.parent]) else {
      problems.append(row.problem(.wooCommerceMissingParent, header[.parent], "the variation names no parent"))
      return nil
    }
    guard parent.lowercased().hasPrefix("id:") else { return parent }
    if let code = try parents.code(of: ValueList.trimmed(String(parent.dropFirst(3)))) { return code }
    problems.append(
      row.problem(.wooCommerceUnknownParent, header[.parent], value: parent, "the file has no product '\(parent)'"))
    return nil
  }

  private struct Price {
    let type: String
    let amount: String
    var from: String?
    var to: String?
    var problems: [Problem] = []
  }

  /// The prices of the row. A refused variant has no prices, and their problems are reported with the variant.
  private func prices(_ row: DelimitedRows, _ problems: inout [Problem], isRefused: Bool) -> [Price] {
    var found: [Price] = []
    // In the order of the columns, so that the record of a row that is cut off is the last one.
    var saleProblems: [Problem] = []
    if let amount = amount(row, .salePrice, "sale price", &saleProblems) {
      let from = date(row, .saleStarts, &saleProblems)
      let to = date(row, .saleEnds, &saleProblems)
      found.append(Price(type: "sale", amount: amount, from: from, to: to, problems: saleProblems))
    }
    var regularProblems: [Problem] = []
    if let amount = amount(row, .regularPrice, "price", &regularProblems) {
      found.append(Price(type: "regular", amount: amount, problems: regularProblems))
    }
    if isRefused { problems += saleProblems + regularProblems }
    return found
  }

  private func date(_ row: DelimitedRows, _ key: WooCommerceColumn, _ problems: inout [Problem]) -> String? {
    guard let text = row.text(header[key]) else { return nil }
    if let date = SaleDate.iso8601(text) { return date }
    problems.append(row.problem(.wooCommerceInvalidDate, header[key], value: text, "'\(text)' is not a date"))
    return text
  }

  private func amount(
    _ row: DelimitedRows, _ key: WooCommerceColumn, _ name: String, _ problems: inout [Problem]
  ) -> String? {
    row.amount(header[key], name, comma: .decimal, codes, &problems)
  }

  /// The stock as written; nil if stock is not managed, or managed with the parent.
  private func quantity(_ row: DelimitedRows) -> String? {
    row.text(header[.stock]).flatMap { $0.lowercased() == "parent" ? nil : $0 }
  }

  /// The same as digits; the original cell with an error if it is not a number, and nil if quantities are not imported.
  private func takenQuantity(_ row: DelimitedRows, _ problems: inout [Problem]) -> String? {
    guard options.stock, quantity(row) != nil else { return nil }
    return row.quantity(header[.stock], comma: .decimal, codes, &problems)
  }
}
