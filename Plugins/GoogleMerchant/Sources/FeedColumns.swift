internal import FormatKit

/// What a column of records becomes in a feed.
enum FeedColumn: Hashable, Sendable {
  /// The id of the item; the fields of a product without variants have its code.
  case id
  case group
  /// The name of the variant, which has precedence over the product's.
  case variantTitle
  /// An attribute of that name, or one of ours as a custom attribute.
  case attribute(String)
  /// An attribute whose value is a price; a number alone is in the currency of the row.
  case price(String)
  /// The price of a row that has its type in another column.
  case typedPrice
  case priceType, currency, validFrom, validTo
  /// A JSON object of attributes.
  case kept
  case packQuantity

  /// What each column of a table becomes.
  ///
  /// - Throws: ``Problem/Code/merchantUnwritableTable`` for a column that has no place in a feed, or a table that names
  ///   no item.
  static func columns(of schema: Schema) throws(Problems) -> [FeedColumn] {
    let names = schema.columns.map(\.name)
    let hasType = names.contains("price_type")
    let hasSKU = names.contains("sku")
    var found: [FeedColumn] = []
    for name in names {
      switch name {
      case "sku": found.append(.id)
      case "product_code": found.append(hasSKU ? .group : .id)
      case "price" where hasType: found.append(.typedPrice)
      case _ where vocabulary[name] != nil: found.append(vocabulary[name] ?? .kept)
      default:
        let attribute = name.hasPrefix("c:") ? name : FeedNames.attribute(name)
        guard name.hasPrefix("c:") || AttributeTable.attribute(attribute) != nil else { throw unwritable(name, schema) }
        found.append(column(of: attribute))
      }
    }
    guard found.contains(.id) else {
      throw Problems(
        .merchantUnwritableTable, value: schema.table, "the table '\(schema.table)' has no column 'sku' or 'id'",
        remedy: "Export the column sku too.")
    }
    return found
  }

  private static func column(of attribute: String) -> FeedColumn {
    switch attribute {
    case "id": return .id
    case "item_group_id": return .group
    default:
      if case .price = AttributeTable.attribute(attribute)?.type { return .price(attribute) }
      return .attribute(attribute)
    }
  }

  private static func unwritable(_ name: String, _ schema: Schema) -> Problems {
    let near = nearestName(to: name, among: AttributeTable.names + vocabulary.keys.sorted())
    return Problems(
      .merchantUnwritableTable, value: name,
      "the column '\(name)' of the table '\(schema.table)' has no place in a product feed",
      remedy: (near.map { "Did you mean '\($0)'? " } ?? "") + "Leave the column out, in an export with --fields.")
  }

  /// The fields of the vocabulary.
  private static let vocabulary: [String: FeedColumn] = [
    "variant_title": .variantTitle, "category": .attribute("product_type"), "colour": .attribute("color"),
    "barcode": .attribute("gtin"), "standard_cost": .price("cost_of_goods_sold"), "price_type": .priceType,
    "currency": .currency, "valid_from": .validFrom, "valid_to": .validTo, "attributes": .kept,
    "products.attributes": .kept, "variants.attributes": .kept, "pack_quantity": .packQuantity,
    "stock_unit": .attribute("c:stock_unit"),
    "tax_rate": .attribute("c:tax_rate"), "status": .attribute("c:status"),
    "tax_included": .attribute("c:tax_included"),
  ]
}
