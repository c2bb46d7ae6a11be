internal import FormatKit

/// SQL for what people read of the records of change sets.
extension RevertedTable {
  private var stored: StoredKind? { StoredKind.of(kind) }

  /// SQL for the title of the item with an id, also of one that was removed; see ``RemovedRecords``.
  static func itemTitle(_ id: String) -> String {
    let product = RemovedRecords.value("product_id", of: "variants", id: id)
    return """
      COALESCE(
        (SELECT COALESCE(v.title, p.title) FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = \(id)),
        \(RemovedRecords.value("title", of: "variants", id: id)),
        \(RemovedRecords.value("title", of: "products", id: product)))
      """
  }

  /// SQL for what people read of a record of the alias `t` in addition to its key: its own title or name, else that of
  /// its item or product; NULL without one.
  var titleText: String {
    if isCountEntries { return Self.itemTitle("t.variant_id") }
    guard let stored else { return "NULL" }
    let product = RemovedRecords.value("title", of: "products", id: "t.product_id")
    if stored.record.part == .variant { return "COALESCE(t.title, \(product))" }
    if let own = stored.columns.first(where: { ["title", "name"].contains($0.column) }) { return "t.\(own.column)" }
    if let item = stored.columns.first(where: { $0.reference == .item }) { return Self.itemTitle("t.\(item.column)") }
    return stored.columns.contains { $0.column == "product_id" } ? product : "NULL"
  }

  /// SQL for the values of a record of the alias `t`, as a JSON object by their columns.
  var valuesText: String {
    if isCountEntries {
      return """
        json_object('counted_quantity', t.quantity, 'section', NULLIF(t.section, ''), 'counter', NULLIF(t.counter, ''),
          'counted_at', t.counted_at, 'note', t.note)
        """
    }
    guard let stored else {
      let location = RemovedRecords.value("code", of: "locations", id: "t.location_id")
      return "json_object('location', \(location), 'count_kind', t.kind)"
    }
    var values = stored.values.map { "'\($0.column)', t.\($0.column)" }
    if stored.record.part == .price {
      // A price that is valid since ever needs no saying.
      values.append("'valid_from', NULLIF(t.valid_from, \(Schema.always))")
    }
    return "json_object(\(values.joined(separator: ", ")))"
  }

  /// Whether its records are prices.
  var isOfPrices: Bool { stored?.record.part == .price }

  /// SQL for the price that one of the alias `t` follows; NULL for what is not a price.
  ///
  /// - Parameter id: the first id of the prices of an import, to find only those that the shop had before it; nil for all.
  func previousPrice(before id: Int64? = nil) -> String {
    guard isOfPrices else { return "NULL" }
    let isEarlier = id.map { "AND o.id < \($0)" } ?? ""
    return """
      (SELECT CAST(o.price AS TEXT) FROM prices o WHERE o.variant_id = t.variant_id AND o.price_type = t.price_type
        AND o.currency = t.currency AND o.valid_from < t.valid_from \(isEarlier) ORDER BY o.valid_from DESC LIMIT 1)
      """
  }
}
