internal import FormatKit

/// The tables that the tree becomes, in the order in which records must be applied.
enum StoreInventoryTables {
  static let schemas = [
    schema("locations", "location", "location_name", "opening_hours"),
    schema("products", "product_code", "title", "description", "category", "attributes"),
    schema("variants", "sku", "product_code", "colour", "size"),
    schema("barcodes", "barcode", "sku"),
    schema("prices", "sku", "price"),
    schema("users", "user", "display_name", "user_kind"),
    schema("favourites", "user", "product_code"),
    schema("counters", "subject_kind", "subject", "counter", "stated"),
    schema("stock_levels", "sku", "location", "quantity"),
    // They come last of all, when it is known which the products have.
    schema("colours", "colour", "colour_family", "red", "green", "blue"),
  ]

  /// Columns of a kind with the types that the vocabulary gives them.
  private static func schema(_ table: String, _ fields: String...) -> Schema {
    let all = Vocabulary.kind(table)?.schema.columns ?? []
    return Schema(table: table, columns: fields.map { field in all.first { $0.name == field } ?? Column(name: field) })
  }

  /// The code of the location, unless another is given.
  static let location = "store"

  /// The separator of a SKU's parts. Firebase does not allow it in keys, so no part can contain it.
  static let separator = "/"

  /// The SKU of a product's size in a colour.
  static func sku(_ product: String, colour: String?, size: String?) -> String {
    ([product, colour, size] as [String?]).compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: separator)
  }

  /// The sizes of the app.
  static let sizes = ["XSmall", "Small", "Medium", "Large", "XLarge"]

  /// The size in the app's spelling, ignoring case; nil for others.
  static func knownSize(_ text: String) -> String? { sizes.first { $0.lowercased() == text.lowercased() } }
}
