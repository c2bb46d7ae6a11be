public import DelimitedReading
public import FormatKit

/// WooCommerce's product CSV, as its own export and import have it.
public struct WooCommerceFormat: ReadableFormat, CatalogueFormat {
  public static let descriptor = FormatDescriptor(
    id: "woocommerce", name: "WooCommerce",
    summary: "The product CSV of the shop system WooCommerce.",
    extensions: ["csv"], shape: .semantic, problemCodes: Problem.Code.wooCommerce)

  public static let catalogueFields = [
    "sku", "product_code", "title", "variant_title", "description", "category", "brand", "status", "colour", "size",
    "standard_cost", "barcode", "price", "sale_price", "sale_price_until", "quantity", "products.attributes",
    "attributes",
  ]
  public static let catalogueOptions = ["complete": "yes"]

  let options: WooCommerceOptions

  public init(options: WooCommerceOptions = WooCommerceOptions()) { self.options = options }

  public func reader(for source: ByteSource) throws(Problems) -> DelimitedReader {
    let options = options
    // WooCommerce writes an apostrophe before texts that a spreadsheet would run, and removes it again.
    return try DelimitedReader(
      source, charset: options.charset, unescapesFormulas: true, codes: .wooCommerce
    ) { (rows) throws(Problems) in
      guard WooCommerceColumns.isHeader(rows.columns) else {
        throw Problems(
          .wrongFormat, source: rows.source, at: SourcePosition(line: 1),
          "the header is not that of a product CSV of WooCommerce: 'Type', 'SKU' or what stands with them is missing")
      }
      return WooCommerceProducts.begin(rows, source, options)
    }
  }

  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> CatalogueWriter {
    let layout = WooCommerceLayout(options: options, hasCost: schema.index(of: "standard_cost") != nil)
    return try CatalogueWriter(schema, layout, codes: .wooCommerce, escapesFormulas: true, to: sink)
  }

  public static func sniff(_ preview: SourcePreview) -> Confidence {
    WooCommerceColumns.isHeader(HeaderPreview.columns(of: preview, holding: "type"))
      ? Confidence(95, "the header is that of WooCommerce's product CSV") : .none
  }
}

/// How WooCommerce's files are read and written; see `fields`.
public struct WooCommerceOptions: FormatOptions {
  public var charset: Charset?
  public var stock = false
  public var currency: String?
  public var attributes = 3
  public var complete = false
  public var furtherColumns: String?

  public init() {}

  public static let fields: [OptionField<WooCommerceOptions>] = [
    .choice("charset", \.charset, "The character set; found when not given."),
    .flag("stock", \.stock, "Whether the quantities in stock are taken as stock levels."),
    .text("currency", \.currency, "The currency of the prices; the shop's when not given.", values: "an ISO 4217 code"),
    .flag(
      "complete", \.complete,
      "In writing, whether WooCommerce's usual values fill what the shop does not keep, and what has no place is left out."
    ),
    .integer("attributes", \.attributes, in: 0...100, "In writing, how many attributes a product has columns for."),
    .text(
      "further-columns", \.furtherColumns,
      "In writing, further columns, filled from attributes of the same name, divided by vertical bars."),
  ]
}
