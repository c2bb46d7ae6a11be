internal import FormatKit
internal import JSONReading

/// Turns the objects of each class into records.
struct ClassMapper {
  let currency: String?
  /// Columns without a place that were told already, by file.
  private var told: Set<String> = []

  init(currency: String?) { self.currency = currency }

  static let tables: [(kind: String, fields: [String])] = [
    (
      "locations",
      [
        "location", "location_name", "location_kind", "description", "opening_hours", "contact", "address", "latitude",
        "longitude", "status", "attributes",
      ]
    ),
    ("brands", ["brand", "brand_title", "gender", "attributes"]),
    ("categories", ["category", "category_name", "parent_category", "gender", "attributes"]),
    ("users", ["user", "display_name", "user_kind", "location", "email", "phone", "attributes"]),
    (
      "products",
      [
        "product_code", "title", "description", "category", "brand", "gender", "location", "status", "published_at",
        "attributes",
      ]
    ),
    ("variants", ["sku", "product_code"]),
    ("prices", ["sku", "price", "currency"]),
    ("product_colours", ["product_code", "colour"]),
    ("pictures", ["product_code", "position", "picture_width", "picture_height", "file", "media_type"]),
    ("favourites", ["user", "product_code", "added_at"]),
    ("follows", ["user", "followed_kind", "followed", "query", "followed_at"]),
    ("shared_lists", ["list", "list_title", "list_kind", "user", "members"]),
    ("list_items", ["list", "item", "title", "product_code", "quantity", "done", "note"]),
    ("item_reports", ["user", "product_code", "report_reason", "reported_at"]),
    ("counters", ["subject_kind", "subject", "counter", "stated"]),
  ]

  static let schemas: [Schema] = tables.map { kind, fields in
    let known = Vocabulary.kind(kind)?.schema.columns ?? []
    return Schema(
      table: kind, columns: fields.map { name in known.first { $0.name == name } ?? Column(name: name, type: .text) })
  }

  /// The records that an object gives; faults hang on the first of them.
  mutating func rows(of value: JSONValue, in file: String, base: Int, as content: ParseContent) -> [TableRow] {
    var object = ParseObject(value, file: file, base: base)
    guard value.isObject else {
      object.fail(.parseShape, "an element of 'results' is no object")
      return faulty(object, content)
    }
    var rows: [TableRow] =
      switch content {
      case .relation(let relation): self.rows(of: relation, &object)
      case .objects(let known): self.rows(of: known, &object)
      }
    if case .objects(let known) = content, !known.keepsFurther { tell(object.rest(), &object) }
    if rows.isEmpty { return faulty(object, content) }
    rows[0].faults += object.faults
    return rows
  }

  /// A record for nothing but what is wrong with an object.
  private func faulty(_ object: ParseObject, _ content: ParseContent) -> [TableRow] {
    guard !object.faults.isEmpty else { return [] }
    var row = TableRow(Self.kind(of: content), at: object.position)
    row.faults = object.faults
    return [row]
  }

  private static func kind(of content: ParseContent) -> String {
    switch content {
    case .objects(.store): "locations"
    case .objects(.brand): "brands"
    case .objects(.category): "categories"
    case .objects(.user): "users"
    case .objects(.product): "products"
    case .objects(.picture): "pictures"
    case .objects(.favourite): "favourites"
    case .objects(.follow): "follows"
    case .objects(.shoppingList): "shared_lists"
    case .objects(.shoppingListItem): "list_items"
    case .objects(.itemReport): "item_reports"
    case .objects(.counter): "counters"
    case .relation(let relation): relation.subject == .favourite ? "favourites" : "follows"
    }
  }

  /// Tells once for each file which of its columns have no place.
  private mutating func tell(_ rest: [(key: String, value: JSONValue)], _ object: inout ParseObject) {
    for member in rest where told.count < 1000 && told.insert("\(object.file)/\(member.key)").inserted {
      object.fail(.parseColumnLeftOut, at: member.value, "there is no place for the column '\(member.key)'")
    }
  }

  private mutating func rows(of known: ParseClass, _ object: inout ParseObject) -> [TableRow] {
    switch known {
    case .store: return store(&object)
    case .brand: return brand(&object)
    case .category: return category(&object)
    case .user: return user(&object)
    case .product: return product(&object)
    case .picture: return picture(&object)
    case .favourite: return favourite(&object)
    case .follow: return follow(&object)
    case .shoppingList: return shoppingList(&object)
    case .shoppingListItem: return shoppingListItem(&object)
    case .itemReport: return itemReport(&object)
    case .counter: return counter(&object)
    }
  }

  /// The id of an object; without one it is a fault.
  func identity(_ object: inout ParseObject) -> String? {
    if let id = object.id { return id }
    object.fail(.parseIdentity, "the object has no objectId")
    return nil
  }

  /// Counters that a system keeps with the object that they are about.
  func counters(_ subject: String, _ id: String?, _ counted: [(name: String, stated: String?)], _ object: ParseObject)
    -> [TableRow]
  {
    counted.compactMap { name, stated in
      guard let stated, let id else { return nil }
      var row = TableRow("counters", at: object.position)
      row["subject_kind"] = subject
      row["subject"] = id
      row["counter"] = name
      row["stated"] = stated
      return row
    }
  }
}
