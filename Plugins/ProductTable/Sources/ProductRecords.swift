internal import FormatKit
internal import JSONReading
internal import RetailValues

/// Makes the records of products: the product with its one variant, its colours, prices, and what each store has of it.
struct ProductRecords {
  /// The tables, those that others refer to first.
  static let schemas = [
    schema("locations", "location"),
    schema("products", "product_code title description attributes"),
    schema("variants", "sku product_code"),
    schema("product_colours", "product_code colour"),
    schema("pictures", "product_code position:number picture_width:number file media_type"),
    schema("prices", "sku price_type currency price:number"),
    schema("stock_levels", "sku location quantity:number"),
  ]

  private static func schema(_ table: String, _ columns: String) -> Schema {
    Schema(
      table: table,
      columns: columns.split(separator: " ").map { word in
        let parts = word.split(separator: ":")
        return Column(name: String(parts[0]), type: parts.count > 1 ? .number : .text)
      })
  }

  /// How many stores are remembered as written. Further stores are written again, which changes nothing.
  private static let maximumKnownStores = 10_000

  private let options: ProductTableOptions
  private var knownStores: Set<String> = []

  init(_ options: ProductTableOptions) { self.options = options }

  /// The records of a product. When something of it is in error, it is one record with all that is wrong, so that nothing
  /// of it is taken.
  mutating func records(of product: WrittenProduct) -> [TableRow] {
    var product = product
    var row = TableRow("products", at: product.position)
    let code = self.code(of: &product)
    row["product_code"] = code
    // The code is without white space at its ends; the name keeps it and is written back as it was.
    row["title"] = text(\.name, "name", of: &product).map { Self.trimmed($0).isEmpty ? "" : $0 }
    row["description"] = text(\.description, "description", of: &product)
    row["attributes"] = attributes(of: product)
    var others = parts(of: &product, code: code ?? "")
    row.problems = product.problems
    if product.problems.contains(where: { $0.severity == .error }) { return [row] }
    for store in product.stores.map({ Self.trimmed($0.store) }) where !knownStores.contains(store) {
      if knownStores.count < Self.maximumKnownStores { knownStores.insert(store) }
      others.append(self.row("locations", at: product.position, ["location": store]))
    }
    return [row] + others
  }

  /// The records that belong to a product in addition to its own.
  private func parts(of product: inout WrittenProduct, code: String) -> [TableRow] {
    let place = product.position
    var rows = [row("variants", at: place, ["sku": code, "product_code": code])]
    rows += colours(of: &product).map { row("product_colours", at: place, ["product_code": code, "colour": $0]) }
    if let photo = product.photo {
      rows.append(
        row(
          "pictures", at: place,
          [
            "product_code": code, "position": "1", "picture_width": "0", "file": photo.url,
            "media_type": photo.mediaType,
          ]))
    }
    for (type, value, name) in [
      ("regular", product.regularPrice, "regular_price"), ("sale", product.salePrice, "sale_price"),
    ] {
      guard let value, let price = number(value, name, of: &product) else { continue }
      if price.coefficient < 0 {
        product.tell(
          .productTableNegativePrice, at: value.position, value: value.shown, "\(name) '\(value.shown)' is below zero")
      }
      // The table's own default: a product without such a price.
      if price.coefficient == 0 { continue }
      rows.append(
        row(
          "prices", at: place,
          ["sku": code, "price_type": type, "currency": options.currency, "price": Self.plain(price)]))
    }
    return rows + levels(of: &product, code: code)
  }

  private func levels(of product: inout WrittenProduct, code: String) -> [TableRow] {
    var rows: [TableRow] = []
    for (store, value) in product.stores {
      guard !Self.trimmed(store).isEmpty else {
        product.tell(.productTableInvalidValue, at: value.position, value: store, "a store has no name")
        continue
      }
      guard let quantity = number(value, "the quantity", of: &product) else { continue }
      if quantity.coefficient < 0 {
        product.tell(
          .productTableNegativeStock, at: value.position, value: value.shown,
          "the store '\(WrittenProduct.shortened(store))' has \(value.shown)")
      }
      rows.append(
        row(
          "stock_levels", at: product.position,
          ["sku": code, "location": Self.trimmed(store), "quantity": Self.plain(quantity)]))
    }
    return rows
  }

  private func row(
    _ table: String, at position: SourcePosition, _ fields: KeyValuePairs<String, String?>
  ) -> TableRow {
    var row = TableRow(table, at: position)
    for (name, value) in fields { row[name] = value }
    return row
  }

  // MARK: Values

  private func code(of product: inout WrittenProduct) -> String? {
    if options.key == .id {
      if let id = product.id { return id }
      product.tell(
        .productTableMissingName, at: product.position, value: nil, "the product has no number",
        remedy: "Leave the option key out: in JSON products have names only.")
      return nil
    }
    if case .text(let name)? = product.name?.content, !Self.trimmed(name).isEmpty { return Self.trimmed(name) }
    if product.isWhole, product.name.map(Self.isText) != false {
      product.tell(
        .productTableMissingName, at: product.name?.position ?? product.position, value: nil, "the product has no name")
    }
    return nil
  }

  private static func isText(_ value: WrittenValue) -> Bool { if case .text = value.content { true } else { false } }

  private func text(
    _ path: KeyPath<WrittenProduct, WrittenValue?>, _ name: String, of product: inout WrittenProduct
  ) -> String? {
    guard let value = product[keyPath: path] else { return nil }
    if case .text(let text) = value.content { return text }
    product.tell(
      .productTableInvalidValue, at: value.position, value: value.shown, "\(name) '\(value.shown)' is not a text")
    return nil
  }

  private func number(_ value: WrittenValue, _ name: String, of product: inout WrittenProduct) -> ExactDecimal? {
    let digits: String
    switch value.content {
    case .number(let text): digits = text
    case .text(let text): digits = Self.trimmed(text)
    case .other:
      product.tell(
        .productTableInvalidValue, at: value.position, value: value.shown, "\(name) '\(value.shown)' is not a number")
      return nil
    }
    // With grouping, 1,500 would be read where the sender may mean 1.5.
    guard !digits.utf8.contains(UInt8(ascii: ",")), let number = try? ExactDecimal(parsing: digits.utf8) else {
      product.tell(
        .productTableInvalidNumber, at: value.position, value: value.shown, "\(name) '\(value.shown)' is not a number")
      return nil
    }
    if Self.isText(value) {
      product.tell(
        .productTableTextNumber, at: value.position, value: value.shown, "\(name) '\(value.shown)' is stored as text")
    }
    return number
  }

  private func colours(of product: inout WrittenProduct) -> [String] {
    var seen: Set<String> = []
    var kept: [String] = []
    for colour in product.colours.map(Self.trimmed) {
      if !colour.isEmpty, seen.insert(colour).inserted {
        kept.append(colour)
      } else {
        let what = colour.isEmpty ? "an entry that is empty" : "'\(WrittenProduct.shortened(colour))' twice"
        product.tell(
          .productTableColourList, at: product.position, value: colour.isEmpty ? nil : colour,
          "the colours have \(what)")
      }
    }
    return kept
  }

  /// What has no field of its own, as a JSON object.
  private func attributes(of product: WrittenProduct) -> String? {
    let id = product.id.map { [(name: ProductAttribute.id, json: $0)] } ?? []
    let names = product.storesWithoutQuantity.map { String(decoding: JSONOutput.quoted($0), as: UTF8.self) }
    let stores = names.isEmpty ? [] : [(name: ProductAttribute.stores, json: "[\(names.joined(separator: ","))]")]
    let members =
      id + stores
      + product.further.filter {
        ($0.name != ProductAttribute.id || id.isEmpty) && ($0.name != ProductAttribute.stores || stores.isEmpty)
      }
    if members.isEmpty { return nil }
    let written = members.map { "\(String(decoding: JSONOutput.quoted($0.name), as: UTF8.self)):\($0.json)" }
    return "{\(written.joined(separator: ","))}"
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard text.utf8.first.map(isSpace) == true || text.utf8.last.map(isSpace) == true else { return text }
    let rest = text.unicodeScalars.drop { isSpace(UInt8(exactly: $0.value) ?? 0) }
    var end = rest
    while let last = end.last, isSpace(UInt8(exactly: last.value) ?? 0) { end.removeLast() }
    return String(end)
  }

  /// The number without an exponent.
  private static func plain(_ number: ExactDecimal) -> String {
    let digits = String(number.coefficient.magnitude)
    let sign = number.coefficient < 0 ? "-" : ""
    guard number.exponent < 0 else { return sign + digits + String(repeating: "0", count: number.exponent) }
    let padded = String(repeating: "0", count: max(0, 1 - number.exponent - digits.count)) + digits
    return "\(sign)\(padded.dropLast(-number.exponent)).\(padded.suffix(-number.exponent))"
  }
}

/// Names of what products keep among their attributes.
enum ProductAttribute {
  /// The number in the SQLite table.
  static let id = "product_id"
  /// The stores that have null for a quantity, as a list of names.
  static let stores = "stores_without_quantity"
}
