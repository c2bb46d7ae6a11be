public import DelimitedReading
public import FormatKit

/// Shopify's product CSV and inventory CSV, of today and of the years before 2025.
public struct ShopifyFormat: ReadableFormat, CatalogueFormat {
  public static let descriptor = FormatDescriptor(
    id: "shopify", name: "Shopify",
    summary: "The product CSV and the inventory CSV of the shop system Shopify.",
    extensions: ["csv"], shape: .semantic, problemCodes: Problem.Code.shopify)

  public static let catalogueFields = [
    "sku", "product_code", "title", "variant_title", "description", "category", "brand", "status", "colour", "size",
    "standard_cost", "barcode", "price", "list_price", "sale_price", "sale_price_until", "quantity",
    "products.attributes", "attributes",
  ]
  public static let catalogueOptions = ["complete": "yes"]

  let options: ShopifyOptions

  public init(options: ShopifyOptions = ShopifyOptions()) { self.options = options }

  public func reader(for source: ByteSource) throws(Problems) -> DelimitedReader {
    let options = options
    return try DelimitedReader(source, charset: options.charset, codes: .shopify) {
      (rows) throws(Problems) in
      switch ShopifyFile(columns: rows.columns) {
      case .products?: return ShopifyProducts.begin(rows, options)
      case .inventory?: return ShopifyInventory.begin(rows, options)
      case nil:
        throw Problems(
          .wrongFormat, source: rows.source, at: SourcePosition(line: 1),
          "the header is not that of a product or inventory CSV of Shopify: 'Handle' or what stands with it is missing")
      }
    }
  }

  /// Writes a table with `quantity` and `location` as an inventory CSV, any other as a product CSV.
  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> CatalogueWriter {
    let names = Set(schema.columns.map(\.name))
    let layout: any CatalogueLayout
    if schema.table == "stock_levels" || names.contains("location") {
      for name in ["product_code", "sku", "location", "quantity"] where !names.contains(name) {
        throw Problems(
          DelimitedCodes.shopify.unwritableTable, value: name,
          "an inventory CSV is not made without the column '\(name)'")
      }
      layout = ShopifyInventoryLayout()
    } else {
      guard names.contains("product_code") else {
        throw Problems(
          DelimitedCodes.shopify.unwritableTable, value: "product_code",
          "a product CSV is not made without the column 'product_code'")
      }
      layout = ShopifyProductLayout(options: options)
    }
    return try CatalogueWriter(schema, layout, codes: .shopify, to: sink)
  }

  public static func sniff(_ preview: SourcePreview) -> Confidence {
    switch ShopifyFile(columns: HeaderPreview.columns(of: preview, holding: "handle")) {
    case .products?: Confidence(96, "the header is that of Shopify's product CSV")
    case .inventory?: Confidence(96, "the header is that of Shopify's inventory CSV")
    case nil: .none
    }
  }
}

/// How Shopify's files are read and written; see `fields`.
public struct ShopifyOptions: FormatOptions {
  /// What the columns are called in writing.
  public enum Header: String, CaseIterable, Sendable {
    /// As since 2025: `URL handle`.
    case current
    /// As before: `Handle`.
    case classic
  }

  public var charset: Charset?
  public var stock = false
  public var newLocations = false
  public var currency: String?
  public var header = Header.current
  public var complete = false
  public var furtherColumns: String?

  public init() {}

  public static let fields: [OptionField<ShopifyOptions>] = [
    .choice("charset", \.charset, "The character set; found when not given."),
    .flag("stock", \.stock, "Whether the quantities of a product CSV are taken as stock levels."),
    .flag("new-locations", \.newLocations, "Whether the locations of an inventory CSV become locations of the shop."),
    .text("currency", \.currency, "The currency of the prices; the shop's when not given.", values: "an ISO 4217 code"),
    .flag(
      "complete", \.complete,
      "In writing, whether Shopify's usual values fill what the shop does not keep, and what has no place is left out."),
    .choice("headers", \.header, "In writing, what the columns are called: as since 2025, or as before."),
    .text(
      "further-columns", \.furtherColumns,
      "In writing, further columns, filled from attributes of the same name, divided by vertical bars."),
  ]
}
