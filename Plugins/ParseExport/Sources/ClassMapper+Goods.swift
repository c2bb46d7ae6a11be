internal import FormatKit

/// Stores, brands, categories, products and pictures.
extension ClassMapper {
  func store(_ object: inout ParseObject) -> [TableRow] {
    let id = identity(&object)
    var row = TableRow("locations", at: object.position)
    row["location"] = id
    row["location_name"] = object.text("name", "title")
    row["location_kind"] = object.text("locationKind") ?? (id == nil ? nil : "shop")
    row["description"] = object.text("description", "profile")
    row["opening_hours"] = object.text("openingHours", "hours")
    row["contact"] = object.text("contact")
    row["address"] = object.text("address")
    if let place = object.place("location", "geoPoint", "place") {
      row["latitude"] = place.latitude
      row["longitude"] = place.longitude
    }
    row["status"] = status(&object)
    let followers = object.number("followerCount", "followersCount")
    row["attributes"] = object.attributes()
    return [row] + counters("store", id, [("followers", followers)], object)
  }

  func brand(_ object: inout ParseObject) -> [TableRow] {
    let id = identity(&object)
    var row = TableRow("brands", at: object.position)
    row["brand"] = id
    row["brand_title"] = object.text("name", "title")
    row["gender"] = gender(&object)
    let followers = object.number("followerCount", "followersCount")
    row["attributes"] = object.attributes()
    return [row] + counters("brand", id, [("followers", followers)], object)
  }

  func category(_ object: inout ParseObject) -> [TableRow] {
    var row = TableRow("categories", at: object.position)
    row["category"] = identity(&object)
    row["category_name"] = object.text("name", "title")
    row["parent_category"] = object.pointer("parent", "parentCategory", to: .category)
    row["gender"] = gender(&object)
    row["attributes"] = object.attributes()
    return [row]
  }

  func product(_ object: inout ParseObject) -> [TableRow] {
    let id = identity(&object)
    var row = TableRow("products", at: object.position)
    row["product_code"] = id
    row["title"] = object.text("title", "name")
    row["description"] = object.text("description")
    row["category"] = object.pointer("category", to: .category)
    row["brand"] = object.pointer("brand", to: .brand)
    row["location"] = object.pointer("store", to: .store)
    row["gender"] = gender(&object)
    row["status"] = status(&object)
    row["published_at"] = object.date("publishedAt") ?? object.createdAt
    let likes = object.number("likeCount", "likesCount")
    let followers = object.number("followerCount", "followersCount")
    let price = object.number("price")
    let colours = object.texts("colors", "colours", "color", "colour")
    row["attributes"] = object.attributes()
    var rows = [row]
    guard let id else { return rows }
    var variant = TableRow("variants", at: object.position)
    variant["sku"] = id
    variant["product_code"] = id
    rows.append(variant)
    if let price {
      var row = TableRow("prices", at: object.position)
      row["sku"] = id
      row["price"] = price
      row["currency"] = currency
      rows.append(row)
    }
    var seen: Set<String> = []
    for colour in colours where seen.insert(colour).inserted {
      var row = TableRow("product_colours", at: object.position)
      row["product_code"] = id
      row["colour"] = colour
      rows.append(row)
    }
    return rows + counters("product", id, [("likes", likes), ("followers", followers)], object)
  }

  func picture(_ object: inout ParseObject) -> [TableRow] {
    var row = TableRow("pictures", at: object.position)
    row["product_code"] = object.pointer("product", to: .product)
    row["position"] = object.number("position", "order") ?? "1"
    row["picture_width"] = object.number("width") ?? "0"
    row["picture_height"] = object.number("height")
    row["file"] = object.file("file", "image")
    row["media_type"] = object.text("mediaType")
    return [row]
  }

  /// The words of other systems for the gender that goods are made for.
  private func gender(_ object: inout ParseObject) -> String? {
    guard let word = object.text("gender", "sex") else { return nil }
    switch word.lowercased() {
    case "female", "woman", "women", "f", "w": return "women"
    case "male", "man", "men", "m": return "men"
    case "neutral", "unisex", "both", "all", "u": return "neutral"
    default: return word
    }
  }

  private func status(_ object: inout ParseObject) -> String? {
    object.boolean("active", "isActive").map { $0 ? "active" : "inactive" }
  }
}
