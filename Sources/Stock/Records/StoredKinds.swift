/// The table of a record kind of the catalog: the column of each field, and its references.
///
/// Field names are those of the record vocabulary; a test compares the two.
struct StoredKind: Sendable {
  /// Name of the kind, and of its staging tables.
  let kind: String
  let table: String
  let columns: [StoredColumn]
  /// SQL for the readable key of a record in the table alias `t`, for plans.
  let keyText: String
  /// Whether records of items that are not in the catalog are kept with their original code, and reported.
  var keepsUnknownItems = false

  var keys: [StoredColumn] { columns.filter(\.isKey) }
  var values: [StoredColumn] { columns.filter { !$0.isKey } }
  /// Whether the key consists only of the record's own values, without a reference.
  var isKeyedByCode: Bool { keys.allSatisfy { $0.reference == nil } }

  /// The kind of the documents that contain its records as lines; nil for independent records.
  var document: StoredKind? {
    for column in columns { if case .document(let kind) = column.reference { return Self.of(kind) } }
    return nil
  }

  /// Fields of its documents' key that its own table does not have.
  var documentFields: [StoredColumn] {
    (document?.keys ?? []).filter { key in !columns.contains { $0.field == key.field } }
  }

  static func of(_ kind: String) -> StoredKind? { catalog.first { $0.kind == kind } }
}

/// One field of a kind and the column that holds it.
struct StoredColumn: Sendable {
  enum Storage: Sendable { case integer, text }

  /// The table in which a code in this field is looked up.
  enum Reference: Sendable, Equatable {
    /// A record of that kind by its code; an unknown one is an error.
    case known(String)
    /// A record of that kind by its code; an unknown one is made.
    case made(String)
    /// A variant by SKU, else barcode, else supplier and supplier's code.
    case item
    /// The document that a line belongs to, a record of that kind by all of its key; made when it is not there.
    case document(String)
  }

  let field: String
  let column: String
  let storage: Storage
  let isKey: Bool
  let reference: Reference?
  /// SQL for the value of a key that is not given; `stage` is the row.
  let keyDefault: String?

  init(
    _ field: String, _ column: String? = nil, _ storage: Storage = .text, key: Bool = false,
    reference: Reference? = nil, keyDefault: String? = nil
  ) {
    self.field = field
    self.column = column ?? field
    self.storage = reference == nil ? storage : .integer
    isKey = key
    self.reference = reference
    self.keyDefault = keyDefault
  }

  /// The column of the staging tables with the value in the form that is compared and stored.
  var staged: String { reference == nil ? "f_\(field)" : "r_\(field)" }
}

extension StoredKind {
  /// The kinds that are merged into a table of the catalog, in the order in which references need them.
  static let catalog: [StoredKind] =
    foods + [
      StoredKind(
        kind: "categories", table: "categories",
        columns: [
          StoredColumn("category", "code", key: true), StoredColumn("category_name", "name"),
          StoredColumn("parent_category", "parent_id", reference: .made("categories")), StoredColumn("gender"),
          StoredColumn("attributes"),
        ], keyText: "t.code"),
      StoredKind(
        kind: "brands", table: "brands",
        columns: [
          StoredColumn("brand", "code", key: true), StoredColumn("brand_title", "name"), StoredColumn("gender"),
          StoredColumn("attributes"),
        ],
        keyText: "t.code"),
      StoredKind(
        kind: "colours", table: "colours",
        columns: [
          StoredColumn("colour", "code", key: true), StoredColumn("colour_family", "family"),
          StoredColumn("red", nil, .integer), StoredColumn("green", nil, .integer), StoredColumn("blue", nil, .integer),
        ], keyText: "t.code"),
      StoredKind(
        kind: "locations", table: "locations",
        columns: [
          StoredColumn("location", "code", key: true), StoredColumn("location_name", "name"),
          StoredColumn("location_kind", "kind"), StoredColumn("gln"), StoredColumn("description"),
          StoredColumn("opening_hours"), StoredColumn("contact"), StoredColumn("address"),
          StoredColumn("latitude", nil, .integer), StoredColumn("longitude", nil, .integer), StoredColumn("status"),
          StoredColumn("attributes"),
        ], keyText: "t.code"),
      StoredKind(
        kind: "suppliers", table: "suppliers",
        columns: [
          StoredColumn("supplier", "code", key: true), StoredColumn("supplier_name", "name"), StoredColumn("gln"),
          StoredColumn("email"),
        ], keyText: "t.code"),
      StoredKind(
        kind: "products", table: "products",
        columns: [
          StoredColumn("product_code", "code", key: true), StoredColumn("title"), StoredColumn("description"),
          StoredColumn("category", "category_id", reference: .made("categories")),
          StoredColumn("brand", "brand_id", reference: .made("brands")), StoredColumn("stock_unit"),
          StoredColumn("tax_rate", nil, .integer), StoredColumn("status"), StoredColumn("attributes"),
          StoredColumn("gender"), StoredColumn("location", "location_id", reference: .known("locations")),
          StoredColumn("published_at", nil, .integer), StoredColumn("food", "food_id", reference: .known("foods")),
        ], keyText: "t.code"),
      StoredKind(
        kind: "variants", table: "variants",
        columns: [
          StoredColumn("sku", key: true),
          StoredColumn("product_code", "product_id", reference: .known("products")),
          StoredColumn("variant_title", "title"), StoredColumn("colour", "colour_id", reference: .made("colours")),
          StoredColumn("size"), StoredColumn("standard_cost", nil, .integer), StoredColumn("attributes"),
        ], keyText: "t.sku"),
      StoredKind(
        kind: "barcodes", table: "barcodes",
        columns: [
          StoredColumn("barcode", "canonical", key: true), StoredColumn("barcode_text", "code"),
          StoredColumn("symbology"), StoredColumn("sku", "variant_id", reference: .item),
          StoredColumn("pack_quantity", nil, .integer),
        ], keyText: "t.code"),
      StoredKind(
        kind: "supplier_items", table: "supplier_items",
        columns: [
          StoredColumn("supplier", "supplier_id", key: true, reference: .known("suppliers")),
          StoredColumn("sku", "variant_id", key: true, reference: .item), StoredColumn("supplier_code"),
          StoredColumn("unit_cost", nil, .integer), StoredColumn("currency"), StoredColumn("pack_size", nil, .integer),
          StoredColumn("order_unit"), StoredColumn("minimum_order", nil, .integer),
          StoredColumn("lead_time_days", nil, .integer),
        ],
        keyText: "(SELECT code FROM suppliers WHERE id = t.supplier_id) || ' ' || "
          + "(SELECT sku FROM variants WHERE id = t.variant_id)"),
      StoredKind(
        kind: "prices", table: "prices",
        columns: [
          StoredColumn("sku", "variant_id", key: true, reference: .item),
          StoredColumn("price_type", key: true, keyDefault: "'regular'"),
          StoredColumn("currency", key: true, keyDefault: "(SELECT value FROM settings WHERE name = 'currency')"),
          // Filled in before merging: see `StagingArea.settlePriceValidity`.
          StoredColumn("valid_from", nil, .integer, key: true), StoredColumn("price", nil, .integer),
          StoredColumn("valid_to", nil, .integer), StoredColumn("tax_included", nil, .integer),
        ], keyText: "(SELECT sku FROM variants WHERE id = t.variant_id) || ' ' || t.price_type || ' ' || t.currency"),
      StoredKind(
        kind: "lots", table: "lots",
        columns: [
          StoredColumn("sku", "variant_id", key: true, reference: .item), StoredColumn("lot", key: true),
          StoredColumn("expires_on"),
        ], keyText: "(SELECT sku FROM variants WHERE id = t.variant_id) || ' ' || t.lot"),
      StoredKind(
        kind: "reorder_levels", table: "reorder_levels",
        columns: [
          StoredColumn("sku", "variant_id", key: true, reference: .item),
          StoredColumn("location", "location_id", key: true, reference: .known("locations")),
          StoredColumn("reorder_point", nil, .integer), StoredColumn("order_up_to", nil, .integer),
        ],
        keyText: "(SELECT sku FROM variants WHERE id = t.variant_id) || ' ' || "
          + "(SELECT code FROM locations WHERE id = t.location_id)"),
    ] + aliases + selling + users + supply

  /// The columns that hold required values when a record is made but not given, as SQL over the merged row `m`.
  static let valuesWhenMade: [String: [String: String]] = [
    "variants": ["product_id": "m.r_product_code"],
    "prices": ["tax_included": "1"], "invoices": ["invoice_kind": "'invoice'"],
  ]
}
