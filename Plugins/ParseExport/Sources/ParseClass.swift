/// The classes that are read, by what their files are called.
enum ParseClass: String, CaseIterable {
  case store = "Store"
  case brand = "Brand"
  case category = "Category"
  case user = "_User"
  case product = "Product"
  case picture = "Picture"
  case favourite = "Favorite"
  case follow = "Follow"
  case shoppingList = "ShoppingList"
  case shoppingListItem = "ShoppingListItem"
  case itemReport = "ItemReport"
  /// Our own class, for counters that a server keeps in addition to the lists that it counts.
  case counter = "Counter"

  /// Other names of the class.
  private var synonyms: [String] {
    switch self {
    case .user: ["User"]
    case .favourite: ["Favourite", "Like", "Lookbook", "LookbookItem"]
    case .follow: ["Following", "Subscription"]
    case .picture: ["ProductPicture", "Image"]
    case .itemReport: ["Report"]
    default: []
    }
  }

  init?(name: String) {
    let name = name.lowercased()
    guard
      let known = Self.allCases.first(where: { known in
        ([known.rawValue] + known.synonyms).contains { $0.lowercased() == name }
      })
    else { return nil }
    self = known
  }

  /// The class of a file by its name, such as `parse/_User.json`.
  init?(file: String) {
    guard let name = Self.className(ofFile: file) else { return nil }
    self.init(name: name)
  }

  /// The part of a file's name that names the class; nil if it is not a JSON file.
  static func className(ofFile file: String) -> String? {
    guard let name = file.split(separator: "/").last, name.lowercased().hasSuffix(".json") else { return nil }
    return String(name.dropLast(5))
  }

  /// The names of a column in other systems; the first one is used for writing.
  func names(of column: String) -> [String] {
    switch (column, self) {
    case ("description", .store): ["description", "profile"]
    case ("name", .user), ("title", .counter): [column]
    case ("name", _): ["name", "title"]
    case ("title", _): ["title", "name"]
    case ("displayName", _): ["displayName", "name"]
    case ("userType", _): ["userType", "type"]
    case ("openingHours", _): ["openingHours", "hours"]
    case ("location", .store): ["location", "geoPoint", "place"]
    case ("gender", _): ["gender", "sex"]
    case ("active", _): ["active", "isActive"]
    case ("parent", _): ["parent", "parentCategory"]
    case ("colors", _): ["colors", "colours", "color", "colour"]
    case ("position", _): ["position", "order"]
    case ("file", _): ["file", "image"]
    case ("user", .follow): ["user", "follower"]
    case ("user", .itemReport): ["user", "reporter"]
    case ("user", _): ["user", "owner"]
    case ("product", .favourite), ("product", .follow), ("product", .itemReport): ["product", "item"]
    case ("reason", _): ["reason", "message"]
    case ("list", _): ["list", "shoppingList"]
    case ("quantity", _): ["quantity", "count"]
    case ("done", _): ["done", "bought"]
    case ("search", _): ["search", "searchName"]
    case ("likeCount", _): ["likeCount", "likesCount"]
    case ("followerCount", _): ["followerCount", "followersCount"]
    case ("followingCount", _): ["followingCount", "followCount"]
    default: [column]
    }
  }

  /// The column in which a class has a counter of its objects, by the kind of the objects' records.
  static func column(ofCounter counter: String, about kind: String) -> String? {
    switch (kind, counter) {
    case ("products", "likes"), ("users", "likes"): "likeCount"
    case ("products", "followers"), ("locations", "followers"), ("brands", "followers"): "followerCount"
    case ("users", "follows"): "followingCount"
    default: nil
    }
  }

  /// Whether columns that have no place of their own are kept with the record.
  var keepsFurther: Bool { [.store, .brand, .category, .user, .product].contains(self) }
}

/// What the objects of a file are: those of a class, or pairs of objects that a relation joins.
enum ParseContent: Hashable {
  case objects(ParseClass)
  /// `_Join:<key>:<owner>`: what each pair says, and which side of it is the user.
  case relation(Relation)
  /// Of a class that becomes no record, such as `_Role`: kept as they came in.
  case kept

  struct Relation: Hashable {
    enum Subject: String {
      case favourite, store, brand, product
    }
    let subject: Subject
    /// Whether the owner of the relation is the user, and not what the user likes or follows.
    let isOfUser: Bool
  }

  /// What a file holds by its name; nil for classes and relations that have no place.
  init?(className: String) {
    if let known = ParseClass(name: className) {
      self = .objects(known)
      return
    }
    let parts = className.split(separator: ":", omittingEmptySubsequences: false).map { $0.lowercased() }
    guard parts.count == 3, parts[0] == "_join" else { return nil }
    switch (parts[1], parts[2]) {
    case ("likes", "_user"), ("favorites", "_user"), ("favourites", "_user"), ("lookbook", "_user"):
      self = .relation(Relation(subject: .favourite, isOfUser: true))
    case ("likes", "product"), ("likedby", "product"), ("favorites", "product"):
      self = .relation(Relation(subject: .favourite, isOfUser: false))
    case ("followedstores", "_user"): self = .relation(Relation(subject: .store, isOfUser: true))
    case ("followedbrands", "_user"): self = .relation(Relation(subject: .brand, isOfUser: true))
    case ("followedproducts", "_user"): self = .relation(Relation(subject: .product, isOfUser: true))
    case ("followers", "store"): self = .relation(Relation(subject: .store, isOfUser: false))
    case ("followers", "brand"): self = .relation(Relation(subject: .brand, isOfUser: false))
    case ("followers", "product"): self = .relation(Relation(subject: .product, isOfUser: false))
    default: return nil
    }
  }

  /// The place in the order in which files are read, so that what others refer to comes first.
  var place: Int {
    switch self {
    case .objects(let known): ParseClass.allCases.firstIndex(of: known) ?? 0
    case .relation: ParseClass.allCases.firstIndex(of: .follow) ?? 0
    case .kept: ParseClass.allCases.count
    }
  }
}
