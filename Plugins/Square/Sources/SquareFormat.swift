public import DelimitedReading
public import FormatKit

/// Square's item library, as its own export and import have it.
public struct SquareFormat: ReadableFormat, CatalogueFormat {
  public static let descriptor = FormatDescriptor(
    id: "square", name: "Square", summary: "The item library CSV of the point-of-sale system Square.",
    extensions: ["csv"], shape: .semantic, problemCodes: Problem.Code.square)

  public static let catalogueFields = [
    "sku", "product_code", "title", "variant_title", "description", "category", "status", "colour", "size",
    "standard_cost", "barcode", "price", "sale_price", "sale_price_until", "quantity", "products.attributes",
    "attributes",
  ]
  /// Square knows items by their names alone.
  public static let catalogueOptions = ["complete": "yes", "product-codes": "left-out"]

  let options: SquareOptions

  public init(options: SquareOptions = SquareOptions()) { self.options = options }

  public func reader(for source: ByteSource) throws(Problems) -> DelimitedReader {
    let options = options
    return try DelimitedReader(source, charset: options.charset, codes: .square) { (rows) throws(Problems) in
      guard SquareColumns.isHeader(rows.columns) else {
        throw Problems(
          .wrongFormat, source: rows.source, at: SourcePosition(line: 1),
          "the header is not that of an item library of Square: 'Item Name', 'Variation Name' or what stands with them "
            + "is missing")
      }
      return SquareItems.begin(rows, options)
    }
  }

  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> CatalogueWriter {
    guard schema.index(of: "sku") != nil else {
      throw Problems(
        DelimitedCodes.square.unwritableTable, value: "sku",
        "an item library is not made without the column 'sku': Square has no item without a variation")
    }
    return try CatalogueWriter(schema, SquareLayout(options: options), codes: .square, to: sink)
  }

  public static func sniff(_ preview: SourcePreview) -> Confidence {
    SquareColumns.isHeader(HeaderPreview.columns(of: preview, holding: "variation name"))
      ? Confidence(94, "the header is that of Square's item library") : .none
  }
}

/// How Square's files are read and written; see `fields`.
public struct SquareOptions: FormatOptions {
  /// How to treat the codes of products, which Square identifies by name only.
  public enum ProductCodes: String, CaseIterable, Sendable {
    /// A code that is not the product's title is an error.
    case refused
    case leftOut = "left-out"
  }

  public var charset: Charset?
  public var stock = false
  public var newLocations = false
  public var currency: String?
  public var productCodes = ProductCodes.refused
  public var complete = false
  public var locations: String?
  public var furtherColumns: String?

  public init() {}

  public static let fields: [OptionField<SquareOptions>] = [
    .choice("charset", \.charset, "The character set; found when not given."),
    .flag("stock", \.stock, "Whether the quantities at the locations are taken as stock levels."),
    .flag("new-locations", \.newLocations, "With stock, whether the locations become locations of the shop."),
    .text("currency", \.currency, "The currency of the prices; the shop's when not given.", values: "an ISO 4217 code"),
    .flag(
      "complete", \.complete,
      "In writing, whether variations get names where the shop keeps none, and what has no place is left out."),
    .choice(
      "product-codes", \.productCodes,
      "In writing, what becomes of a product's code that is not its title, as Square knows items by name."),
    .text(
      "locations", \.locations,
      "In writing, the locations that have columns of quantities, divided by vertical bars."),
    .text(
      "further-columns", \.furtherColumns,
      "In writing, further columns, filled from attributes of the same name, divided by vertical bars."),
  ]
}
