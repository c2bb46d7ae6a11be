extension StoredRecords {
  /// The group in which records go out together with the objects of another system that they came from.
  static let sourceKeyField = "source_key"

  private static let productOfRecord = "(SELECT code FROM products WHERE id = t.product_id)"

  /// SQL for the kind and the key of the record that an object became: that of the product for what came with a product,
  /// and that of its subject for a counter.
  static func sourceKey(of kind: String) -> String {
    switch kind {
    case "source_objects": return "t.source_kind || ' ' || t.source_record"
    case "variants": return "'products ' || of_product_code.code"
    case "prices": return "'products ' || \(productOfItem)"
    case "product_colours": return "'products ' || \(productOfRecord)"
    case "counters":
      return """
        CASE t.subject_kind WHEN 'product' THEN 'products' WHEN 'store' THEN 'locations' WHEN 'brand' THEN 'brands'
          WHEN 'user' THEN 'users' ELSE 'counters ' || t.subject_kind END || ' ' || t.subject
        """
    default: return StoredKind.of(kind).map { "'\(kind) ' || \($0.keyText)" } ?? "NULL"
    }
  }
}
