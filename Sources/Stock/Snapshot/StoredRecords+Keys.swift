extension ShopDatabase {
  /// The fields that distinguish one stored record of a kind from every other; nil for kinds, such as sales, of which
  /// two records may be alike.
  public static func identifyingFields(of kind: String) -> [String]? {
    if kind == "stock_levels" { return ["sku", "location", "lot"] }
    if kind == "counts" { return ["count"] }
    guard let stored = StoredKind.of(kind) else { return nil }
    return stored.keys.flatMap { key in
      // A line is known by all of its document's key.
      if case .document(let document)? = key.reference { return StoredKind.of(document)?.keys.map(\.field) ?? [] }
      return [key.field]
    }
  }
}
