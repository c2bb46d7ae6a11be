internal import FormatKit

/// Users and what is theirs, and the pairs of relations.
extension ClassMapper {
  func user(_ object: inout ParseObject) -> [TableRow] {
    let id = identity(&object)
    var row = TableRow("users", at: object.position)
    row["user"] = id
    row["display_name"] = object.text("displayName", "name")
    row["user_kind"] = object.text("userType", "type")?.lowercased()
    row["location"] = object.pointer("store", to: .store)
    row["email"] = object.text("email")
    row["phone"] = object.text("phone")
    let likes = object.number("likeCount", "likesCount")
    let follows = object.number("followingCount", "followCount")
    row["attributes"] = object.attributes()
    return [row] + counters("user", id, [("likes", likes), ("follows", follows)], object)
  }

  func favourite(_ object: inout ParseObject) -> [TableRow] {
    var row = TableRow("favourites", at: object.position)
    row["user"] = object.pointer("user", "owner", to: .user)
    row["product_code"] = object.pointer("product", "item", to: .product)
    row["added_at"] = object.createdAt
    return [row]
  }

  func follow(_ object: inout ParseObject) -> [TableRow] {
    var row = TableRow("follows", at: object.position)
    row["user"] = object.pointer("user", "follower", to: .user)
    row["followed_at"] = object.createdAt
    let store = object.pointer("store", to: .store)
    let brand = object.pointer("brand", to: .brand)
    let product = object.pointer("product", "item", to: .product)
    let search = object.text("search", "searchName")
    row["query"] = object.text("query")
    let subjects = [("store", store), ("brand", brand), ("product", product), ("search", search)].filter { $0.1 != nil }
    if subjects.count == 1, let (kind, code) = subjects.first {
      row["followed_kind"] = kind
      row["followed"] = code
    } else {
      object.fail(
        .parsePointer,
        "the object follows \(subjects.isEmpty ? "nothing" : subjects.map(\.0).joined(separator: " and "))")
    }
    return [row]
  }

  func shoppingList(_ object: inout ParseObject) -> [TableRow] {
    let id = identity(&object)
    var row = TableRow("shared_lists", at: object.position)
    row["list"] = id
    row["list_title"] = object.text("title", "name")
    row["list_kind"] = object.text("listKind") ?? (id == nil ? nil : "shopping")
    row["user"] = object.pointer("user", "owner", to: .user)
    row["members"] = object.pointers("members", to: .user).joined(separator: ",")
    return [row]
  }

  func shoppingListItem(_ object: inout ParseObject) -> [TableRow] {
    var row = TableRow("list_items", at: object.position)
    row["list"] = object.pointer("list", "shoppingList", to: .shoppingList)
    row["item"] = identity(&object)
    row["title"] = object.text("title", "name")
    row["product_code"] = object.pointer("product", to: .product)
    row["quantity"] = object.number("quantity", "count")
    row["done"] = object.boolean("done", "bought").map { $0 ? "true" : "false" }
    row["note"] = object.text("note")
    return [row]
  }

  func itemReport(_ object: inout ParseObject) -> [TableRow] {
    var row = TableRow("item_reports", at: object.position)
    row["user"] = object.pointer("user", "reporter", to: .user)
    row["product_code"] = object.pointer("product", "item", to: .product)
    row["report_reason"] = object.text("reason", "message")
    row["reported_at"] = object.createdAt
    return [row]
  }

  func counter(_ object: inout ParseObject) -> [TableRow] {
    var row = TableRow("counters", at: object.position)
    row["subject_kind"] = object.text("subjectKind")
    row["subject"] = object.text("subject")
    row["counter"] = object.text("counter")
    row["stated"] = object.number("stated")
    return [row]
  }

  /// One pair of a relation: `owningId` has `relatedId`.
  func rows(of relation: ParseContent.Relation, _ object: inout ParseObject) -> [TableRow] {
    let owner = object.text("owningId")
    let related = object.text("relatedId")
    guard let owner, let related else {
      object.fail(.parseIdentity, "the pair lacks owningId or relatedId")
      return []
    }
    let (user, subject) = relation.isOfUser ? (owner, related) : (related, owner)
    let isFavourite = relation.subject == .favourite
    var row = TableRow(isFavourite ? "favourites" : "follows", at: object.position)
    row["user"] = user
    if isFavourite {
      row["product_code"] = subject
    } else {
      row["followed_kind"] = relation.subject.rawValue
      row["followed"] = subject
    }
    return [row]
  }
}
