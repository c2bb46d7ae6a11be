internal import FormatKit
internal import JSONReading

/// Turns the objects of each class into records.
struct ClassMapper {
  let currency: String?
  /// The users that the export has; nil where it does not hold the users.
  private var users: Set<String>?
  /// Lists of users that the export does not have, with the user.
  private var listsOfNobody: [String: String] = [:]

  /// - Parameter holdsUsers: whether the users are all read before what is theirs.
  init(currency: String?, holdsUsers: Bool = false) {
    self.currency = currency
    users = holdsUsers ? [] : nil
  }

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
    sourceObjects,
  ]

  static let sourceObjects = (
    kind: "source_objects",
    fields: ["source_class", "source_object", "source_owner", "source_kind", "source_record", "source_text"]
  )

  static let schemas: [Schema] = tables.map { kind, fields in
    let known = Vocabulary.kind(kind)?.schema.columns ?? []
    return Schema(
      table: kind, columns: fields.map { name in known.first { $0.name == name } ?? Column(name: name, type: .text) })
  }

  /// The records that an object gives, the object as it came in being the last of them; problems are with the first.
  ///
  /// - Parameters:
  ///   - className: the name of the class, as its file has it.
  ///   - number: which object of its file it is, for those without an id.
  mutating func rows(
    of value: JSONValue, in file: String, base: Int, as content: ParseContent, named className: String, number: Int = 0
  ) -> [TableRow] {
    var object = ParseObject(value, file: file, base: base)
    if content == .kept {
      _ = object.rest()
      var row = source(of: object, named: className, number: number, became: nil)
      row.problems = object.problems
      return [row]
    }
    guard value.isObject else {
      object.fail(.parseShape, "an element of 'results' is not an object")
      return faulty(object, content)
    }
    var rows = rows(of: content, &object)
    if case .objects(let known) = content, known.keepsFurther {} else { _ = object.rest() }
    if rows.isEmpty { return faulty(object, content) }
    let isSound = !object.problems.contains { $0.code.severity == .error }
    if isSound, let user = missingUser(of: rows[0]) {
      object.fail(.parseUserMissing, "the object is of the user '\(user)', whom the export does not have")
      var row = source(of: object, named: className, number: number, became: nil)
      row["source_owner"] = user
      row.problems = object.problems
      return [row]
    }
    rows[0].problems += object.problems
    if isSound { rows.append(source(of: object, named: className, number: number, became: rows[0])) }
    return rows
  }

  /// The records that an object gives by what its class means.
  mutating func rows(of content: ParseContent, _ object: inout ParseObject) -> [TableRow] {
    switch content {
    case .relation(let relation): self.rows(of: relation, &object)
    case .objects(let known): self.rows(of: known, &object)
    case .kept: []
    }
  }

  /// The object as it came in, with the record that it became.
  private func source(
    of object: ParseObject, named className: String, number: Int, became record: TableRow?
  ) -> TableRow {
    var row = TableRow(Self.sourceObjects.kind, at: object.position)
    let sides = [object.value["owningId"]?.scalar, object.value["relatedId"]?.scalar].compactMap(\.self)
    row["source_class"] = className
    row["source_object"] = object.id ?? (sides.isEmpty ? "#\(number)" : sides.joined(separator: " "))
    if let record, let key = SourceKey(of: record.table, record.fields) {
      row["source_kind"] = key.kind
      row["source_record"] = key.record
      if Self.personal.contains(record.table) { row["source_owner"] = record["user"] }
    }
    row["source_text"] = object.textWithoutSecrets
    return row
  }

  private static let personal: Set = ["users", "favourites", "follows", "shared_lists", "item_reports"]

  /// The user of a record who is not among those of the export; nil when there is nothing wrong with it.
  private mutating func missingUser(of record: TableRow) -> String? {
    switch record.table {
    case "users":
      if let user = record["user"] { users?.insert(user) }
      return nil
    case "list_items": return record["list"].flatMap { listsOfNobody[$0] }
    case "favourites", "follows", "item_reports", "shared_lists":
      guard let users, let user = record["user"], !users.contains(user) else { return nil }
      if let list = record["list"] { listsOfNobody[list] = user }
      return user
    default: return nil
    }
  }

  /// A record that contains only the problems of an object.
  private func faulty(_ object: ParseObject, _ content: ParseContent) -> [TableRow] {
    guard !object.problems.isEmpty else { return [] }
    var row = TableRow(Self.kind(of: content), at: object.position)
    row.problems = object.problems
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
    case .kept: sourceObjects.kind
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

  /// The id of an object. An object without an id gets a problem.
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
