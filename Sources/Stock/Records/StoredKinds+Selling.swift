/// Foods, and how goods are shown and sold.
extension StoredKind {
  static let foods: [StoredKind] = [
    StoredKind(
      kind: "foods", table: "foods",
      columns: [
        StoredColumn("food", "code", key: true), StoredColumn("food_category"), StoredColumn("title"),
        StoredColumn("subtitle"), StoredColumn("keywords"),
      ], keyText: "t.code"),
    StoredKind(
      kind: "storage_durations", table: "storage_durations",
      columns: [
        StoredColumn("food", "food_id", key: true, reference: .known("foods")),
        StoredColumn("storage_place", key: true),
        StoredColumn("storage_condition", key: true, keyDefault: "'stored'"), StoredColumn("minimum", nil, .integer),
        StoredColumn("maximum", nil, .integer), StoredColumn("duration_unit"), StoredColumn("tips"),
      ],
      keyText: "(SELECT code FROM foods WHERE id = t.food_id) || ' ' || t.storage_place || ' ' || t.storage_condition"),
  ]

  static let selling: [StoredKind] = [
    StoredKind(
      kind: "product_colours", table: "product_colours",
      columns: [product, StoredColumn("colour", "colour_id", key: true, reference: .made("colours"))],
      keyText: "\(productCode) || ' ' || (SELECT code FROM colours WHERE id = t.colour_id)"),
    StoredKind(
      kind: "pictures", table: "pictures",
      columns: [
        product, StoredColumn("position", nil, .integer, key: true),
        StoredColumn("picture_width", nil, .integer, key: true), StoredColumn("picture_height", nil, .integer),
        StoredColumn("file"), StoredColumn("media_type"),
      ], keyText: "\(productCode) || ' ' || t.position || ' ' || t.picture_width"),
    StoredKind(
      kind: "sections", table: "sections",
      columns: [
        place, StoredColumn("section", key: true), StoredColumn("section_title", "title"),
        StoredColumn("map_x", nil, .integer), StoredColumn("map_y", nil, .integer),
        StoredColumn("map_width", nil, .integer), StoredColumn("map_height", nil, .integer),
      ], keyText: "(SELECT code FROM locations WHERE id = t.location_id) || ' ' || t.section"),
    StoredKind(
      kind: "section_products", table: "section_products",
      columns: [place, StoredColumn("section", key: true), product],
      keyText: "(SELECT code FROM locations WHERE id = t.location_id) || ' ' || t.section || ' ' || \(productCode)"),
    StoredKind(
      kind: "sales_events", table: "sales_events",
      columns: [
        StoredColumn("event", "code", key: true), StoredColumn("event_title", "title"),
        StoredColumn("starts_at", nil, .integer), StoredColumn("ends_at", nil, .integer),
      ], keyText: "t.code"),
    StoredKind(
      kind: "sales_event_rates", table: "sales_event_rates",
      columns: [
        StoredColumn("event", "event_id", key: true, reference: .known("sales_events")),
        StoredColumn("rate_group", key: true),
        StoredColumn("category", "category_id", reference: .known("categories")),
        StoredColumn("brand", "brand_id", reference: .known("brands")),
        StoredColumn("product_code", "product_id", reference: .known("products")), StoredColumn("gender"),
        StoredColumn("mark_off", nil, .integer),
      ], keyText: "(SELECT code FROM sales_events WHERE id = t.event_id) || ' ' || t.rate_group"),
    StoredKind(
      kind: "counters", table: "counters",
      columns: [
        StoredColumn("subject_kind", key: true), StoredColumn("subject", key: true), StoredColumn("counter", key: true),
        StoredColumn("stated", nil, .integer),
      ], keyText: "t.subject_kind || ' ' || t.subject || ' ' || t.counter"),
  ]

  static let product = StoredColumn("product_code", "product_id", key: true, reference: .known("products"))
  static let productCode = "(SELECT code FROM products WHERE id = t.product_id)"
  private static let place = StoredColumn("location", "location_id", key: true, reference: .known("locations"))
}
