public import Catalog

extension Vocabulary {
  /// What the records of each kind tell, which decides who may see them. A kind that does not stand here is shown to those only
  /// who may see everything.
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

  /// Fields that tell something else than the rest of their record, in whatever kind they stand.
  static let fieldClasses: [String: DataClass] = [
    "standard_cost": .cost, "unit_cost": .cost, "supplier": .supplier, "supplier_name": .supplier,
    "supplier_code": .supplier, "order_number": .supplier, "counter": .person, "attributes": .shopOnly,
    "note": .shopOnly,
  ]

  /// Fields that tell something else than the rest of their record in one kind only, by kind and field: what users report
  /// is the shop's, and who reports it is the user's own.
  static let fieldClassesOfKinds: [String: [String: DataClass]] = ["item_reports": ["user": .personal]]
}

extension RecordKind {
  /// What its records tell, their further fields aside.
  public var dataClass: DataClass { Vocabulary.kindClasses[name] ?? .shopOnly }

  /// What one of its fields tells beside that; nil when nothing further.
  public func dataClass(of field: String) -> DataClass? {
    Vocabulary.fieldClassesOfKinds[name]?[field] ?? Vocabulary.fieldClasses[field]
  }

  /// Whether some of its fields belong to one user, though the rest of the record does not.
  public var namesUsers: Bool { Vocabulary.fieldClassesOfKinds[name]?.values.contains(.personal) == true }

  /// The fields that somebody may see who is shown these classes; none when the kind itself is not shown.
  public func fields(seenBy classes: Set<DataClass>) -> [RecordField] {
    guard classes.contains(dataClass) else { return [] }
    return fields.filter { dataClass(of: $0.name).map(classes.contains) ?? true }
  }
}
