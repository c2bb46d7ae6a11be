internal import DelimitedReading

/// The columns that something is made of.
enum SquareColumn: Hashable, Sendable {
  case itemName, variationName, sku, description, category, categories, gtin, price, onlineSalePrice, archived
  case optionName, optionValue, unitCost, vendorName, vendorCode
  case currentQuantity, newQuantity
}

/// What Square calls its columns, in the order of its export. Names of locations, taxes and modifier sets are part of the names
/// of columns, and are kept with them.
enum SquareColumns {
  static let layout = HeaderLayout<SquareColumn>([
    .attribute(.variant, "reference_handle", "Reference Handle"),
    .attribute(.variant, "token", "Token"),
    .field(.itemName, "Item Name"),
    .attribute(.product, "customer_facing_name", "Customer-facing Name"),
    .field(.variationName, "Variation Name"),
    .attribute(.variant, "unit_and_precision", "Unit and Precision"),
    .field(.sku, "SKU"),
    .field(.description, "Description"),
    .field(.categories, "Categories"),
    .field(.category, "Category"),
    .attribute(.product, "reporting_category", "Reporting Category"),
    .attribute(.product, "additional_categories", "Additional Categories"),
    .attribute(.product, "seo_title", "SEO Title"),
    .attribute(.product, "seo_description", "SEO Description"),
    .attribute(.product, "permalink", "Permalink"),
    .field(.gtin, "GTIN"),
    .attribute(.product, "online_visibility", "Square Online Item Visibility"),
    .attribute(.product, "item_type", "Item Type"),
    .attribute(.variant, nil, "Weight ({unit})"),
    .attribute(.product, "social_media_title", "Social Media Link Title"),
    .attribute(.product, "social_media_description", "Social Media Link Description"),
    .attribute(.product, "shipping", "Shipping Enabled"),
    .attribute(.product, "self_serve_ordering", "Self-serve Ordering Enabled"),
    .attribute(.product, "delivery", "Delivery Enabled"),
    .attribute(.product, "pickup", "Pickup Enabled"),
    .field(.price, "Price"),
    .field(.onlineSalePrice, "Online Sale Price"),
    .field(.archived, "Archived"),
    .attribute(.variant, "sellable", "Sellable"),
    .attribute(.product, "contains_alcohol", "Contains Alcohol"),
    .attribute(.variant, "stockable", "Stockable"),
    .attribute(.product, "skips_detail_screen", "Skip Detail Screen in POS"),
    .field(.optionName, "Option Name {n}"),
    .field(.optionValue, "Option Value {n}"),
    .field(.unitCost, "Default Unit Cost"),
    .field(.vendorName, "Default Vendor Name"),
    .field(.vendorCode, "Default Vendor Code"),
    .field(.currentQuantity, "Current Quantity {location}"),
    .field(.newQuantity, "New Quantity {location}"),
    .attribute(.variant, nil, "Stock Alert Enabled {location}"),
    .attribute(.variant, nil, "Stock Alert Count {location}"),
    .attribute(.variant, nil, "Enabled {location}"),
    .attribute(.variant, nil, "Price {location}"),
    .attribute(.product, nil, "Modifier Set - {name}"),
    .attribute(.product, nil, "Tax - {name}"),
  ])

  /// Columns that hardly any other file has; item, variation and two of them identify an item library.
  static let characteristic: Set<String> = [
    "token", "reference handle", "square online item visibility", "self-serve ordering enabled",
    "skip detail screen in pos", "option name 1", "default unit cost", "default vendor name", "default vendor code",
    "reporting category", "gtin", "sellable", "stockable",
  ]
  private static let characteristicStarts = [
    "current quantity ", "new quantity ", "stock alert enabled ", "stock alert count ", "modifier set - ", "tax - ",
  ]

  static func isHeader(_ columns: [String]) -> Bool {
    let names = Set(columns.map(HeaderName.folded))
    guard names.contains("item name"), names.contains("variation name") else { return false }
    let starts = characteristicStarts.count { start in names.contains { $0.hasPrefix(start) } }
    return names.intersection(characteristic).count + starts >= 2
  }

  /// The columns of an export before those of locations.
  static let header = [
    "Reference Handle", "Token", "Item Name", "Customer-facing Name", "Variation Name", "Unit and Precision", "SKU",
    "Description", "Categories", "Reporting Category", "SEO Title", "SEO Description", "Permalink", "GTIN",
    "Square Online Item Visibility", "Item Type", "Weight (lb)", "Social Media Link Title",
    "Social Media Link Description", "Shipping Enabled", "Self-serve Ordering Enabled", "Delivery Enabled",
    "Pickup Enabled", "Price", "Online Sale Price", "Archived", "Sellable", "Contains Alcohol", "Stockable",
    "Skip Detail Screen in POS", "Option Name 1", "Option Value 1", "Option Name 2", "Option Value 2", "Option Name 3",
    "Option Value 3", "Default Unit Cost", "Default Vendor Name", "Default Vendor Code",
  ]

  /// The columns of one location.
  static func locationHeader(_ location: String) -> [String] {
    ["Current Quantity", "New Quantity", "Stock Alert Enabled", "Stock Alert Count"].map { "\($0) \(location)" }
  }
}
