internal import GRDB
internal import RetailValues

/// The SQL function about sizes, on every connection to a shop; reports may call it too.
enum SizeFunctions {
  /// `size_order(size)`: a text that sorts sizes from small to large; see ``SizeOrder``.
  static let order = DatabaseFunction("size_order", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map(SizeOrder.key(of:))
  }
}
