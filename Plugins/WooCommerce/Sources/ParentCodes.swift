internal import DelimitedReading
internal import FormatKit

/// The codes of variable products by their IDs, gathered by a pass through the whole file when the first is needed,
/// because a variation may come before its parent.
struct ParentCodes {
  /// How many products are kept at most.
  static let maximumCount = 200_000

  private let source: ByteSource
  private let charset: Charset?
  private var codes: [String: String]?

  init(_ source: ByteSource, _ charset: Charset?) {
    self.source = source
    self.charset = charset
  }

  /// The SKU of a product, else `id:` and its ID; nil when the file has no product of that ID.
  mutating func code(of id: String) throws(Problems) -> String? {
    if codes == nil { codes = try gather() }
    return codes?[id]
  }

  private func gather() throws(Problems) -> [String: String] {
    var found: [String: String] = [:]
    var header: MatchedHeader<WooCommerceColumn>?
    do throws(Problems) {
      try DelimitedRows.look(through: source, charset: charset, codes: .wooCommerce) { row in
        let columns = header ?? MatchedHeader(row.columns, layout: WooCommerceColumns.layout)
        header = columns
        let type = row.text(columns[.type])?.lowercased() ?? ""
        if type.hasPrefix("variable"), let id = row.text(columns[.id]), found[id] == nil {
          found[id] = row.text(columns[.sku]) ?? "id:\(id)"
        }
        return found.count < Self.maximumCount
      }
    } catch {
      // The main pass reports an error that ends the source. An unreadable medium is reported at once.
      if error.code == .sourceUnreadable { throw error }
    }
    return found
  }
}
