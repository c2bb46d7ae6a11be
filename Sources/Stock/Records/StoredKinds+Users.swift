/// Users, and what is theirs.
extension StoredKind {
  static let users: [StoredKind] = [
    StoredKind(
      kind: "users", table: "users",
      columns: [
        StoredColumn("user", "code", key: true), StoredColumn("display_name"), StoredColumn("user_kind"),
        StoredColumn("location", "location_id", reference: .known("locations")), StoredColumn("email"),
        StoredColumn("phone"), StoredColumn("address"), StoredColumn("contact"), StoredColumn("contact_shown_to"),
        StoredColumn("latitude", nil, .integer), StoredColumn("longitude", nil, .integer), StoredColumn("attributes"),
      ], keyText: "t.code"),
    StoredKind(
      kind: "favourites", table: "favourites",
      columns: [user, product, StoredColumn("added_at", nil, .integer)], keyText: "\(userCode) || ' ' || \(productCode)"
    ),
    StoredKind(
      kind: "follows", table: "follows",
      columns: [
        user, StoredColumn("followed_kind", key: true), StoredColumn("followed", key: true), StoredColumn("query"),
        StoredColumn("followed_at", nil, .integer),
      ], keyText: "\(userCode) || ' ' || t.followed_kind || ' ' || t.followed"),
    StoredKind(
      kind: "shared_lists", table: "shared_lists",
      columns: [
        StoredColumn("list", "code", key: true), StoredColumn("list_title", "title"), StoredColumn("list_kind"), maker,
        StoredColumn("members"),
      ], keyText: "t.code"),
    StoredKind(
      kind: "list_items", table: "list_items",
      columns: [
        StoredColumn("list", "list_id", key: true, reference: .made("shared_lists")), StoredColumn("item", key: true),
        StoredColumn("title"), StoredColumn("product_code", "product_id", reference: .known("products")),
        StoredColumn("barcode"), StoredColumn("food", "food_id", reference: .known("foods")),
        StoredColumn("quantity", nil, .integer), StoredColumn("quantity_unit"), StoredColumn("storage_place"),
        StoredColumn("purchased_on"), StoredColumn("opened_on"), StoredColumn("expires_on"), StoredColumn("owners"),
        StoredColumn("purchaser"), StoredColumn("reminder"), StoredColumn("done", nil, .integer), StoredColumn("note"),
      ], keyText: "(SELECT code FROM shared_lists WHERE id = t.list_id) || ' ' || t.item"),
    StoredKind(
      kind: "item_reports", table: "item_reports",
      columns: [user, product, StoredColumn("report_reason"), StoredColumn("reported_at", nil, .integer)],
      keyText: "\(userCode) || ' ' || \(productCode)"),
    StoredKind(
      kind: "listings", table: "listings",
      columns: [
        StoredColumn("listing", "code", key: true), maker, StoredColumn("listing_kind"),
        StoredColumn("product_code", "product_id", reference: .known("products")), StoredColumn("isbn"),
        StoredColumn("title"), StoredColumn("author"), StoredColumn("publisher"), StoredColumn("condition"),
        StoredColumn("summary"), StoredColumn("picture"), StoredColumn("latitude", nil, .integer),
        StoredColumn("longitude", nil, .integer), StoredColumn("posted_at", nil, .integer), StoredColumn("message"),
      ], keyText: "t.code"),
    StoredKind(
      kind: "posts", table: "posts",
      columns: [
        user, StoredColumn("post", key: true), StoredColumn("post_kind"), StoredColumn("message"),
        StoredColumn("posted_at", nil, .integer),
      ], keyText: "\(userCode) || ' ' || t.post"),
    StoredKind(
      kind: "source_objects", table: "source_objects",
      columns: [
        StoredColumn("source_class", key: true), StoredColumn("source_object", key: true), StoredColumn("source_owner"),
        StoredColumn("source_kind"), StoredColumn("source_record"), StoredColumn("source_text"),
      ], keyText: "t.source_class || ' ' || t.source_object"),
  ]

  private static let user = StoredColumn("user", "user_id", key: true, reference: .made("users"))
  private static let maker = StoredColumn("user", "user_id", reference: .made("users"))
  private static let userCode = "(SELECT code FROM users WHERE id = t.user_id)"
}
