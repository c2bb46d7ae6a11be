internal import FormatKit

extension StoredRecords {
  /// The group in which records go out together with the objects of another system that they came from.
  static let sourceKeyField = "source_key"

  /// SQL for the kind and the key of the record that an object became: that of the product for what came with a product,
  /// and that of its subject for a counter.
  static func sourceKey(of kind: String) -> String {
    guard let stored = StoredKind.of(kind), let origin = stored.record.table?.origin else { return "NULL" }
    switch origin {
    case .itself: return "'\(kind) ' || \(stored.keyText)"
    case .stated: return "t.source_kind || ' ' || t.source_record"
    case .product:
      // A record that names its product is joined with it.
      let namesProduct = stored.columns.contains { $0.field == "product_code" }
      return "'products ' || \(namesProduct ? "of_product_code.code" : productOfItem)"
    case .subject:
      return """
        CASE t.subject_kind WHEN 'product' THEN 'products' WHEN 'store' THEN 'locations' WHEN 'brand' THEN 'brands'
          WHEN 'user' THEN 'users' ELSE 'counters ' || t.subject_kind END || ' ' || t.subject
        """
    }
  }
}
