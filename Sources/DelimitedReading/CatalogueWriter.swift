internal import CSVFormat
public import FormatKit

/// A product with its variants, gathered from the records that are to be written.
public struct WrittenProduct: Sendable {
  public struct Price: Hashable, Sendable {
    public let type: String
    public let amount: String
    public let validFrom: String?
    public let validTo: String?
  }

  public struct Variant: Sendable {
    /// The SKU; nil for a product that is written without variants.
    public var sku: String?
    public var fields: [String: String] = [:]
    public var prices: [Price] = []
    public var stock: [(location: String?, quantity: String)] = []
    public var record = 0

    /// The price of a type; nil when there is no such price.
    public func price(_ type: String) -> Price? { prices.first { $0.type == type } }
  }

  public var code: String
  public var fields: [String: String] = [:]
  public var variants: [Variant] = []
  public var record = 0
}

/// The layout of products in a format that is written product by product.
public protocol CatalogueLayout {
  /// The header.
  var header: [String] { get }
  /// Fields that have columns of their own in the format, next to SKU, prices and stock.
  var fields: Set<String> { get }
  /// The currency that all prices of the file are in; nil when it is not known.
  var currency: String? { get }
  /// The problems found where the catalogue is completed for its system; nil where it is written unchanged.
  var report: CatalogueReport? { get }
  /// The cells of the rows of a product, as many in each as the header has.
  func rows(of product: WrittenProduct) throws(Problems) -> [[String]]
}

/// Writes catalogues: gathers rows of variants to products and hands them to a layout.
///
/// The columns of a table have the names of the vocabulary's fields; those of several kinds may be in one table, a row for
/// each variant: `product_code`, `title`, `sku`, `price` … Where both a product and its variant have attributes, the columns
/// are `products.attributes` and `variants.attributes`. Rows of one product follow each other, and so do rows of one SKU, which
/// differ in price type, barcode or location.
public struct CatalogueWriter: BatchWriter {
  static let productFields: Set<String> = [
    "title", "description", "category", "brand", "stock_unit", "tax_rate", "status", "products.attributes",
  ]
  static let variantFields: Set<String> = [
    "variant_title", "colour", "size", "standard_cost", "variants.attributes", "barcode", "pack_quantity", "currency",
    "tax_included", "supplier", "supplier_code", "unit_cost", "lot", "effective_at",
  ]
  private final class Rows {
    var batch = RecordBatch()
  }

  /// How many variants one product may have; more than any of the systems allows.
  public static let maximumVariants = 2048

  private let layout: any CatalogueLayout
  private let codes: DelimitedCodes
  private var output: CSVWriter
  private let columns: [(name: String, column: Int)]
  private let rows = Rows()
  private var product: WrittenProduct?

  public init(
    _ schema: Schema, _ layout: any CatalogueLayout, codes: DelimitedCodes, escapesFormulas: Bool = false,
    to sink: ByteSink
  ) throws(Problems) {
    self.layout = layout
    self.codes = codes
    columns = schema.columns.enumerated().map { (Self.qualified($1.name, in: schema.table), $0) }
    let names = Set(columns.map(\.name))
    guard names.contains("sku") || names.contains("product_code") else {
      throw Problems(
        codes.unwritableTable, value: schema.table, "the table '\(schema.table)' has neither 'sku' nor 'product_code'")
    }
    let known = Self.productFields.union(Self.variantFields).union([
      "sku", "product_code", "price", "price_type", "valid_from", "valid_to", "sale_price", "sale_price_until",
      "list_price", "location", "quantity",
    ])
    if let other = columns.first(where: { !known.contains($0.name) }) {
      throw Problems(
        codes.unwritableTable, value: other.name, "the column '\(other.name)' has no place in this format",
        remedy:
          "Columns that can be written: \(layout.fields.union(["price", "list_price", "sale_price"]).sorted().joined(separator: ", "))."
      )
    }
    try Self.check(layout.header)
    var options = CSVOptions()
    options.formulas = escapesFormulas ? .harmless : .asIs
    options.formulasAreToldByFirstCharacter = true
    let header = Schema(columnNames: layout.header)
    output = try CSVFormat(options: options).writer(for: header, to: sink)
    rows.batch.reset(schema: header)
  }

  /// Columns that are asked for by options may be too many, or there already.
  private static func check(_ header: [String]) throws(Problems) {
    guard header.count <= RecordBatch.maximumColumns else {
      throw Problems(
        .invalidOption, value: "\(header.count)",
        "\(header.count) columns are more than a table may have", remedy: "Name fewer further columns or locations.")
    }
    var seen: Set<String> = []
    if let twice = header.first(where: { !seen.insert(HeaderName.folded($0)).inserted }) {
      throw Problems(
        .invalidOption, value: twice, "the column '\(twice)' is there already", remedy: "Leave it out of the option.")
    }
  }

  private static func qualified(_ name: String, in table: String) -> String {
    name == "attributes"
      ? (Vocabulary.kind(table)?.part == .product ? "products.attributes" : "variants.attributes") : name
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount {
      var values: [String: String] = [:]
      for (name, column) in columns {
        if let text = batch.string(row: row, column: column), !text.isEmpty { values[name] = text }
      }
      let record = batch.position(row: row).record
      try reported { (writer) throws(Problems) in try writer.add(values, record: record) }
    }
  }

  /// Where the catalogue is completed, records errors and continues, so that all of them are reported together.
  private mutating func reported(
    _ work: (inout CatalogueWriter) throws(Problems) -> Void
  ) throws(Problems) {
    do throws(Problems) {
      try work(&self)
    } catch {
      guard let report = layout.report else { throw error }
      report.add(error)
    }
  }

  public var notices: [Problem] { layout.report?.notices ?? [] }
  public var omittedRecords: Int { layout.report?.unpriced.items.count ?? 0 }

  public mutating func finish() throws(Problems) {
    try reported { (writer) throws(Problems) in try writer.endProduct() }
    if let error = layout.report?.error { throw error }
    try flush()
    try output.finish()
  }

  // MARK: Gathering

  private mutating func add(_ values: [String: String], record: Int) throws(Problems) {
    guard let code = values["product_code"] ?? values["sku"] else {
      throw problem(record, "sku", nil, "the record has neither an SKU nor a product code")
    }
    for (name, value) in values.sorted(by: { $0.key < $1.key })
    where Self.productFields.contains(name) || Self.variantFields.contains(name) {
      guard layout.fields.contains(name) || isDefault(name, value) else {
        throw problem(record, name, value, "\(name) '\(value)' has no place in this format")
      }
    }
    if product?.code != code { try reported { (writer) throws(Problems) in try writer.endProduct() } }
    var current = product ?? WrittenProduct(code: code, record: record)
    product = nil
    for name in Self.productFields {
      guard let value = values[name] else { continue }
      if let before = current.fields[name], before != value {
        throw problem(record, name, value, "the product '\(code)' has the \(name) '\(before)' and '\(value)'")
      }
      current.fields[name] = value
    }
    let isSame = !current.variants.isEmpty && current.variants.last?.sku == values["sku"]
    if !isSame { current.variants.append(WrittenProduct.Variant(sku: values["sku"], record: record)) }
    guard current.variants.count <= Self.maximumVariants else {
      throw problem(
        record, "sku", values["sku"], "the product '\(code)' has more than \(Self.maximumVariants) variants")
    }
    let last = current.variants.count - 1
    try merge(values, record, into: &current.variants[last])
    product = current
  }

  private func merge(
    _ values: [String: String], _ record: Int, into variant: inout WrittenProduct.Variant
  ) throws(Problems) {
    for name in Self.variantFields {
      guard let value = values[name] else { continue }
      if let before = variant.fields[name], before != value {
        throw problem(
          record, name, value, "the SKU '\(variant.sku ?? "")' has the \(name) '\(before)' and '\(value)'")
      }
      variant.fields[name] = value
    }
    if let amount = values["price"] {
      let price = WrittenProduct.Price(
        type: values["price_type"] ?? "regular", amount: amount, validFrom: values["valid_from"],
        validTo: values["valid_to"])
      try add(price, record, to: &variant)
    }
    if let amount = values["list_price"] {
      try add(.init(type: "list", amount: amount, validFrom: nil, validTo: nil), record, to: &variant)
    }
    if let amount = values["sale_price"] {
      let end = values["sale_price_until"]
      try add(.init(type: "sale", amount: amount, validFrom: nil, validTo: end), record, to: &variant)
    }
    if let quantity = values["quantity"] {
      let location = values["location"]
      if !variant.stock.contains(where: { $0.location == location && $0.quantity == quantity }) {
        guard !variant.stock.contains(where: { $0.location == location }) else {
          throw problem(
            record, "quantity", quantity, "the SKU '\(variant.sku ?? "")' has two quantities at one location")
        }
        variant.stock.append((location, quantity))
      }
    }
  }

  private func add(
    _ price: WrittenProduct.Price, _ record: Int, to variant: inout WrittenProduct.Variant
  ) throws(Problems) {
    guard let before = variant.price(price.type) else { return variant.prices.append(price) }
    guard before == price else {
      throw problem(
        record, "price", price.amount,
        "the SKU '\(variant.sku ?? "")' has two \(price.type) prices, and the format one")
    }
  }

  /// Values that say what goes without saying.
  private func isDefault(_ name: String, _ value: String) -> Bool {
    switch name {
    case "currency": value == layout.currency
    case "stock_unit": value == "each"
    case "pack_quantity": value == "1"
    case "tax_included": value == "true"
    default: false
    }
  }

  private mutating func endProduct() throws(Problems) {
    guard var product else { return }
    self.product = nil
    if let report = layout.report, product.isOffSale { report.leaveOutUnpriced(&product) }
    guard !product.variants.isEmpty else { return }
    let written = try layout.rows(of: product)
    // A file that lacks something is not written.
    guard layout.report?.isClean != false else { return }
    for cells in written {
      for cell in cells { rows.batch.append(text: cell) }
      rows.batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: product.record))
      if rows.batch.isFull { try flush() }
    }
  }

  private mutating func flush() throws(Problems) {
    do throws(Problems) {
      try output.write(rows.batch)
    } catch {
      throw codes.own(error)
    }
    rows.batch.removeAllRows()
  }

  private func problem(_ record: Int, _ name: String, _ value: String?, _ message: String) -> Problems {
    codes.unwritable(record, name, value, message)
  }
}

extension DelimitedCodes {
  /// An error of writing that quotes a value.
  public func unwritable(_ record: Int, _ name: String, _ value: String?, _ message: String) -> Problems {
    Problems(unwritableValue, at: SourcePosition(record: record, field: name), value: value, message)
  }
}
