internal import FormatKit
internal import RetailValues

/// One item on its way into a feed.
struct WrittenItem {
  let id: String
  var values: [String: [KeptValue]] = [:]
  /// The record that it began with.
  let record: Int

  /// The names of its attributes in the order of the specification, others by name.
  var names: [String] {
    values.keys.sorted { left, right in
      let (one, other) = (AttributeTable.place(of: left), AttributeTable.place(of: right))
      return one == other ? left.utf8.lexicographicallyPrecedes(right.utf8) : one < other
    }
  }

  /// The only text of an attribute; nil if the attribute has no value.
  func text(_ name: String) -> String? {
    if case .text(let text) = values[name]?.first { text } else { nil }
  }
}

/// Makes items of records: one of a row, or of several rows of one id that follow each other, such as the prices and the
/// barcodes of a variant.
struct ItemAssembly {
  private let columns: [FeedColumn]
  private let names: [String]
  private let currency: Currency?
  private var pending: WrittenItem?

  init(_ schema: Schema, options: GoogleMerchantOptions) throws(Problems) {
    columns = try FeedColumn.columns(of: schema)
    names = schema.columns.map(\.name)
    currency = try options.knownCurrency()
  }

  /// Takes a row.
  ///
  /// - Returns: the previous item if this row completes it.
  mutating func take(_ row: Int, of batch: borrowing RecordBatch) throws(Problems) -> WrittenItem? {
    var texts: [String?] = []
    for column in columns.indices { texts.append(batch.string(row: row, column: column)) }
    let item = try item(RowTexts(columns: columns, names: names, texts: texts, record: batch.position(row: row).record))
    guard let open = pending, open.id == item.id else {
      defer { pending = item }
      return pending
    }
    pending = try joined(open, item)
    return nil
  }

  /// The last item.
  mutating func finish() -> WrittenItem? {
    defer { pending = nil }
    return pending
  }

  // MARK: One row

  private func item(_ row: RowTexts) throws(Problems) -> WrittenItem {
    // A product without variants is an item by itself.
    guard let id = row.text(.id) ?? row.text(.group) else {
      throw row.problem(row.name(of: .id), nil, "the record has no id")
    }
    var item = WrittenItem(id: id, record: row.record)
    for (column, text) in row.filled {
      switch column {
      case .id, .currency, .priceType, .validFrom, .validTo, .kept: break
      case .group: if text != id { item.values["item_group_id"] = [.text(text)] }
      case .variantTitle: item.values["title"] = [.text(text)]
      case .attribute("title") where row.text(.variantTitle) != nil: break
      case .attribute(let name): item.values[name] = values(text, of: name)
      case .price("cost_of_goods_sold") where !text.contains(where: \.isLetter) && currency == nil:
        // Without a currency it is not a cost to Google, but we keep it.
        item.values["c:standard_cost"] = [.text(text)]
      case .price(let name): item.values[name] = [.text(try price(text, name, row))]
      case .typedPrice: try setTypedPrice(text, row, &item)
      case .packQuantity:
        guard (try? ExactDecimal(parsing: Array(text.utf8))).flatMap({ $0.scaled(toFractionDigits: 3)?.0 }) == 1000
        else {
          throw row.problem(
            "pack_quantity", text, "the barcode stands for \(text) units, and a gtin is that of one item",
            remedy: "Leave barcodes of packs out of the feed.")
        }
      }
    }
    for (column, text) in row.filled where column == .kept { try setKept(text, row, &item) }
    return item
  }

  private func values(_ text: String, of name: String) -> [KeptValue] {
    // A field may hold several barcodes of one variant.
    name == "gtin" ? ListText.values(text).map { .text($0) } : [.text(text)]
  }

  private func price(_ text: String, _ name: String, _ row: RowTexts) throws(Problems) -> String {
    var written = text
    if !text.contains(where: \.isLetter) {
      guard let code = row.text(.currency) ?? currency?.code else {
        throw row.problem(
          name, text, "the amount '\(text)' of \(name) names no currency",
          remedy: "Export the column currency too, or give --option currency=CODE.")
      }
      written = "\(text) \(code)"
    }
    do throws(PriceText.InvalidPrice) {
      return try PriceText(parsing: written).text
    } catch {
      throw row.problem(name, text, "\(name) '\(ItemProblem.shortened(text))' \(error.message)", remedy: error.remedy)
    }
  }

  private func setTypedPrice(_ text: String, _ row: RowTexts, _ item: inout WrittenItem) throws(Problems) {
    let type = row.text(.priceType) ?? "regular"
    guard let name = ["regular": "price", "sale": "sale_price", "list": "c:list_price"][type] else {
      throw row.problem("price_type", type, "the price type '\(type)' is not one of regular, sale and list")
    }
    item.values[name] = [.text(try price(text, name, row))]
    switch (row.text(.validFrom), row.text(.validTo)) {
    case (nil, nil): break
    case (let start?, let end?) where type == "sale":
      item.values["sale_price_effective_date"] = [.text("\(start)/\(end)")]
    case (let start, let end):
      throw row.problem(
        "valid_from", start ?? end,
        type == "sale"
          ? "a sale from '\(start ?? "")' to '\(end ?? "")' lacks one of the two, and a feed has both or none"
          : "a \(type) price has no time in a feed",
        remedy: "Write the prices that are valid now, without valid_from and valid_to.")
    }
  }

  private func setKept(_ text: String, _ row: RowTexts, _ item: inout WrittenItem) throws(Problems) {
    guard let attributes = KeptAttributes.parse(text) else {
      throw row.problem(
        "attributes", text, "the attributes '\(ItemProblem.shortened(text))' are not a JSON object of texts",
        remedy: "Correct the attributes in the shop, or leave them out with --fields.")
    }
    for (name, values) in attributes where name != "id" {
      // What has no place of its own in the specification is a custom attribute.
      let isOwn = AttributeTable.attribute(name) != nil || name.hasPrefix("c:")
      let key = isOwn ? name : "c:\(name)"
      // A column has current values. A kept attribute has precedence only if the column is that of the product.
      guard item.values[key] == nil || Self.ofProducts.contains(key) else { continue }
      item.values[key] = values
    }
  }

  /// Attributes of a product that a variant may have otherwise.
  private static let ofProducts: Set<String> = ["description", "brand", "product_type"]

  // MARK: Several rows

  private func joined(_ open: WrittenItem, _ further: WrittenItem) throws(Problems) -> WrittenItem {
    var item = open
    for (name, values) in further.values {
      guard let present = item.values[name], present != values else {
        item.values[name] = values
        continue
      }
      guard name == "gtin" else {
        throw Problems(
          .merchantUnwritableValue, at: SourcePosition(record: further.record, field: name),
          value: further.text(name),
          "two records of '\(item.id)' differ in \(name): "
            + "'\(ItemProblem.shortened(item.text(name) ?? ""))' and '\(ItemProblem.shortened(further.text(name) ?? ""))'",
          remedy: "A feed has one value of it for each item; leave the others out, such as prices of other times.")
      }
      item.values[name] = present + values.filter { !present.contains($0) }
    }
    if let count = item.values["gtin"]?.count, count > 10 {
      throw Problems(
        .merchantUnwritableValue, at: SourcePosition(record: further.record, field: "gtin"),
        "'\(item.id)' has \(count) barcodes, and an item has ten at most")
    }
    return item
  }
}

/// The texts of one row, with the error if one of them cannot be written.
struct RowTexts {
  let columns: [FeedColumn]
  let names: [String]
  let texts: [String?]
  let record: Int

  /// The text of the first column with a meaning; nil if it is empty.
  func text(_ column: FeedColumn) -> String? {
    for (index, other) in columns.enumerated() where other == column {
      if let text = texts[index], !text.isEmpty { return text }
    }
    return nil
  }

  var filled: [(FeedColumn, String)] {
    zip(columns, texts).compactMap { column, text in text.flatMap { $0.isEmpty ? nil : (column, $0) } }
  }

  func name(of column: FeedColumn) -> String { columns.firstIndex(of: column).map { names[$0] } ?? "id" }

  func problem(_ name: String, _ value: String?, _ message: String, remedy: String? = nil) -> Problems {
    Problems(
      .merchantUnwritableValue, at: SourcePosition(record: record, field: name),
      value: value.map { ItemProblem.shortened($0) },
      message, remedy: remedy)
  }
}
