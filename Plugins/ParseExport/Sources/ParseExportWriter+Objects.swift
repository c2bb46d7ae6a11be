/// What each record becomes; the reading of it is that of ``ClassMapper``.
extension ParseExportWriter {
  /// The object of a record with what belongs to it: a product with its price and colours, all with their counters.
  static func object(of records: [ObjectGroup.Record]) -> (ParseClass, WrittenObject)? {
    guard let main = records.first(where: { !["variants", "product_colours", "prices", "counters"].contains($0.kind) })
    else { return records.first { $0.kind == "counters" }.flatMap { object(of: $0.kind, $0.fields) } }
    guard case (let known, var object)? = object(of: main.kind, main.fields) else { return nil }
    for record in records {
      switch record.kind {
      case "variants", "prices":
        // A product of several variants has the price of the first.
        if let price = record.fields["price"],
          record.fields["sku"] == main.fields["product_code"] || !object.has("price")
        {
          object.number("price", price)
        }
      case "counters":
        if let column = column(of: record, in: main) { object.number(column, record.fields["stated"]) }
      default: break
      }
    }
    object.texts("colors", records.filter { $0.kind == "product_colours" }.compactMap { $0.fields["colour"] })
    return (known, object)
  }

  /// The column of an object that contains a counter; nil if the object has no such column.
  static func column(of counter: ObjectGroup.Record, in main: ObjectGroup.Record?) -> String? {
    main.flatMap { ParseClass.column(ofCounter: counter.fields["counter"] ?? "", about: $0.kind) }
  }

  private static func product(_ fields: [String: String]) -> WrittenObject {
    var object = WrittenObject()
    object.text("objectId", fields["product_code"])
    object.text("title", fields["title"])
    object.text("description", fields["description"])
    object.pointer("category", to: .category, fields["category"])
    object.pointer("brand", to: .brand, fields["brand"])
    object.pointer("store", to: .store, fields["location"])
    object.text("gender", fields["gender"])
    object.boolean("active", fields["status"].map { $0 == "active" })
    object.date("publishedAt", fields["published_at"])
    object.further(fields["attributes"])
    return object
  }

  /// The class of a kind's records with the object of one; nil for kinds without a class of their own.
  static func object(of kind: String, _ fields: [String: String]) -> (ParseClass, WrittenObject)? {
    var object = WrittenObject()
    switch kind {
    case "products": return (.product, product(fields))
    case "locations":
      object.text("objectId", fields["location"])
      object.text("name", fields["location_name"])
      if let kind = fields["location_kind"], kind != "shop" { object.text("locationKind", kind) }
      object.text("description", fields["description"])
      object.text("openingHours", fields["opening_hours"])
      object.text("contact", fields["contact"])
      object.text("address", fields["address"])
      object.place("location", fields["latitude"], fields["longitude"])
      object.boolean("active", fields["status"].map { $0 == "active" })
      object.further(fields["attributes"])
      return (.store, object)
    case "brands":
      object.text("objectId", fields["brand"])
      object.text("name", fields["brand_title"])
      object.text("gender", fields["gender"])
      object.further(fields["attributes"])
      return (.brand, object)
    case "categories":
      object.text("objectId", fields["category"])
      object.text("name", fields["category_name"])
      object.pointer("parent", to: .category, fields["parent_category"])
      object.text("gender", fields["gender"])
      object.further(fields["attributes"])
      return (.category, object)
    case "users":
      object.text("objectId", fields["user"])
      object.text("displayName", fields["display_name"])
      object.text("userType", fields["user_kind"])
      object.pointer("store", to: .store, fields["location"])
      object.text("email", fields["email"])
      object.text("phone", fields["phone"])
      object.further(fields["attributes"])
      return (.user, object)
    case "pictures":
      object.text("objectId", WrittenObject.id(of: fields["product_code"], fields["position"], fields["picture_width"]))
      object.pointer("product", to: .product, fields["product_code"])
      object.number("position", fields["position"])
      object.number("width", fields["picture_width"])
      object.number("height", fields["picture_height"])
      object.file("file", fields["file"])
      object.text("mediaType", fields["media_type"])
      return (.picture, object)
    case "counters":
      object.text("objectId", WrittenObject.id(of: fields["subject_kind"], fields["subject"], fields["counter"]))
      object.text("subjectKind", fields["subject_kind"])
      object.text("subject", fields["subject"])
      object.text("counter", fields["counter"])
      object.number("stated", fields["stated"])
      return (.counter, object)
    default: return personal(kind, fields)
    }
  }

  private static func personal(_ kind: String, _ fields: [String: String]) -> (ParseClass, WrittenObject)? {
    var object = WrittenObject()
    switch kind {
    case "favourites":
      object.text("objectId", WrittenObject.id(of: fields["user"], fields["product_code"]))
      object.pointer("user", to: .user, fields["user"])
      object.pointer("product", to: .product, fields["product_code"])
      object.moment("createdAt", fields["added_at"])
      object.access(of: fields["user"])
      return (.favourite, object)
    case "follows":
      object.text("objectId", WrittenObject.id(of: fields["user"], fields["followed_kind"], fields["followed"]))
      object.pointer("user", to: .user, fields["user"])
      switch fields["followed_kind"] {
      case "store": object.pointer("store", to: .store, fields["followed"])
      case "brand": object.pointer("brand", to: .brand, fields["followed"])
      case "product": object.pointer("product", to: .product, fields["followed"])
      default: object.text("search", fields["followed"])
      }
      object.text("query", fields["query"])
      object.moment("createdAt", fields["followed_at"])
      object.access(of: fields["user"])
      return (.follow, object)
    case "shared_lists":
      object.text("objectId", fields["list"])
      object.text("title", fields["list_title"])
      if let kind = fields["list_kind"], kind != "shopping" { object.text("listKind", kind) }
      object.pointer("user", to: .user, fields["user"])
      let members = fields["members"]?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
      object.pointers("members", to: .user, members.filter { !$0.isEmpty })
      return (.shoppingList, object)
    case "list_items":
      object.text("objectId", fields["item"])
      object.pointer("list", to: .shoppingList, fields["list"])
      object.text("title", fields["title"])
      object.pointer("product", to: .product, fields["product_code"])
      object.number("quantity", fields["quantity"])
      object.boolean("done", fields["done"].map { $0 == "true" })
      object.text("note", fields["note"])
      return (.shoppingListItem, object)
    case "item_reports":
      object.text("objectId", WrittenObject.id(of: fields["user"], fields["product_code"]))
      object.pointer("user", to: .user, fields["user"])
      object.pointer("product", to: .product, fields["product_code"])
      object.text("reason", fields["report_reason"])
      object.moment("createdAt", fields["reported_at"])
      return (.itemReport, object)
    default: return nil
    }
  }
}
