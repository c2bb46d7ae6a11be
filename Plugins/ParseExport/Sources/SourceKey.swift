/// Which record an object became: objects and records with one key are written together.
///
/// The words are those of the group `source_key` of an export; see `TableDemand`.
struct SourceKey: Hashable {
  let kind: String
  let record: String

  /// The key of a record; nil for one without what it is keyed by.
  init?(of kind: String, _ fields: [String: String]) {
    func joined(_ names: String...) -> String? {
      let parts = names.compactMap { fields[$0] }
      return parts.count == names.count ? parts.joined(separator: " ") : nil
    }
    var own = kind
    let record: String?
    switch kind {
    case "locations": record = joined("location")
    case "brands": record = joined("brand")
    case "categories": record = joined("category")
    case "users": record = joined("user")
    case "products": record = joined("product_code")
    case "variants", "product_colours":
      own = "products"
      record = joined("product_code")
    case "counters":
      let kinds = ["product": "products", "store": "locations", "brand": "brands", "user": "users"]
      own = fields["subject_kind"].flatMap { kinds[$0] } ?? "counters"
      record = own == "counters" ? joined("subject_kind", "subject") : joined("subject")
    case "pictures": record = joined("product_code", "position", "picture_width")
    case "favourites", "item_reports": record = joined("user", "product_code")
    case "follows": record = joined("user", "followed_kind", "followed")
    case "shared_lists": record = joined("list")
    case "list_items": record = joined("list", "item")
    default: record = nil
    }
    guard let record else { return nil }
    self.kind = own
    self.record = record
  }

  init(kind: String, record: String) {
    self.kind = kind
    self.record = record
  }
}
