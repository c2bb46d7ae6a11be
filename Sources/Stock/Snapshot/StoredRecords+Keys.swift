internal import FormatKit

extension ShopDatabase {
  /// The fields that distinguish one stored record of a kind from every other; nil for kinds, such as sales, of which
  /// two records may be alike.
  public static func identifyingFields(of kind: String) -> [String]? {
    guard let record = Vocabulary.kind(kind) else { return nil }
    switch record.storage {
    case .levels: return ["sku", "location", "lot"]
    case .counts: return record.key.map(\.name)
    case .table, .movements, .countLines: break
    }
    guard let stored = StoredKind.of(kind) else { return nil }
    return stored.keys.flatMap { key in
      // A line is known by all of its document's key.
      if case .document(let document)? = key.reference { return StoredKind.of(document)?.keys.map(\.field) ?? [] }
      return [key.field]
    }
  }
}
