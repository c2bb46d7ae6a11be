internal import DelimitedReading

/// The columns that something is made of.
enum ShopifyColumn: Hashable, Sendable {
  case handle, title, body, vendor, type, category, published, status
  case optionName, optionValue
  case sku, barcode, price, compareAtPrice, cost, quantity
  case image, imageAlternative
  // The inventory file.
  case location, onHand, onHandNew
}

/// What Shopify calls its columns: first as in the product CSV of today, then as in that of the years before 2025.
enum ShopifyColumns {
  typealias Layout = HeaderLayout<ShopifyColumn>

  static let products = Layout([
    .field(.title, "Title"),
    .field(.handle, "URL handle", "Handle"),
    .field(.body, "Description", "Body (HTML)"),
    .field(.vendor, "Vendor"),
    .field(.category, "Product category", "Standardized Product Type", "Standard Product Type"),
    .field(.type, "Type", "Custom Product Type"),
    .attribute(.product, "tags", "Tags"),
    .attribute(.product, "published", "Published on online store", "Published"),
    .field(.status, "Status"),
    .field(.sku, "SKU", "Variant SKU"),
    .field(.barcode, "Barcode", "Variant Barcode"),
    .field(.optionName, "Option{n} name"),
    .field(.optionValue, "Option{n} value"),
    .passedOver("Option{n} Linked To"),
    .field(.price, "Price", "Variant Price"),
    .field(.compareAtPrice, "Compare-at price", "Variant Compare At Price"),
    .field(.cost, "Cost per item"),
    .attribute(.variant, "taxable", "Charge tax", "Variant Taxable"),
    .attribute(.variant, "tax_code", "Tax code", "Variant Tax Code"),
    .attribute(.variant, "unit_price_measure", "Unit price total measure"),
    .attribute(.variant, "unit_price_measure_unit", "Unit price total measure unit"),
    .attribute(.variant, "unit_price_base", "Unit price base measure"),
    .attribute(.variant, "unit_price_base_unit", "Unit price base measure unit"),
    .attribute(.variant, "inventory_tracker", "Inventory tracker", "Variant Inventory Tracker"),
    .field(.quantity, "Inventory quantity", "Variant Inventory Qty"),
    .attribute(.variant, "sold_when_out_of_stock", "Continue selling when out of stock", "Variant Inventory Policy"),
    .attribute(.variant, "grams", "Weight value (grams)", "Variant Grams"),
    .attribute(.variant, "weight_unit", "Weight unit for display", "Variant Weight Unit"),
    .attribute(.variant, "requires_shipping", "Requires shipping", "Variant Requires Shipping"),
    .attribute(.variant, "fulfilment_service", "Fulfillment service", "Variant Fulfillment Service"),
    .field(.image, "Product image URL", "Image Src"),
    .passedOver("Image position"),
    .field(.imageAlternative, "Image alt text"),
    .attribute(.variant, "image", "Variant image URL", "Variant Image"),
    .attribute(.product, "gift_card", "Gift card"),
    .attribute(.product, "seo_title", "SEO title"),
    .attribute(.product, "seo_description", "SEO description"),
    .attribute(.product, "collection", "Collection"),
    .attribute(.product, nil, "Google Shopping / {name}"),
    .attribute(.product, nil, "{name} (product.metafields.{key})"),
    .attribute(.product, nil, "Metafield: {name}"),
    .attribute(.variant, nil, "Price / {market}"),
    .attribute(.variant, nil, "Compare-at price / {market}"),
    .attribute(.variant, nil, "Compare At Price / {market}"),
    .attribute(.product, nil, "Included / {market}"),
  ])

  static let inventory = Layout([
    .field(.handle, "Handle", "URL handle"),
    .field(.title, "Title"),
    .field(.optionName, "Option{n} Name", "Option {n} Name"),
    .field(.optionValue, "Option{n} Value", "Option {n} Value"),
    .field(.sku, "SKU"),
    .passedOver("Barcode"),
    .passedOver("HS Code"),
    .passedOver("COO"),
    .field(.location, "Location"),
    .passedOver("Bin name"),
    .passedOver("Incoming (not editable)", "Incoming"),
    .passedOver("Unavailable (not editable)", "Unavailable"),
    .passedOver("Committed (not editable)", "Committed"),
    .passedOver("Available (not editable)", "Available"),
    .field(.onHand, "On hand (current)", "On hand"),
    .field(.onHandNew, "On hand (new)"),
  ])

  /// Columns that hardly any other file has; the handle and two of them identify a product CSV.
  static let characteristic: Set<String> = [
    "url handle", "body (html)", "option1 name", "option1 value", "variant sku", "variant grams",
    "variant inventory tracker", "variant inventory qty", "variant inventory policy", "variant fulfillment service",
    "variant price", "variant compare at price", "variant barcode", "image src", "published on online store",
    "product image url", "compare-at price", "continue selling when out of stock", "weight value (grams)",
    "inventory quantity",
  ]

  /// The header of a product CSV of today, as the sample file of Shopify's help pages has it.
  static let currentHeader = [
    "Title", "URL handle", "Description", "Vendor", "Product category", "Type", "Tags", "Published on online store",
    "Status", "SKU", "Barcode", "Option1 name", "Option1 value", "Option2 name", "Option2 value", "Option3 name",
    "Option3 value", "Price", "Compare-at price", "Cost per item", "Charge tax", "Tax code",
    "Unit price total measure", "Unit price total measure unit", "Unit price base measure",
    "Unit price base measure unit", "Inventory tracker", "Inventory quantity", "Continue selling when out of stock",
    "Weight value (grams)", "Weight unit for display", "Requires shipping", "Fulfillment service",
    "Product image URL", "Image position", "Image alt text", "Variant image URL", "Gift card", "SEO title",
    "SEO description",
  ]

  /// The header of the years before 2025.
  static let classicHeader = [
    "Handle", "Title", "Body (HTML)", "Vendor", "Product Category", "Type", "Tags", "Published", "Option1 Name",
    "Option1 Value", "Option2 Name", "Option2 Value", "Option3 Name", "Option3 Value", "Variant SKU", "Variant Grams",
    "Variant Inventory Tracker", "Variant Inventory Qty", "Variant Inventory Policy", "Variant Fulfillment Service",
    "Variant Price", "Variant Compare At Price", "Variant Requires Shipping", "Variant Taxable",
    "Unit Price Total Measure", "Unit Price Total Measure Unit", "Unit Price Base Measure",
    "Unit Price Base Measure Unit", "Variant Barcode", "Image Src", "Image Position", "Image Alt Text", "Gift Card",
    "SEO Title", "SEO Description", "Variant Image", "Variant Weight Unit", "Variant Tax Code", "Cost per item",
    "Status",
  ]

  static let inventoryHeader = [
    "Handle", "Title", "Option1 Name", "Option1 Value", "Option2 Name", "Option2 Value", "Option3 Name",
    "Option3 Value", "SKU", "HS Code", "COO", "Location", "Bin name", "Incoming (not editable)",
    "Unavailable (not editable)", "Committed (not editable)", "Available (not editable)", "On hand (current)",
    "On hand (new)",
  ]
}

/// Which of Shopify's files a header is of.
enum ShopifyFile: Sendable {
  case products, inventory

  init?(columns: [String]) {
    let names = Set(columns.map(HeaderName.folded))
    guard names.contains("handle") || names.contains("url handle") else { return nil }
    let keys = Set(columns.compactMap { ShopifyColumns.inventory.key(of: $0) })
    let isByLocation = keys.contains(.location) && (keys.contains(.onHand) || keys.contains(.onHandNew))
    let isOfOldLayout =
      names.contains("hs code") && names.contains("coo") && names.contains("sku") && keys.contains(.optionValue)
    if isByLocation && names.contains("sku") || isOfOldLayout {
      self = .inventory
    } else if names.intersection(ShopifyColumns.characteristic).count >= 2 {
      self = .products
    } else {
      return nil
    }
  }
}
