public import Catalog

extension Vocabulary {
  /// The data class of each record kind, which decides who may see its records. Only users who may see everything see a
  /// kind that is not listed here.
  static let kindClasses: [String: DataClass] = [
    "categories": .catalog, "brands": .catalog, "colours": .catalog, "products": .catalog, "variants": .catalog,
    "barcodes": .catalog, "prices": .catalog, "locations": .places, "lots": .places, "counts": .places,
    "location_aliases": .places, "supplier_aliases": .supplier,
    "suppliers": .supplier, "supplier_items": .supplier, "orders": .supplier, "order_lines": .supplier,
    "order_responses": .supplier, "order_response_lines": .supplier, "despatch_advices": .supplier,
    "despatch_lines": .supplier, "invoices": .supplier, "invoice_lines": .supplier,
    "reorder_levels": .expected, "foods": .catalog, "storage_durations": .catalog, "product_colours": .catalog,
    "pictures": .catalog, "sections": .places, "section_products": .places, "sales_events": .catalog,
    "sales_event_rates": .catalog, "counters": .shopOnly, "item_reports": .shopOnly, "listings": .catalog,
    "posts": .catalog, "users": .personal, "favourites": .personal, "follows": .personal, "shared_lists": .personal,
    "list_items": .personal, "source_objects": .personal,
    // Movements add up to what is on hand.
    "stock_levels": .expected, "receipts": .expected, "sales": .expected, "movements": .expected,
    "count_lines": .expected,
  ]

  /// Fields with a class of their own in every kind that has them.
  static let fieldClasses: [String: DataClass] = [
    "standard_cost": .cost, "unit_cost": .cost, "supplier": .supplier, "supplier_name": .supplier,
    "supplier_code": .supplier, "order_number": .supplier, "counter": .person, "attributes": .shopOnly,
    "note": .shopOnly,
  ]

  /// Fields with a class of their own in one kind only, by kind and field. In a user's report, the content belongs to
  /// the shop and the identity of the user is personal.
  static let fieldClassesOfKinds: [String: [String: DataClass]] = ["item_reports": ["user": .personal]]
}

extension RecordKind {
  /// The class of its records, apart from fields with a class of their own.
  public var dataClass: DataClass { Vocabulary.kindClasses[name] ?? .shopOnly }

  /// The additional class of one of its fields; nil if it has only the class of the record.
  public func dataClass(of field: String) -> DataClass? {
    Vocabulary.fieldClassesOfKinds[name]?[field] ?? Vocabulary.fieldClasses[field]
  }

  /// Whether some of its fields belong to one user, though the rest of the record does not.
  public var namesUsers: Bool { Vocabulary.fieldClassesOfKinds[name]?.values.contains(.personal) == true }

  /// The fields that a person with these classes may see; empty if the kind itself is not visible.
  public func fields(seenBy classes: Set<DataClass>) -> [RecordField] {
    guard classes.contains(dataClass) else { return [] }
    return fields.filter { dataClass(of: $0.name).map(classes.contains) ?? true }
  }
}
