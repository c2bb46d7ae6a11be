public import FormatKit
internal import Foundation
internal import JSONReading
internal import RetailValues

extension ProductTableFormat: ManyTablesFormat {
  /// For each product all that an object or a row of it holds.
  public var demands: [TableDemand] {
    [
      .group(
        by: "product_code",
        [
          .init("products", ["product_code", "title", "description", "attributes"]),
          .init("variants", ["sku", "colour"]),
          .init("product_colours", ["colour"]),
          .init("pictures", ["position", "picture_width", "file"]),
          .init("prices", ["price_type", "currency", "valid_from", "valid_to", "price"]),
          .init("stock_levels", ["location", "quantity"]),
        ])
    ]
  }

  public func tablesWriter(to sink: ByteSink) throws(Problems) -> ProductTableWriter {
    try ProductTableWriter(to: sink, options: options)
  }
}

/// Writes products, each with its colours, prices and what each store has, as JSON or as a table of SQLite.
public struct ProductTableWriter: BatchWriter {
  private var target: any ProductTarget
  private var gathering: GatheredProduct

  init(to sink: ByteSink, options: ProductTableOptions) throws(Problems) {
    gathering = GatheredProduct(options)
    target =
      switch options.shape {
      case .json: JSONTarget(sink)
      case .sqlite: try SQLiteTarget(sink)
      }
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount {
      let fields = batch.strings(row: row).map { $0.flatMap { $0.isEmpty ? nil : $0 } }
      if batch.schema.table == "products" {
        if let product = try gathering.finished() { try target.write(product) }
        gathering.begin(fields)
      } else {
        try gathering.add(batch.schema.table, fields)
      }
    }
  }

  public mutating func finish() throws(Problems) {
    if let product = try gathering.finished() { try target.write(product) }
    try target.finish()
  }
}

/// Where finished products go.
protocol ProductTarget {
  mutating func write(_ product: FinishedProduct) throws(Problems)
  mutating func finish() throws(Problems)
}

/// A product as either form has it; numbers as digits.
struct FinishedProduct {
  let name: String
  let description: String
  var regularPrice = "0"
  var salePrice = "0"
  let colours: [String]
  /// With their quantities, nil for null.
  let stores: [(store: String, quantity: String?)]
  let photo: [UInt8]?
  /// Its number in the table, if it has one.
  let id: Int64?
  let further: [JSONMember]

  func unwritable(_ message: String, remedy: String) -> Problems {
    GatheredProduct.unwritable(name, message, remedy: remedy)
  }
}

/// Puts the records of a product together.
struct GatheredProduct {
  private let options: ProductTableOptions
  private let now = Date()
  private var fields: [String?] = []
  private var variants = 0
  private var colours: [String] = []
  private var variantColour: String?
  private var stores: [(store: String, quantity: Quantity)] = []
  private var picture: String?
  private var prices: [String: (currency: String, validFrom: Date, price: String)] = [:]

  init(_ options: ProductTableOptions) { self.options = options }

  mutating func begin(_ fields: [String?]) {
    self = GatheredProduct(options)
    self.fields = fields
  }

  private var code: String { fields.first.flatMap { $0 } ?? "" }

  static func unwritable(_ product: String, _ message: String, remedy: String) -> Problems {
    Problems(
      .productTableUnwritable, value: WrittenProduct.shortened(product),
      "the product '\(WrittenProduct.shortened(product))' \(message)", remedy: remedy)
  }

  mutating func add(_ table: String, _ fields: [String?]) throws(Problems) {
    switch table {
    case "variants":
      variants += 1
      if variants > 1 {
        throw Self.unwritable(
          code, "has several variants, and a table of products keeps one",
          remedy: "Export it in a format that has variants, such as shopify.")
      }
      variantColour = fields[1]
    case "product_colours":
      if let colour = fields[0] { colours.append(colour) }
    case "pictures":
      // Of the sizes of a picture only the original is written, if it exists.
      guard options.photos, options.shape == .sqlite else { return }
      guard fields[0] == "1" else {
        throw Self.unwritable(
          code, "has several pictures, and the table keeps one", remedy: "Leave pictures out with --option photos=no.")
      }
      if picture == nil || fields[1] == "0" { picture = fields[2] }
    case "prices": try addPrice(fields)
    case "stock_levels":
      guard let place = fields[0], let text = fields[1], let quantity = Self.quantity(text) else { return }
      if let known = stores.firstIndex(where: { $0.store == place }) {
        guard let sum = stores[known].quantity.adding(quantity) else { return }
        stores[known].quantity = sum
      } else {
        stores.append((place, quantity))
      }
    default: break
    }
  }

  private static func quantity(_ text: String) -> Quantity? {
    (try? ExactDecimal(parsing: text.utf8))?.scaled(toFractionDigits: Quantity.fractionDigits).map {
      Quantity(scaled: $0.value)
    }
  }

  /// Keeps the price of each type that began last and has not ended.
  private mutating func addPrice(_ fields: [String?]) throws(Problems) {
    let type = fields[0] ?? "regular"
    guard type != "list", let currency = fields[1], let price = fields[4],
      options.currency.map({ $0 == currency }) ?? true
    else { return }
    let from = fields[2].flatMap(Self.moment) ?? .distantPast
    if from > now { return }
    if let until = fields[3].flatMap(Self.moment), until <= now {
      // What ended last may have taken the place of one before it.
      if let known = prices[type], known.validFrom <= from { prices[type] = nil }
      return
    }
    if let known = prices[type] {
      guard known.currency == currency else {
        throw Self.unwritable(
          code, "has prices in \(known.currency) and \(currency), and a table of products names no currency",
          remedy: "Say which with --option currency=\(known.currency).")
      }
      if known.validFrom > from { return }
    }
    prices[type] = (currency, from, price)
  }

  private static func moment(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }

  /// The product that was gathered; nil if nothing was gathered.
  func finished() throws(Problems) -> FinishedProduct? {
    guard !fields.isEmpty else { return nil }
    let attributes = try members(of: fields[3])
    let id = attributes.first { $0.key == ProductAttribute.id }?.value.number.flatMap { Int64($0) }
    let empty = attributes.first { $0.key == ProductAttribute.stores && $0.value.isArray }
    let counted: [(store: String, quantity: String?)] = stores.map { ($0.store, $0.quantity.description) }
    let uncounted: [(store: String, quantity: String?)] = (empty?.value.elements ?? []).compactMap(\.string)
      .filter { name in !stores.contains { $0.store == name } }.map { ($0, nil) }
    return FinishedProduct(
      name: fields[1] ?? code, description: fields[2] ?? "",
      regularPrice: Self.shortest(prices["regular"]?.price), salePrice: Self.shortest(prices["sale"]?.price),
      colours: colours.isEmpty ? variantColour.map { [$0] } ?? [] : colours,
      // In an order that does not depend on which store was known first.
      stores: (counted + uncounted).sorted { $0.store.utf8.lexicographicallyPrecedes($1.store.utf8) },
      photo: try photo(), id: id,
      further: attributes.filter {
        ($0.key != ProductAttribute.id || id == nil) && ($0.key != ProductAttribute.stores || empty == nil)
      })
  }

  private func members(of attributes: String?) throws(Problems) -> [JSONMember] {
    guard let attributes else { return [] }
    let members: [JSONMember]
    do throws(Problems) {
      members = try JSONEventReader(.text(attributes), charset: .utf8).value().members
    } catch {
      throw Self.unwritable(code, "has attributes that are not JSON", remedy: "Correct its attributes.")
    }
    if let taken = members.first(where: { JSONProductLook.isProperty($0.key) }) {
      throw Self.unwritable(
        code, "has an attribute '\(taken.key)', which a property of that name would hide",
        remedy: "Give the attribute another name.")
    }
    return members
  }

  private func photo() throws(Problems) -> [UInt8]? {
    guard let picture else { return nil }
    let parts = picture.split(separator: ";base64,", maxSplits: 1)
    guard picture.hasPrefix("data:"), parts.count == 2, let data = Data(base64Encoded: String(parts[1])) else {
      throw Self.unwritable(
        code, "has a picture outside of the shop, '\(WrittenProduct.shortened(picture))'",
        remedy: "Leave pictures out with --option photos=no.")
    }
    return Array(data)
  }

  /// The digits without zeros at their end; 0 for no price.
  private static func shortest(_ price: String?) -> String {
    guard let price else { return "0" }
    guard price.utf8.contains(UInt8(ascii: ".")) else { return price }
    let kept = price.reversed().drop { $0 == "0" }.drop { $0 == "." }
    return String(kept.reversed())
  }
}

extension JSONTextWriter {
  /// The members of an object of quantities by store.
  mutating func write(stores: [(store: String, quantity: String?)]) throws(Problems) {
    for (store, quantity) in stores {
      if let quantity {
        try member(store, number: quantity)
      } else {
        try key(store)
        try null()
      }
    }
  }
}

/// An array of objects, as a person would write it.
struct JSONTarget: ProductTarget {
  private var writer: JSONTextWriter
  private var hasBegun = false

  init(_ sink: ByteSink) { writer = JSONTextWriter(to: sink) }

  private mutating func begin() throws(Problems) {
    if !hasBegun { try writer.beginArray() }
    hasBegun = true
  }

  mutating func write(_ product: FinishedProduct) throws(Problems) {
    try begin()
    try writer.beginObject()
    if let id = product.id { try writer.member(ProductAttribute.id, number: String(id)) }
    try writer.member("name", string: product.name)
    try writer.member("description", string: product.description)
    try writer.member("regular_price", number: product.regularPrice)
    try writer.member("sale_price", number: product.salePrice)
    try writer.key("colors")
    try writer.beginArray()
    for colour in product.colours { try writer.string(colour) }
    try writer.endArray()
    try writer.key("stores")
    try writer.beginObject()
    try writer.write(stores: product.stores)
    try writer.endObject()
    for member in product.further {
      try writer.key(member.key)
      try writer.value(member.value)
    }
    try writer.endObject()
  }

  mutating func finish() throws(Problems) {
    try begin()
    try writer.endArray()
    try writer.endLine()
  }
}
