internal import DelimitedReading
internal import FormatKit

/// Makes records of the rows of an item library: each row is a variation, and rows of one item name that follow each other are
/// one product.
struct SquareItems: DelimitedMapping {
  private enum Table: Int, CaseIterable {
    case locations, suppliers, products, variants, barcodes, supplierItems, prices, stockLevels

    var schema: Schema {
      switch self {
      case .locations: Schema(table: "locations", columnNames: ["location"])
      case .suppliers: Schema(table: "suppliers", columnNames: ["supplier"])
      case .products:
        Schema(
          table: "products", columnNames: ["product_code", "title", "description", "category", "status", "attributes"])
      case .variants:
        Schema(
          table: "variants",
          columns: ["sku", "product_code", "variant_title", "colour", "size"].map { Column(name: $0) }
            + [Column(name: "standard_cost", type: .number), Column(name: "attributes")])
      case .barcodes: Schema(table: "barcodes", columnNames: ["barcode", "sku"])
      case .supplierItems:
        Schema(
          table: "supplier_items",
          columns: ["supplier", "sku", "supplier_code"].map { Column(name: $0) } + [
            Column(name: "unit_cost", type: .number), Column(name: "currency"),
          ])
      case .prices:
        Schema(
          table: "prices",
          columns: ["sku", "price_type", "currency"].map { Column(name: $0) } + [Column(name: "price", type: .number)])
      case .stockLevels:
        Schema(
          table: "stock_levels",
          columns: [Column(name: "sku"), Column(name: "location"), Column(name: "quantity", type: .number)])
      }
    }
  }

  /// What the system calls a variation of an item that has but one.
  static let onlyVariation = "Regular"
  /// Among how many SKUs one that comes twice is looked for.
  static let watchedSKUs = 1 << 16
  /// How many suppliers and locations are remembered as reported.
  static let rememberedNames = 10_000

  private let header: MatchedHeader<SquareColumn>
  private let options: SquareOptions
  private let codes = DelimitedCodes.square
  /// The columns of each location: the quantity that is to be set, and the one that was there.
  private let locations: [(name: String, new: Int?, current: Int?)]
  private var item: String?
  private var skus: Set<String> = []
  private var suppliers: Set<String> = []
  private var knownLocations: Set<String> = []
  private var toldMadeSKU = false
  private var toldStock = false

  static func begin(
    _ rows: DelimitedRows, _ options: SquareOptions
  ) -> (any DelimitedMapping, RecordTables, [SourceFinding]) {
    let header = MatchedHeader(rows.columns, layout: SquareColumns.layout)
    let tables = RecordTables(Table.allCases.map(\.schema))
    if let unused = header.unusedColumns(.square, source: rows.source) { tables.tellWithNext(unused) }
    let mapping = SquareItems(header: header, options: options)
    let names = mapping.locations.prefix(20).map(\.name).joined(separator: "; ")
    return (
      mapping, tables,
      [SourceFinding("locations", names.isEmpty ? "none" : names, evidence: "the columns of quantities")]
    )
  }

  private init(header: MatchedHeader<SquareColumn>, options: SquareOptions) {
    self.header = header
    self.options = options
    var found: [(name: String, new: Int?, current: Int?)] = []
    var places: [String: Int] = [:]
    for (key, isNew) in [(SquareColumn.currentQuantity, false), (.newQuantity, true)] {
      for column in header.placed(key) {
        let place = places[column.name] ?? found.count
        if place == found.count {
          places[column.name] = place
          found.append((column.name, nil, nil))
        }
        if isNew { found[place].new = column.column } else { found[place].current = column.column }
      }
    }
    locations = found
  }

  mutating func refuse(_ row: DelimitedRows, into tables: RecordTables) {
    tables.add(
      Table.variants.rawValue,
      [row.text(header[.sku]), row.text(header[.itemName])] + Array(repeating: nil, count: 5), at: row.position,
      row.problems)
  }

  mutating func finish(into tables: RecordTables) {}

  mutating func take(_ row: DelimitedRows, into tables: RecordTables) {
    guard let name = row.text(header[.itemName]) else {
      let problem = row.problem(codes.missingCode, header[.itemName], "the row has no item name")
      return tables.add(
        Table.variants.rawValue, [row.text(header[.sku])] + Array(repeating: nil, count: 6), at: row.position, [problem]
      )
    }
    if name != item {
      item = name
      addProduct(row, name, into: tables)
    }
    addVariant(row, name, into: tables)
  }

  // MARK: The item

  private func addProduct(_ row: DelimitedRows, _ name: String, into tables: RecordTables) {
    var attributes = AttributeText()
    let list = CategoryPath.first(of: row.text(header[.categories]))
    attributes.add("categories", list.all)
    let status: String?
    switch row.text(header[.archived])?.lowercased() {
    case "y": status = "discontinued"
    case "n": status = "active"
    default: status = nil
    }
    for attribute in header.productAttributes { attributes.add(attribute.name, row.text(attribute.column)) }
    tables.add(
      Table.products.rawValue,
      [
        name, name, row.text(header[.description]), list.path ?? row.text(header[.category]), status, attributes.json,
      ], at: row.position)
  }

  // MARK: The variation

  private mutating func addVariant(_ row: DelimitedRows, _ item: String, into tables: RecordTables) {
    var problems: [Problem] = []
    let title = row.text(header[.variationName]).flatMap { $0 == Self.onlyVariation ? nil : $0 }
    let sku = sku(of: row, item, title, &problems)
    var variant = VariantOptions()
    for column in header.placed(.optionName) {
      if let name = row.text(column.column) {
        variant.add(name, row.text(header.column(.optionValue, column.number)))
      }
    }
    let vendor = row.text(header[.vendorName])
    let cost = row.amount(header[.unitCost], "cost", comma: .grouping, codes, &problems)
    var attributes = AttributeText()
    variant.addOthers(to: &attributes)
    let priceText = row.text(header[.price])
    let isVariable = priceText?.lowercased() == "variable"
    if isVariable { attributes.add("price", priceText) }
    if vendor == nil { attributes.add("vendor_code", row.text(header[.vendorCode])) }
    for attribute in header.variantAttributes { attributes.add(attribute.name, row.text(attribute.column)) }
    tellOfStock(row, &problems)
    let isRefused = sku == nil || problems.contains { $0.severity == .error }
    if isRefused {
      // Problems in the other cells are reported too, but their values are not used.
      if !isVariable { _ = row.amount(header[.price], "price", comma: .grouping, codes, &problems) }
      _ = row.amount(header[.onlineSalePrice], "price", comma: .grouping, codes, &problems)
      for location in locations where options.stock {
        _ = row.quantity(column(of: location, row), comma: .grouping, codes, &problems)
      }
    }
    tables.add(
      Table.variants.rawValue,
      [sku, item, title, variant.colour, variant.size, vendor == nil ? cost : nil, attributes.json], at: row.position,
      problems)
    guard let sku, !isRefused else { return }
    if let gtin = row.text(header[.gtin]) { tables.add(Table.barcodes.rawValue, [gtin, sku], at: row.position) }
    if let vendor { addSupplier(vendor, row, sku, cost, into: tables) }
    if !isVariable { addPrice(row, .price, "regular", sku, into: tables) }
    addPrice(row, .onlineSalePrice, "sale", sku, into: tables)
    if options.stock { addStock(row, sku, into: tables) }
  }

  private mutating func sku(
    of row: DelimitedRows, _ item: String, _ variation: String?, _ problems: inout [Problem]
  ) -> String? {
    let given = row.text(header[.sku])
    let sku = given ?? MadeCode.slug([item] + [variation].compactMap { $0 })
    guard !sku.isEmpty else {
      problems.append(row.problem(codes.missingCode, header[.sku], value: item, "'\(item)' makes no SKU"))
      return nil
    }
    if given == nil, !toldMadeSKU {
      toldMadeSKU = true
      problems.append(
        row.problem(
          codes.madeSKU, header[.sku], value: sku,
          "variations without an SKU get one made of item and variation; the first is '\(sku)'"))
    }
    if skus.count < Self.watchedSKUs, !skus.insert(sku).inserted {
      problems.append(row.problem(codes.duplicateSKU, header[.sku], value: sku, "the SKU '\(sku)' has come before"))
    }
    return sku
  }

  private mutating func addSupplier(
    _ vendor: String, _ row: DelimitedRows, _ sku: String, _ cost: String?, into tables: RecordTables
  ) {
    if suppliers.count < Self.rememberedNames, suppliers.insert(vendor).inserted {
      tables.add(Table.suppliers.rawValue, [vendor], at: row.position)
    }
    tables.add(
      Table.supplierItems.rawValue,
      [vendor, sku, row.text(header[.vendorCode]), cost, cost == nil ? nil : options.currency], at: row.position)
  }

  private func addPrice(
    _ row: DelimitedRows, _ key: SquareColumn, _ type: String, _ sku: String, into tables: RecordTables
  ) {
    var problems: [Problem] = []
    guard let price = row.amount(header[key], "price", comma: .grouping, codes, &problems) else { return }
    tables.add(Table.prices.rawValue, [sku, type, options.currency, price], at: row.position, problems)
  }

  // MARK: Stock

  /// The column that says what is on hand: the quantity to be set where there is one.
  private func column(of location: (name: String, new: Int?, current: Int?), _ row: DelimitedRows) -> Int? {
    row.text(location.new) == nil ? location.current : location.new
  }

  /// Reports once that quantities are not imported.
  private mutating func tellOfStock(_ row: DelimitedRows, _ problems: inout [Problem]) {
    guard !options.stock, !toldStock else { return }
    let columns = locations.map { column(of: $0, row) }
    guard let column = columns.first(where: { row.text($0) != nil }) else { return }
    toldStock = true
    problems.append(
      row.problem(
        codes.stockNotTaken, column, value: row.text(column), "the quantities at the locations are not taken"))
  }

  private mutating func addStock(_ row: DelimitedRows, _ sku: String, into tables: RecordTables) {
    for location in locations {
      var problems: [Problem] = []
      guard let quantity = row.quantity(column(of: location, row), comma: .grouping, codes, &problems) else { continue }
      if options.newLocations, knownLocations.count < Self.rememberedNames,
        knownLocations.insert(location.name).inserted
      {
        tables.add(Table.locations.rawValue, [location.name], at: row.position)
      }
      tables.add(Table.stockLevels.rawValue, [sku, location.name, quantity], at: row.position, problems)
    }
  }
}
