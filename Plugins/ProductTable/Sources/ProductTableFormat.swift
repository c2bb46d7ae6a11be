public import FormatKit

/// Products with colours and a quantity for each store, as a small app keeps them: in one table of SQLite, or as JSON.
public struct ProductTableFormat: ReadableFormat {
  public static let descriptor = FormatDescriptor(
    id: "product-table", name: "Product table",
    summary: "Products with colours and quantities by store, as one SQLite table or as JSON objects.",
    extensions: ["json"], readExtensions: ["sqlite", "sqlite3", "db", "jsonl", "ndjson"], shape: .semantic,
    problemCodes: Problem.Code.productTable)

  let options: ProductTableOptions

  public init(options: ProductTableOptions) { self.options = options }

  public static func sniff(_ preview: SourcePreview) -> Confidence {
    if isSQLite(preview) {
      let text = String(decoding: preview.bytes, as: UTF8.self)
      return text.contains("product_name")
        ? Confidence(97, "an SQLite file with a column 'product_name'")
        : Confidence(60, "an SQLite file")
    }
    guard let first = preview.text.utf8.first(where: { $0 > 0x20 }), first == 0x7B || first == 0x5B,
      JSONProductLook(preview, charset: nil).hasProducts
    else { return .none }
    return Confidence(93, "JSON of products with prices, and colours or stores")
  }

  static func isSQLite(_ preview: SourcePreview) -> Bool { preview.bytes.starts(with: PrivateCopy.Header.signature) }

  public func reader(for source: ByteSource) throws(Problems) -> ProductTableReader {
    try ProductTableReader(source, options: options)
  }
}
