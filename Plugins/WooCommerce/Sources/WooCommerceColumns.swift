internal import DelimitedReading

/// The columns that something is made of.
enum WooCommerceColumn: Hashable, Sendable {
  case id, type, sku, barcode, name, published, description, brands, categories
  case saleStarts, saleEnds, salePrice, regularPrice, cost, stock, parent
  case attributeName, attributeValues, attributeVisible, attributeGlobal, attributeDefault
}

/// The names of WooCommerce's columns, in the order of its export. Further properties belong to the product, or to the
/// variation if they are in its row.
enum WooCommerceColumns {
  typealias Layout = HeaderLayout<WooCommerceColumn>

  static let layout = Layout([
    .field(.id, "ID"),
    .field(.type, "Type"),
    .field(.sku, "SKU"),
    .field(.barcode, "GTIN, UPC, EAN, or ISBN", "GTIN, UPC, EAN or ISBN"),
    .field(.name, "Name"),
    .field(.published, "Published"),
    .attribute(.product, "featured", "Is featured?"),
    .attribute(.product, "visibility", "Visibility in catalog", "Visibility in catalogue"),
    .attribute(.product, "short_description", "Short description"),
    .field(.description, "Description"),
    .field(.saleStarts, "Date sale price starts"),
    .field(.saleEnds, "Date sale price ends"),
    .attribute(.product, "tax_status", "Tax status"),
    .attribute(.product, "tax_class", "Tax class"),
    .attribute(.product, "in_stock", "In stock?"),
    .field(.stock, "Stock"),
    .attribute(.product, "low_stock_amount", "Low stock amount"),
    .attribute(.product, "backorders", "Backorders allowed?"),
    .attribute(.product, "sold_individually", "Sold individually?"),
    .attribute(.product, nil, "Weight ({unit})"),
    .attribute(.product, nil, "Length ({unit})"),
    .attribute(.product, nil, "Width ({unit})"),
    .attribute(.product, nil, "Height ({unit})"),
    .attribute(.product, "reviews", "Allow customer reviews?"),
    .attribute(.product, "purchase_note", "Purchase note"),
    .field(.salePrice, "Sale price"),
    .field(.regularPrice, "Regular price"),
    .field(.cost, "Cost of goods"),
    .field(.categories, "Categories"),
    .attribute(.product, "tags", "Tags"),
    .attribute(.product, "shipping_class", "Shipping class"),
    .attribute(.product, "images", "Images"),
    .attribute(.product, "download_limit", "Download limit"),
    .attribute(.product, "download_expiry_days", "Download expiry days"),
    .field(.parent, "Parent"),
    .attribute(.product, "grouped_products", "Grouped products"),
    .attribute(.product, "upsells", "Upsells"),
    .attribute(.product, "cross_sells", "Cross-sells"),
    .attribute(.product, "external_url", "External URL"),
    .attribute(.product, "button_text", "Button text"),
    .attribute(.product, "position", "Position"),
    .field(.brands, "Brands"),
    .field(.attributeName, "Attribute {n} name"),
    .field(.attributeValues, "Attribute {n} value(s)"),
    .field(.attributeVisible, "Attribute {n} visible"),
    .field(.attributeGlobal, "Attribute {n} global"),
    .field(.attributeDefault, "Attribute {n} default"),
    .attribute(.product, nil, "Download {n} ID"),
    .attribute(.product, nil, "Download {n} name"),
    .attribute(.product, nil, "Download {n} URL"),
    .attribute(.product, nil, "Meta: {key}"),
  ])

  /// Columns that hardly any other file has; type, SKU and three of them identify a product CSV of WooCommerce.
  static let characteristic: Set<String> = [
    "is featured?", "visibility in catalog", "visibility in catalogue", "short description", "date sale price starts",
    "date sale price ends", "in stock?", "backorders allowed?", "sold individually?", "allow customer reviews?",
    "low stock amount", "regular price", "download expiry days", "cross-sells", "attribute 1 name",
    "attribute 1 value(s)", "attribute 1 visible", "attribute 1 global",
  ]

  static func isHeader(_ columns: [String]) -> Bool {
    let names = Set(columns.map(HeaderName.folded))
    return names.contains("type") && (names.contains("sku") || names.contains("id"))
      && names.intersection(characteristic).count >= 3
  }

  /// The header of WooCommerce's own export, before the attributes.
  static let header = [
    "ID", "Type", "SKU", "GTIN, UPC, EAN, or ISBN", "Name", "Published", "Is featured?", "Visibility in catalog",
    "Short description", "Description", "Date sale price starts", "Date sale price ends", "Tax status", "Tax class",
    "In stock?", "Stock", "Low stock amount", "Backorders allowed?", "Sold individually?", "Weight (kg)",
    "Length (cm)", "Width (cm)", "Height (cm)", "Allow customer reviews?", "Purchase note", "Sale price",
    "Regular price", "Categories", "Tags", "Shipping class", "Images", "Download limit", "Download expiry days",
    "Parent", "Grouped products", "Upsells", "Cross-sells", "External URL", "Button text", "Position", "Brands",
  ]

  /// The columns of one attribute.
  static func attributeHeader(_ number: Int) -> [String] {
    ["name", "value(s)", "visible", "global", "default"].map { "Attribute \(number) \($0)" }
  }
}

/// Days and moments as WooCommerce writes them.
enum SaleDate {
  /// `2026-10-31`, or `2026-10-31T18:00:00` for a text with a time; nil if it is not such a date.
  static func iso8601(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, let day = numbers(bytes[..<10], [4, 2, 2], separator: UInt8(ascii: "-")),
      (1...12).contains(day[1]), (1...31).contains(day[2]), day[0] > 0
    else { return nil }
    if bytes.count == 10 { return text }
    guard bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T") else { return nil }
    let lengths = bytes.count == 16 ? [2, 2] : [2, 2, 2]
    guard let time = numbers(bytes[11...], lengths, separator: UInt8(ascii: ":")), time[0] < 24,
      time.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return String(decoding: bytes[..<10], as: UTF8.self) + "T" + String(decoding: bytes[11...], as: UTF8.self)
  }

  private static func numbers(_ bytes: ArraySlice<UInt8>, _ lengths: [Int], separator: UInt8) -> [Int]? {
    let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.count) == lengths, parts.allSatisfy({ $0.allSatisfy { (48...57).contains($0) } }) else {
      return nil
    }
    return parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 48) } }
  }
}
