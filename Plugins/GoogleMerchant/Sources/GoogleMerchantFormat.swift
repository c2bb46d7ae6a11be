public import FormatKit

/// Feeds of products as Google Merchant Center takes them: RSS 2.0 and Atom 1.0 with the namespace `g:`, and text with
/// tabs, after the product data specification.
///
/// ```swift
/// var reader = try GoogleMerchantFormat().reader(for: .file("feed.xml"))
/// ```
public struct GoogleMerchantFormat: ReadableFormat, CatalogueFormat {
  public static let descriptor = FormatDescriptor(
    id: "google-merchant", name: "Google Merchant product feed",
    summary: "Products with their variants, barcodes and prices as RSS, Atom or text for Google Merchant Center.",
    extensions: ["xml", "txt", "tsv"], shape: .semantic, problemCodes: Problem.Code.googleMerchant)

  public static let catalogueFields = [
    "sku", "product_code", "title", "variant_title", "description", "category", "brand", "colour", "size", "status",
    "barcode", "price", "currency", "sale_price", "availability", "products.attributes", "attributes",
  ]
  public static let catalogueOptions = ["complete": "yes"]

  let options: GoogleMerchantOptions

  public init(options: GoogleMerchantOptions = GoogleMerchantOptions()) { self.options = options }

  public func reader(for source: ByteSource) throws(Problems) -> GoogleMerchantReader {
    try GoogleMerchantReader(source, options: options)
  }

  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> GoogleMerchantWriter {
    try GoogleMerchantWriter(schema: schema, options: options, sink: sink)
  }

  /// Judges by the namespace of Google's attributes, or by the names of the columns.
  public static func sniff(_ preview: SourcePreview) -> Confidence {
    let text = preview.text
    guard let start = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else { return .none }
    if start == "<" {
      guard text.contains("base.google.com/ns/1.0") else { return .none }
      for (tag, name) in [("<rss", "RSS"), ("<feed", "Atom"), ("<rdf:RDF", "RSS 1.0")] where text.contains(tag) {
        return Confidence(96, "an \(name) feed with the namespace of Google's product data")
      }
      return Confidence(62, "XML with the namespace of Google's product data")
    }
    let line = text.prefix { !$0.isNewline }
    guard line.contains("\t"), preview.isWhole || line.endIndex < text.endIndex else { return .none }
    let headers = line.split(separator: "\t", omittingEmptySubsequences: false)
      .map { ListText.unquoted(String($0)) }
    let (known, isFeed) = TextColumn.verdict(on: headers)
    guard isFeed else { return .none }
    return Confidence(
      min(96, 88 + known), "\(known) of its columns with tabs between are those of Google's product data")
  }
}

/// How feeds are read and written; see `fields`.
public struct GoogleMerchantOptions: FormatOptions {
  /// What is written.
  public enum Form: String, CaseIterable, Sendable {
    case rss, atom, tsv
  }

  public var form = Form.rss
  /// The shop's currency, as its ISO 4217 code.
  public var currency: String?
  public var charset: Charset?
  /// Whether fields of text may be in quotes.
  public var quotes = true
  /// Whether every item must have what a primary feed needs.
  public var complete = false
  public var title: String?
  public var link: String?
  /// When the feed was made.
  public var updated: String?

  public init() {}

  public static let fields: [OptionField<GoogleMerchantOptions>] = [
    .choice("form", \.form, "In writing, what the feed is: RSS 2.0, Atom 1.0, or text with tabs."),
    .text(
      "currency", \.currency,
      "The shop's currency. Costs in it are standard costs; in writing, that of amounts that name none.",
      values: "a code of ISO 4217, such as EUR"),
    .choice("charset", \.charset, "The character set; found when not given."),
    .flag("quotes", \.quotes, "Whether fields of text with tabs may be in quotes; no: quotes are text."),
    .flag(
      "complete", \.complete,
      "In writing, whether every item must have what Google needs of a primary feed; condition is new unless known."),
    .text("title", \.title, "In writing, the name of the feed; Products when not given."),
    .text("link", \.link, "In writing, the address of the shop.", values: "an address such as https://shop.example"),
    .text(
      "updated", \.updated, "In writing Atom, when the feed was made; left out when not given.",
      values: "2026-10-31T18:00:00Z"),
  ]
}
